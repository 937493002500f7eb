"""Which metrics people combine: hops and lists of figures are about things that belong together.

Pairs of stated metrics are learned from questions of people (`combinations.toml`); a metric that
is worked out belongs to what most of its terms belong to.
"""

from collections import defaultdict
from functools import lru_cache

from secqa.files import bundled_toml
from secqa.metrics.catalogue import Catalogue, all_parts
from secqa.metrics.metric import Metric


@lru_cache(maxsize=1)
def _related() -> dict[str, set[str]]:
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
    terms, others = _terms(one, catalogue), _terms(other, catalogue)
    related = sum(
        len(others.intersection(_related().get(term, ()))) + (term in others) for term in terms
    )
    return 2 * related > len(terms) * len(others)


def is_combined(metric: Metric, catalogue: Catalogue) -> bool:
    """Whether people combine it with any other: they compare companies by such metrics."""
    return not _terms(metric, catalogue).isdisjoint(_related())


def are_variants(one: Metric, other: Metric) -> bool:
    """Whether two metrics are nearly one: basic and diluted earnings per share."""
    words, others = set(one.name.split()), set(other.name.split())
    return 2 * len(words & others) > len(words | others)


@lru_cache(maxsize=4096)
def _terms(metric: Metric, catalogue: Catalogue) -> frozenset[str]:
    return all_parts(metric, catalogue) if metric.formula else frozenset((metric.id,))
