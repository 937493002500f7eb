"""Compare row labels with the names of a metric.

Equal words get the rank of the name. Additional words reduce it: "Impairment of goodwill" contains
"goodwill" but is another line, "Capital expenditures, excluding leases" is nearly the same. "Basic"
means nothing without its section.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypedDict

from secqa.metrics.metric import Metric
from secqa.reading.structure.label_words import bare_label, label_words
from secqa.reading.structure.vocabulary import weights, words_of

_W = weights("line_names")


@dataclass(frozen=True, slots=True)
class LineName:
    """A printed name of a metric."""

    words: tuple[str, ...]
    rank: float
    """1 for the most exact name, less for others."""


@dataclass(frozen=True, slots=True, eq=False)
class LineNames:
    """The printed names of a metric; compared by identity, as there is one object per metric."""

    names: tuple[LineName, ...]
    exact: dict[tuple[str, ...], float]
    """Rank by words."""
    refused: re.Pattern[str] | None
    """Matches labels of other lines."""
    vocabulary: frozenset[str]
    """All words of the metric's name."""
    halves: frozenset[tuple[str, ...]]
    """Terms of a sum, such as depreciation in depreciation and amortization."""
    sums_times: bool
    """Whether it is the sum of a current and a noncurrent line."""
    parts: frozenset[tuple[str, ...]]
    """Words of rows that add up to it, without "net"."""
    homes: tuple[frozenset[str], ...]
    """Words of the headings above the metric, for labels like "Basic"."""
    telling: frozenset[str]
    """The longest word of each name; a label without any of them contains no name."""
    inexact: dict[tuple[str, ...], float] = field(default_factory=dict)
    """A cache of the fit of other labels, since filings print the same lines."""


class _Ranked(TypedDict):
    names: tuple[LineName, ...]
    exact: dict[tuple[str, ...], float]
    telling: frozenset[str]


_A_SHARE = frozenset({"share", "per", "basic", "diluted", "dilution", "eps"})
"""Words of which a name of a per-share metric must have one."""
_metric_names: dict[str, tuple[Metric, LineNames]] = {}


def names_of(metric: Metric) -> LineNames:
    """The names of a metric: printed labels first, then its name and synonyms."""
    known = _metric_names.get(metric.id)
    if known is None or known[0] is not metric:
        labels = (*metric.printed, metric.name, *metric.synonyms)
        homes = tuple(frozenset(label_words(section)) for section in metric.sections)
        known = (
            metric,
            LineNames(
                **_ranked(labels, len(metric.printed), metric.unit == "USD/shares"),
                refused=_any_of(metric.not_printed),
                homes=homes,
                vocabulary=frozenset(label_words(metric.name)),
                halves=_halves(metric),
                parts=frozenset(map(bare, metric.printed_parts)),
                sums_times=_sums_times(metric),
            ),
        )
        _metric_names[metric.id] = known
    return known[1]


@lru_cache(maxsize=1024)
def names_of_label(label: str) -> LineNames:
    """The name of a label outside the catalogue."""
    words = frozenset(label_words(label))
    return LineNames(
        **_ranked((label,), 1),
        refused=None,
        homes=(),
        vocabulary=words,
        halves=frozenset(),
        parts=frozenset(),
        sums_times=False,
    )


def bare(label: str) -> tuple[str, ...]:
    """The words of a label without "net"."""
    return tuple(word for word in label_words(label) if word != "net")


def _ranked(labels: Sequence[str], printed: int, per_share: bool = False) -> _Ranked:
    exact: dict[tuple[str, ...], float] = {}
    for place, label in enumerate(labels):
        words = label_words(label)
        rank = (
            max(_W["least_rank"], 1.0 - _W["rank_step"] * place)
            if place < printed
            else _W["synonym"]
        )
        if "interest" in words and "net" in words and "net" not in label_words(labels[0]):
            # Net of interest income, which is another metric.
            rank *= _W["net_of_interest"]
        if words and not (per_share and _A_SHARE.isdisjoint(words)):
            exact.setdefault(words, rank)
    return {
        "names": tuple(LineName(words, rank) for words, rank in exact.items()),
        "exact": exact,
        "telling": frozenset(max(words, key=len) for words in exact),
    }


