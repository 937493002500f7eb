"""Tables whose header changes halfway."""

import pytest
from tests.support.filing_markup import document, label, plain, row, table

from secqa.filings.document import Document, ElementType, Table
from secqa.filings.tables.column_periods import column_periods


def names(*texts: str, corner: str = "", span: int = 3) -> str:
    return row(label(corner), *(f'<td colspan="{span}"><b>{text}</b></td>' for text in texts))


def sales(first: str, second: str) -> str:
    return row(label("Sales"), plain(first), plain(second))


def tables(read: Document) -> list[Table]:
    return [element.table for element in read.elements if element.table is not None]


def months(read: Document) -> list[int | None]:
    found = [column_periods(one, read.metadata)[1] for one in tables(read)]
    return [period.months if period else None for period in found]


QUARTER = '<td colspan="9"><b>Three Months Ended June 30,</b></td>'
HALF = '<td colspan="9"><b>Six Months Ended June 30,</b></td>'
YEARS = names("2025", "2024")


def test_a_header_that_changes_begins_a_table_of_its_own() -> None:
    rows = (row(label(""), QUARTER), YEARS, sales("5", "4"), row(label(""), HALF), YEARS)
    read = document("<div>Sales by half</div>" + table(*rows, sales("9", "8")))
    first, second = tables(read)
    assert first.columns[1] == "Three Months Ended June 30, 2025"
    assert second.columns[1] == "Six Months Ended June 30, 2025"
    assert second.cells[2:] == (("Sales", "9", "8"),)
    assert second.caption == first.caption
    assert months(read) == [3, 6]


def test_a_period_alone_in_a_row_takes_the_place_of_the_one_in_force() -> None:
    read = document(
        table(
            names("June 30, 2025", "June 30, 2024", corner="Three Months Ended"),
            sales("5", "4"),
            row(label("Six Months Ended")),
            sales("9", "8"),
        )
    )
    assert months(read) == [3, 6]
    second = tables(read)[1]
    assert second.cells == (
        ("", "June 30, 2025", "June 30, 2024"),
        ("Six Months Ended", "", ""),
        ("Sales", "9", "8"),
    )
    assert second.columns == ("Six Months Ended", "June 30, 2025", "June 30, 2024")


def test_names_above_years_still_hold_where_only_the_years_are_printed_again() -> None:
    read = document(
        table(
            names("East", "West"),
            names("2025", "2025", corner="For the six months ended June 30,"),
            sales("9", "8"),
            names("2025", "2025", corner="For the three months ended June 30,"),
            sales("5", "4"),
        )
    )
    assert months(read) == [6, 3]
    assert tables(read)[1].columns[1:] == ("East 2025", "West 2025")


def test_a_length_printed_again_leaves_the_years_below_it_in_force() -> None:
    read = document(
        table(
            row(label(""), QUARTER), YEARS, sales("5", "4"), row(label(""), HALF), sales("9", "8")
        )
    )
    assert tables(read)[1].columns[1:] == (
        "Six Months Ended June 30, 2025",
        "Six Months Ended June 30, 2024",
    )


def test_dates_of_balances_replace_the_lengths_of_flows() -> None:
    read = document(
        table(
            row(label(""), QUARTER),
            YEARS,
            sales("5", "4"),
            names("June 30, 2025", "December 31, 2024", corner="(in millions)"),
            row(label("Receivables"), plain("7"), plain("6")),
        )
    )
    assert tables(read)[1].columns[1:] == ("June 30, 2025", "December 31, 2024")


def test_the_unit_in_the_first_corner_goes_on_to_hold() -> None:
    read = document(
        table(
            names("East", "West", corner="(in thousands)"),
            row(label("December 31, 2025")),
            sales("5", "4"),
            row(label("December 31, 2024")),
            sales("9", "8"),
        )
    )
    assert [one.columns[0] for one in tables(read)] == [
        "(in thousands) December 31, 2025",
        "December 31, 2024",
    ]
    assert tables(read)[1].caption.endswith("(in thousands)")


@pytest.mark.parametrize(
    "between",
    [
        YEARS,
        row(label("Costs:")),
        row(label("Due in 2030"), plain(""), plain("")),
        row(label("Maturity"), plain("2030"), plain("2031")),
        row(label("Rating"), plain("Good"), plain("Fair")),
        row(label("2024 notes")),
    ],
)
def test_what_names_no_other_columns_or_period_divides_nothing(between: str) -> None:
    read = document(table(YEARS, sales("5", "4"), between, sales("9", "8")))
    (only,) = tables(read)
    assert len(only.cells) == 4


def test_periods_under_a_heading_of_their_own_stay_with_it() -> None:
    read = document(
        table(
            names("Opening", "Closing"),
            row(label("Allowance for credit losses")),
            row(label("2025")),
            sales("5", "4"),
            row(label("2024")),
            sales("9", "8"),
        )
    )
    assert len(tables(read)) == 1


def test_glossaries_stay_whole() -> None:
    read = document(
        table(
            names("Term", "Meaning"),
            row(label("GAAP"), plain("Accounting principles")),
            row(label("fiscal 2025"), plain("Year ended June 30, 2025")),
            row(label("SEC"), plain("Securities commission")),
        )
    )
    assert len([e for e in read.elements if e.type is ElementType.TABLE]) == 1
