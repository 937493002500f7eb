"""Which metrics people combine: hops and lists of figures are about things that belong together.

Pairs of stated metrics are learned from questions of people (`combinations.toml`); a metric that
is worked out belongs to what most of its terms belong to.
"""

from functools import lru_cache

from secqa.files import bundled_toml
from secqa.metrics.catalogue import Catalogue, all_parts
from secqa.metrics.metric import Metric


@lru_cache(maxsize=1)
def _related() -> frozenset[tuple[str, str]]:
    pairs = bundled_toml("secqa.benchmark.grammar", "combinations.toml")
    ordered = [(one, other) for one, others in pairs.items() for other in others.split()]
    return frozenset(ordered).union((other, one) for one, other in ordered)


def are_related(one: Metric, other: Metric, catalogue: Catalogue) -> bool:
    """Whether people ask about both at once; not for a metric and itself."""
    if one.id == other.id:
        return False
    terms, others = _terms(one, catalogue), _terms(other, catalogue)
    pairs = [(term, another) for term in terms for another in others]
    related = sum(term == another or (term, another) in _related() for term, another in pairs)
    return 2 * related > len(pairs)


def is_combined(metric: Metric, catalogue: Catalogue) -> bool:
    """Whether people combine it with any other: they compare companies by such metrics."""
    known = {one for pair in _related() for one in pair}
    return not known.isdisjoint(_terms(metric, catalogue))


def are_variants(one: Metric, other: Metric) -> bool:
    """Whether two metrics are nearly one: basic and diluted earnings per share."""
    words, others = set(one.name.split()), set(other.name.split())
    return 2 * len(words & others) > len(words | others)


def _terms(metric: Metric, catalogue: Catalogue) -> frozenset[str]:
    return all_parts(metric, catalogue) if metric.formula else frozenset((metric.id,))
