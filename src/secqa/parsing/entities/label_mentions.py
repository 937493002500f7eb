"""Lines that filings print: a company's row labels in, those that a question says out.

No catalogue knows "advances and progress billings", but the balance sheet does. Words of a question
that are a printed label, and say more than a metric's wording among them, mean that line; a label
behind "in" or before "segment", beside a metric, is a part of the company.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from secqa.corpus.wordings import Line
from secqa.parsing.entities.company_index import Company
from secqa.parsing.lexicon import Token, classes_of, stem, tokens

_LIGHT_WORDS = "and of in on for to from by with at or total net per related during as the its a an"
LIGHT = frozenset(stem(word) for word in _LIGHT_WORDS.split())
_PART_WORDS = """
    segment division business unit region geography country market product category line brand
    subsidiary area
"""
PART_WORDS = frozenset(stem(word) for word in _PART_WORDS.split())
_MEASURE_WORDS = """
    revenue sale profit income loss earning cost expense asset liability cash debt tax share
"""
_MEASURES = frozenset(stem(word) for word in _MEASURE_WORDS.split())
_BEFORE_PART = frozenset(
    stem(word) for word in ["in", "from", "of", "for", "by", "at", "within", "across"]
)
_SHORT = re.compile(r"\([\"“]([A-Z][A-Za-z-]{1,9})[\"”]\)")
"""What a label is called for short: Cost per available seat mile ("CASM")."""
_BRACKETS = re.compile(r"\([^)]*\)|\[[^]]*\]")
_QUOTED = re.compile(
    r"[\"“](?P<double>[^\"“”]{3,120})[\"”]"
    r"|(?<!\w)[‘'](?P<single>[A-Z(][^‘'\"]{3,120}(?:['’]s?\b[^‘'\"]*)?)['’](?!\w)"
)
_COUNTRIES = {
    short: tuple(stem(word) for word in name.split())
    for name, shorts in (("united states", "US USA U.S. U.S.A."), ("united kingdom", "UK U.K."))
    for short in shorts.split()
}
_LONGEST = 14
PLAIN = frozenset({"frame", "what", "asks", "polite", "count"})
"""Classes of words that ask for a figure and say no more."""


@dataclass(frozen=True)
class Lines:
    """The row labels of one company's filings, found by their words."""

    printed: tuple[Line, ...]

    @cached_property
    def by_words(self) -> dict[tuple[str, ...], Line]:
        """Stems without light words -> the label that most rows have, statements first."""
        best: dict[tuple[str, ...], Line] = {}
        for line in self.printed:
            for text in (line.label, _BRACKETS.sub(" ", line.label)):
                _keep(line, key_of(text), best)
            for short in _SHORT.findall(line.label):
                _keep(line, key_of(short), best)
        return best

    def line_of(self, label: str) -> Line | None:
        """The line of just these words."""
        return self.by_words.get(key_of(label))


def _keep(line: Line, words: tuple[str, ...], best: dict[tuple[str, ...], Line]) -> None:
    known = best.get(words)
    if words and (known is None or _often(line) > _often(known)):
        best[words] = line


LinesOf = Callable[[Company], Lines | None]
"""The lines of a company's filings; None where they are not known."""


def key_of(text: str) -> tuple[str, ...]:
    """What labels are compared by: stems without light words."""
    return _key(tokens(text), text)


def _key(words: Sequence[Token], text: str) -> tuple[str, ...]:
    """The same of words of a text."""
    own = [word for word in words if word.stem not in LIGHT]
    stems = [stem for word in own for stem in _spelt_out(word, text)]
    return tuple(stems)


def _spelt_out(word: Token, text: str) -> tuple[str, ...]:
    """ "US" and "UK" in full, as labels have them now and then."""
    written = text[word.start : word.end]
    return _COUNTRIES.get(written, (word.stem,))


def _often(line: Line) -> tuple[int, int]:
    return (line.statements, line.rows)


@dataclass(frozen=True, slots=True)
class LabelMention:
    """A printed label in a question, `[first, last)` in tokens."""

    label: str
    first: int
    last: int
    part: bool
    """A segment, region or product rather than a line of its own."""


def find_labels(
    text: str,
    words: Sequence[Token],
    taken: Sequence[bool],
    links: Sequence[tuple[int, int]],
    lines: Sequence[Lines],
    is_usual: Callable[[str], bool],
    is_wording: Callable[[Sequence[Token]], bool],
) -> tuple[LabelMention, ...]:
    """Labels that the question says, in order; `links` are the places of wordings of metrics.

    `is_usual` tells words of wordings, `is_wording` whole ones.
    """
    found: list[LabelMention] = []
    quotes = [_inside(words, *m.span(m.lastgroup or 0)) for m in _QUOTED.finditer(text)]
    for first, last in quotes:
        if last - first and not (last - first == 1 and taken[first]):
            line = _printed(text, words, first, last, lines)
            beside = any(end <= first or last <= start for start, end in links)
            label = line.label if line else text[words[first].start : words[last - 1].end]
            if line or not (_classed(words[first:last]) or is_wording(words[first:last])):
                part = beside and _is_part(words, first, last, links, label)
                found.append(LabelMention(label, first, last, part))
    asked = _Asked(text, words, taken, links, is_usual, is_wording)
    for size in range(min(_LONGEST, len(words)), 0, -1):
        for first in range(len(words) - size + 1):
            last = first + size
            if any(taken[first:last]) or any(
                first < one.last and one.first < last for one in found
            ):
                continue
            if words[first].stem in LIGHT or words[last - 1].stem in LIGHT:
                continue
            line = _printed_whole(text, words, taken, first, last, lines)
            if line is not None:
                found += asked.label(line, first, last)
    return tuple(sorted(found, key=lambda one: one.first))


