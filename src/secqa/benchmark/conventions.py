"""Find other values that answer a question as well, by another convention.

"Total debt" includes leases for some analysts and not for others; equity and income may include
minorities, turnovers use the average or the last balance, deferred revenue the current part or all.
Unless the question names the convention, each of these is right.

Another convention is another formula, a change of the metric's own formula, or another concept that
the same filing tags (`conventions.toml`). Each has words, so that a report can say which one an
answer follows.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from secqa.benchmark.dataset import AlternativeAnswer
from secqa.facts.fact import Fact, MetricFact, full_name
from secqa.facts.table.compound import CompoundFact, TableValue, compound_facts
from secqa.files import bundled_toml
from secqa.metrics.catalogue import Catalogue

SAME = 1e-3
"""Values closer than this share of each other are one: answers are scored more loosely."""
_COVER_DAYS = 120
"""A filing's cover counts shares at most so long after its period; an earlier balance is at least
a quarter older."""
_HAIR = 1.000001
"""Lets a difference of exactly half a unit pass in floating point."""
_PERCENT = re.compile(r"(\d[\d,]*)(?:\.(\d+))?\)?\s*%")
_FUNCTIONS = frozenset(("avg", "prior"))
_Key = tuple[str, str, int, str]


@dataclass(frozen=True, slots=True)
class Convention:
    """Another way to work a metric out."""

    metric: str
    formula: str
    """Over metric ids, see `metrics.formula`."""
    reading: str
    """In words, to follow the name of the metric: "without leases"."""


@lru_cache(maxsize=1)
def load_conventions() -> dict[str, Any]:
    """The data of `conventions.toml`."""
    return bundled_toml("secqa.benchmark", "conventions.toml")


class Alternatives:
    """The values of some rows by other conventions. Made by `alternatives_of`."""

    def __init__(self, by_key: Mapping[_Key, Sequence[AlternativeAnswer]]) -> None:
        self._by_key = by_key

    def of(self, value: TableValue, facts: Iterable[Fact] = ()) -> tuple[AlternativeAnswer, ...]:
        """The other answers to a question for this value, each once.

        `facts` are those of its document: some concepts are in no row of the fact table.
        """
        key = value.document_id, value.metric, value.fiscal_year, value.fiscal_period
        tagged = by_other_concepts(value, facts) if isinstance(value, MetricFact) else ()
        kept: list[AlternativeAnswer] = []
        for answer in (*self._by_key.get(key, ()), *tagged):
            values = [value.value, *(other.value for other in kept)]
            if all(abs(answer.value - v) > SAME * max(abs(answer.value), abs(v)) for v in values):
                kept.append(answer)
        return tuple(kept)


def alternatives_of(
    rows: Iterable[MetricFact], catalogue: Catalogue, metrics: Iterable[str] = ()
) -> Alternatives:
    """Work out all metrics, or `metrics`, by other conventions within each document."""
    selected = set(metrics)
    conventions = {
        f"reading_{number}": convention
        for number, convention in enumerate(_conventions(catalogue))
        if not selected or convention.metric in selected
    }
    others = {
        name: replace(
            catalogue[convention.metric],
            id=name,
            formula=convention.formula,
            fallback="",
            stated=False,
        )
        for name, convention in conventions.items()
    }
    by_key: defaultdict[_Key, list[AlternativeAnswer]] = defaultdict(list)
    if others:
        with_others = Catalogue({**catalogue.metrics, **others})
        for fact in compound_facts(rows, with_others, set(others)):
            convention = conventions[fact.metric]
            key = fact.document_id, convention.metric, fact.fiscal_year, fact.fiscal_period
            by_key[key].append(AlternativeAnswer(fact.value, convention.reading))
    return Alternatives(by_key)


def _conventions(catalogue: Catalogue) -> list[Convention]:
    """All conventions that the catalogue has the metrics for."""
    data = load_conventions()
    conventions = [Convention(*row) for row in data["formulas"] if row[0] in catalogue.metrics]
    for metric in catalogue.compound():
        for pattern, replacement, reading in data["changes"]:
            formula = re.sub(pattern, replacement, metric.formula)
            # A changed formula must not need the metric itself, as net debt would.
            if formula != metric.formula and metric.id not in re.findall(r"\w+", formula):
                conventions.append(Convention(metric.id, formula, reading))
        if metric.id in data["by_average"]:
            formula = data["by_average"][metric.id]
            conventions.append(Convention(metric.id, formula, "by average balances"))
    known = _FUNCTIONS.union(catalogue.metrics)
    return [one for one in conventions if known.issuperset(re.findall(r"[a-z]\w+", one.formula))]


def by_other_concepts(value: MetricFact, facts: Iterable[Fact]) -> tuple[AlternativeAnswer, ...]:
    """Values that the same filing tags as another concept of the metric for the same period."""
    named = load_conventions()["concepts"].get(value.metric, {})
    concepts = {full_name(name): reading for name, reading in named.items()}
    concept = full_name(value.concept)
    if concept not in concepts:
        return ()
    period = value.period_start, value.period_end
    return tuple(
        AlternativeAnswer(fact.value, concepts[fact.concept])
        for fact in facts
        if fact.value is not None
        and fact.concept in concepts
        and fact.concept != concept
        and not fact.dimensions
        and ((fact.start, fact.end) == period or _is_on_cover(fact, value))
    )


def _is_on_cover(fact: Fact, value: MetricFact) -> bool:
    """Whether a fact is the cover's count of shares for the filing's own period."""
    days = (fact.end - value.period_end).days
    return fact.concept.startswith("dei:") and 0 <= days <= _COVER_DAYS


def printed_slack(value: TableValue) -> float:
    """How far an answer may be from a percentage and still round to the printed figure.

    Half a unit of the last place where it is printed coarsest; 0 if it is no percentage or is
    not printed. 24% is tagged as 0.24 and 24.1% as 0.241; a program works out 0.2437.
    """
    if isinstance(value, CompoundFact) or value.unit != "pure":
        return 0.0
    slacks = [0.0]
    for place in value.evidence:
        for whole, places in _PERCENT.findall(place.quote):
            half = 0.5 * 10 ** -len(places) / 100
            printed = float(f"{whole.replace(',', '')}.{places or 0}") / 100
            if abs(printed - abs(value.value)) <= half * _HAIR:
                slacks.append(half)
    return max(slacks)
