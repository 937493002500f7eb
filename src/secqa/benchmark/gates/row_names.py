"""Whether a value stands in a row that bears its metric's name: what T gives in, yes or no out.

A tag may be right and the question about it still have two answers: "Accounts payable and accrued
liabilities" is tagged as accounts payable where nothing else is printed, "Depreciation" as what is
depreciated and amortized. T keeps such values; questions ask for those whose row is called so.
"""

import re
from functools import lru_cache

from secqa.facts.fact import MetricFact
from secqa.metrics.catalogue import Catalogue, Metric
from secqa.parsing.lexicon import stem, words
from secqa.query.query import Query, lookups

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
_KINDS = frozenset(map(stem, words("liability asset expense cost income obligation benefit")))
"""Words that say what kind of thing something is."""
_AND = re.compile(r"\band\b|&")
_JOINED = re.compile(r"(?i)\band\b|&|,")
_TERM = re.compile(r"\b(?:long|short)-term\b")
_AND_OTHER = re.compile(r"(?i)\band other\b")
_OTHER = re.compile(r"(?i)\W*other\b")
_BRACKETS = re.compile(
    r"\([^()]*\)|,? net of .*|,? less .*|[,;:] (?:\d|\$|par|at |authorized|issued).*"
)


def stems_of(text: str) -> frozenset[str]:
    """The stems of all words."""
    return frozenset(map(stem, words(text)))


@lru_cache(maxsize=65536)
def _told(text: str) -> frozenset[str]:
    """The stems of those words that change its meaning."""
    return stems_of(text) - _EMPTY


def is_named(fact: MetricFact, catalogue: Catalogue) -> bool:
    """Whether some row that prints the value is called neither more nor less than the metric.

    More is what another thing is joined to by "and"; less is one half of a sum. Values from prose,
    whose sentences say more than a name, are named.
    """
    metric = catalogue[fact.metric]
    if metric.of:
        metric = catalogue[metric.of]
    rows = {place.quote.partition(" | ")[0] for place in fact.evidence if place.row >= 0}
    if not rows:
        return True
    own = _told(f"{fact.company} {fact.member}")
    return any(
        not _is_other(row, own, metric)
        and not _is_more(row, own, metric)
        and not _is_less(row, own, metric)
        for row in rows
    )


def is_vague(query: Query | None, catalogue: Catalogue) -> bool:
    """Whether a figure is asked for by a name that several figures have, its statement unnamed."""
    asked = (one for one in lookups(query) if one.metric and not one.place.statement)
    return any(catalogue[one.metric].vague for one in asked)


def _is_more(label: str, own: frozenset[str], metric: Metric) -> bool:
    """Whether it joins something to the metric that none of its names has."""
    if _AND_OTHER.search(label) and not _AND_OTHER.search(metric.name):
        return True
    joined = _JOINED.split(_BRACKETS.sub(" ", label))
    if len(joined) < 2:
        return False
    known = own.union(*_names(metric))
    strange = [_told(part) - known for part in joined]
    return any(strange) and not all(strange)


def _is_other(label: str, own: frozenset[str], metric: Metric) -> bool:
    """Whether it holds none of the metric's names, and words that are in none of them, or is what
    is left over ("Other accrued liabilities") or due at another time ("long-term debt")."""
    if any(term not in metric.name for term in _TERM.findall(label.lower())):
        return True
    if _OTHER.match(label) and not any(map(_OTHER.match, (metric.name, *metric.synonyms))):
        return True
    said = _told(_BRACKETS.sub(" ", label)) - own
    return not said <= _all_words(metric) and not in_names(said, metric)


def in_names(said: frozenset[str], metric: Metric) -> bool:
    """Whether all words of a name or a printed label of a metric are among those said."""
    return any(name <= said for name in _names_and_labels(metric))


def _is_less(label: str, own: frozenset[str], metric: Metric) -> bool:
    """Whether it names one half of what the metric is the sum of, or of what its name joins."""
    said, names = _told(label) - own, _names(metric)
    halves = [_told(half) - _KINDS for half in _AND.split(metric.name)]
    if said and len(halves) > 1 and any(half and half.isdisjoint(said) for half in halves):
        return True
    if "+" not in metric.fallback:
        return False
    return bool(said) and said not in names and any(said < name for name in names)


@lru_cache(maxsize=1024)
def _names(metric: Metric) -> frozenset[frozenset[str]]:
    """The words of each of the metric's names."""
    return frozenset(map(_told, (metric.name, *metric.synonyms))) - {frozenset()}


@lru_cache(maxsize=1024)
def _names_and_labels(metric: Metric) -> frozenset[frozenset[str]]:
    """The same, and of each label that it is printed under."""
    return _names(metric) | frozenset(map(_told, metric.printed)) - {frozenset()}


@lru_cache(maxsize=1024)
def _all_words(metric: Metric) -> frozenset[str]:
    return frozenset().union(*_names_and_labels(metric))
