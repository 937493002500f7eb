"""Keep the state of a walk over markup: open elements with their styles, tables and tags.

The walk follows the order of the file and never builds a tree, so that a million nested or
unclosed elements take linear time. Every inline XBRL tag remembers the piece (line or cell) in
which its first text is printed; the piece provides its location later.
"""

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from secqa.filings.blocks import Break, Flow, FlowImage, OpenTag, Piece, RawTable, Style
from secqa.filings.decoding import unescape
from secqa.filings.html.markup import EXCLUDE, HtmlTag, HtmlTagCache, TagKind

MOST_PIECES = 400_000
"""Maximum number of lines and cells read from a file; the largest filings have half as many."""

INVISIBLE = re.compile("[\xad\u200b\ufeff\u200c]+")
_unescape = lru_cache(maxsize=4096)(unescape)
_BLANK: Final = 2.5
"""Width of a space in points."""
_DEEPEST_TAG = 50
_FURTHEST_CLOSE = 64
_LONGEST_TAG_TEXT = 20_000


class TooManyPieces(Exception):
    """The file has more lines and cells than any filing."""


class OpenTable:
    """A table being read."""

    def __init__(self, depth: int) -> None:
        self.table = RawTable()
        self.depth = depth
        self.column = 0
        self.row: list[Piece] = []
        self.cell: Piece | None = None
        self.cell_depth = 0
        self.cell_tags = 0
        """Number of inline XBRL tags that were open before the cell."""
        self.spanned: dict[int, int] = {}
        """Rows for which a row span still occupies a physical column, by column."""


class Walk:
    """The state of a walk: open elements and tables, current style and current piece."""

    def __init__(self, marks: HtmlTagCache, hidden: bool) -> None:
        self.marks = marks
        self.flow = Flow()
        self.style = marks.style(Style(hidden=hidden))
        self.stack: list[tuple[HtmlTag, Style]] = []
        self.frames: list[OpenTable] = []
        self.piece = Piece()
        self.tagged_text: list[str] = []
        """Text since the start of the outermost open inline XBRL tag."""
        self.open_tags: list[OpenTag] = []
        self.unplaced: list[OpenTag] = []
        """Tags that have no text yet."""
        self.pieces_left = MOST_PIECES


# -- text ---------------------------------------------------------------------------------


def add_text(walk: Walk, text: str) -> None:
    """Add the source text between two tags to the current piece."""
    if "&" in text:
        text = _unescape(text)
    if walk.open_tags:
        walk.tagged_text.append(text)
    style = walk.style
    if style.hidden:
        return
    if not text.isascii() and _has_invisible(text):
        text = INVISIBLE.sub("", text)
    piece = walk.piece
    if not text or text.isspace():
        if piece.parts:
            piece.parts.append(text)
        return
    size = len(text)
    if not piece.letters:
        piece.style = style
        if text[0] == "\xa0":
            lead = size - len(text.lstrip("\xa0 \n"))
            piece.style = replace(style, indent=style.indent + _BLANK * lead)
    elif style.raised and not text[0].isalpha() and piece.parts[-1][-1:].isdigit():
        piece.parts.append(" ")
    piece.parts.append(text)
    piece.letters += size
    if style.bold:
        piece.bold += size
    if walk.unplaced:
        for tag in walk.unplaced:
            tag.piece = piece
        walk.unplaced.clear()


def _has_invisible(text: str) -> bool:
    """Whether the text has an invisible character; ten times as fast as a pattern."""
    return "\xad" in text or "\u200b" in text or "\ufeff" in text or "\u200c" in text


def end_line(walk: Walk) -> None:
    """Start a new line."""
    piece = walk.piece
    if not piece.parts:
        return
    if walk.frames and walk.frames[-1].cell is not None:
        piece.parts.append(" ")
    else:
        piece.complete()
        walk.flow.items.append(piece)
        walk.piece = Piece()
        count_pieces(walk, 1)


def count_pieces(walk: Walk, pieces: int) -> None:
    """Count printed pieces; raises `TooManyPieces` once, when the limit is exceeded."""
    before = walk.pieces_left
    walk.pieces_left = before - pieces
    if walk.pieces_left < 0 <= before:
        raise TooManyPieces


def line_break(walk: Walk) -> None:
    parts = walk.piece.parts
    if parts and parts[-1] == "\n" and not walk.frames:
        end_line(walk)
    elif parts:
        parts.append("\n")


def page_break(walk: Walk) -> None:
    if not walk.frames:
        walk.flow.items.append(Break())


