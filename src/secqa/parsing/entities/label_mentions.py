"""Find printed row labels in a question, and those that are segments of the company.

The catalogue lacks "advances and progress billings", but the balance sheet prints it. Words that
are a printed label, and more specific than a metric among them, mean that line. A label next to a
metric, after "in" or before "segment", is a segment.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from secqa.corpus.company_wordings import RowLabel
from secqa.parsing.entities.company_index import Company
from secqa.parsing.lexicon import Token, classes_of, stem, stems_of, tokens

LIGHT = stems_of("light")
PART_WORDS = stems_of("part")
_MEASURES = stems_of("measure")
_BEFORE_PART = stems_of("before_part")
_SHORT = re.compile(r"\([\"“]([A-Z][A-Za-z-]{1,9})[\"”]\)")
"""The short form in a label: Cost per available seat mile ("CASM")."""
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
_JOINING, _SHARES = stems_of("joining"), stems_of("share")
_LONGEST = 14
PLAIN = frozenset({"frame", "what", "asks", "polite", "count"})
"""Classes of words that only ask for a figure."""


@dataclass(frozen=True)
class Lines:
    """The row labels of one company's filings."""

    printed: tuple[RowLabel, ...]

    @cached_property
    def by_words(self) -> dict[tuple[str, ...], RowLabel]:
        """The most frequent label by its key, statements first."""
        best: dict[tuple[str, ...], RowLabel] = {}
        for line in self.printed:
            for text in (line.label, _BRACKETS.sub(" ", line.label)):
                _keep(line, key_of(text), best)
            for short in _SHORT.findall(line.label):
                _keep(line, key_of(short), best)
        return best

    def line_of(self, label: str) -> RowLabel | None:
        """The line with the same key as a label."""
        return self.by_words.get(key_of(label))


def _keep(line: RowLabel, words: tuple[str, ...], best: dict[tuple[str, ...], RowLabel]) -> None:
    known = best.get(words)
    if words and (known is None or _often(line) > _often(known)):
        best[words] = line


LinesOf = Callable[[Company], Lines | None]
"""Returns the lines of a company's filings, or None."""


def key_of(text: str) -> tuple[str, ...]:
    """The key of a label: stems without light words, "US" and "UK" in full."""
    return _key(tokens(text), text)


def _key(words: Sequence[Token], text: str) -> tuple[str, ...]:
    """The key of some words of a text."""
    return tuple(
        part
        for word in words
        if word.stem not in LIGHT
        for part in _COUNTRIES.get(text[word.start : word.end], (word.stem,))
    )


def _often(line: RowLabel) -> tuple[int, int]:
    return (line.statements, line.rows)


@dataclass(frozen=True, slots=True)
class LabelMention:
    """A printed label in a question: tokens `[first, last)`."""

    label: str
    first: int
    last: int
    part: bool
    """Whether it is a segment, region or product instead of a line."""


