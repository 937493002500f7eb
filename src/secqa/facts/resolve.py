"""Facts -> one value of each metric for each fiscal period that a document carries.

Several concepts can stand for one metric and disagree: cash with or without restricted cash,
income with or without minorities. A document settles it once, for all its periods: the
concept that stands in the metric's primary statement wins, then the order of the catalogue.
Changing concepts from year to year would make a series of unlike figures.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from secqa.facts.amounts import Amounts, amounts_by_concept, kind_of
from secqa.facts.fact import Fact
from secqa.facts.fiscal import FiscalPeriod
from secqa.facts.issued_shares import without_issued_shares
from secqa.facts.lease_lines import is_in_lines
from secqa.facts.signs import with_signs_mended
from secqa.filings.document import Document, Metadata
from secqa.metrics.catalogue import Catalogue, Metric

_STANDARD = ("us-gaap:", "dei:", "srt:")
_LONG_LABEL = 3
"""Spaces in a label from which on it can name a metric whatever the concept."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """A metric's value for a period, with the facts that say so."""

    metric: str
    period: FiscalPeriod
    start: date | None
    end: date
    value: float
    unit: str
    decimals: int | None
    concept: str
    facts: tuple[Fact, ...]
    """All facts that state it, the most precise first; of a sum, those of all its parts."""


def resolve_metrics(
    facts: Sequence[Fact], document: Document, catalogue: Catalogue
) -> list[Resolved]:
    """Values of all base metrics, in the catalogue's order.

    Empty for a document that does not state its fiscal year and period end.
    """
    mended = without_issued_shares(with_signs_mended(facts))
    amounts = amounts_by_concept(mended, document.metadata)
    labels = _Labels(mended, document, catalogue)
    resolved: dict[str, list[Resolved]] = {}
    for metric in catalogue.base():
        labelled = labels.concepts(metric)
        last = tuple(labelled) if len(labelled) == 1 else ()
        # A flow in its statement goes before one of another concept in the notes. Lines of the
        # balance sheet are often wider than their labels, and come last.
        flow = metric.period == "duration"
        expressions = tuple(dict.fromkeys((*metric.concepts, *(last if flow else ()))))
        found = _resolve(metric, amounts, expressions, document.metadata, labels)
        if not found and last and not flow:
            found = _resolve(metric, amounts, last, document.metadata, labels)
        resolved[metric.id] = found
    for metric in catalogue.base():
        lines = {r.concept for other in metric.outside for r in resolved.get(other, ())}
        if lines and is_in_lines(metric, lines, mended):
            resolved[metric.id] = []
    return [value for found in resolved.values() for value in found]


def _resolve(
    metric: Metric,
    amounts: dict[tuple[str, str], Amounts],
    expressions: Sequence[str],
    document: Metadata,
    labels: "_Labels",
) -> list[Resolved]:
    candidates = []
    for order, expression in enumerate(expressions):
        found = _evaluate(expression, metric, amounts)
        if found and not labels.say_another(metric, found):
            candidates.append((_preference(found, metric, document), order, found))
    return min(candidates, key=lambda candidate: candidate[:2])[2] if candidates else []


class _Labels:
    """Under which row labels a document's concepts stand in its statements."""

    def __init__(self, facts: Sequence[Fact], document: Document, catalogue: Catalogue) -> None:
        tables = {e.index: e.table for e in document.elements if e.table is not None}
        self._labels: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        self._concepts: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        self._metrics: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        seen = {
            (fact.statement, fact.concept, fact.place.element, fact.place.row)
            for fact in facts
            if fact.statement is not None and fact.place is not None and fact.place.row >= 0
        }
        for statement, concept, element, row in seen:
            label = _bare_label(tables[element].cells[row][0])
            self._labels[statement.value, concept].add(label)
            self._concepts[statement.value, label].add(concept)
        for metric in catalogue.base():
            for label in metric.printed:
                self._metrics[metric.statement, label].add(metric.id)

    def concepts(self, metric: Metric) -> set[str]:
        """Concepts that stand under a label of the metric: the company's own, and others where
        the label is long and no other metric's."""
        return {
            concept.removeprefix("us-gaap:")
            for label in metric.printed
            for concept in self._concepts.get((metric.statement, label), ())
            if not concept.startswith(_STANDARD)
            or (label.count(" ") >= _LONG_LABEL and len(self._owners(metric, label)) == 1)
        }

    def _owners(self, metric: Metric, label: str) -> set[str]:
        return self._metrics[metric.statement, label]

    def say_another(self, metric: Metric, found: Sequence[Resolved]) -> bool:
        """Whether the rows that values stand in are labelled as another metric's.

        Filers stretch concepts: "current portion of long-term debt", the only short debt there
        is, tagged as short-term borrowings. Only what the catalogue says of both metrics counts.
        """
        concepts = {fact.concept for value in found for fact in value.facts}
        if len(concepts) != 1:
            return False
        labels = self._labels.get((metric.statement, concepts.pop()), set())
        return bool(labels) and all(
            label not in metric.printed
            and any(word in label for word in metric.not_printed)
            and self._metrics.get((metric.statement, label))
            for label in labels
        )


def _bare_label(label: str) -> str:
    """ "Purchases of equipment, net (Note 5):" -> "purchases of equipment"."""
    plain = re.sub(r"\([^)]*\)", "", label).lower().strip(" .:")
    return plain.removesuffix(", net")


def _preference(
    found: list[Resolved], metric: Metric, document: Metadata
) -> tuple[bool, bool, bool]:
    """Lower is better: in the primary statement for the current period, in it, current."""
    current = [value for value in found if value.end == document.period_end]
    return (
        not any(_in_statement(value, metric) for value in current),
        not any(_in_statement(value, metric) for value in found),
        not current,
    )


def _in_statement(value: Resolved, metric: Metric) -> bool:
    stated = {fact.concept for fact in value.facts if in_primary_statement(fact, metric)}
    return bool(metric.statement) and stated >= {fact.concept for fact in value.facts}


def in_primary_statement(fact: Fact, metric: Metric) -> bool:
    """Whether a fact stands in the statement that is the metric's own."""
    return fact.statement is not None and fact.statement.value == metric.statement


def _evaluate(
    expression: str, metric: Metric, amounts: dict[tuple[str, str], Amounts]
) -> list[Resolved]:
    """Values of "a", "a+b" or "a-b" for the periods that have all parts."""
    pieces = re.split(r"([+-])", expression.replace(" ", ""))
    parts = []
    for sign, name in zip(["+", *pieces[1::2]], pieces[::2], strict=True):
        concept = name if ":" in name else f"us-gaap:{name}"
        parts.append((-1 if sign == "-" else 1, amounts.get((concept, kind_of(metric.unit)), {})))
    periods = [period for period in parts[0][1] if all(period in part for _, part in parts)]
    resolved = []
    for period in periods:
        chosen = [(sign, part[period]) for sign, part in parts]
        first = chosen[0][1].fact
        if (metric.period == "instant") != (first.start is None):
            continue
        resolved.append(
            Resolved(
                metric=metric.id,
                period=period,
                start=first.start,
                end=first.end,
                value=sum(sign * amount.value for sign, amount in chosen),
                unit=first.unit,
                decimals=_least([amount.fact.decimals for _, amount in chosen]),
                concept=expression,
                facts=tuple(fact for _, amount in chosen for fact in amount.facts),
            )
        )
    return resolved


def _least(decimals: list[int | None]) -> int | None:
    known = [places for places in decimals if places is not None]
    return min(known) if known else None
