"""Rows, their sections, and totals without label."""

from tests.support.reading_tables import table

from secqa.reading.structure.table_rows import TableRow, rows_of


def by_label(rows: tuple[TableRow, ...]) -> dict[str, TableRow]:
    return {row.label: row for row in rows}


def test_sections_open_and_totals_close_them() -> None:
    rows = by_label(
        rows_of(
            table(
                """
                | 2024
                Current assets:
                Cash | 5
                Total current assets | 5
                Goodwill | 7
                """
            )
        )
    )
    assert rows["Cash"].section == ("Current assets:",)
    assert rows["Total current assets"].section == ("Current assets:",)
    assert rows["Goodwill"].section == ()


def test_indents_close_sections_without_totals() -> None:
    rows = by_label(
        rows_of(
            table(
                """
                | 2024
                Earnings per share:
                  Basic | 1.20
                Dividends | 0.50
                """
            )
        )
    )
    assert rows["Basic"].section == ("Earnings per share:",)
    assert rows["Dividends"].section == ()


def test_a_sum_without_label_takes_its_section() -> None:
    rows = rows_of(
        table(
            """
            | 2024
            Inventories
              Raw materials | 3
              Finished goods | 4
              | 7
            """
        )
    )
    assert rows[-1].label == "Total Inventories"


def test_a_number_without_label_that_is_no_sum_stays_unnamed() -> None:
    rows = rows_of(
        table(
            """
            | 2024
            Inventories
              Raw materials | 3
              Finished goods | 4
              | 9
            """
        )
    )
    assert rows[-1].words == ()


def test_a_label_or_its_section_states_its_own_scale() -> None:
    rows = by_label(
        rows_of(
            table(
                """
                | 2024
                Revenue (in billions) | 3
                Shares (in thousands):
                  Basic | 900
                """
            )
        )
    )
    assert rows["Revenue (in billions)"].scale.money == 1e9
    assert rows["Basic"].scale.shares == 1e3


def test_a_label_broken_over_two_lines_is_one() -> None:
    rows = by_label(
        rows_of(
            table(
                """
                | 2024
                Net income attributable to owners of
                Acme Tools | 8
                Income per share attributable to
                Basic | 1.20
                Less: costs:
                Interest paid | 3
                """
            )
        )
    )
    assert set(rows) == {
        "Net income attributable to owners of Acme Tools",
        "Basic",
        "Interest paid",
    }
