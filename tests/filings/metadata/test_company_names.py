import pytest
from hypothesis import given
from hypothesis import strategies as st

from secqa.filings.metadata.company_names import short_name, unaccented


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
        ("LOWE'S COMPANIES, INC.", "LOW", "Lowe's"),
        ("KOHL’S CORPORATION", "KSS", "Kohl's"),
        ("O'REILLY AUTOMOTIVE, INC.", "ORLY", "O'Reilly Automotive"),
        ("AMAZON.COM, INC.", "AMZN", "Amazon"),
        ("eBay Inc.", "EBAY", "eBay"),
        ("ELI LILLY AND COMPANY", "LLY", "Eli Lilly"),
        ("McDONALD’S CORPORATION", "MCD", "McDonald's"),
        ("Mondelēz International, Inc.", "MDLZ", "Mondelēz International"),
        ("BEST BUY CO., INC.", "BBY", "Best Buy"),
        ("ROYAL SHELL P.L.C.", "SHEL", "Royal Shell"),
    ],
)
def test_short_names_follow_general_rules(registrant: str, ticker: str, name: str) -> None:
    assert short_name(registrant, ticker) == name


@given(st.text(max_size=30), st.text(max_size=5))
def test_a_short_name_is_never_longer_nor_lost(registrant: str, ticker: str) -> None:
    name = short_name(registrant, ticker)
    assert len(name) <= len(" ".join(registrant.split())) or name != name.upper()
    assert bool(name) == bool(registrant.split()) or not any(c.isalnum() for c in registrant)


@given(st.text(max_size=30))
def test_accents_are_removed_in_place(text: str) -> None:
    assert len(unaccented(text)) == len(text)


def test_a_letter_stands_for_its_accented_form() -> None:
    assert unaccented("Mondelēz, Nestlé") == "Mondelez, Nestle"
