"""Find other values that answer a question as well, by another convention.

"Total debt" includes leases for some analysts and not for others; equity and income may include
minorities, turnovers use the average or the last balance, deferred revenue the current part or all.
Unless the question names the convention, each of these is right.

Another convention is another formula or a change of the metric's own formula (`conventions.toml`).
Each has words, so that a report can say which one an answer follows.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace

from secqa.benchmark.dataset import AlternativeAnswer
from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import CompoundFact, TableValue, compound_facts
from secqa.files import bundled_toml
from secqa.metrics.catalogue import Catalogue

SAME = 1e-3
"""Values closer than this share of each other are one: answers are scored more loosely."""
_HAIR = 1.000001
"""Lets a difference of exactly half a unit pass in floating point."""
_PERCENT = re.compile(r"(\d[\d,]*)(?:\.(\d+))?\)?\s*%")
_FUNCTIONS = frozenset(("avg", "prior"))
_Key = tuple[str, str, int, str]


Alternatives = Callable[[TableValue], tuple[AlternativeAnswer, ...]]
"""The other answers to a question for a value, each once."""


def alternatives_of(rows: Iterable[MetricFact], catalogue: Catalogue) -> Alternatives:
    """Work out all metrics by other conventions within each document."""
    conventions = {
        f"reading_{number}": convention for number, convention in enumerate(_conventions(catalogue))
    }
    others = {
        name: replace(catalogue[metric], id=name, formula=formula, fallback="", stated=False)
        for name, (metric, formula, _) in conventions.items()
    }
    by_key: defaultdict[_Key, list[AlternativeAnswer]] = defaultdict(list)
    with_others = Catalogue({**catalogue.metrics, **others})
    # No names would mean all metrics.
    for fact in compound_facts(rows, with_others, set(others)) if others else ():
        metric, _, reading = conventions[fact.metric]
        key = fact.document_id, metric, fact.fiscal_year, fact.fiscal_period
        by_key[key].append(AlternativeAnswer(fact.value, reading))

    def alternatives(value: TableValue) -> tuple[AlternativeAnswer, ...]:
        key = value.document_id, value.metric, value.fiscal_year, value.fiscal_period
        kept: list[AlternativeAnswer] = []
        for answer in by_key.get(key, ()):
            values = [value.value, *(other.value for other in kept)]
            if all(abs(answer.value - v) > SAME * max(abs(answer.value), abs(v)) for v in values):
                kept.append(answer)
        return tuple(kept)

    return alternatives


def _conventions(catalogue: Catalogue) -> list[tuple[str, str, str]]:
    """Metric, formula (see `metrics.formula`) and words ("without leases") of all conventions that
    the catalogue has the metrics for."""
    data = bundled_toml("secqa.benchmark", "conventions.toml")
    conventions = [tuple(row) for row in data["formulas"] if row[0] in catalogue.metrics]
    for metric in catalogue.compound():
        for pattern, replacement, reading in data["changes"]:
            formula = re.sub(pattern, replacement, metric.formula)
            # A changed formula must not need the metric itself, as net debt would.
            if formula != metric.formula and metric.id not in re.findall(r"\w+", formula):
                conventions.append((metric.id, formula, reading))
        if metric.id in data["by_average"]:
            formula = data["by_average"][metric.id]
            conventions.append((metric.id, formula, "by average balances"))
    known = _FUNCTIONS.union(catalogue.metrics)
    return [one for one in conventions if known.issuperset(re.findall(r"[a-z]\w+", one[1]))]


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
