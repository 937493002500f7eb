"""What tables say their numbers are counted in."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import fact_filings

from secqa.filings.document import Table
from secqa.filings.numbers import Scale, table_scale, text_scale


def table(
    corner: str = "", header: tuple[str, ...] = ("2024", "2023"), caption: str = "", label: str = ""
) -> Table:
    rows = [[corner, *header], *([[label, *("" for _ in header)]] if label else [])]
    rows.append(["Sales", *("1" for _ in header)])
    return replace(fact_filings.table(rows, None), caption=caption)


@pytest.mark.parametrize(
    ("text", "money", "shares"),
    [
        ("(In millions, except share and per share data)", 1e6, 1.0),
        ("(In millions, except per share data)", 1e6, 1e6),
        (
            "(In millions, except number of shares, which are reflected in thousands, "
            "and per-share amounts)",
            1e6,
            1e3,
        ),
        ("$ in thousands", 1e3, None),
        ("(dollars in billions)", 1e9, None),
        ("(Millions)", 1e6, 1e6),
        ("Millions of dollars", 1e6, 1e6),
        ("(Dollars in millions, shares in thousands)", 1e6, 1e3),
        ("(Shares in thousands; dollars in millions)", 1e6, 1e3),
        ("(dollars and shares in millions)", 1e6, 1e6),
        ("(in 000's)", 1e3, 1e3),
        ("($M)", 1e6, None),
        ("Consolidated Statements of Income", None, None),
        ("The $5 million charge and 2.5 billion shares", None, None),
        ("3,200 thousand tons", None, None),
    ],
)
def test_a_note_states_money_and_shares_apart(
    text: str, money: float | None, shares: float | None
) -> None:
    found = text_scale(text)
    assert (found.money, found.shares) == (money, shares)


def test_the_corner_goes_before_the_caption() -> None:
    assert table_scale(table(corner="(in thousands)", caption="Amounts in millions")).money == 1e3


def test_a_row_without_numbers_below_the_header_may_state_it() -> None:
    assert table_scale(table(label="(in billions)")).money == 1e9


def test_a_table_that_says_nothing_is_unknown() -> None:
    assert table_scale(table()) == Scale()


def test_percent_tables_are_told() -> None:
    assert table_scale(table(caption="Share of sales (in percent)")).percent
    assert not table_scale(table(caption="(in millions, except percentages)")).percent


def test_a_column_may_count_differently() -> None:
    mixed = table(header=("Shares (in thousands)", "Amount (in millions)"))
    assert text_scale(mixed.columns[1]).shares == 1e3
    assert text_scale(mixed.columns[2]).money == 1e6


@given(st.text(max_size=200))
def test_any_text_is_read_without_error(text: str) -> None:
    found = text_scale(text)
    assert found.money in (None, 1e3, 1e6, 1e9)
