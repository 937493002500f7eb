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
from secqa.language.companies import Company
from secqa.language.words import Token, classes_of, stem, tokens

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
_BRACKETS = re.compile(r"\([^)]*\)|\[[^]]*\]")
_QUOTED = re.compile(
    r"[\"“](?P<double>[^\"“”]{3,120})[\"”]"
    r"|(?<!\w)[‘'](?P<single>[A-Z(][^‘'\"]{3,120}(?:['’]s?\b[^‘'\"]*)?)['’](?!\w)"
)
_LONGEST = 14


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
                words = key_of(text)
                known = best.get(words)
                if words and (known is None or _often(line) > _often(known)):
                    best[words] = line
        return best

    def named(self, label: str) -> Line | None:
        """The line of just these words."""
        return self.by_words.get(key_of(label))


LinesOf = Callable[[Company], Lines | None]
"""The lines of a company's filings; None where they are not known."""


def key_of(text: str) -> tuple[str, ...]:
    """What labels are compared by: stems without light words."""
    return tuple(word.stem for word in tokens(text) if word.stem not in LIGHT)


def _often(line: Line) -> tuple[int, int]:
    return (line.statements, line.rows)


@dataclass(frozen=True, slots=True)
class Label:
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
) -> tuple[Label, ...]:
    """Labels that the question says, in order; `links` are the places of wordings of metrics."""
    found: list[Label] = []
    quotes = [_inside(words, *m.span(m.lastgroup or 0)) for m in _QUOTED.finditer(text)]
    for first, last in quotes:
        if last - first and not (last - first == 1 and taken[first]):
            line = _printed(words, first, last, lines)
            beside = any(end <= first or last <= start for start, end in links)
            label = line.label if line else text[words[first].start : words[last - 1].end]
            if line or not _classed(words[first:last]):
                found.append(
                    Label(label, first, last, beside and _is_part(words, first, last, links, label))
                )
    for size in range(min(_LONGEST, len(words)), 0, -1):
        for first in range(len(words) - size + 1):
            last = first + size
            if (
                any(taken[first:last])
                or words[first].stem in LIGHT
                or words[last - 1].stem in LIGHT
            ):
                continue
            if any(first < one.last and one.first < last for one in found):
                continue
            line = _printed(words, first, last, lines)
            if line is None:
                continue
            inside = [(a, b) for a, b in links if first < b and a < last]
            if any(a <= first and last <= b for a, b in inside):
                continue
            telling = [w for w in words[first:last] if w.stem not in LIGHT]
            bare = [
                at
                for at in range(first, last)
                if words[at].stem not in LIGHT and not any(a <= at < b for a, b in inside)
            ]
            strange = [w for w in telling if not (is_usual(w.stem) or classes_of((w.stem,)))]
            part = _is_part(words, first, last, links, line.label)
            cut = any(a < first or b > last for a, b in inside)
            if cut or not bare or not (strange or (inside and line.statements)):
                continue
            if not part and (not line.statements or size == 1):
                continue
            found.append(Label(line.label, first, last, part))
    return tuple(sorted(found, key=lambda one: one.first))


def _inside(words: Sequence[Token], start: int, end: int) -> tuple[int, int]:
    inside = [at for at, word in enumerate(words) if start <= word.start and word.end <= end]
    return (inside[0], inside[-1] + 1) if inside else (0, 0)


def _printed(words: Sequence[Token], first: int, last: int, lines: Sequence[Lines]) -> Line | None:
    key = tuple(word.stem for word in words[first:last] if word.stem not in LIGHT)
    return next((own.by_words[key] for own in lines if key in own.by_words), None)


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
    if before in _BEFORE_PART or (before in LIGHT and earlier in _BEFORE_PART):
        return True
    return any(b == first or a == last for a, b in links)
