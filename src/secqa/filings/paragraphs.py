"""Lines of running text -> paragraphs, list items and titles.

What comes in are lines of a page that are no table; what goes out are paragraphs, each with a
type and its text. A paragraph ends where the space below is wider than between its lines, where
letters change size or weight, where a mark begins an item, or where a line stops short. A title
is told by how it looks (bold, large, capitals, alone) and by being short, not by its words.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from secqa.filings.document import ElementType
from secqa.filings.words import Line

_MARK = re.compile(
    r"(?:[•●▪■◦○·∙➢✓\uf0b7\uf0a7\uf06f]|[-–—*]\s|\((?:[a-z]{1,2}|[ivx]{1,5}|\d{1,3})\)\s|"
    r"(?:[a-z]|\d{1,2})[.)]\s)",
)
_HEADING = re.compile(r"(?:PART\s+[IVX]+|ITEM\s+\d{1,2}[A-C]?)\b[.:—–\s-]*", re.IGNORECASE)
_SENTENCE_END = (".", ";", ",", "?", "!", ":")
_LONGEST_TITLE = 200


class Paragraph(NamedTuple):
    """A paragraph, an item or a title."""

    type: ElementType
    text: str
    size: float
    bold: bool


class Style(NamedTuple):
    """What running text looks like in a document."""

    size: float
    """Height of its letters' box."""
    width: float
    """How wide a full line is."""
    plain: bool = False
    """All letters look the same, as in a text file."""


def paragraphs_of(lines: Sequence[Line], style: Style) -> list[Paragraph]:
    """The paragraphs made of these lines, in order."""
    groups: list[list[Line]] = []
    for line in lines:
        if groups and _goes_on(groups[-1], line, style):
            groups[-1].append(line)
        else:
            groups.append([line])
    return [_paragraph(group, style) for group in groups]


def _goes_on(group: Sequence[Line], line: Line, style: Style) -> bool:
    """Whether a line belongs to the paragraph before it."""
    before = group[-1]
    size = max(before.size, line.size)
    gap = line.top - before.bottom
    if gap > 0.45 * size or gap < -2 * size or abs(before.size - line.size) > 0.12 * size:
        return False
    if _MARK.match(line.text) or _HEADING.match(line.text):
        return False
    if before.bold != line.bold:
        # Bold words may begin or end a paragraph; a whole bold line that stops is a title.
        return not (before.bold and before.right - before.left < 0.8 * style.width)
    if before.bold:
        return abs(_middle(before) - _middle(line)) < 8 or abs(before.left - line.left) < 8
    short = before.right < line.left + 0.85 * style.width
    if short and before.text.endswith(_SENTENCE_END):
        return False
    # A first line that is set in begins a paragraph, except after an item's hanging mark.
    if line.left > before.left + size and not _MARK.match(group[0].text):
        return abs(_middle(before) - _middle(line)) < 8
    return not (before.right - before.left < 0.5 * style.width and line.text[:1].isupper())


def _middle(line: Line) -> float:
    return (line.left + line.right) / 2


def _paragraph(group: Sequence[Line], style: Style) -> Paragraph:
    text = " ".join(line.text for line in group)
    size = max(line.size for line in group)
    bold = all(line.bold for line in group)
    if _is_title(text, size, bold, group, style):
        return Paragraph(ElementType.TITLE, text, size, bold)
    if _MARK.match(text):
        return Paragraph(ElementType.LIST_ITEM, text, size, bold)
    return Paragraph(ElementType.NARRATIVE_TEXT, text, size, bold)


def _is_title(text: str, size: float, bold: bool, group: Sequence[Line], style: Style) -> bool:
    letters = sum(character.isalpha() for character in text)
    if len(text) > _LONGEST_TITLE or letters < 3 or len(group) > 4:
        return False
    if _HEADING.match(text) and len(group) <= 2 and not text.endswith((".", ",")):
        return True
    if text.endswith((".", ";", ",")) and not (bold and len(group) == 1 and len(text) < 80):
        return False
    if bold or size > 1.12 * style.size or text.isupper():
        return True
    # Where letters tell nothing: a short line of capitalised words that stands alone.
    words = [word for word in text.split() if word[0].isalpha() and len(word) > 3]
    alone = len(group) == 1 and group[0].right - group[0].left < 0.6 * style.width
    return style.plain and alone and bool(words) and all(word[0].isupper() for word in words)