def rule(walk: Walk, mark: HtmlTag) -> None:
    end_line(walk)
    if not walk.frames and not walk.style.hidden:
        walk.flow.items.append(Break(ruled=not (mark.break_before or mark.break_after)))


def image(walk: Walk, mark: HtmlTag) -> None:
    attributes = mark.attributes or {}
    if not walk.style.hidden and not walk.frames:
        end_line(walk)
        walk.flow.items.append(FlowImage(attributes.get("alt") or attributes.get("src", "")))


# -- elements -----------------------------------------------------------------------------


def open_inline(walk: Walk, mark: HtmlTag) -> None:
    """Open an element of any kind and apply its style."""
    if mark.empty:
        return
    style = walk.style
    walk.stack.append((mark, style))
    if mark.change is not None:
        walk.style = mark.within if mark.around is style else walk.marks.restyle(style, mark)
        if mark.shows and not walk.style.hidden:
            shown = OpenTag("shown", {}, False, 0)
            walk.flow.shown.setdefault(mark.shows, shown)
            walk.unplaced.append(shown)


def open_hidden(walk: Walk, mark: HtmlTag) -> None:
    open_inline(walk, mark)
    if not mark.empty:
        walk.style = walk.marks.style(replace(walk.style, hidden=True))


def open_block(walk: Walk, mark: HtmlTag) -> None:
    if walk.piece.parts:
        end_line(walk)
    if mark.name == "p" or mark.name == "li":
        _close_open(walk, mark.name)
    if mark.break_before:
        page_break(walk)
    open_inline(walk, mark)
    if mark.empty and mark.break_after:
        page_break(walk)


def _close_open(walk: Walk, name: str) -> None:
    """Close a paragraph or list item that the file left open."""
    stack = walk.stack
    lowest = max(_floor(walk), len(stack) - 16)
    for at in range(len(stack) - 1, lowest - 1, -1):
        mark = stack[at][0]
        if mark.name == name:
            pop_to(walk, at)
            return
        if mark.kind not in (TagKind.INLINE, TagKind.TAG):
            return


def _floor(walk: Walk) -> int:
    """The lowest stack level that a closing tag inside a table can close."""
    if not walk.frames:
        return 0
    frame = walk.frames[-1]
    return frame.cell_depth if frame.cell is not None else frame.depth


def pop_to(walk: Walk, depth: int) -> None:
    """Close all elements above `depth`."""
    while len(walk.stack) > depth:
        _close_last(walk)


def _close_last(walk: Walk) -> None:
    mark, walk.style = walk.stack.pop()
    kind = mark.kind
    if kind == TagKind.INLINE:
        return
    if kind == TagKind.TAG:
        _end_tag(walk)
        return
    if walk.piece.parts:
        end_line(walk)
    if mark.break_after:
        page_break(walk)


def close_inline(walk: Walk, mark: HtmlTag) -> None:
    stack = walk.stack
    name = mark.name
    if stack and stack[-1][0].name is name:
        # The usual case: a correctly nested element.
        _close_last(walk)
        return
    lowest = max(_floor(walk), len(stack) - _FURTHEST_CLOSE)
    for at in range(len(stack) - 1, lowest - 1, -1):
        if stack[at][0].name is name:
            pop_to(walk, at)
            return


def close_block(walk: Walk, mark: HtmlTag) -> None:
    if walk.piece.parts:
        end_line(walk)
    close_inline(walk, mark)


# -- inline XBRL --------------------------------------------------------------------------


def open_tag(walk: Walk, mark: HtmlTag) -> None:
    hidden = walk.style.hidden
    tag = OpenTag(mark.name, mark.attributes or {}, hidden, len(walk.tagged_text))
    if mark.name is not EXCLUDE:
        walk.flow.tags.append(tag)
        if not hidden:
            walk.unplaced.append(tag)
    if not mark.empty and len(walk.open_tags) < _DEEPEST_TAG:
        walk.stack.append((mark, walk.style))
        walk.open_tags.append(tag)


def _end_tag(walk: Walk) -> None:
    tag = walk.open_tags.pop()
    texts = walk.tagged_text
    if tag.kind is EXCLUDE:
        # For example, a page number in the middle of a note.
        del texts[tag.begins :]
    length = 0
    last = tag.begins - 1
    for last in range(tag.begins, len(texts)):
        length += len(texts[last])
        if length > _LONGEST_TAG_TEXT:
            break
    tag.text = "".join(texts[tag.begins : last + 1])[:_LONGEST_TAG_TEXT]
    if not walk.open_tags:
        texts.clear()
