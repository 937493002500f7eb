"""Cut pages into pieces that can be shown: sentences, items, rows, headings.

A piece is shown whole or not at all, so a sentence must not end at "Inc." or "No. 4", and a row of
figures keeps its label.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from secqa.filings.dates import YEAR
from secqa.filings.document import Element, ElementType, Metadata, Page, Table
from secqa.reading.structure.vocabulary import pattern_of

SENTENCE, ITEM, ROW, TITLE = "sentence", "item", "row", "title"
_PROSE = {ElementType.NARRATIVE_TEXT: SENTENCE, ElementType.LIST_ITEM: ITEM}
_SPLIT = re.compile(r"(?<=[.!?;])[\"”’)]*\s+(?=[\"“‘(•]*[A-Z0-9])")
_ABBREVIATED = pattern_of("text_units", "abbreviated")
_NOTHING = re.compile(r"(?:none|not applicable)\.?", re.IGNORECASE)
_FEWEST = 3
"""Words of a sentence or row that says anything."""
_MOST_ROWS = 12
"""Shown of a table, its head among them."""
_SAYING = re.compile(r"[A-Za-z]{2,}")
"""A word; rules across the page are none."""
_LONGEST_ITEM = 60
"""Words up to which an item of a list is one piece; longer ones are cut into sentences."""


@dataclass(frozen=True, slots=True)
class TextUnit:
    """One piece of a page."""

    document: Metadata
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
    below: tuple[str, ...] = ()
    """Rows of the table that it announces."""

    @property
    def size(self) -> int:
        """Words that it shows."""
        return len(self.text.split()) + sum(len(row.split()) for row in self.below)

    @property
    def document_id(self) -> str:
        return self.document.document_id

    @property
    def form(self) -> str:
        return self.document.form

    @property
    def heading(self) -> str:
        """The title just above it, or ""."""
        return self.path[-1] if self.path else ""


def units_of(document: Metadata, page: Page) -> tuple[TextUnit, ...]:
    """All pieces of a page in reading order."""
    found: list[TextUnit] = []
    since = 0
    for element, after in zip_longest(page.elements, page.elements[1:]):
        if element.type is ElementType.TITLE:
            since = 0
        pieces = [one for one in _pieces(element) if _says_anything(*one)]
        for place, (kind, text) in enumerate(pieces):
            announced = after is not None and after.table if text.endswith(":") else None
            found.append(
                TextUnit(
                    document,
                    page.number,
                    element.index,
                    kind,
                    text,
                    element.section,
                    element.path,
                    place,
                    since,
                    tuple(_rows(announced, 0))[:_MOST_ROWS] if announced else (),
                )
            )
            since += kind != TITLE
    return tuple(found)


def _says_anything(kind: str, text: str) -> bool:
    """One word names what a list or a section is of, and "None." is all that some Items say."""
    is_short = kind in (ITEM, TITLE) or _NOTHING.fullmatch(text)
    return len(_SAYING.findall(text)) >= (1 if is_short else _FEWEST)


def _pieces(element: Element) -> Iterator[tuple[str, str]]:
    text = element.text.strip()
    if element.table is not None:
        for row in _rows(element.table, element.table.header_rows):
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


def _rows(table: Table, since: int) -> Iterator[str]:
    for row in table.cells[since:]:
        yield " | ".join(filter(None, row))


@lru_cache(maxsize=2048)
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


def is_recent(years: Sequence[int], unit: TextUnit, before: int = 0) -> bool:
    """Whether a sentence and the title above it name no year, or a latest year that is at most
    `before` years earlier than the first of `years` (the report's fiscal year, if there are none).
    """
    ended = unit.document.period_end
    known = unit.document.fiscal_year or (ended.year if ended else 0)
    since = min(years, default=known) - before
    named = ([int(year) for year in YEAR.findall(text)] for text in (unit.heading, unit.text))
    return all(max(own) >= since for own in named if own)


def joined(units: Sequence[TextUnit]) -> str:
    """The text of pieces of a page in reading order; a line "…" stands for what is left out."""
    text = ""
    announced: set[str] = set()
    for before, unit in zip((None, *units), units, strict=False):
        if unit.kind == ROW and unit.text in announced:
            continue
        if before is not None and text:
            is_next = _comes_next(before, unit)
            in_line = is_next and unit.kind == SENTENCE and before.element == unit.element
            text += " " if in_line else "\n" if is_next else "\n…\n"
        text += unit.text
        text += "".join(f"\n{row}" for row in unit.below)
        announced.update(unit.below)
    return text


def _comes_next(before: TextUnit, unit: TextUnit) -> bool:
    """Whether nothing but titles is left out between two pieces of a page."""
    if before.kind == TITLE or unit.kind == TITLE:
        return unit.kind == TITLE or unit.since == 0
    return unit.path == before.path and unit.since == before.since + 1
