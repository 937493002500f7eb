"""Which period each column of a table is about."""

import sys
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import fact_filings

from secqa.filings.document import Metadata, Statement, Table
from secqa.filings.tables.column_periods import (
    ColumnPeriod,
    cell_period,
    column_periods,
    fiscal_year_of,
    text_period,
)


def metadata(
    year: int = 2023, period: str = "FY", end: date = date(2023, 12, 31), form: str = ""
) -> Metadata:
    form = form or ("10-K" if period == "FY" else "10-Q")
    return Metadata("X", "X", "X", "", form, year, period, end)


def table(
    *columns: str, corner: str = "", caption: str = "", statement: Statement | None = None
) -> Table:
    grid = fact_filings.table([[corner, *columns], ["Sales", *("1" for _ in columns)]], statement)
    return replace(grid, caption=caption)


def years(found: tuple[ColumnPeriod | None, ...]) -> list[int | None]:
    return [period.year if period else None for period in found]


def test_bare_years_of_a_calendar_company() -> None:
    found = column_periods(table("2023", "2022", "2021", statement=Statement.INCOME), metadata())
    assert years(found) == [None, 2023, 2022, 2021]
    assert found[1] == ColumnPeriod("duration", 12, None, 2023, "")


def test_the_caption_closes_bare_years() -> None:
    found = column_periods(table("2023", "2022", caption="Years ended December 31,"), metadata())
    assert found[1] == ColumnPeriod("duration", 12, date(2023, 12, 31), 2023, "Q4")


def test_balance_sheet_days_are_instants() -> None:
    found = column_periods(
        table("June 30, 2023", "December 31, 2022", statement=Statement.BALANCE_SHEET),
        metadata(period="Q2", end=date(2023, 6, 30)),
    )
    assert found[1] == ColumnPeriod("instant", None, date(2023, 6, 30), 2023, "Q2")
    assert found[2] == ColumnPeriod("instant", None, date(2022, 12, 31), 2022, "Q4")


def test_columns_without_their_own_length_take_it_from_the_left() -> None:
    found = column_periods(
        table("Three Months Ended June 30, 2023", "2022", "Six Months Ended June 30, 2023", "2022"),
        metadata(period="Q2", end=date(2023, 6, 30)),
    )
    assert [period and (period.months, period.end) for period in found[1:]] == [
        (3, date(2023, 6, 30)),
        (3, date(2022, 6, 30)),
        (6, date(2023, 6, 30)),
        (6, date(2022, 6, 30)),
    ]
    assert {period.quarter for period in found[1:] if period} == {"Q2"}


@pytest.mark.parametrize(
    ("text", "quarter"),
    [
        ("Q2 2023", "Q2"),
        ("2Q 2023", "Q2"),
        ("Second Quarter 2023", "Q2"),
        ("4th quarter 2023", "Q4"),
    ],
)
def test_named_quarters(text: str, quarter: str) -> None:
    found = column_periods(table(text), metadata(period="Q3", end=date(2023, 9, 30)))[1]
    assert found is not None
    assert (found.quarter, found.months, found.year) == (quarter, 3, 2023)


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("52 Weeks Ended February 2, 2025", 12),
        ("Thirteen Weeks Ended May 5, 2024", 3),
        ("Twenty-six weeks ended August 3, 2024", 6),
        ("39 Weeks Ended November 2, 2024", 9),
        ("Nine Months Ended October 31, 2024", 9),
        ("Year Ended February 2, 2025", 12),
        ("Quarter Ended February 2, 2025", 3),
    ],
)
def test_lengths(text: str, months: int) -> None:
    found = column_periods(table(text), metadata(2024, end=date(2025, 2, 2)))[1]
    assert found is not None
    assert found.months == months
    assert found.year == 2024


def test_years_named_before_they_begin() -> None:
    ahead = metadata(2025, end=date(2024, 9, 28))
    found = column_periods(table("September 28, 2024", "September 30, 2023"), ahead)
    assert years(found) == [None, 2025, 2024]


def test_change_and_percent_columns_are_marked() -> None:
    found = column_periods(table("2023", "2022", "% Change", "$ Change", "Notes"), metadata())
    assert [period.role if period else None for period in found] == [
        None,
        "value",
        "value",
        "change",
        "change",
        "note",
    ]


def test_years_inside_amounts_are_not_years() -> None:
    assert column_periods(table("$2,023", "Total"), metadata())[1] is None


def test_years_of_loans_and_opening_balances_are_no_periods() -> None:
    found = column_periods(table("Year of Origination 2023", "2023 Beginning Balance"), metadata())
    assert found[1:] == (None, None)


def test_a_phrase_names_a_period() -> None:
    found = text_period("fiscal 2022", metadata())
    assert found is not None
    assert found.year == 2022
    assert text_period("the year before", metadata()) is None


@given(st.dates(date(2015, 1, 1), date(2029, 12, 31)), st.integers(-4, 4))
def test_fiscal_years_repeat_every_year(end: date, back: int) -> None:
    own = metadata(end.year, end=end)
    day = end + timedelta(days=round(364.25 * back))
    found = fiscal_year_of(day, own)
    assert found == (end.year + back, 4)


@given(st.text(max_size=80))
def test_any_header_is_read_without_error(text: str) -> None:
    assert len(column_periods(table(text), metadata())) == 2


