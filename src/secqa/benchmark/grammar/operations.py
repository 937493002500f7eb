"""Operations on a metric that people ask for: compare companies, follow it over years, add it up.

Operations on stated metrics are learned from questions of people (`operations.toml`); those on
compound metrics follow from the unit. `mixed` suites go by the unit alone.
"""

from collections import defaultdict
from functools import lru_cache

from secqa.files import bundled_toml
from secqa.metrics.catalogue import Catalogue, all_parts
from secqa.metrics.metric import Metric

_OF_RATES = ("course", "average", "compare", "gap")
_OF_QUOTIENTS = ("course", "compare")
"""Operations on turnovers, days and amounts for each employee."""
_OF_AMOUNTS = ("course", "compare", "growth", "sum")
_OF_FLOWS = ("sum", "together")
_OF_MONEY = ("sum", "gap", "together")
"""Operations on amounts alone: nobody adds up head counts or amounts a share."""


def suits(metric: Metric, operation: str, is_mixed: bool = False) -> bool:
    """Whether people do this with a metric; "" is to ask for it as it is."""
    if not operation:
        return True
    if operation == "then":
        return metric.id in _learned_operations()["then"] or is_mixed
    if metric.outflow and metric.period == "instant":
        # Printed below zero, it is larger to some when it falls.
        return False
    if "prior(" in metric.formula:
        return operation == "compare"
    if metric.formula and "/shares" in metric.unit:
        return False
    if metric.unit == "pure":
        return operation in (_OF_QUOTIENTS if metric.shown else _OF_RATES)
    if "/" in metric.formula:
        return operation in _OF_QUOTIENTS
    if operation in _OF_MONEY and metric.unit != "USD":
        return False
    if operation in _OF_FLOWS and metric.period != "duration":
        return False
    if operation == "compare" and metric.unit not in ("USD", "count"):
        return False
    if metric.formula:
        return operation in _OF_AMOUNTS
    return metric.id in _learned_operations()[operation] or (
        is_mixed and "par value" not in metric.name
    )


def follows(metric: Metric, other: Metric, catalogue: Catalogue) -> bool:
    """Whether people choose a company or a year by `metric` and then ask for its `other`: a metric
    that they do ask for in this way, or a ratio with `metric` as a term."""
    if other.unit == "pure" or (other.formula and "/" in other.formula):
        return (
            metric.id in terms_of(other, catalogue) and metric.id in _learned_operations()["then"]
        )
    return other.id in _learned_operations().get(f"then {metric.id}", ())


def is_general(metric: Metric, catalogue: Catalogue) -> bool:
    """Whether people compare companies of any business by it, as by revenue and earnings."""
    return metric.unit != "count" and terms_of(metric, catalogue) <= _learned_operations()["gap"]


@lru_cache(maxsize=4096)
def terms_of(metric: Metric, catalogue: Catalogue) -> frozenset[str]:
    """The terms of a computed metric; a stated metric itself."""
    return all_parts(metric, catalogue) if metric.formula else frozenset((metric.id,))


@lru_cache(maxsize=1)
def _learned_operations() -> dict[str, frozenset[str]]:
    table = bundled_toml("secqa.benchmark.grammar", "operations.toml")
    lists = {f"then {metric}": targets for metric, targets in table["then"].items()}
    lists = table | lists | {"then": " ".join(table["then"])}
    return {operation: frozenset(metrics.split()) for operation, metrics in lists.items()}


@lru_cache(maxsize=1)
def _related_metrics() -> dict[str, set[str]]:
    pairs = bundled_toml("secqa.benchmark.grammar", "combinations.toml")
    related: defaultdict[str, set[str]] = defaultdict(set)
    for one, others in pairs.items():
        for other in others.split():
            related[one].add(other)
            related[other].add(one)
    return dict(related)


def are_related(one: Metric, other: Metric, catalogue: Catalogue) -> bool:
    """Whether people ask about both at once; not for a metric and itself."""
    if one.id == other.id:
        return False
    terms, others = terms_of(one, catalogue), terms_of(other, catalogue)
    if terms == others:
        # One follows from the other, as days in inventory from its turnover.
        return False
    related = sum(
        len(others.intersection(_related_metrics().get(term, ()))) + (term in others)
        for term in terms
    )
    return 2 * related > len(terms) * len(others)


def are_variants(one: Metric, other: Metric) -> bool:
    """Whether two metrics are nearly one: basic and diluted earnings per share."""
    words, others = set(one.name.split()), set(other.name.split())
    return 2 * len(words & others) > len(words | others)
