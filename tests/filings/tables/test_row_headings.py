"""Rows with their parents, labels with their marks, tables over several pages."""

import pytest
from tests.filings.markup import label, only_table, plain, row, table

from secqa.filings.tables.row_headings import row_parents, split_label

HEAD = row(label(""), '<td colspan="3">2024</td>', '<td colspan="3">2023</td>')


def line(name: str, indent: float = 1.0) -> str:
    return row(label(name, indent), plain("5"), plain("4"))


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("Revenue (1)", ("Revenue", ("(1)",))),
        ("Revenue (a)(b)", ("Revenue", ("(a)", "(b)"))),
        ("Other, net *", ("Other, net", ("*",))),
        ("Net income (loss)", ("Net income (loss)", ())),
        ("Tier 1 (2)", ("Tier 1", ("(2)",))),
        ("(1)", ("(1)", ())),
        ("Phase 3", ("Phase 3", ())),
    ],
)
def test_footnote_marks_are_told_from_labels(
    printed: str, expected: tuple[str, tuple[str, ...]]
) -> None:
    assert split_label(printed) == expected


def test_rows_that_are_set_in_have_a_parent() -> None:
    grid = only_table(
        table(HEAD, row(label("Costs")), line("Rent", 10), line("Office", 20), line("Pay", 10))
        + "<p>End</p>"
    )
    assert row_parents(grid) == (None, None, 1, 2, 1)


def test_headings_with_a_colon_head_rows_at_the_same_indentation() -> None:
    grid = only_table(
        table(
            HEAD,
            row(label("Costs:")),
            line("Rent"),
            line("Total costs"),
            row(label("Income:")),
            line("Sales"),
        )
    )
    assert row_parents(grid) == (None, None, 1, None, None, 4)
