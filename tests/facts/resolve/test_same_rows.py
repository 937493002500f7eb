"""What is tagged once is found wherever its row is printed again."""

from datetime import date

import pytest
from tests.support.fact_filings import METADATA, table

from secqa.facts.fact import Fact, ResolvedValue
from secqa.facts.fiscal import FiscalPeriod
from secqa.facts.resolve.same_rows import same_rows
from secqa.filings.document import Document, Element, ElementType, Location, Page

TAGGED = [["", "2024", "2023"], ["Dividends and equivalents declared", "(1,234)", "(1,100)"]]


def pages_of(*tables: list[list[str]]) -> Document:
    """A document with each table on a page of its own."""
    grids = [
        Element(at, ElementType.TABLE, "", at + 1, table=table(rows, None))
        for at, rows in enumerate(tables)
    ]
    return Document(METADATA, tuple(Page(g.page, "", (g,)) for g in grids))


def fact(concept: str, value: float, place: Location | None) -> Fact:
    return Fact(concept, value, "", "", "USD", -6, None, date(2024, 12, 31), place=place)


def found(document: Document, *facts: Fact) -> list[tuple[int, str]]:
    value = ResolvedValue(
        "m", FiscalPeriod(2024, "FY"), None, date(2024, 12, 31), 1.0, "USD", -6, "c", facts
    )
    (mentions,) = same_rows(document, [value])
    return [(mention.place.page, mention.quote) for mention in mentions]


@pytest.mark.parametrize(
    ("again", "there"),
    [
        ([["", "2024"], ["Dividends and Equivalents Declared (Note 5)", "$ 1,234"]], True),
        ([["", "2024"], ["Dividends declared", "1,234"]], False),
        ([["", "2024"], ["Dividends and equivalents declared", "1,235"]], False),
        ([["", "2022"], ["Dividends and equivalents declared", "1,234"]], False),
        ([["", "Change"], ["Dividends and equivalents declared", "1,234"]], False),
    ],
)
def test_the_same_label_and_figure_of_the_same_year(again: list[list[str]], there: bool) -> None:
    places = found(pages_of(TAGGED, again), fact("c", -1.234e9, Location(1, 0, 1, 1)))
    assert [page for page, _ in places] == [2] * there


def test_short_labels_take_more_digits() -> None:
    first, again = ([["", "2024"], ["Total", "234"]] for _ in range(2))
    assert not found(pages_of(first, again), fact("c", 234e6, Location(1, 0, 1, 1)))
    first, again = ([["", "2024"], ["Total", "1,234"]] for _ in range(2))
    assert found(pages_of(first, again), fact("c", 1.234e9, Location(1, 0, 1, 1)))


def test_pages_that_print_all_parts_of_a_sum() -> None:
    parts = [["", "2024"], ["Sales and marketing", "1,234"], ["General and other", "567"]]
    one = [["", "2024"], ["Sales and marketing", "1,234"]]
    facts = (fact("a", 1.234e9, Location(1, 0, 1, 1)), fact("b", 567e6, Location(1, 0, 2, 1)))
    assert found(pages_of(parts, one, parts), *facts) == [
        (3, "Sales and marketing | 1,234"),
        (3, "General and other | 567"),
    ]


def test_what_has_no_row_of_its_own() -> None:
    assert not found(pages_of(TAGGED, TAGGED), fact("c", -1.234e9, None))
    assert not found(pages_of(TAGGED, TAGGED), fact("c", -1.234e9, Location(1, 0)))
