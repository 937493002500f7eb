"""What a catalogue calls its metrics: names in, where a question says just one of them out.

The linker is fitted to how people speak of the metrics of this package. A collection may have
metrics of its own, which nobody was asked about; and a question that says nothing but a whole name
asks for that metric, however like another one it sounds.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from secqa.metrics.catalogue import Catalogue
from secqa.parsing.entities.label_mentions import LIGHT, PLAIN, key_of
from secqa.parsing.grammar.linker import LONGEST, Runs
from secqa.parsing.lexicon import TRANSPARENT, Token, classes_of, tokens

_ASKING = PLAIN - {"frame"}
_CHANGE = re.compile(r"(\w+) / prior\(\1\) - 1")


@dataclass(frozen=True)
class MetricNames:
    """The names of a catalogue's metrics."""

    said: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    """Words of a name, as `name_words` has them -> the metric's id."""
    printed: frozenset[tuple[str, ...]] = frozenset()
    """Keys of all names, also of those that filings print."""
    changes: frozenset[str] = frozenset()
    """Ids of metrics that are the change of another one in a year."""

    def of_levels(self) -> "MetricNames":
        """Those without changes: growth from one year to another is asked of what grew."""
        said = {key: name for key, name in self.said.items() if name not in self.changes}
        return replace(self, said=said)


@dataclass(frozen=True, slots=True)
class MetricNameMatch:
    """A metric's name, `[first, last)` in tokens of the question."""

    first: int
    last: int
    metric: str


@lru_cache(maxsize=8)
def names_of(catalogue: Catalogue) -> MetricNames:
    """What a catalogue calls its metrics; those that are split by parts have no names here."""
    metrics = [metric for metric in catalogue.metrics.values() if not metric.axes]
    said = {name_words(text): one.id for one in metrics for text in one.synonyms}
    said |= {name_words(one.name): one.id for one in metrics}
    texts = (text for one in metrics for text in (one.name, *one.synonyms, *one.printed))
    changes = frozenset(one.id for one in metrics if _CHANGE.fullmatch(one.formula))
    return MetricNames(said, frozenset(key_of(text) for text in texts), changes)


def name_words(text: str) -> tuple[str, ...]:
    """The words that a name is told by: no stems, for who borrows does not ask for borrowings."""
    return tuple(_singular(word) for word in tokens(text) if word.stem not in TRANSPARENT)


def new_metrics(
    words: Sequence[Token],
    free: Sequence[int],
    runs: Runs,
    known: Sequence[str],
    names: MetricNames,
) -> dict[int, str]:
    """Runs of the free words that name a metric which is not `known`, each with its id."""
    fitted_on = frozenset(("", *known))
    said = [_singular(words[at]) for at in free]
    spans = enumerate(zip(runs.starts.tolist(), runs.ends.tolist(), strict=True))
    named = {place: names.said.get(tuple(said[start:end]), "") for place, (start, end) in spans}
    return {place: name for place, name in named.items() if name not in fitted_on}


def whole_name(
    words: Sequence[Token], taken: Sequence[bool], names: MetricNames
) -> MetricNameMatch | None:
    """The name that a question says, if it says nothing else."""
    free = [
        at
        for at, word in enumerate(words)
        if word.stem not in TRANSPARENT and (not taken[at] or _is_of_a_name(at, words, taken))
    ]
    said = [_singular(words[at]) for at in free]
    plain = [not PLAIN.isdisjoint(classes_of((words[at].stem,))) for at in free]
    for size in range(min(LONGEST, len(free)), 0, -1):
        for start in range(len(free) - size + 1):
            end = start + size
            metric = names.said.get(tuple(said[start:end]))
            if metric and all(plain[:start]) and all(plain[end:]):
                return MetricNameMatch(free[start], free[end - 1] + 1, metric)
    return None


def says_more(
    first: int, last: int, name: MetricNameMatch, words: Sequence[Token], free: Sequence[int]
) -> bool:
    """Whether a wording has telling words beside a name: "make before income taxes"."""
    beside = (at for at in free if first <= at < last and not name.first <= at < name.last)
    return any(
        words[at].stem not in LIGHT and _ASKING.isdisjoint(classes_of((words[at].stem,)))
        for at in beside
    )


def _is_of_a_name(at: int, words: Sequence[Token], taken: Sequence[bool]) -> bool:
    """Whether a taken word is a digit among free words: "tier 1 capital ratio"."""
    beside = (*taken[max(at - 1, 0) : at], *taken[at + 1 : at + 2])
    return len(words[at].text) == 1 and words[at].text.isdigit() and not any(beside)


def _singular(word: Token) -> str:
    return word.text.removesuffix("'s").removesuffix("s")
