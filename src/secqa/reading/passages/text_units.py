"""Cut pages into pieces (sentences, items, rows, headings) and join the best to passages.

A piece is shown whole or not at all, so a sentence must not end at "Inc." or "No. 4", and a row of
figures keeps its label. Chosen pieces that follow each other become one passage, also over a
slightly worse piece between them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from secqa.filings.document import Element, ElementType, Metadata, Page, Table
from secqa.reading.passages.word_meaning import PassageLimits
from secqa.reading.reading import Passage
from secqa.reading.structure.vocabulary import pattern_of

SENTENCE, ITEM, ROW, TITLE = "sentence", "item", "row", "title"
_PROSE = {ElementType.NARRATIVE_TEXT: SENTENCE, ElementType.LIST_ITEM: ITEM}
_SPLIT = re.compile(r"(?<=[.!?;])[\"”’)]*\s+(?=[\"“‘(•]*[A-Z0-9])")
_ABBREVIATED = pattern_of("text_units", "abbreviated")
_FEWEST = 3
"""Words of a piece that says anything."""
_SAYING = re.compile(r"[A-Za-z]{2,}")
"""A word; rules across the page are none."""
_LONGEST_ITEM = 60
"""Words up to which an item of a list is one piece; longer ones are cut into sentences."""


@dataclass(frozen=True, slots=True)
class TextUnit:
    """One piece of a page."""

    document_id: str
    form: str
    page: int
    element: int
    """`Element.index` of what it is a part of."""
    kind: str
    text: str
    section: str
    path: tuple[str, ...]
    """Titles above it, the highest first."""
    place: int
    """How many pieces of its element come before it."""
    since: int
    """How many pieces come between it and the title above it on its page."""

    @property
    def heading(self) -> str:
        """The title just above it, or ""."""
        return self.path[-1] if self.path else ""


def units_of(document: Metadata, page: Page) -> tuple[TextUnit, ...]:
    """All pieces of a page in reading order."""
    found: list[TextUnit] = []
    since = 0
    for element in page.elements:
        if element.type is ElementType.TITLE:
            since = 0
        pieces = [one for one in _pieces(element) if len(_SAYING.findall(one[1])) >= _FEWEST]
        for place, (kind, text) in enumerate(pieces):
            found.append(
                TextUnit(
                    document.document_id,
                    document.form,
                    page.number,
                    element.index,
                    kind,
                    text,
                    element.section,
                    element.path,
                    place,
                    since,
                )
            )
            since += kind != TITLE
    return tuple(found)


def _pieces(element: Element) -> Iterator[tuple[str, str]]:
    text = element.text.strip()
    if element.table is not None:
        for row in _rows(element.table):
            yield ROW, row
    elif element.type is ElementType.TITLE:
        # Risk factors are summed up in titles that are whole sentences.
        yield TITLE, text
    elif kind := _PROSE.get(element.type):
        if kind == ITEM and len(text.split()) <= _LONGEST_ITEM:
            yield kind, text
            return
        for sentence in sentences(text):
            yield kind, sentence


def _rows(table: Table) -> Iterator[str]:
    for row in table.cells[table.header_rows :]:
        yield " | ".join(filter(None, row))


@lru_cache(maxsize=65_536)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a paragraph; together they are the whole of it."""
    found: list[str] = []
    begin = 0
    for match in _SPLIT.finditer(text):
        before = text[begin : match.start() + len(match.group().rstrip())]
        if _ABBREVIATED.search(before) or len(before.split()) < _FEWEST:
            continue
        found.append(before.strip())
        begin = match.end()
    rest = text[begin:].strip()
    if rest and found and len(rest.split()) < _FEWEST:
        found[-1] = f"{found[-1]} {rest}"
    elif rest:
        found.append(rest)
    return tuple(found)


def follows(one: TextUnit, other: TextUnit) -> bool:
    """Whether a piece comes right behind another, so that both can be shown as one."""
    same_page = (one.document_id, one.page) == (other.document_id, other.page)
    if one.element == other.element:
        return same_page and other.place == one.place + 1
    return same_page and 0 < other.element - one.element <= 2 and other.place == 0


def joined(units: Sequence[TextUnit]) -> str:
    """The text of pieces that follow each other."""
    text = ""
    for before, unit in zip((None, *units), units, strict=False):
        same = before is not None and before.element == unit.element and unit.kind == SENTENCE
        text += f"{' ' if same else chr(10) if text else ''}{unit.text}"
    return text


_SAME = 97
"""Likeness, of 100, from which two pieces say the same: a comma or a note's number differs."""


def passages_of(
    units: Sequence[TextUnit], scores: NDArray[np.float64], limits: PassageLimits
) -> tuple[Passage, ...]:
    """The passages, best first; units are in reading order page by page."""
    if not len(units):
        return ()
    best = float(scores.max())
    chosen = set(_best(units, scores, limits))
    for at in range(1, len(units) - 1):
        between = at - 1 in chosen and at + 1 in chosen and at not in chosen
        if between and scores[at] >= limits.joining * best:
            chosen.add(at)
    found = [
        passage_of([units[at] for at in run], float(scores[run].max()))
        for run in _runs(units, sorted(chosen))
    ]
    return tuple(sorted(found, key=lambda one: -one.score))


def _best(
    units: Sequence[TextUnit], scores: NDArray[np.float64], limits: PassageLimits
) -> Iterator[int]:
    """The best pieces. Reports repeat themselves: what says the same in almost the same words is
    taken once of each report."""
    least = limits.share * float(scores.max())
    taken: list[TextUnit] = []
    for at in np.argsort(-scores, kind="stable"):
        if scores[at] < least or len(taken) == limits.pieces:
            return
        unit = units[at]
        own = (one.text for one in taken if one.document_id == unit.document_id)
        if all(fuzz.ratio(unit.text, text) < _SAME for text in own):
            taken.append(unit)
            yield int(at)


def passage_of(units: Sequence[TextUnit], score: float) -> Passage:
    """One passage of pieces that follow each other."""
    first = next((unit for unit in units if unit.kind != TITLE), units[0])
    return Passage(
        first.document_id,
        first.page,
        first.section,
        first.heading,
        joined(units),
        round(score, 4),
    )


def _runs(units: Sequence[TextUnit], chosen: Sequence[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for at in chosen:
        if runs and runs[-1][-1] == at - 1 and follows(units[at - 1], units[at]):
            runs[-1].append(at)
        else:
            runs.append([at])
    return runs
