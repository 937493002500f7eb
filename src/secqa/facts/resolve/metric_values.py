"""Choose one value of each metric for each fiscal period of a document.

Several concepts with different values may match one metric: cash with or without restricted cash,
income with or without minorities. One concept is chosen for all periods of a document, so that a
series does not mix concepts: the one in the metric's primary statement, then by the order of the
catalogue.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from secqa.facts.fact import Fact, ResolvedValue, full_name
from secqa.facts.fiscal import FiscalPeriod
from secqa.facts.resolve.amounts import Amount, AmountsOf, amounts_by_concept, kind_of
from secqa.facts.resolve.concept_labels import Labels
from secqa.facts.resolve.repairs import (
    with_senses_mended,
    with_signs_mended,
    without_issued_shares,
)
from secqa.facts.resolve.row_sums import RowSum, left_outside, printed_sum, row_sums
from secqa.filings.document import Document, Metadata
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric


def resolve_metrics(
    facts: Sequence[Fact], document: Document, catalogue: Catalogue
) -> list[ResolvedValue]:
    """Values of all base metrics, in the catalogue's order.

    Empty if the document's fiscal year and period end are unknown.
    """
    mended = without_issued_shares(with_signs_mended(facts))
    labels = Labels(mended, document, catalogue)
    mended = with_senses_mended(mended, labels.row)
    amounts_of = amounts_by_concept(mended, document.metadata)
    in_statements: defaultdict[str, list[Fact]] = defaultdict(list)
    for fact in mended:
        if fact.statement is not None:
            in_statements[fact.statement].append(fact)
    resolved: dict[str, list[ResolvedValue]] = {}
    for metric in catalogue.base():
        labelled = labels.concepts(metric)
        last = tuple(labelled) if len(labelled) == 1 else ()
        # A flow in its statement takes precedence over another concept in the notes. Lines of the
        # balance sheet often include more than their labels say, and come last.
        flow = metric.period == "duration"
        expressions = dict.fromkeys((*metric.concepts, *(last if flow else ())))
        found = _resolve(metric, amounts_of, expressions, document.metadata, labels)
        if metric.rows and not _is_total(found, metric):
            sums = row_sums(metric, in_statements[metric.statement], document, labels)
            concepts = {name for each in sums for name in each.concepts}
            if len(concepts) > 1:
                found = [_added_up(metric, each) for each in sums]
            elif row_concepts := concepts & {*metric.rows}:
                found = _resolve(metric, amounts_of, row_concepts, document.metadata, labels)
        if not found:
            others = labels.wider_concepts(metric) if flow else last
            found = _resolve(
                metric, amounts_of, (*others, *metric.spare), document.metadata, labels
            )
        resolved[metric.id] = found
    for metric in catalogue.base():
        if within := [value for other in metric.outside for value in resolved.get(other, ())]:
            left = left_outside(metric, within, mended, labels)
            if left is not None:
                resolved[metric.id] = _resolve(metric, amounts_of, left, document.metadata, labels)
        parts = [resolved.get(other, []) for other in metric.one_line_of]
        resolved[metric.id] += printed_sum(metric, resolved[metric.id], parts, labels)
    return [value for found in resolved.values() for value in found]


def _resolve(
    metric: Metric,
    amounts_of: AmountsOf,
    expressions: Iterable[str],
    document: Metadata,
    labels: Labels,
) -> list[ResolvedValue]:
    candidates = []
    for order, expression in enumerate(expressions):
        evaluated = _evaluate(expression, metric, amounts_of)
        values = [believed for value in evaluated if (believed := _believed(value, metric, labels))]
        concepts = {fact.concept for value in values for fact in value.facts}
        if values and not labels.say_another(metric, concepts):
            candidates.append((_preference(values, metric, document), order, values))
    if not candidates:
        return []
    # "Total other income" includes more than the line "Other income" above it.
    named = any(labels.is_name(metric, values[0].concept) for _, _, values in candidates)
    best = min(
        candidates, key=lambda c: (c[0], named and labels.is_wider(metric, c[2][0].concept), c[1])
    )[2]
    # A printed figure takes precedence over an equal value calculated from two.
    same = (
        values
        for _, _, values in candidates
        if values[0].concept.isalpha() and _agree(values, best)
    )
    return next(same, best)


def _agree(resolved: Sequence[ResolvedValue], other: Sequence[ResolvedValue]) -> bool:
    values = {value.period: value.value for value in other}
    return {value.period for value in resolved} >= set(values) and all(
        values.get(value.period, value.value) == value.value for value in resolved
    )


def _believed(value: ResolvedValue, metric: Metric, labels: Labels) -> ResolvedValue | None:
    """Remove the facts whose labels contradict the metric; None if a concept has no other."""
    facts = tuple(fact for fact in value.facts if not labels.deny(metric, fact))
    if len(facts) == len(value.facts):
        return value
    if {fact.concept for fact in facts} != {fact.concept for fact in value.facts}:
        return None
    return replace(value, facts=facts)


def _is_total(found: Sequence[ResolvedValue], metric: Metric) -> bool:
    """Whether values come from a concept of the metric's statement that is not one of its rows."""
    return any(_in_statement(value, metric) and value.concept not in metric.rows for value in found)


