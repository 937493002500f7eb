"""Link words of a question to metrics: by the fitted linker, by names and by lists.

The chosen spans of words do not overlap, and are together most likely to name metrics. The linker
is fitted for the metrics of this package, so users' metrics are linked only by name. A question
that consists of a name asks for that metric. In "basic and diluted earnings per share" two metrics
share their last words.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

import numpy as np

from secqa.metrics.catalogue import Catalogue
from secqa.parsing.entities.label_mentions import LIGHT, PLAIN, key_of
from secqa.parsing.grammar.fitted import Fitted
from secqa.parsing.grammar.linker import LONGEST, Runs, best_runs, phrase_code
from secqa.parsing.lexicon import TRANSPARENT, Token, classes_of, tokens

LINKED = 3
"""Maximum metrics of a mention."""
_OPERAND_ODDS = 1.0
"""Log-odds of a known name that is an operand of written arithmetic."""
_NAME_ODDS = 3.0
"""Log-odds of a span that is a metric's name."""
_ASKING = PLAIN - {"frame"}
_FRAME = ("frame",)
_JOINING = frozenset({"and", "or", "&"})


@dataclass(frozen=True, slots=True)
class MetricMention:
    """Words that mean a metric: tokens `[first, last)` of the question."""

    first: int
    last: int
    metrics: tuple[str, ...]
    """Likeliest first."""
    odds: tuple[float, ...]
    """Log-odds of each metric."""
    line: str = ""
    """A printed line instead of a metric."""
    part: str = ""
    """The segment of the company."""

    @property
    def name(self) -> str:
        """Identifies the metric or line, and its segment."""
        name = self.line or self.metrics[0]
        return f"{name}|{self.part}" if self.part else name


@dataclass(frozen=True)
class MetricNames:
    """The names of a catalogue's metrics."""

    ids: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    """Metric ids by the words of `name_words`."""
    printed: frozenset[tuple[str, ...]] = frozenset()
    """Keys of all names, including printed ones."""
    changes: frozenset[str] = frozenset()
    """Ids of metrics that are growth rates of others."""

    def of_levels(self) -> "MetricNames":
        """The names without growth rates, for questions with several periods."""
        ids = {key: metric for key, metric in self.ids.items() if metric not in self.changes}
        return replace(self, ids=ids)


@lru_cache(maxsize=8)
def names_of(catalogue: Catalogue) -> MetricNames:
    """The names of a catalogue's metrics, except those split by segment."""
    metrics = [metric for metric in catalogue.metrics.values() if not metric.axes]
    ids = {name_words(text): metric.id for metric in metrics for text in metric.synonyms}
    ids |= {name_words(metric.name): metric.id for metric in metrics}
    texts = (text for m in metrics for text in (m.name, *m.synonyms, *m.printed))
    return MetricNames(ids, frozenset(map(key_of, texts)), frozenset(growths_of(catalogue)))


@lru_cache(maxsize=8)
def growths_of(catalogue: Catalogue) -> dict[str, str]:
    """The growing metric of each metric that is a yearly growth rate."""
    growths = {}
    for metric in catalogue.metrics.values():
        grown = metric.formula.partition(" ")[0]
        if grown and metric.formula == f"{grown} / prior({grown}) - 1":
            growths[metric.id] = grown
    return growths


def name_words(text: str) -> tuple[str, ...]:
    """The words that identify a name, without stemming: "borrowers" are no "borrowings"."""
    return tuple(_singular(word) for word in tokens(text) if word.stem not in TRANSPARENT)


