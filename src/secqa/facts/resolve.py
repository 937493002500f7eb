"""Facts -> one value of each metric for each fiscal period that a document carries.

Several concepts can stand for one metric and disagree: cash with or without restricted cash,
income with or without minorities. A document settles it once, for all its periods: the
concept that stands in the metric's primary statement wins, then the order of the catalogue.
Changing concepts from year to year would make a series of unlike figures.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from secqa.facts.fact import Fact
from secqa.facts.fiscal import FiscalPeriod, fiscal_period_of
from secqa.facts.signs import with_signs_mended
from secqa.filings.document import Document, Metadata
from secqa.metrics.catalogue import Catalogue, Metric

_CLASS_AXIS = "us-gaap:StatementClassOfStockAxis"
_EQUITY_AXIS = "us-gaap:StatementEquityComponentsAxis"
_STANDARD = ("us-gaap:", "dei:", "srt:")
_FIRST_CLASSES = ("us-gaap:CommonClassAMember", "us-gaap:CommonStockMember")
_COVER_DAYS = range(200)
"""How long after its period a filing's cover counts shares."""


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


@dataclass(frozen=True, slots=True)
class _Amount:
    """One concept's value for a period."""

    value: float
    fact: Fact
    facts: tuple[Fact, ...]


_Amounts = dict[FiscalPeriod, _Amount]


def resolve_metrics(
    facts: Sequence[Fact], document: Document, catalogue: Catalogue
) -> list[Resolved]:
    """Values of all base metrics, in the catalogue's order.

    Empty for a document that does not state its fiscal year and period end.
    """
    amounts = _amounts_by_concept(with_signs_mended(facts), document.metadata)
    own = _own_concepts(facts, document)
    resolved = []
    for metric in catalogue.base():
        found = _resolve(metric, amounts, metric.concepts, document.metadata)
        if not found:
            labelled = {
                c for label in metric.printed for c in own.get((metric.statement, label), ())
            }
            if len(labelled) == 1:
                found = _resolve(metric, amounts, tuple(labelled), document.metadata)
        resolved += found
    return resolved


def _resolve(
    metric: Metric,
    amounts: dict[tuple[str, str], _Amounts],
    expressions: Sequence[str],
    document: Metadata,
) -> list[Resolved]:
    candidates = []
    for order, expression in enumerate(expressions):
        found = _evaluate(expression, metric, amounts)
        if found:
            candidates.append((_preference(found, metric, document), order, found))
    return min(candidates, key=lambda candidate: candidate[:2])[2] if candidates else []


def _own_concepts(
    facts: Sequence[Fact], document: Document
) -> defaultdict[tuple[str, str], set[str]]:
    """The company's own concepts by the statement and the row label that they stand under."""
    tables = {e.index: e.table for e in document.elements if e.table is not None}
    own: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for fact in facts:
        if fact.statement is None or fact.place is None or fact.place.row < 0:
            continue
        if not fact.concept.startswith(_STANDARD):
            label = tables[fact.place.element].cells[fact.place.row][0]
            own[fact.statement.value, _bare_label(label)].add(fact.concept)
    return own


def _bare_label(label: str) -> str:
    """ "Purchases of equipment (Note 5):" -> "purchases of equipment"."""
    return re.sub(r"\([^)]*\)", "", label).lower().strip(" .:")


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
    expression: str, metric: Metric, amounts: dict[tuple[str, str], _Amounts]
) -> list[Resolved]:
    """Values of "a", "a+b" or "a-b" for the periods that have all parts."""
    pieces = re.split(r"([+-])", expression.replace(" ", ""))
    parts = []
    for sign, name in zip(["+", *pieces[1::2]], pieces[::2], strict=True):
        concept = name if ":" in name else f"us-gaap:{name}"
        parts.append((-1 if sign == "-" else 1, amounts.get((concept, _kind(metric.unit)), {})))
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