@dataclass(frozen=True)
class LabelFinder:
    """Finds the labels in one question."""

    text: str
    words: Sequence[Token]
    taken: Sequence[bool]
    """Words of companies, times and numbers."""
    links: Sequence[tuple[int, int]]
    """Positions of metrics."""
    is_usual: Callable[[str], bool]
    """Whether names of metrics contain this stem."""
    is_wording: Callable[[Sequence[Token]], bool]

    def labels(self, lines: Sequence[Lines]) -> tuple[LabelMention, ...]:
        """The labels in order, among the lines of these companies."""
        found = list(self._quotations(lines))
        # Twice, since names join those after them.
        for size in [*range(min(_LONGEST, len(self.words)), 0, -1)] * 2:
            for first in range(len(self.words) - size + 1):
                last = first + size
                ends = (self.words[first], self.words[last - 1])
                if any(self.taken[first:last]) or any(end.stem in LIGHT for end in ends):
                    continue
                if any(first < label.last and label.first < last for label in found):
                    continue
                line = self._printed_whole(first, last, lines)
                is_joined = any(one.part and self._joins(one, first, last) for one in found)
                label = line and self._label(line, first, last, is_joined)
                found += [label] if label else []
        return tuple(sorted(found, key=lambda label: label.first))

    def _quotations(self, lines: Sequence[Lines]) -> Iterator[LabelMention]:
        """Labels in quotation marks, printed or not."""
        for match in _QUOTED.finditer(self.text):
            start, end = match.span(match.lastgroup or 0)
            inside = [
                at for at, word in enumerate(self.words) if start <= word.start and word.end <= end
            ]
            if not inside or (len(inside) == 1 and self.taken[inside[0]]):
                continue
            first, last = inside[0], inside[-1] + 1
            words = self.words[first:last]
            line = self._printed(first, last, lines)
            label = line.label if line else self.text[words[0].start : words[-1].end]
            is_plain = all(classes_of((word.stem,)) for word in words) or self.is_wording(words)
            if line or not is_plain:
                part = self._is_beside_link(first, last) and self._is_part(first, last, label)
                yield LabelMention(label, first, last, part)

    def _joins(self, one: LabelMention, first: int, last: int) -> bool:
        """Whether only "and", "versus" or a comma is between a label and words."""
        start, end = (one.last, first) if one.last <= first else (last, one.first)
        between = self.words[start:end]
        is_comma = not between and "," in self.words[end].mark
        return is_comma or (bool(between) and all(word.stem in _JOINING for word in between))

    def _label(self, line: RowLabel, first: int, last: int, is_joined: bool) -> LabelMention | None:
        """The label at a position, if the question means it; `is_joined` to a segment."""
        own = self._content(first, last)
        content = [self.words[at].stem for at in own if not classes_of((self.words[at].stem,))]
        strange = any(not self.is_usual(stem) for stem in content)
        over = [(a, b) for a, b in self.links if first < b and a < last]
        wider = [(a, b) for a, b in over if not self._content(a, b) <= own]
        known = any(self.is_wording(self.words[a:b]) for a, b in wider)
        if wider and (known or not (strange and line.statements and len(own) > 1)):
            # A metric here is more specific.
            return None
        wording = self.is_wording(self.words[first:last])
        named = self._is_written_as_name(first, last, strange)
        is_measure = not _MEASURES.isdisjoint(key_of(line.label))
        may_be_part = self._is_beside_link(first, last) and not wording and not is_measure
        may_be_named = may_be_part and (named or is_joined)
        if may_be_named or self._is_part(first, last, line.label):
            bare = own.difference(*(self._content(a, b) for a, b in over))
            before = bool(content) and (
                any(a == last for a, _ in self.links) or self._stem(last) in _SHARES
            )
            is_said = bare and (strange or before or named)
            return LabelMention(line.label, first, last, True) if is_said else None
        beside = bool(over) or (strange and line.statements > 0)
        is_meant = beside and len(own) > 1 and not wording
        if not (is_meant or self.links):
            is_meant = (strange or line.statements > 0) and self._asks_no_more(own)
        return LabelMention(line.label, first, last, False) if is_meant else None

    def _is_written_as_name(self, first: int, last: int, strange: bool) -> bool:
        """Whether the label is capitalised like a name."""
        begins = self.words[first].sentence or not first
        if (begins and not strange) or self.text.isupper():
            return False
        content = [self.words[at] for at in sorted(self._content(first, last))]
        return (
            bool(content)
            and not self.text[content[0].start : content[0].end].islower()
            and (len(content) > 1 or content[0].end - content[0].start > 2)
        )

    def _is_beside_link(self, first: int, last: int) -> bool:
        return any(b <= first or last <= a for a, b in self.links)

    def _asks_no_more(self, own: set[int]) -> bool:
        """Whether all other words only ask for the label."""
        beside = self._content(0, len(self.words)) - own
        return all(not PLAIN.isdisjoint(classes_of((self.words[at].stem,))) for at in beside)

    def _content(self, first: int, last: int) -> set[int]:
        """Positions of the free content words."""
        return {
            at
            for at in range(first, last)
            if not self.taken[at] and self.words[at].stem not in LIGHT
        }

    def _stem(self, at: int) -> str:
        """The stem of a word; "" after the last."""
        return self.words[at].stem if at < len(self.words) else ""

    def _printed(self, first: int, last: int, lines: Sequence[Lines]) -> RowLabel | None:
        key = _key(self.words[first:last], self.text)
        return next((own.by_words[key] for own in lines if key in own.by_words), None)

    def _printed_whole(self, first: int, last: int, lines: Sequence[Lines]) -> RowLabel | None:
        """The printed label, possibly with the company's name before it: "Acme Canada"."""
        start = first
        while start and self.taken[start - 1]:
            start -= 1
            if line := self._printed(start, last, lines):
                return line
        return self._printed(first, last, lines)

    def _is_part(self, first: int, last: int, label: str) -> bool:
        """Whether a label next to a metric is a segment."""
        if all(first < b and a < last for a, b in self.links):
            return False
        key = key_of(label)
        if not _MEASURES.isdisjoint(key):
            return False
        earlier, before = ["", "", *(word.stem for word in self.words[:first])][-2:]
        after = self.words[last].stem if last < len(self.words) else ""
        if after in _SHARES or not PART_WORDS.isdisjoint(
            (before, after, *(key if last - first > 1 else ()))
        ):
            return True
        if before in _BEFORE_PART or (before in LIGHT and earlier in _BEFORE_PART):
            return True
        return any(b == first or a == last for a, b in self.links)