@dataclass(frozen=True)
class MetricLinker:
    """Links the words of one question."""

    words: Sequence[Token]
    taken: Sequence[bool]
    """Words of companies, times and numbers."""
    fitted: Fitted
    names: MetricNames = MetricNames()

    @cached_property
    def free(self) -> list[int]:
        """Positions of the words that may be part of a name."""
        return [
            at
            for at, word in enumerate(self.words)
            if not self.taken[at] and word.stem not in TRANSPARENT
        ]

    @cached_property
    def _stems(self) -> list[str]:
        return [self.words[at].stem for at in self.free]

    def mentions(self) -> tuple[MetricMention, ...]:
        """The mentions of metrics in order."""
        if not self.free:
            return ()
        links = self._links()
        shared = dict(self._sharing([(link.first, link.last) for link in links]))
        links = [k for k in links if k.last - k.first > 1 or k.first not in shared]
        others = {link.metrics[0] for link in links}
        new = [
            MetricMention(at, at + 1, (m,), (0.0,)) for at, m in shared.items() if m not in others
        ]
        return tuple(sorted([*links, *new], key=lambda link: link.first))

    def _links(self) -> list[MetricMention]:
        """The spans of free words that are together most likely to name metrics."""
        runs = self.fitted.linker.runs(self._stems)
        odds = self.fitted.spans.odds(self._stems, self.free, runs, self.words, self.taken)
        for place in self._operands(runs):
            odds[place] = max(odds[place], _OPERAND_ODDS)
        new = self._new_metrics(runs)
        odds[list(new)] = _NAME_ODDS
        links = []
        for place in best_runs(runs, odds, len(self._stems)):
            start, end = int(runs.starts[place]), int(runs.ends[place])
            while end - start > 1 and classes_of((self._stems[end - 1],)) == _FRAME:
                # No name ends in a frame word such as "by".
                end -= 1
            known = self._likeliest(runs.scores[place])
            metrics = ((new[place],), (0.0,)) if place in new else known
            links.append(MetricMention(self.free[start], self.free[end - 1] + 1, *metrics))
        name = self._whole_name()
        if name and not any(self._says_more(link, name) for link in links):
            same = [link.name for link in links] == [name.name]
            if not (same and links[0].first <= name.first and name.last <= links[0].last):
                return [name]
        return links

    def _operands(self, runs: Runs) -> Iterator[int]:
        """Indexes of known names between signs of arithmetic or brackets."""
        for place, (start, end) in enumerate(zip(runs.starts, runs.ends, strict=True)):
            first, last = self.free[start], self.free[end - 1]
            before = set(self.words[first].mark)
            after = set(self.words[last + 1].mark) if last + 1 < len(self.words) else {")"}
            between = before & set("+-×/(") and after & set("+-×/)")
            if not (between and (before | after) & set("+-×/")):
                continue
            if phrase_code(self._stems[start:end]) in self.fitted.spans.phrases:
                yield place

    def _new_metrics(self, runs: Runs) -> dict[int, str]:
        """Ids of the metrics unknown to the linker that spans name, by index of the span."""
        texts = [_singular(self.words[at]) for at in self.free]
        spans = enumerate(zip(runs.starts.tolist(), runs.ends.tolist(), strict=True))
        ids = {
            place: self.names.ids.get(tuple(texts[start:end]), "") for place, (start, end) in spans
        }
        known = frozenset(("", *self.fitted.linker.metrics))
        return {place: metric for place, metric in ids.items() if metric not in known}

    def _likeliest(self, scores: np.ndarray) -> tuple[tuple[str, ...], tuple[float, ...]]:
        order = np.argsort(-scores)[:LINKED]
        shifted = scores * self.fitted.sharpness
        log_sum = float(np.log(np.exp(shifted - shifted.max()).sum()) + shifted.max())
        metrics = self.fitted.linker.metrics
        return tuple(metrics[at] for at in order), tuple(
            float(shifted[at]) - log_sum for at in order
        )

    def _whole_name(self) -> MetricMention | None:
        """The name that the question consists of."""
        free = [
            at
            for at, word in enumerate(self.words)
            if word.stem not in TRANSPARENT and (not self.taken[at] or self._is_of_a_name(at))
        ]
        texts = [_singular(self.words[at]) for at in free]
        plain = [not PLAIN.isdisjoint(classes_of((self.words[at].stem,))) for at in free]
        for size in range(min(LONGEST, len(free)), 0, -1):
            for start in range(len(free) - size + 1):
                end = start + size
                metric = self.names.ids.get(tuple(texts[start:end]))
                if metric and all(plain[:start]) and all(plain[end:]):
                    return MetricMention(free[start], free[end - 1] + 1, (metric,), (0.0,))
        return None

    def _says_more(self, link: MetricMention, name: MetricMention) -> bool:
        """Whether a mention has content words besides a name: "make before income taxes"."""
        return any(
            self.words[at].stem not in LIGHT
            and _ASKING.isdisjoint(classes_of((self.words[at].stem,)))
            for at in self.free
            if link.first <= at < link.last and not name.first <= at < name.last
        )

    def _is_of_a_name(self, at: int) -> bool:
        """Whether a taken word is a digit in a name: "tier 1 capital ratio"."""
        beside = (*self.taken[max(at - 1, 0) : at], *self.taken[at + 1 : at + 2])
        text = self.words[at].text
        return len(text) == 1 and text.isdigit() and not any(beside)

    def _sharing(self, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, str]]:
        """Words of a list that share the last words of a span, with their metrics."""
        linked = {
            at for first, last in spans for at in range(first, last) if self._is_whole(first, last)
        }
        for first, last in spans:
            if first and self.words[first - 1].text == "total":
                first -= 1
            for at in self._list_items(first):
                if self.taken[at] or at in linked or at - 1 in linked:
                    break
                metric = self._with_last_words(self.words[at], self.words[first + 1 : last])
                if metric is None:
                    break
                yield at, metric

    def _is_whole(self, first: int, last: int) -> bool:
        """Whether a span is more than a word such as "current", which is no name by itself."""
        return last - first > 1 or (_singular(self.words[first]),) in self.names.ids

    def _list_items(self, first: int) -> Iterator[int]:
        """Positions of listed words before one: "gross", "operating" in "gross, operating and
        net"."""
        at = first - 2
        if at < 0 or self.words[first - 1].stem not in _JOINING:
            return
        yield at
        while at > 0 and "," in self.words[at].mark:
            at -= 1
            yield at

    def _with_last_words(self, word: Token, last: Sequence[Token]) -> str | None:
        """The metric of a word followed by the last words of another name, or None."""
        stems = [word.stem, *(other.stem for other in last if other.stem not in TRANSPARENT)]
        if len(stems) < 2 or phrase_code(stems) not in self.fitted.spans.phrases:
            return None
        runs = self.fitted.linker.runs(stems)
        spans = zip(runs.starts.tolist(), runs.ends.tolist(), strict=True)
        whole = next(place for place, span in enumerate(spans) if span == (0, len(stems)))
        return self.fitted.linker.metrics[int(runs.scores[whole].argmax())]


def _singular(word: Token) -> str:
    return word.text.removesuffix("'s").removesuffix("s")
