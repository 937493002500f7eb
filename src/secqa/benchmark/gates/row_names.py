"""Whether a value stands in a row that bears its metric's name: what T gives in, yes or no out.

A tag may be right and the question about it still have two answers: "Accounts payable and accrued
liabilities" is tagged as accounts payable where nothing else is printed, "Depreciation" as what is
depreciated and amortized. T keeps such values; questions ask for those whose row is called so.
"""

import re
from functools import lru_cache

from secqa.facts.fact import MetricFact
from secqa.language.words import stem, words
from secqa.metrics.catalogue import Catalogue, Metric

_EMPTY = frozenset(
    map(
        stem,
        words(
            "net total of the and in for by to a an or from at on as less other than current year "
            "end beginning period outstanding amount value company consolidated note loss deficit "
            "increase decrease"
        ),
    )
)
"""Words that change no meaning beside others."""
_JOINED = re.compile(r"(?i)\band\b|&|,")
_OTHER = re.compile(r"(?i)\W*other\b")
_BRACKETS = re.compile(
    r"\([^()]*\)|,? net of .*|,? less .*|[,;:] (?:\d|\$|par|at |authorized|issued).*"
)


def stems_of(text: str) -> frozenset[str]:
    """The stems of all words."""
    return frozenset(map(stem, words(text)))


def is_named(fact: MetricFact, catalogue: Catalogue) -> bool:
    """Whether some row that prints the value is called neither more nor less than the metric.

    More is what another thing is joined to by "and"; less is one half of a sum. Values from prose,
    whose sentences say more than a name, are named.
    """
    metric = catalogue[fact.metric]
    if metric.of:
        metric = catalogue[metric.of]
    rows = [place.quote.partition(" | ")[0] for place in fact.evidence if place.row >= 0]
    own = stems_of(f"{fact.company} {fact.member}")
    rows = [row for row in rows if not _is_other(row, own, metric)] if rows else []
    if not rows:
        return not fact.evidence or all(place.row < 0 for place in fact.evidence)
    return any(not _is_more(row, own, metric) and not _is_less(row, metric) for row in rows)


def _is_more(label: str, own: frozenset[str], metric: Metric) -> bool:
    """Whether it joins something to the metric that none of its names has."""
    known = frozenset().union(*_names(metric))
    joined = _JOINED.split(_BRACKETS.sub(" ", label))
    strange = [stems_of(part) - known - _EMPTY - own for part in joined]
    return len(joined) > 1 and any(strange) and not all(strange)


def _is_other(label: str, own: frozenset[str], metric: Metric) -> bool:
    """Whether it holds none of the metric's names, and words that are in none of them, or is what
    is left over ("Other accrued liabilities")."""
    said = stems_of(_BRACKETS.sub(" ", label)) - _EMPTY - own
    if _OTHER.match(label) and not any(map(_OTHER.match, (metric.name, *metric.synonyms))):
        return True
    known = frozenset().union(*_labels(metric))
    return not said <= known and not in_names(said, metric)


def in_names(said: frozenset[str], metric: Metric) -> bool:
    """Whether all words of a name or a printed label of a metric are among those said."""
    names = (name - _EMPTY for name in _labels(metric))
    return any(name and name <= said for name in names)


@lru_cache(maxsize=1024)
def _labels(metric: Metric) -> tuple[frozenset[str], ...]:
    """The words of each of the metric's names and printed labels."""
    return (*_names(metric), *(stems_of(label) for label in metric.printed))


def _is_less(label: str, metric: Metric) -> bool:
    """Whether it names one half of what the metric is the sum of."""
    if "+" not in metric.fallback:
        return False
    said = stems_of(label) - _EMPTY
    names = [name for one in _names(metric) if (name := one - _EMPTY)]
    return bool(said) and said not in names and any(said < name for name in names)


@lru_cache(maxsize=1024)
def _names(metric: Metric) -> tuple[frozenset[str], ...]:
    """The words of each of the metric's names."""
    return tuple(stems_of(name) for name in (metric.name, *metric.synonyms))
