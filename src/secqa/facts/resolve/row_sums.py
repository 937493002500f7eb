"""Add up the rows of a statement that together are a metric, without counting any amount twice.

One company prints "Proceeds from sales and maturities", the next a row for either; interest is
one row here and a heading with a row for each kind of debt there. A metric lists the concepts
whose rows add up to it. A row that is the sum of the others is their total, and stands alone.

A balance sheet holds all debt. Where it prints a single line of short-term debt and the notes tell
how much of it are current maturities, the line contains them. Many companies report finance
leases within long-term debt, others among other liabilities; a total of both must not count them
twice, nor a bank's debt to its trusts. Filers tag the line that holds such an amount
(`…StatementOfFinancialPositionExtensibleList`); where they do not, the debt's own concept and label
tell, or a table of the debt that has a row of leases.
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
"""Element and row."""


@dataclass(frozen=True, slots=True)
class RowSum:
    """What the rows of a metric add up to in a period."""

    period: FiscalPeriod
    rows: tuple[tuple[Fact, ...], ...]
    """The facts of each row, the most precise first."""

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
    there: defaultdict[_Row, list[Fact]] = defaultdict(list)
    for fact in facts:
        if fact.place is not None and _fits(fact, fact.place, metric):
            there[fact.place.element, fact.place.row].append(fact)
    for element, row in tuple(chosen):
        chosen |= {
            (element, other)
            for other in _sibling_rows(metric, document.by_index[element].table, row, labels)
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
            tuple(sorted(found, key=attrgetter("precision"), reverse=True))
            for (concept, member), found in rows.items()
            if not member or concept not in whole
        ]
        sums.append(RowSum(period, _without_parts_of_a_total(parts)))
    return sums


def _without_parts_of_a_total(rows: Sequence[tuple[Fact, ...]]) -> tuple[tuple[Fact, ...], ...]:
    values = [facts[0].value or 0.0 for facts in rows]
    for value, facts in zip(values, rows, strict=True):
        if len(rows) > 1 and value and abs(sum(values) - 2 * value) <= _EXACT * abs(value):
            return (facts,)
    return tuple(rows)


def _sibling_rows(metric: Metric, table: Table | None, row: int, labels: Labels) -> Iterator[int]:
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


_EXACT = 1e-6
"""Relative slack for floating point."""
_LIST = "StatementOfFinancialPositionExtensibleList"
_A_DEBT = re.compile(r"(?:LongTermDebt|Debt(?:Longterm|And|Current))(?!.*Maturit.*Princip)\w*")


# -- a sum that is printed in one line ----------------------------------------------------


def printed_sum(
    metric: Metric,
    known: Sequence[ResolvedValue],
    parts: Sequence[Sequence[ResolvedValue]],
    labels: Labels,
) -> list[ResolvedValue]:
    """Values of a metric for periods where one of its parts is a line of the statement, under a
    label of the whole, and the others, no larger, stand in the notes."""
    periods = {value.period for found in parts for value in found}
    values = []
    for period in periods - {value.period for value in known}:
        there = [value for found in parts for value in found if value.period == period]
        lines = [value for value in there if _is_line(value, metric)]
        others = [value for value in there if value not in lines and value.value]
        if len(lines) != 1 or not others:
            continue
        names = {labels.of(f) for f in lines[0].facts if _in_statement(f.statement, metric)}
        held = all(value.value <= lines[0].value for value in others)
        if held and names <= printed_labels(metric):
            values.append(replace(lines[0], metric=metric.id))
    return values


def _is_line(value: ResolvedValue, metric: Metric) -> bool:
    return any(_in_statement(fact.statement, metric) for fact in value.facts)


def _in_statement(statement: str | None, metric: Metric) -> bool:
    return statement is not None and statement == metric.statement


# -- leases and trusts in debt ------------------------------------------------------------


def left_outside(
    metric: Metric, within: Sequence[ResolvedValue], facts: Sequence[Fact], labels: Labels
) -> set[str] | None:
    """Of an amount that stands in lines of `within`, the concepts that these leave out.

    Concepts without "us-gaap:"; None where the lines do not hold the amount at all. What can be
    a line of a statement is in another where it is none.
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
    said = {labels.of(f) for value in within for f in value.facts if f.statement is not None}
    if named & concepts:
        return set()
    lines = {line.lower() for line in concepts | said}
    if not named and any(word in line for line in lines for word in metric.outside_words):
        return set()
    return _left_by_tables(metric, facts)


def _left_by_tables(metric: Metric, facts: Sequence[Fact]) -> set[str] | None:
    """What a table that adds the amount to the debt takes out of it again: its current part."""
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
    there = {_name(fact) for fact in in_notes if fact.place and fact.place.element in tables}
    return {name for name in there & _names(metric) if name.endswith("Current")}


def _name(fact: Fact) -> str:
    return fact.concept.removeprefix("us-gaap:")


def _names(metric: Metric) -> set[str]:
    return {name for concept in metric.concepts for name in concepts_in(concept)}
