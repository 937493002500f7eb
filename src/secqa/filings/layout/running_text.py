"""Join lines of prose into paragraphs.

A paragraph ends before a space wider than between its lines, before a change of font size or
weight, before the mark of a list item, and after a short line. All shares here were chosen by hand
on PDF reports.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from secqa.filings.blocks import Block, Style
from secqa.filings.layout.printed_lines import PrintedLine, PrintedPiece

_MARK = re.compile(
    r"(?:[•●▪■◦○·∙➢✓\uf0b7\uf0a7\uf06f]|[-–—*]\s|\((?:[a-z]{1,2}|[ivx]{1,5}|\d{1,3})\)\s|"
    r"(?:[a-z]|\d{1,2})[.)]\s)",
)
_HEADING = re.compile(r"(?:PART\s+[IVX]+|ITEM\s+\d{1,2}[A-C]?)\b[.:—–\s-]*", re.IGNORECASE)
_SENTENCE_END = (".", ";", ",", "?", "!", ":")
_LONGEST_TITLE = 200
_BOX: Final = 1.1
"""Height of the letters divided by the font size."""
_LINE_GAP: Final = 0.45
"""Widest gap between lines of a paragraph, as a share of the letters' height."""
_SAME_SIZE: Final = 0.12
_INDENT: Final = 0.3
"""Least indentation of the text of a list item."""
_WORD_SPACE: Final = 0.4
_LARGER: Final = 1.12
"""Least size of a title relative to the body text."""
_FULL_BOLD, _ALONE = 0.8, 0.6
"""Shares of a full line: least width of a bold line that continues, greatest of a plain title."""


class Typesetting(NamedTuple):
    """The font and margins of the body text of a document, in points."""

    size: float
    """Height of the letters."""
    left: float
    right: float
    """Left and right end of full lines."""
    bold: bool = False
    """True if most of the text is bold."""
    plain: bool = False
    """True if there is only one font, as in a text file."""

    @property
    def width(self) -> float:
        return self.right - self.left


def paragraphs_of(lines: Sequence[PrintedLine], setting: Typesetting) -> list[Block]:
    """Join lines into paragraphs, in order."""
    groups: list[list[PrintedLine]] = []
    for line in lines:
        if groups and _continues(groups[-1], line, setting):
            groups[-1].append(line)
        else:
            groups.append([line])
    return [_block(group, setting) for group in groups]


def _continues(group: Sequence[PrintedLine], line: PrintedLine, setting: Typesetting) -> bool:
    """Whether a line belongs to the paragraph before it."""
    before = group[-1]
    size = max(before.size, line.size)
    gap = line.top - before.bottom
    if (
        gap > _LINE_GAP * size
        or gap < -2 * size
        or abs(before.size - line.size) > _SAME_SIZE * size
    ):
        return False
    if _MARK.match(line.text) or _HEADING.match(line.text):
        return False
    if before.bold != line.bold:
        # A paragraph may start or end with bold words; a short bold line is a title.
        return not (before.bold and before.right - before.left < _FULL_BOLD * setting.width)
    marked = _MARK.match(group[0].text) is not None
    if len(line.pieces) > 1 or (len(before.pieces) > 1 and not (marked and len(group) == 1)):
        return False
    # A further line of a list item, indented relative to its mark.
    if marked and line.left > group[0].left + _INDENT * size and not line.bold:
        return True
    if _stops(group, line, setting) and (
        before.text.endswith(_SENTENCE_END) or not line.text[0].islower()
    ):
        return False
    # An indented line starts a paragraph.
    if line.left > before.left + size:
        return abs(_middle(before) - _middle(line)) < 8
    return True


def _stops(group: Sequence[PrintedLine], line: PrintedLine, setting: Typesetting) -> bool:
    """Whether the last line is short: the first word of the next would have fitted in it."""
    right = max([setting.right, *(before.right for before in group)])
    first = line.words[0]
    return (
        group[-1].right + _WORD_SPACE * line.size + (first.right - first.left) < right - line.size
    )


def _middle(line: PrintedLine) -> float:
    return (line.left + line.right) / 2


def _block(group: Sequence[PrintedLine], setting: Typesetting) -> Block:
    text = " ".join(line.text for line in group)
    first = group[0]
    size = max(line.size for line in group)
    bold = all(line.bold for line in group) and not setting.bold
    centred = (
        first.left > setting.left + size
        and abs(_middle(first) - (setting.left + setting.right) / 2) < size
    )
    style = Style(
        bold=bold,
        size=round(size / _BOX, 1),
        centred=centred,
        indent=max(0.0, round(first.left - setting.left, 1)),
        heading=3 if _is_heading(text, size, group, setting) else 0,
    )
    block = Block(text, style, bold)
    block.pieces = tuple(PrintedPiece(line.words) for line in group)
    return block


def _is_heading(text: str, size: float, group: Sequence[PrintedLine], setting: Typesetting) -> bool:
    """Whether a text is short and larger than the body text, or alone if there is one font."""
    if len(text) > _LONGEST_TITLE or len(group) > 4 or sum(map(str.isalpha, text)) < 3:
        return False
    if text.endswith(_SENTENCE_END) or _MARK.match(text):
        return False
    if _HEADING.match(text) and len(group) <= 2:
        return True
    if size > _LARGER * setting.size:
        return True
    words = [word for word in text.split() if word[0].isalpha() and len(word) > 3]
    alone = len(group) == 1 and group[0].right - group[0].left < _ALONE * setting.width
    return setting.plain and alone and bool(words) and all(word[0].isupper() for word in words)