def _amounts_by_concept(
    facts: Iterable[Fact], document: Metadata
) -> dict[tuple[str, str], _Amounts]:
    """Values by (concept, kind of unit) and period: the whole company's, else its classes'."""
    plain: dict[tuple[str, str], list[tuple[FiscalPeriod, Fact]]] = defaultdict(list)
    classed: dict[tuple[str, str], list[tuple[FiscalPeriod, Fact]]] = defaultdict(list)
    ends: Counter[date] = Counter()
    for fact in facts:
        axes = [axis for axis, _ in fact.dimensions]
        # What is per share is no part of anything, whatever column of the statement of
        # equity it stands in.
        by_class = axes == [_CLASS_AXIS] or (
            axes == [_EQUITY_AXIS] and _kind(fact.unit) == "money/shares"
        )
        if fact.value is None or (axes and not by_class):
            continue
        period = _period_of(fact, document)
        if period is None:
            continue
        ends[fact.end] += 1
        target = classed if by_class else plain
        target[fact.concept, _kind(fact.unit)].append((period, fact))
    amounts = {key: _merged(found, ends) for key, found in plain.items()}
    for key, found in classed.items():
        if key[1] in ("shares", "money/shares"):
            amounts[key] = _over_classes(found, ends) | amounts.get(key, {})
    return amounts


def _period_of(fact: Fact, document: Metadata) -> FiscalPeriod | None:
    period = fiscal_period_of(fact.start, fact.end, document)
    if period is None and fact.concept.startswith("dei:") and fact.start is None:
        # The cover counts shares some weeks after the period it is the cover of.
        end, year = document.period_end, document.fiscal_year
        if end is not None and year is not None and (fact.end - end).days in _COVER_DAYS:
            return FiscalPeriod(year, document.fiscal_period)
    return period


def _merged(found: list[tuple[FiscalPeriod, Fact]], ends: Counter[date]) -> _Amounts:
    """One amount a period, from facts without dimensions."""
    by_period: defaultdict[FiscalPeriod, list[Fact]] = defaultdict(list)
    for period, fact in found:
        by_period[period].append(fact)
    return {period: _amount(facts, ends) for period, facts in by_period.items()}


def _amount(facts: list[Fact], ends: Counter[date]) -> _Amount:
    # Two dates may fall on one period, such as the year end and an adoption the day after:
    # the document's usual one counts, and on it the most precise fact.
    usual = max({fact.end for fact in facts}, key=lambda end: ends[end])
    there = sorted((f for f in facts if f.end == usual), key=_precision, reverse=True)
    best = there[0]
    same = tuple(fact for fact in there if agree(best, fact))
    assert best.value is not None
    return _Amount(best.value, best, same)


def agree(best: Fact, other: Fact) -> bool:
    """Whether a fact states the same value as a more precise one, to its own precision."""
    if best.value is None or other.value is None:
        return False
    if other.decimals is None:
        return best.value == other.value
    # A cent of slack for the floating point, none for the figures.
    half_a_unit = 0.5 * 10.0**-other.decimals * 1.000001
    return abs(best.value - other.value) <= half_a_unit


def _over_classes(found: list[tuple[FiscalPeriod, Fact]], ends: Counter[date]) -> _Amounts:
    """One amount a period, from facts of single classes of stock.

    Shares that are outstanding add up over the classes. What is per share, or averaged over
    a year as if converted, does not: the first class stands for it.
    """
    by_period: defaultdict[FiscalPeriod, dict[str, list[Fact]]] = defaultdict(dict)
    for period, fact in found:
        by_period[period].setdefault(fact.dimensions[0][1], []).append(fact)
    amounts = {}
    for period, members in by_period.items():
        each = {member: _amount(facts, ends) for member, facts in members.items()}
        main = next((each[name] for name in _FIRST_CLASSES if name in each), None)
        first = main or next(iter(each.values()))
        if first.fact.start is None and first.fact.unit == "shares":
            total = sum(amount.value for amount in each.values())
            facts = tuple(fact for amount in each.values() for fact in amount.facts)
            amounts[period] = _Amount(total, first.fact, facts)
        else:
            amounts[period] = first
    return amounts


def _kind(unit: str) -> str:
    """What a unit measures, whatever the currency."""
    if re.fullmatch(r"[A-Z]{3}", unit):
        return "money"
    if re.fullmatch(r"[A-Z]{3}/shares?", unit):
        return "money/shares"
    return "shares" if unit == "shares" else "number"


def _precision(fact: Fact) -> float:
    return float("inf") if fact.decimals is None else fact.decimals


def _least(decimals: list[int | None]) -> int | None:
    known = [places for places in decimals if places is not None]
    return min(known) if known else None