def _added_up(metric: Metric, row_sum: RowSum) -> ResolvedValue:
    amounts = [(1, Amount(row[0].value or 0.0, row[0], row)) for row in row_sum.rows]
    return _sum_of(metric, row_sum.period, amounts, "+".join(row_sum.concepts))


def _sum_of(
    metric: Metric, period: FiscalPeriod, amounts: Sequence[tuple[int, Amount]], concept: str
) -> ResolvedValue:
    """Add amounts, each with its sign; `decimals` is that of the least exact one."""
    first = amounts[0][1].fact
    decimals = (amount.fact.decimals for _, amount in amounts)
    return ResolvedValue(
        metric=metric.id,
        period=period,
        start=first.start,
        end=first.end,
        value=sum(sign * amount.value for sign, amount in amounts),
        unit=first.unit,
        decimals=min((places for places in decimals if places is not None), default=None),
        concept=concept,
        facts=tuple(fact for _, amount in amounts for fact in amount.facts),
    )


def _preference(
    values: list[ResolvedValue], metric: Metric, document: Metadata
) -> tuple[bool, bool, bool]:
    """Sort key, lower is better: in the primary statement now, in it at any time, has a current
    value."""
    current = [value for value in values if value.end == document.period_end]
    return (
        not any(_in_statement(value, metric) for value in current),
        not any(_in_statement(value, metric) for value in values),
        not current,
    )


def _in_statement(value: ResolvedValue, metric: Metric) -> bool:
    stated = {fact.concept for fact in value.facts if in_primary_statement(fact, metric)}
    return bool(metric.statement) and stated >= {fact.concept for fact in value.facts}


def in_primary_statement(fact: Fact, metric: Metric) -> bool:
    """Whether a fact is in the metric's own statement."""
    return fact.statement is not None and fact.statement == metric.statement


def _evaluate(expression: str, metric: Metric, amounts_of: AmountsOf) -> list[ResolvedValue]:
    """Values of "a", "-a", "a+b" or "a-b" for the periods that have all parts."""
    unit = kind_of(metric.unit)
    parts = [(sign, amounts_of(concept, unit)) for sign, concept in _terms(expression)]
    if not all(part for _, part in parts):
        return []
    periods = [period for period in parts[0][1] if all(period in part for _, part in parts)]
    chosen = ((period, [(sign, part[period]) for sign, part in parts]) for period in periods)
    return [
        _sum_of(metric, period, amounts, expression)
        for period, amounts in chosen
        if (metric.period == "instant") == (amounts[0][1].fact.start is None)
    ]


@lru_cache(maxsize=1024)
def _terms(expression: str) -> list[tuple[int, str]]:
    """Parse "a-b" to (1, "us-gaap:a"), (-1, "us-gaap:b")."""
    terms = filter(None, expression.replace("-", "+-").split("+"))
    return [(-1 if term[0] == "-" else 1, full_name(term.removeprefix("-"))) for term in terms]
