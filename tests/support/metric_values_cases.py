"""Builders that `tests.facts.resolve.test_metric_values` and other tests share."""

from datetime import date

from tests.support.fact_filings import METADATA, table

from secqa.facts.fact import Fact
from secqa.filings.document import Document, Element, ElementType, Location, Page, Statement

END, BEFORE = date(2024, 12, 31), date(2023, 12, 31)


def document(labels: list[str]) -> Document:
    cells = [["", "2024", "2023"], *([label, "1", "2"] for label in labels)]
    grid = table(cells, Statement.BALANCE_SHEET)
    element = Element(0, ElementType.TABLE, "", 1, table=grid)
    return Document(METADATA, (Page(1, "1", (element,)),))


def fact(
    concept: str,
    value: float | None,
    row: int = 0,
    *dimensions: tuple[str, str],
    end: date = END,
    unit: str = "USD",
    text: str = "",
) -> Fact:
    """`row` 0 is a note; others are rows of the balance sheet."""
    return Fact(
        f"us-gaap:{concept}" if ":" not in concept else concept,
        value,
        text,
        "1",
        unit if value is not None else "",
        -6,
        None,
        end,
        dimensions,
        place=Location(1, 0, row, 1) if row else Location(1, 0),
        statement=Statement.BALANCE_SHEET if row else None,
    )
