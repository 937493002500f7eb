"""Classify blocks as titles, list items and paragraphs; number and caption all elements.

A title is short and stands out (bold, larger, capitals, underlined). Parts and Items, which every
form has, are the top levels; the level of other titles depends on how much they stand out among
the titles of the file. Captions are the short lines just above a table.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from secqa.filings.blocks import BULLET, BULLETS, GLUED_BULLET, Block, Style
from secqa.filings.document import FURNITURE, Element, ElementType, Page, Table
from secqa.filings.numbers import Scale, text_scale
from secqa.filings.sections.page_breaks import PageBlocks
from secqa.filings.tables.continued import with_column_names

PART = re.compile(r"(?i)part\s+(i{1,3}v?|iv|[1-4])\b[\s.,:—–-]*(?:$|\D)")
ITEM = re.compile(r"(?i)item(?:s)?\s*(\d{1,2}(?:\.\d{2}|\s?[a-c]\b)?)")
_NOTE = re.compile(r"(?i)note\s+\d{1,2}\b|\d{1,2}\.\s+\S|\([a-z0-9]\)\s")
_UNITS = re.compile(
    r"(?i)\bin\s+(?:\w+\s+){0,3}(?:millions|thousands|billions)|\bexcept\b.*\bper\b"
)
_LONGEST_TITLE = 200
_LARGER = 1.15
"""Least size of a title that is not bold, relative to the body text."""
_DEEPEST_LEVEL = 6

_Look = tuple[float, bool, bool, bool, bool, bool]


def make_pages(pages: Sequence[PageBlocks]) -> tuple[Page, ...]:
    """Make pages of elements with number, type and path; sets the element of each piece."""
    body = _body_size(pages)
    levels = _levels(pages, body)
    numbered: list[Page] = []
    path: list[tuple[int, str]] = []
    index = 0
    for number, page in enumerate(pages, start=1):
        elements: list[Element] = []
        for block in page.blocks:
            kind = block.type or _type(block, body)
            level = 0
            if kind is ElementType.TITLE:
                level = _level(block, levels)
                while path and path[-1][0] >= level:
                    path.pop()
            for piece in block.pieces:
                piece.element = index
            table = block.table
            if table is not None:
                above = elements[-1].table if block.continues and elements else None
                table = _captioned(table, elements) if above is None else _below(table, above)
            titles = () if kind in FURNITURE else tuple(title for _, title in path)
            elements.append(Element(index, kind, block.text, number, "", level, titles, table))
            if kind is ElementType.TITLE:
                path.append((level, block.text))
            index += 1
        numbered.append(Page(number, page.label, tuple(elements), page.artificial))
    named, added = with_column_names(numbered)
    if added:
        for piece in (piece for page in pages for block in page.blocks for piece in block.pieces):
            piece.row += added.get(piece.element, 0)
    return named


# -- types --------------------------------------------------------------------------------


def _body_size(pages: Sequence[PageBlocks]) -> float:
    """The most common font size in points."""
    sizes: Counter[float] = Counter()
    for block in (block for page in pages for block in page.blocks if block.type is None):
        sizes[block.style.size] += len(block.text)
    return sizes.most_common(1)[0][0] if sizes else Style().size


def _type(block: Block, body: float) -> ElementType:
    text = block.text
    if _stands_out(block, body):
        return ElementType.TITLE
    first = text.split(" ", 1)[0]
    marked = len(first) < len(text) and BULLET.fullmatch(first) is not None
    if block.style.item or marked or (GLUED_BULLET.match(text) and len(text) > 1):
        return ElementType.LIST_ITEM
    return ElementType.NARRATIVE_TEXT


def _stands_out(block: Block, body: float) -> bool:
    text, style = block.text, block.style
    if style.heading:
        return True
    if len(text) > _LONGEST_TITLE or not any(letter.isalpha() for letter in text):
        return False
    if text[-1] in ".;," and not (block.bold and (ITEM.match(text) or _NOTE.match(text))):
        return block.bold and text[-1] == "." and len(text) < 80 and text.count(". ") == 0
    if block.bold:
        return True
    if text[0] in "(*☐☒☑" or text[-1] == ":":
        return False
    if style.size >= _LARGER * body and text[0] not in BULLETS:
        return True
    capitals = text.isupper() and len(text) > 3
    return capitals or ((style.underline or style.italic) and len(text) < 100)


# -- levels -------------------------------------------------------------------------------


def _look(block: Block) -> _Look:
    style, text = block.style, block.text
    return (
        -round(style.size),
        not block.bold,
        not text.isupper(),
        not style.centred,
        not style.underline,
        style.italic,
    )


def _levels(pages: Sequence[PageBlocks], body: float) -> dict[_Look, int]:
    """The level of each look of titles in the file; the most prominent has level 3."""
    looks = {
        _look(block)
        for page in pages
        for block in page.blocks
        if block.type is None and _stands_out(block, body)
    }
    return {look: min(3 + rank, _DEEPEST_LEVEL) for rank, look in enumerate(sorted(looks))}


def _level(block: Block, levels: dict[_Look, int]) -> int:
    if PART.match(block.text) and len(block.text) < 60:
        return 1
    if ITEM.match(block.text):
        return 2
    return levels.get(_look(block), _DEEPEST_LEVEL)


# -- captions -----------------------------------------------------------------------------


def _below(table: Table, above: Table) -> Table:
    """Give a part of a table the caption and the unit of the part above it."""
    corner = (row[0] for row in above.cells[: above.header_rows])
    units = [label for label in corner if text_scale(label) != Scale()]
    return replace(table, caption=" ".join(filter(None, (above.caption, *units))))


def _captioned(table: Table, above: Sequence[Element]) -> Table:
    """Caption a table with the short lines just above it, or with the unit in a longer line."""
    lines: list[str] = []
    for element in above[:-6:-1]:
        if element.type in FURNITURE:
            continue
        text = element.text
        if element.type is ElementType.TABLE or element.type is ElementType.IMAGE:
            break
        if len(text) > 120 or text.endswith("."):
            if not lines or (len(lines) < 2 and not any(map(_UNITS.search, lines))):
                last = re.split(r"(?<=[.;])\s+(?=[A-Z])", text)[-1]
                if text.endswith(":") or _UNITS.search(last):
                    lines.append(last)
            break
        lines.append(text)
        if len(lines) == 4:
            break
    return replace(table, caption=" ".join(reversed(lines))) if lines else table