def test_payments_due_in_later_years_are_of_no_period() -> None:
    found = column_periods(table("2023", "2024", "2025", "2026-2030"), metadata())
    assert years(found) == [None, 2023, None, None, None]
    day = column_periods(table("Year ending December 31, 2025"), metadata())
    assert years(day) == [None, None]
    announced = column_periods(table("2024"), metadata(form="8-K"))
    assert years(announced) == [None, 2024]


def test_years_of_origination_beside_all_others_are_no_periods() -> None:
    found = column_periods(table("2023", "2022", "2021", "Prior", "Total"), metadata())
    assert found == (None,) * 6
    quarter = "Three Months Ended June 30, 2023"
    names = [f"{quarter} {kind}" for kind in ("2023", "2022", "2021", "Prior")]
    found = column_periods(table(*names), metadata(period="Q2", end=date(2023, 6, 30)))
    assert {period.end for period in found[1:] if period} == {date(2023, 6, 30)}


def test_the_corner_speaks_for_columns_that_say_nothing() -> None:
    found = column_periods(table("East", "West", corner="December 31, 2022"), metadata())
    assert [period.end if period else None for period in found] == [None, *[date(2022, 12, 31)] * 2]


def test_a_caption_that_names_one_year_speaks_for_columns_that_say_nothing() -> None:
    one = table("East", "West", caption="Goodwill as of December 31, 2022 was:")
    two = table("East", "West", caption="Goodwill as of December 31, 2023 and 2022 was:")
    assert years(column_periods(one, metadata())) == [None, 2022, 2022]
    assert years(column_periods(two, metadata())) == [None, None, None]


def of_row(label: str, column: str, read: Metadata) -> ColumnPeriod | None:
    cells = (("", column), (label, "1"))
    made = Table(cells, 1, ("", column), (0.0, 0.0))
    return cell_period(column_periods(made, read)[1], made, 1, 1, read)


@pytest.mark.parametrize(
    ("label", "column", "end"),
    [
        ("Balance, December 31, 2021", "Year ended December 31, 2022", date(2021, 12, 31)),
        ("Goodwill at December 31, 2021", "East", date(2021, 12, 31)),
        ("January 1, 2022", "East", date(2022, 1, 1)),
        ("Common stock, shares at December 31, 2023", "December 31, 2022", date(2022, 12, 31)),
        ("Paid on April 18, 2022", "Year ended December 31, 2022", date(2022, 12, 31)),
        ("For the six months ended June 30, 2022", "December 31, 2022", date(2022, 12, 31)),
        ("Balance", "December 31, 2022", date(2022, 12, 31)),
    ],
)
def test_a_row_may_state_its_own_day(label: str, column: str, end: date) -> None:
    period = of_row(label, column, metadata())
    assert period is not None
    assert period.end == end


def test_a_row_may_name_the_quarter_of_a_column_of_a_year() -> None:
    period = of_row("Second quarter (a)", "2023", metadata())
    assert period is not None
    assert (period.year, period.quarter, period.months) == (2023, "Q2", 3)


@pytest.mark.parametrize(
    ("text", "months", "quarter"),
    [("2Q'14", 3, "Q2"), ("Q2 14", 3, "Q2"), ("YTD 2014", 6, "Q2"), ("First half 2014", 6, "Q2")],
)
def test_short_names_of_periods(text: str, months: int, quarter: str) -> None:
    own = metadata(2014, "Q2", date(2014, 6, 30))
    found = column_periods(table(text, "Change", caption="as of June 30"), own)[1]
    assert found is not None
    assert (found.year, found.months) == (2014, months)
    assert found.quarter == quarter


def test_a_year_named_after_its_quarters_is_no_quarter() -> None:
    own = metadata(2009, "FY", date(2010, 1, 31))
    found = column_periods(table("Q4 2009", "Fiscal 2009"), own)[2]
    assert found is not None
    assert (found.year, found.quarter, found.months) == (2009, "", 12)


def test_a_table_is_not_kept_when_its_periods_are() -> None:
    one = table("2023", "2022")
    held = sys.getrefcount(one)
    assert column_periods(one, metadata()) == column_periods(one, metadata())
    assert sys.getrefcount(one) == held


@pytest.mark.parametrize(
    ("over", "below", "expected"),
    [
        ("At December 31, 2023 and January 1, 2023", ("2023", "2022"), [2023, 2022]),
        ("At January 1, 2023 and December 31, 2023", ("2022", "2023"), [2022, 2023]),
        (
            "Years ended December 31, 2023, January 1, 2023 and January 2, 2022",
            ("2023", "2022", "2021"),
            [2023, 2022, 2021],
        ),
    ],
)
def test_days_above_a_table_leave_each_column_its_year(
    over: str, below: tuple[str, ...], expected: list[int]
) -> None:
    around = column_periods(table(*below, caption=over), metadata())
    assert years(around) == [None, *expected]


def test_the_year_that_closes_in_january_is_the_one_printed_over_the_figures() -> None:
    own = metadata(2022, end=date(2023, 1, 1))
    caption = "Balance sheets, January 1, 2023 and January 2, 2022"
    found = column_periods(table("2022", "2021", caption=caption), own)
    assert years(found) == [None, 2022, 2021]
