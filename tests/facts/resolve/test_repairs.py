"""Signs that contradict each other within a row of a statement."""

from dataclasses import replace
from datetime import date

import pytest
from tests.support.metric_values_cases import fact

from secqa.facts.fact import Fact
from secqa.facts.resolve.repairs import with_senses_mended, with_signs_mended
from secqa.filings.document import Location, Statement


def row(cells: list[tuple[str, float]], statement: Statement | None) -> list[Fact]:
    return [
        replace(
            fact("Flow", value, end=date(2024 - column, 12, 31)),
            printed=printed,
            start=date(2024 - column, 1, 1),
            place=Location(5, 40, 3, column),
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
    ("label", "concept", "cells", "mended"),
    [
        # The brackets are income, the concept is positive for an income.
        (
            "Total non-operating expense (income), net",
            "NonoperatingIncomeExpense",
            [("(275)", -275.0), ("(613)", -613.0), ("27", 27.0)],
            [275.0, 613.0, -27.0],
        ),
        ("Other (gains) and losses", "NonoperatingGainsLosses", [("(5)", -5.0)], [5.0]),
        ("Benefit (provision) for taxes", "IncomeTaxExpenseBenefit", [("(7)", -7.0)], [7.0]),
        ("Other expense (income)", "NonoperatingIncomeExpense", [("(31)", 31.0)], [31.0]),
        ("Net (loss) income", "NetIncomeLoss", [("(31)", -31.0), ("2", 2.0)], [-31.0, 2.0]),
        # Printed without its brackets in one column.
        ("Net income (loss)", "NetIncomeLoss", [("112", -112.0), ("27", 27.0)], [-112.0, 27.0]),
        # A name that does not tell, and a label that does not.
        ("Other expense (income)", "Flow", [("(31)", -31.0)], [-31.0]),
        ("Other expense", "NonoperatingIncomeExpense", [("31", -31.0)], [-31.0]),
    ],
)
def test_brackets_mean_what_the_label_has_in_brackets(
    label: str, concept: str, cells: list[tuple[str, float]], mended: list[float]
) -> None:
    facts = [replace(f, concept=f"us-gaap:{concept}") for f in row(cells, Statement.INCOME)]
    printed = [label, *(text for text, _ in cells)]
    turned = with_senses_mended(facts, lambda _: printed)
    assert [fact.value for fact in turned] == mended
    # The same concept elsewhere has the same fault.
    note = replace(facts[0], statement=None)
    same = with_senses_mended([*facts, note], lambda _: printed)
    assert same[-1].value == mended[0]
