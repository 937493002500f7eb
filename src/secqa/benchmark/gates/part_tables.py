"""Whether what a part of a company is asked for is named where its value stands.

A row about a segment or a country bears the part's name; what is told of it stands in a header,
in another row or above the table. Tags call "long-lived assets" by country property, plant and
equipment; a reader of the page would not.
"""

from collections.abc import Iterator
from functools import lru_cache

from secqa.benchmark.gates.row_names import in_names, stems_of
from secqa.benchmark.gates.validate import numbers_in, printed_forms
from secqa.facts.fact import MetricFact
from secqa.filings.document import Document, Element
from secqa.metrics.catalogue import Metric

_ABOVE = 2
"""Elements above a table that can say what it tells: a sentence and a heading."""


def is_told_of_part(
    fact: MetricFact, metric: Metric, whole: float | None, document: Document
) -> bool:
    """Whether a table that prints the value is about the metric: it or what stands above it has a
    name of the metric and, of balances, it prints the whole as well.

    `metric` is that of the whole company, `whole` its value, None where it is not known. True of
    values that a sentence tells.
    """
    elements = [document.by_index.get(place.element) for place in fact.evidence]
    tables = [one for one in elements if one is not None and one.table is not None]
    if not tables or len(tables) < len(elements):
        return True
    forms = printed_forms(whole, fact.unit) if whole and metric.period == "instant" else set()
    return any(
        in_names(_said_about(document, table), metric)
        and not (forms and forms.isdisjoint(numbers_in(table.text)))
        for table in tables
    )


@lru_cache(maxsize=2048)
def _said_about(document: Document, table: Element) -> frozenset[str]:
    """The words of a table and of what stands above it."""
    return stems_of(" ".join((*_above(document, table), table.text)))


def _above(document: Document, table: Element) -> Iterator[str]:
    elements = next(page.elements for page in document.pages if page.number == table.page)
    place = elements.index(table)
    return (one.text for one in elements[max(0, place - _ABOVE) : place])