@dataclass(frozen=True)
class _Asked:
    """What a question says besides its labels."""

    text: str
    words: Sequence[Token]
    taken: Sequence[bool]
    links: Sequence[tuple[int, int]]
    is_usual: Callable[[str], bool]
    is_wording: Callable[[Sequence[Token]], bool]

    def label(self, line: Line, first: int, last: int) -> list[LabelMention]:
        """The label of a line that is said there, if it is what is meant."""
        own = self._telling(first, last)
        content = [self.words[at].stem for at in own if not classes_of((self.words[at].stem,))]
        strange = any(not self.is_usual(stem) for stem in content)
        over = [(a, b) for a, b in self.links if first < b and a < last]
        wider = [(a, b) for a, b in over if not self._telling(a, b) <= own]
        known = any(self.is_wording(self.words[a:b]) for a, b in wider)
        if wider and (known or not (strange and line.statements and len(own) > 1)):
            # The wording of a metric says more, or other things.
            return []
        bare = own.difference(*(self._telling(a, b) for a, b in over))
        named = self._is_written_as_name(first, last, strange)
        if (named and self._may_be_part(first, last, line.label)) or _is_part(
            self.words, first, last, self.links, line.label
        ):
            before = bool(content) and any(a == last for a, _ in self.links)
            telling = strange or before or named
            return [LabelMention(line.label, first, last, True)] if bare and telling else []
        wording = self.is_wording(self.words[first:last])
        beside = bool(over) or (strange and line.statements > 0)
        meant = beside and len(own) > 1 and not wording
        if not (meant or self.links):
            meant = (strange or line.statements > 0) and self._asks_no_more(own)
        return [LabelMention(line.label, first, last, False)] if meant else []

    def _is_written_as_name(self, first: int, last: int, strange: bool) -> bool:
        """Whether the label stands with capitals where others of the sentence have none."""
        begins = self.words[first].sentence or not first
        if (begins and not strange) or self.text.isupper():
            return False
        said = [self.words[at] for at in sorted(self._telling(first, last))]
        return (
            bool(said)
            and self.text[said[0].start].isupper()
            and (len(said) > 1 or len(self.text[said[0].start : said[0].end]) > 2)
        )

    def _may_be_part(self, first: int, last: int, label: str) -> bool:
        """Whether it may be what one of the metrics is split by."""
        beside = any(b <= first or last <= a for a, b in self.links)
        wording = self.is_wording(self.words[first:last])
        return beside and not wording and _MEASURES.isdisjoint(key_of(label))

    def _asks_no_more(self, own: set[int]) -> bool:
        """Whether all words beside a label only ask for it."""
        beside = self._telling(0, len(self.words)) - own
        return all(not PLAIN.isdisjoint(classes_of((self.words[at].stem,))) for at in beside)

    def _telling(self, first: int, last: int) -> set[int]:
        return {
            at
            for at in range(first, last)
            if not self.taken[at] and self.words[at].stem not in LIGHT
        }


def _inside(words: Sequence[Token], start: int, end: int) -> tuple[int, int]:
    inside = [at for at, word in enumerate(words) if start <= word.start and word.end <= end]
    return (inside[0], inside[-1] + 1) if inside else (0, 0)


def _printed(
    text: str, words: Sequence[Token], first: int, last: int, lines: Sequence[Lines]
) -> Line | None:
    key = _key(words[first:last], text)
    return next((own.by_words[key] for own in lines if key in own.by_words), None)


def _printed_whole(
    text: str,
    words: Sequence[Token],
    taken: Sequence[bool],
    first: int,
    last: int,
    lines: Sequence[Lines],
) -> Line | None:
    """The same, with the name of the company before it where it is printed so: "Acme Canada"."""
    start = first
    while start and taken[start - 1]:
        start -= 1
        if line := _printed(text, words, start, last, lines):
            return line
    return _printed(text, words, first, last, lines)


def _classed(words: Sequence[Token]) -> bool:
    return all(classes_of((word.stem,)) for word in words)


def _is_part(
    words: Sequence[Token],
    first: int,
    last: int,
    links: Sequence[tuple[int, int]],
    label: str,
) -> bool:
    """Whether a label beside a metric is what the metric is split by."""
    if not links or all(first < b and a < last for a, b in links):
        return False
    if not _MEASURES.isdisjoint(key_of(label)):
        return False
    before = words[first - 1].stem if first else ""
    earlier = words[first - 2].stem if first > 1 else ""
    after = words[last].stem if last < len(words) else ""
    if after in PART_WORDS or before in PART_WORDS:
        return True
    if last - first > 1 and not PART_WORDS.isdisjoint(key_of(label)):
        return True
    if before in _BEFORE_PART or (before in LIGHT and earlier in _BEFORE_PART):
        return True
    return any(b == first or a == last for a, b in links)
