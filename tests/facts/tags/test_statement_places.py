"""Facts without places find their rows in the statements."""

from dataclasses import replace
from datetime import date

import pytest
from tests.support.fact_filings import METADATA, table

from secqa.facts.fact import Fact
from secqa.facts.resolve.metric_values import resolve_metrics
from secqa.facts.tags.fact_sources import placed_in_statements
from secqa.filings.document import Document, Element, ElementType, Location, Page, Statement
from secqa.metrics.catalogue import load_catalogue

ROWS = [
    ["(Millions)", "2024", "2023", "2022"],
    ["Net sales", "$ 4,120", "$ 3,980", "$ 3,770"],
    ["Cost of sales", "2,911", "2,667", "2,510"],
    ["Interest", "14", "14", "9"],
    ["Other expense (income), net", "(145)", "(613)", "27"],
    ["Profit before tax", "1,340", "1,912", "1,224"],
    ["Income taxes", "14", "5", "12"],
    ["Profit", "1,326", "1,907", "1,212"],
]
MADE = {
    "Revenues": (4120e6, 3980e6, 3770e6),
    "CostOfGoodsSold": (2911e6, 2667e6, 2510e6),
    "NonoperatingIncomeExpense": (-145e6, -613e6, 27e6),
    "IncomeTaxExpenseBenefit": (14e6, 5e6, 12e6),
    "NetIncomeLoss": (1326e6, 1907e6, 1212e6),
}


def flow(concept: str, value: float, year: int) -> Fact:
    start, end = date(year, 1, 1), date(year, 12, 31)
    return Fact(f"us-gaap:{concept}", value, "", "", "USD", None, start, end, hidden=True)


FACTS = [
    flow(concept, value, 2024 - back)
    for concept, values in MADE.items()
    for back, value in enumerate(values)
]


def document(rows: list[list[str]], statement: Statement = Statement.INCOME) -> Document:
    element = Element(3, ElementType.TABLE, "", 2, table=table(rows, statement))
    return Document(METADATA, (Page(2, "2", (element,)),))


def rows_of(facts: list[Fact], rows: list[list[str]]) -> dict[tuple[str, int], Location | None]:
    found = placed_in_statements(facts, document(rows))
    return {(fact.concept.removeprefix("us-gaap:"), fact.end.year): fact.place for fact in found}


def test_a_column_is_the_period_whose_figures_it_prints() -> None:
    # Whatever its header says: fiscal years are named after either of two calendar years.
    renamed = [["", "Fiscal 2023", "Fiscal 2022", "Fiscal 2021"], *ROWS[1:]]
    for rows in (ROWS, renamed):
        places = rows_of(FACTS, rows)
        assert places["Revenues", 2024] == Location(2, 3, 1, 1)
        assert places["Revenues", 2022] == Location(2, 3, 1, 3)
        assert places["NetIncomeLoss", 2023] == Location(2, 3, 7, 2)


def test_of_equal_figures_the_row_is_the_one_whose_label_is_like_the_concept() -> None:
    assert rows_of(FACTS, ROWS)["IncomeTaxExpenseBenefit", 2024] == Location(2, 3, 6, 1)


@pytest.mark.parametrize(
    ("concept", "value"),
    [
        ("RestructuringCharges", 14e6),
        ("Revenues", 4119e6),
        ("ProceedsFromBonds", 145e6),
    ],
)
def test_a_figure_that_is_small_or_not_there_has_no_place(concept: str, value: float) -> None:
    odd = flow(concept, value, 2024)
    others = [fact for fact in FACTS if fact.concept != odd.concept or fact.end.year != 2024]
    assert rows_of([*others, odd], ROWS)[concept, 2024] is None


def test_nothing_is_placed_where_no_column_shows_a_period() -> None:
    few = [fact for fact in FACTS if fact.concept == "us-gaap:Revenues"]
    assert placed_in_statements(few, document(ROWS)) == tuple(few)
    parts = [replace(fact, dimensions=(("a:Axis", "a:Member"),)) for fact in FACTS]
    assert placed_in_statements(parts, document(ROWS)) == tuple(parts)
    flows = placed_in_statements(FACTS, document(ROWS, Statement.BALANCE_SHEET))
    assert flows == tuple(FACTS)


def test_what_is_placed_is_read_as_its_row_says() -> None:
    made = document(ROWS)
    found = resolve_metrics(placed_in_statements(FACTS, made), made, load_catalogue())
    values = {(value.metric, value.period.year): value.value for value in found}
    # Tagged as an expense, printed as an income.
    assert values["other_income", 2024] == 145e6
    assert values["revenue", 2024] == 4120e6
