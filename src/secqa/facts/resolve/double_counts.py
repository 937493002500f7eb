"""Lines of a balance sheet that hold others -> what must not be counted again.

A balance sheet holds all debt. Where it prints a single line of short-term debt and the notes tell
how much of it are current maturities, the line contains them: to add them counts them twice. Many
companies report finance leases within long-term debt, others among other liabilities; a total of
both must not count them twice, nor a bank's debt to its trusts. Filers tag in which line such an
amount stands (`…StatementOfFinancialPositionExtensibleList`); where they do not, the debt's own
concept and label tell, or a table of the debt that has a row of leases.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from secqa.facts.fact import Fact, Resolved
from secqa.facts.resolve.concept_labels import Labels, printed_labels
from secqa.filings.document import Statement
from secqa.metrics.catalogue import Metric

_LIST = "StatementOfFinancialPositionExtensibleList"
_A_DEBT = re.compile(r"(?:LongTermDebt|Debt(?:Longterm|And|Current))(?!.*Maturit.*Princip)\w*")


# -- a sum that is printed in one line ----------------------------------------------------


def one_line(
    metric: Metric,
    known: Sequence[Resolved],
    parts: Sequence[Sequence[Resolved]],
    labels: Labels,
) -> list[Resolved]:
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


def _is_line(value: Resolved, metric: Metric) -> bool:
    return any(_in_statement(fact.statement, metric) for fact in value.facts)


def _in_statement(statement: str | None, metric: Metric) -> bool:
    return statement is not None and statement == metric.statement


# -- leases and trusts in debt ------------------------------------------------------------


def left_outside(
    metric: Metric, within: Sequence[Resolved], facts: Sequence[Fact], labels: Labels
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
    return {name for concept in metric.concepts for name in re.split(r"[+-]", concept)}
