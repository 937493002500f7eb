"""Signs that contradict each other within a row of a statement."""

from datetime import date

import pytest

from secqa.facts.fact import Fact
from secqa.facts.signs import with_signs_mended
from secqa.filings.document import Place, Statement


def row(cells: list[tuple[str, float]], statement: Statement | None) -> list[Fact]:
    return [
        Fact(
            "us-gaap:Flow",
            value,
            "",
            printed,
            "USD",
            -6,
            date(2024 - column, 1, 1),
            date(2024 - column, 12, 31),
            place=Place(5, 40, 3, column),
            statement=statement,
        )
        for column, (printed, value) in enumerate(cells, 1)
    ]


@pytest.mark.parametrize(
    ("cells", "mended"),
    [
        ([("(1,423)", -1423.0), ("1,999", 1999.0), ("(686)", 686.0)], [-1423.0, 1999.0, -686.0]),
        # A payment is positive as a value and printed in parentheses, in every column.
        ([("(9)", 9.0), ("(8)", 8.0), ("(7)", -7.0)], [9.0, 8.0, 7.0]),
        ([("(9)", 9.0), ("(8)", 8.0), ("7", -7.0)], [9.0, 8.0, -7.0]),
        # "Net of tax expense of 5 and benefit of 6": no parentheses say anything.
        ([("5", 5.0), ("6", -6.0), ("7", 7.0)], [5.0, -6.0, 7.0]),
        # Two against two cannot be told.
        ([("(9)", 9.0), ("(8)", -8.0), ("7", 7.0), ("6", -6.0)], [9.0, -8.0, 7.0, -6.0]),
    ],
)
def test_the_odd_sign_of_a_row_is_turned(
    cells: list[tuple[str, float]], mended: list[float]
) -> None:
    facts = with_signs_mended(row(cells, Statement.CASH_FLOW))
    assert [fact.value for fact in facts] == mended
    assert [fact.printed for fact in facts] == [printed for printed, _ in cells]


def test_only_statements_are_mended() -> None:
    facts = row([("(1,423)", -1423.0), ("1,999", 1999.0), ("(686)", 686.0)], None)
    assert with_signs_mended(facts) == facts
