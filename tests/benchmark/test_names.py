import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.benchmark.made import report

from secqa.benchmark.names import entities_of, short_name


@pytest.mark.parametrize(
    ("registrant", "ticker", "name"),
    [
        ("NORTHWIND TRADERS, INC.", "NWT", "Northwind Traders"),
        ("The Northwind Company", "NWT", "Northwind"),
        ("THE ABLE & BAKER COMPANY", "AB", "Able & Baker"),
        ("A&B INC.", "AB", "A&B"),
        ("4M CO", "FOUR", "4M"),
        ("CVX HEALTH CORP", "CVX", "CVX Health"),
        ("XYL Corp", "XYL", "XYL"),
        ("BROOK & CO., INC.", "BRK", "Brook"),
        ("Anna Lane and Company", "LANE", "Anna Lane"),
        ("WELLS STREET & COMPANY/MN", "WSC", "Wells Street"),
        ("BANK OF NOWHERE CORP /DE/", "BNW", "Bank of Nowhere"),
        ("JUNGLE.COM, INC.", "JNGL", "Jungle"),
        ("STONE'S COMPANIES, INC.", "STN", "Stone's"),
        ("SODA-POP CO", "POP", "Soda-Pop"),
        ("MCTAVISH'S CORP", "MCT", "McTavish's"),
        ("eTool Group plc", "ETL", "eTool"),
        ("Smith & Smith", "SMI", "Smith & Smith"),
        ("Co", "CO", "Co"),
    ],
)
def test_short_names_follow_general_rules(registrant: str, ticker: str, name: str) -> None:
    assert short_name(registrant, ticker) == name


@given(st.text(max_size=30), st.text(max_size=5))
def test_a_short_name_is_never_longer_nor_lost(registrant: str, ticker: str) -> None:
    name = short_name(registrant, ticker)
    assert len(name) <= len(" ".join(registrant.split())) or name != name.upper()
    assert bool(name) == bool(registrant.split()) or not any(c.isalnum() for c in registrant)


def test_companies_that_share_a_short_name_keep_their_legal_names() -> None:
    from dataclasses import replace

    one = replace(report(1, 2024), company="Orion Inc.")
    two = replace(report(2, 2024), company="ORION CORP")
    assert [entity.name for entity in entities_of([one, two])] == ["Orion Inc.", "ORION CORP"]


def test_the_latest_name_counts() -> None:
    from dataclasses import replace

    old = replace(report(1, 2022), company="Facenote, Inc.")
    new = replace(report(1, 2024), company="Omega Platforms, Inc.")
    assert [entity.name for entity in entities_of([new, old])] == ["Omega Platforms"]
