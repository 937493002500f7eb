"""Signs that contradict each other within a row of a statement."""

from dataclasses import replace
from datetime import date

import pytest

from secqa.facts.fact import Fact
from secqa.facts.signs import with_payments_mended, with_signs_mended
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


@pytest.mark.parametrize(
    ("interest", "taxes", "label", "mended"),
    [
        (("(195)", 195.0), ("(327)", -327.0), "income tax payments", 327.0),
        (("212", 212.0), ("1.8", -1.8), "income taxes paid", 1.8),
        # A refund: the row of interest is printed without parentheses.
        (("212", 212.0), ("(5)", -5.0), "income taxes paid", -5.0),
        (("212", 212.0), ("5", -5.0), "income tax refunds", -5.0),
    ],
)
def test_payments_are_positive(
    interest: tuple[str, float], taxes: tuple[str, float], label: str, mended: float
) -> None:
    paid = replace(row([interest], None)[0], concept="us-gaap:InterestPaidNet")
    taxed = replace(row([taxes], None)[0], concept="us-gaap:IncomeTaxesPaidNet")
    assert with_payments_mended([paid, taxed], lambda _: label)[1].value == mended


@pytest.mark.parametrize(("printed", "value"), [("(9)", 9.0), ("9", -9.0)])
def test_cash_used_in_a_statement_is_positive(printed: str, value: float) -> None:
    bought = row([(printed, -9.0)], Statement.CASH_FLOW)[0]
    bought = replace(bought, concept="us-gaap:PaymentsToAcquireInvestments")
    assert with_payments_mended([bought], lambda _: "")[0].value == value
    net = replace(bought, concept="us-gaap:PaymentsForProceedsFromInvestments")
    assert with_payments_mended([net], lambda _: "")[0].value == -9.0
