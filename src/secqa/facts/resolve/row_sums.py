"""Rows of a statement -> the value of a metric that the statement prints only in parts.

One company prints "Proceeds from sales and maturities", the next a row for either; interest is
one row here and a heading with a row for each kind of debt there. A metric lists the concepts
whose rows add up to it. A row that is the sum of the others is their total, and stands alone.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from secqa.facts.fact import Fact
from secqa.facts.fiscal import FiscalPeriod, fiscal_period_of
from secqa.facts.resolve.amounts import kind_of
from secqa.facts.resolve.concept_labels import Labels, bare_label, printed_labels
from secqa.filings.document import Document, Location, Table
from secqa.metrics.catalogue import Metric

_Row = tuple[int, int]
"""Element and row."""


@dataclass(frozen=True, slots=True)
class RowSum:
    """What the rows of a metric add up to in a period."""

    period: FiscalPeriod
    rows: tuple[tuple[Fact, ...], ...]
    """The facts of each row, the most precise first."""

    @property
    def value(self) -> float:
        """The sum."""
        return sum(facts[0].value or 0.0 for facts in self.rows)

    @property
    def concepts(self) -> tuple[str, ...]:
        """The concepts of the rows, each once, without "us-gaap:"."""
        names = (facts[0].concept.removeprefix("us-gaap:") for facts in self.rows)
        return tuple(dict.fromkeys(names))


def row_sums(
    metric: Metric, facts: Sequence[Fact], document: Document, labels: Labels
) -> list[RowSum]:
    """Sums for all periods in which the metric's statement has any of its rows; `facts` are those
    that stand in it."""
    own = labels.concepts(metric) | labels.widened_rows(metric)
    wanted = {_full(name) for name in (*metric.rows, *own)}
    chosen = {
        (fact.place.element, fact.place.row)
        for fact in facts
        if fact.concept in wanted
        and fact.place is not None
        and _fits(fact, fact.place, metric)
        and not labels.deny(metric, fact)
    }
    if not chosen:
        return []
    there: defaultdict[_Row, list[Fact]] = defaultdict(list)
    for fact in facts:
        if fact.place is not None and _fits(fact, fact.place, metric):
            there[fact.place.element, fact.place.row].append(fact)
    for element, row in tuple(chosen):
        chosen |= {
            (element, other)
            for other in _beside(metric, document.by_index[element].table, row, labels)
            if (element, other) in there
        }
    return _summed([fact for row in sorted(chosen) for fact in there[row]], document)


def _summed(facts: Sequence[Fact], document: Document) -> list[RowSum]:
    periods: defaultdict[FiscalPeriod, defaultdict[tuple[str, str], list[Fact]]]
    periods = defaultdict(lambda: defaultdict(list))
    for fact in facts:
        period = fiscal_period_of(fact.start, fact.end, document.metadata)
        if period is not None:
            member = fact.dimensions[0][1] if fact.dimensions else ""
            periods[period][fact.concept, member].append(fact)
    sums = []
    for period, rows in periods.items():
        whole = {concept for concept, member in rows if not member}
        parts = [
            tuple(sorted(found, key=_decimals, reverse=True))
            for (concept, member), found in rows.items()
            if not member or concept not in whole
        ]
        sums.append(RowSum(period, _without_parts_of_a_total(parts)))
    return sums


def _without_parts_of_a_total(rows: Sequence[tuple[Fact, ...]]) -> tuple[tuple[Fact, ...], ...]:
    values = [facts[0].value or 0.0 for facts in rows]
    for value, facts in zip(values, rows, strict=True):
        if len(rows) > 1 and value and abs(sum(values) - 2 * value) <= 1e-6 * abs(value):
            return (facts,)
    return tuple(rows)


def _beside(metric: Metric, table: Table | None, row: int, labels: Labels) -> Iterator[int]:
    """Rows under the same heading as a row, where the heading names the metric."""
    if table is None:
        return
    indent = table.indents[row]
    heading = row - 1
    while heading >= 0 and table.indents[heading] >= indent and any(table.cells[heading][1:]):
        heading -= 1
    if heading < 0 or any(table.cells[heading][1:]):
        return
    named = bare_label(table.cells[heading][0])
    if not any(f"{printed} ".startswith(f"{named} ") for printed in printed_labels(metric)):
        return
    for other in range(heading + 1, len(table.cells)):
        label = bare_label(table.cells[other][0])
        if table.indents[other] != indent or not any(table.cells[other][1:]):
            return
        if not labels.owners(metric.statement, label) - {metric.id}:
            yield other


def _fits(fact: Fact, place: Location, metric: Metric) -> bool:
    return (
        fact.value is not None
        and place.column > 0  # a figure within a label is no row, but a part of one
        and kind_of(fact.unit) == kind_of(metric.unit)
        and len(fact.dimensions) <= 1
        and (fact.start is None) == (metric.period == "instant")
    )


def _full(name: str) -> str:
    return name if ":" in name else f"us-gaap:{name}"


def _decimals(fact: Fact) -> float:
    return float("inf") if fact.decimals is None else fact.decimals