def _sums_times(metric: Metric) -> bool:
    """Whether statements print a balance in two lines: due within a year, and later."""
    in_statement = metric.statement or metric.period != "instant"
    return not in_statement and metric.printed[:1] != () and metric.printed[0].startswith("total ")


def _halves(metric: Metric) -> frozenset[tuple[str, ...]]:
    if "+" not in metric.fallback:
        return frozenset()
    return frozenset(map(label_words, metric.name.split(" and ")))


def _any_of(phrases: Sequence[str]) -> re.Pattern[str] | None:
    if not phrases:
        return None
    return re.compile(rf"(?<![a-z])(?:{'|'.join(map(re.escape, phrases))})")


# Additional words that do not change the line.
_HARMLESS = words_of("line_names", "harmless")
_PLAIN = frozenset({"net", "total"})
# Additional words that make it another line.
_TURNING = words_of("line_names", "turning")


# Labels of only these words mean nothing without their section.
_EMPTY = words_of("line_names", "empty")


def fit(label: str, words: tuple[str, ...], around: frozenset[str], names: LineNames) -> float:
    """The fit of a row label, 0 to 1: the rank of the name for equal words.

    `around` are the words of the row's section and the table's headings, for labels like "Basic".
    """
    rank = names.exact.get(words)
    if rank is None:
        rank = names.inexact.get(words)
        if rank is None:
            rank = names.inexact[words] = _loose(words, names)
    elif says_little(words):
        at_home = any(home <= around for home in names.homes)
        rank *= 1.0 if at_home else 0.0 if words == ("other",) else 0.5
    elif words in names.halves:
        rank *= 0.5
    elif "net" in names.vocabulary and "net" not in words:
        # "Fixed assets" may be gross if "Fixed assets, net" is printed, too.
        rank *= _W["not_net"]
    elif {"other", "income"} <= set(words) and "other" not in names.vocabulary:
        # "Interest and other income" includes more than interest.
        rank *= _W["with_other"]
    elif len(words) == 1 and len(names.vocabulary) > 1:
        # "Investments" may be any.
        rank *= _W["one_word"]
    if rank and words not in names.exact and refuses(label, names):
        return 0.0
    return rank


def says_little(words: tuple[str, ...]) -> bool:
    """Whether a label needs its section: "Basic", "Total"."""
    return _EMPTY.issuperset(words)


def refuses(label: str, names: LineNames) -> bool:
    """Whether a label has words that make it another line."""
    if names.refused is None:
        return False
    return names.refused.search(bare_label(label)) is not None


def _loose(words: tuple[str, ...], names: LineNames) -> float:
    if names.telling.isdisjoint(words):
        return 0.0
    best = 0.0
    have = frozenset(words)
    for name in names.names:
        if len(name.words) > len(words) or not have.issuperset(name.words):
            continue
        extra = have.difference(name.words)
        if extra & _TURNING or (extra and name.words == ("total",)):
            # "Total inventories" is no "Total".
            continue
        if not extra and (words[0] == "other") == (name.words[0] == "other"):
            best = max(best, _W["same_words"] * name.rank)
            continue
        strange = len(extra - _HARMLESS)
        in_order = holds(words, name.words)
        order = (
            _W["scattered"]
            if not in_order
            else _W["with_more"]
            if extra - _PLAIN
            else _W["with_total"]
        )
        size = len(name.words)
        score = (
            name.rank
            * order
            * size
            / (size + _W["strange_word"] * strange + _W["extra_word"] * len(extra))
        )
        if in_order and words[:size] != name.words:
            score *= _W["not_first"]
        if words[0] == "other" and "other" in extra:
            score *= _W["other"]
        best = max(best, score)
    return best


def holds(words: tuple[str, ...], part: tuple[str, ...]) -> bool:
    """Whether `words` contain `part` without gaps."""
    first, length = part[0], len(part)
    return any(
        word == first and words[place : place + length] == part for place, word in enumerate(words)
    )
