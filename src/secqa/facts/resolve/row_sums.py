"""Add up the rows of a statement that together are a metric, without counting any amount twice.

One company prints "Proceeds from sales and maturities", another a row for each; interest may be one
row, or a heading with a row for each kind of debt. A metric lists the concepts whose rows add up to
it.

A balance sheet contains all debt. If it has a single line of short-term debt, and the notes state
the current maturities, the line includes them. Many companies report finance leases within
long-term debt, others among other liabilities; a total of both must not count them twice, nor a
bank's debt to its trusts. Filers tag the line that includes such an amount
(`…StatementOfFinancialPositionExtensibleList`); without this tag the concept and label of the debt
decide, or a table of the debt with a row of leases.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from secqa.facts.fact import Fact, ResolvedValue, concepts_in, full_name
from secqa.facts.fiscal import FiscalPeriod, fiscal_period_of
from secqa.facts.resolve.amounts import kind_of
from secqa.facts.resolve.concept_labels import Labels, bare_label, printed_labels
from secqa.filings.document import Document, Location, Statement, Table
from secqa.metrics.metric import Metric

_Row = tuple[int, int]
"""Indexes of element and row."""


@dataclass(frozen=True, slots=True)
class RowSum:
    """The rows of a metric that are added up for a period."""

    period: FiscalPeriod
    rows: tuple[tuple[Fact, ...], ...]
    """The facts of each row, the most precise first."""

    @property
    def concepts(self) -> tuple[str, ...]:
        """The distinct concepts of the rows, without "us-gaap:"."""
        names = (_name(facts[0]) for facts in self.rows)
        return tuple(dict.fromkeys(names))


def row_sums(
    metric: Metric, facts: Sequence[Fact], document: Document, labels: Labels
) -> list[RowSum]:
    """Sums for all periods in which the metric's statement has any of the metric's rows.

    `facts` are those of the statement.
    """
    own = labels.concepts(metric) | labels.widened_rows(metric)
    wanted = {full_name(name) for name in (*metric.rows, *own)}
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
    by_row: defaultdict[_Row, list[Fact]] = defaultdict(list)
    for fact in facts:
        if fact.place is not None and _fits(fact, fact.place, metric):
            by_row[fact.place.element, fact.place.row].append(fact)
    for element, row in tuple(chosen):
        chosen |= {
            (element, other)
            for other in _sibling_rows(metric, document.by_index[element].table, row, labels)
            if (element, other) in by_row
        }
    return _summed([fact for row in sorted(chosen) for fact in by_row[row]], document)


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
            tuple(sorted(row_facts, key=attrgetter("precision"), reverse=True))
            for (concept, member), row_facts in rows.items()
            if not member or concept not in whole
        ]
        sums.append(RowSum(period, tuple(parts)))
    return sums


def _sibling_rows(metric: Metric, table: Table | None, row: int, labels: Labels) -> Iterator[int]:
    """The rows under the same heading as a row, if the heading names the metric."""
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
        and place.column > 0  # A figure within a label is only part of a row's amount.
        and kind_of(fact.unit) == kind_of(metric.unit)
        and len(fact.dimensions) <= 1
        and (fact.start is None) == (metric.period == "instant")
    )


_LIST = "StatementOfFinancialPositionExtensibleList"
_A_DEBT = re.compile(r"(?:LongTermDebt|Debt(?:Longterm|And|Current))(?!.*Maturit.*Princip)\w*")


# -- a sum that is printed in one line ----------------------------------------------------


def printed_sum(
    metric: Metric,
    known: Sequence[ResolvedValue],
    parts: Sequence[Sequence[ResolvedValue]],
    labels: Labels,
) -> list[ResolvedValue]:
    """Values of a metric that the statement prints in one line, tagged as one of its parts.

    The line has a label of the whole metric, and the other parts, no larger, are in the notes.
    """
    values = [value for part in parts for value in part]
    whole = []
    for period in {value.period for value in values} - {value.period for value in known}:
        of_period = [value for value in values if value.period == period]
        lines = [value for value in of_period if _is_line(value, metric)]
        others = [value for value in of_period if value not in lines and value.value]
        if len(lines) != 1 or not others:
            continue
        names = {labels.of(f) for f in lines[0].facts if _in_statement(f.statement, metric)}
        is_largest = all(value.value <= lines[0].value for value in others)
        if is_largest and names <= printed_labels(metric):
            whole.append(replace(lines[0], metric=metric.id))
    return whole


def _is_line(value: ResolvedValue, metric: Metric) -> bool:
    return any(_in_statement(fact.statement, metric) for fact in value.facts)


def _in_statement(statement: str | None, metric: Metric) -> bool:
    return statement is not None and statement == metric.statement


# -- leases and trusts in debt ------------------------------------------------------------


def left_outside(
    metric: Metric, within: Sequence[ResolvedValue], facts: Sequence[Fact], labels: Labels
) -> set[str] | None:
    """The concepts of a metric that the lines of the metrics `within` do not include.

    The concepts have no "us-gaap:"; the result is empty if the lines include the whole amount, and
    None if they include nothing of it. A metric of a statement is included in another line if it
    has no line of its own.
    """
    if metric.statement:
        lines = {f.concept for f in facts if f.statement and f.statement == metric.statement}
        return None if lines & {f"us-gaap:{name}" for name in metric.concepts} else set()
    names = _names(metric)
    if any(f.statement is Statement.BALANCE_SHEET and _name(f) in names for f in facts):
        return None
    tagged = [
        fact.text
        for fact in facts
        if fact.concept.endswith(_LIST) and _name(fact).startswith(tuple(names))
    ]
    named = {name for text in tagged for name in re.findall(r"[#:](\w+)", text)}
    concepts = {name for value in within for name in value.concept.split("+")}
    printed = {labels.of(f) for value in within for f in value.facts if f.statement is not None}
    if named & concepts:
        return set()
    lines = {line.lower() for line in concepts | printed}
    if not named and any(word in line for line in lines for word in metric.outside_words):
        return set()
    return _left_by_tables(metric, facts)


def _left_by_tables(metric: Metric, facts: Sequence[Fact]) -> set[str] | None:
    """The current part of an amount that a table in the notes adds to the debt, or None."""
    in_notes = [f for f in facts if f.statement is None and f.place and f.place.row >= 0]
    debts = [(f, f.place) for f in in_notes if f.place and _A_DEBT.fullmatch(_name(f))]
    tables = {
        place.element
        for fact in in_notes
        if (place := fact.place) and _name(fact) in metric.concepts
        for debt, below in debts
        if (below.element, debt.end) == (place.element, fact.end) and below.row > place.row
    }
    if not tables:
        return None
    names = {_name(fact) for fact in in_notes if fact.place and fact.place.element in tables}
    return {name for name in names & _names(metric) if name.endswith("Current")}


def _name(fact: Fact) -> str:
    return fact.concept.removeprefix("us-gaap:")


def _names(metric: Metric) -> set[str]:
    return {name for concept in metric.concepts for name in concepts_in(concept)}
