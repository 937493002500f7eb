"""Markup to flow: the source text of a filing in, its lines, tables and breaks in order out.

The walk keeps one stack of open elements for style and one of open tables. It follows the
file's own order and never builds a tree, so that a million nested or unclosed elements cost
no more than their length. Every inline XBRL tag remembers the piece (line or cell) in which
its first text is printed; once pieces become elements and cells, that is the tag's place.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape

from secqa.filings.markup import Kind, Mark, Marks, Style, apply
from secqa.filings.pieces import Break, Flow, OpenTag, Picture, Piece, RawTable

_TAG = re.compile(
    r"""(<[a-zA-Z/!?](?:[^<>"']*+(?:"[^"<]*+"|'[^'<]*+')?+)*+>|<[a-zA-Z/!?][^<>]*+>)"""
)
_CUT_TAG = re.compile(r"<[a-zA-Z/!?][^<>]*\Z")
_INVISIBLE = str.maketrans({"\xad": None, "\u200b": None, "\ufeff": None, "\u200c": None})
_unescape = lru_cache(maxsize=4096)(unescape)
_DEEPEST_TAG = 50
_DEEPEST_TABLE = 12
_FURTHEST_CLOSE = 64
_MOST_HELD = 2_000
"""Physical columns that cells from above can hold; what is wider is no printed table."""
_LONGEST_TAG = 5_000
_LONGEST_TAG_TEXT = 20_000


@dataclass(slots=True, eq=False)
class _Frame:
    """A table being read."""

    table: RawTable
    depth: int
    column: int = 0
    row: list[Piece] = field(default_factory=list)
    cell: Piece | None = None
    cell_depth: int = 0
    between: Piece = field(default_factory=Piece)
    """Takes what stands between cells, where nothing should."""
    held: dict[int, int] = field(default_factory=dict)
    """Physical column -> rows for which a cell from above still holds it."""


class _Walk:
    """The state of one pass over the marks."""

    def __init__(self, hidden: bool) -> None:
        self.flow = Flow()
        self.style = Style(hidden=hidden)
        self.stack: list[tuple[Mark, Style]] = []
        self.frames: list[_Frame] = []
        self.piece = Piece()
        self.tagged_text: list[str] = []
        self.open_tags: list[OpenTag] = []
        self.unplaced: list[OpenTag] = []
        self.applied: dict[tuple[int, int], Style] = {}
        """By the ids of the style around and the mark, which both live as long as the walk."""
        self.styles = [self.style]
        self.opening: tuple[Callable[[Mark], None], ...] = (
            self.push,
            self.open_block,
            self.open_cell,
            self.open_row,
            self.open_table,
            self.open_tag,
            self.line_break,
            self.image,
            self.rule,
            self.push_hidden,
            self.nothing,
        )
        """By `Kind`, as is `closing`: a sequence, because this is looked up for every tag."""
        self.closing: tuple[Callable[[Mark], None], ...] = (
            self.close,
            self.close_block,
            self.close_cell,
            self.close_row,
            self.close_table,
            self.close,
            self.line_break,
            self.nothing,
            self.nothing,
            self.close,
            self.nothing,
        )

    # -- text ---------------------------------------------------------------------------

    def text(self, text: str) -> None:
        if "&" in text:
            text = _unescape(text)
        if self.open_tags:
            self.tagged_text.append(text)
        if self.style.hidden:
            return
        if not text.isascii():
            text = text.translate(_INVISIBLE)
        piece = self.piece
        if not text or text.isspace():
            if piece.parts:
                piece.parts.append(text)
            return
        style = self.style
        size = len(text)
        if not piece.letters:
            piece.style = style
            if text[0] == "\xa0":
                lead = size - len(text.lstrip("\xa0 \n"))
                piece.style = style._replace(indent=style.indent + 2.5 * lead)
        elif style.raised and not text[0].isalpha() and piece.parts[-1][-1:].isdigit():
            piece.parts.append(" ")
        piece.parts.append(text)
        piece.letters += size
        if style.bold:
            piece.bold += size
        if self.unplaced:
            for tag in self.unplaced:
                tag.piece = piece
            self.unplaced.clear()

    def end_line(self) -> None:
        """What follows is printed on a new line."""
        piece = self.piece
        if self.frames and self.frames[-1].cell is not None:
            if piece.parts:
                piece.parts.append(" ")
        elif piece.letters:
            piece.complete()
            self.flow.items.append(piece)
            self.piece = Piece()
        elif piece.parts:
            piece.parts.clear()

    # -- elements -----------------------------------------------------------------------

    def push(self, mark: Mark) -> None:
        if mark.empty:
            return
        self.stack.append((mark, self.style))
        if mark.change is not None:
            key = (id(self.style), id(mark))
            style = self.applied.get(key)
            if style is None:
                style = self.applied[key] = apply(self.style, mark)
                self.styles.append(style)
            self.style = style
        if mark.shows and not self.style.hidden:
            shown = OpenTag("shown", {}, False, 0)
            self.flow.shown.setdefault(mark.shows, shown)
            self.unplaced.append(shown)

    def push_hidden(self, mark: Mark) -> None:
        self.push(mark)
        if not mark.empty:
            self.style = self.style._replace(hidden=True)
            self.styles.append(self.style)

    def open_block(self, mark: Mark) -> None:
        self.end_line()
        if mark.name in ("p", "li"):
            self.close_open(mark.name)
        if mark.break_before:
            self.page_break()
        self.push(mark)
        if mark.empty and mark.break_after:
            self.page_break()

    def close_open(self, name: str) -> None:
        """End a paragraph or list item that the file left open."""
        floor = self.floor()
        for at in range(len(self.stack) - 1, max(floor, len(self.stack) - 16) - 1, -1):
            mark = self.stack[at][0]
            if mark.name == name:
                self.pop_to(at)
                return
            if mark.kind not in (Kind.INLINE, Kind.TAG):
                return

    def floor(self) -> int:
        """The stack level below which a closing tag inside a table cannot reach."""
        if not self.frames:
            return 0
        frame = self.frames[-1]
        return frame.cell_depth if frame.cell is not None else frame.depth

    def pop_to(self, depth: int) -> None:
        """Close all elements above `depth`."""
        while len(self.stack) > depth:
            mark, self.style = self.stack.pop()
            if mark.kind is Kind.TAG:
                self.end_tag()
            elif mark.kind:
                self.end_line()
                if mark.break_after:
                    self.page_break()

    def close(self, mark: Mark) -> None:
        stack = self.stack
        name = mark.name
        lowest = max(self.floor(), len(stack) - _FURTHEST_CLOSE)
        for at in range(len(stack) - 1, lowest - 1, -1):
            if stack[at][0].name == name:
                self.pop_to(at)
                return

    def close_block(self, mark: Mark) -> None:
        self.end_line()
        self.close(mark)

    def nothing(self, mark: Mark) -> None:
        """Tags that neither print nor break."""

    def page_break(self) -> None:
        if not self.frames:
            self.flow.items.append(Break())

    def line_break(self, mark: Mark) -> None:
        piece = self.piece
        if piece.parts and piece.parts[-1] == "\n" and not self.frames:
            self.end_line()
        elif piece.parts:
            piece.parts.append("\n")

    def rule(self, mark: Mark) -> None:
        self.end_line()
        if not self.frames and not self.style.hidden:
            self.flow.items.append(Break(ruled=not (mark.break_before or mark.break_after)))

    def image(self, mark: Mark) -> None:
        attributes = mark.attributes or {}
        if not self.style.hidden and not self.frames:
            self.end_line()
            self.flow.items.append(Picture(attributes.get("alt") or attributes.get("src", "")))

    # -- tables -------------------------------------------------------------------------

    def open_table(self, mark: Mark) -> None:
        self.end_line()
        if mark.empty or len(self.frames) >= _DEEPEST_TABLE:
            return
        if mark.break_before:
            self.page_break()
        self.push(mark)
        self.frames.append(_Frame(RawTable(), len(self.stack)))
        self.piece = Piece()

    def open_row(self, mark: Mark) -> None:
        if not self.frames:
            self.open_block(mark)
            return
        self.end_row()
        frame = self.frames[-1]
        if frame.held:
            frame.held = {at: left - 1 for at, left in frame.held.items() if left > 1}
        self.push(mark)

    def open_cell(self, mark: Mark) -> None:
        if not self.frames:
            self.open_block(mark)
            return
        frame = self.frames[-1]
        if frame.cell is not None:
            self.end_cell()
        elif self.piece.letters:
            self.end_line()
        column = frame.column
        if frame.held:
            while column in frame.held:
                column += 1
        frame.column = column + mark.span
        if mark.rows > 1 and frame.column <= _MOST_HELD:
            frame.held |= dict.fromkeys(range(column, column + mark.span), mark.rows)
        if mark.empty:
            return
        frame.cell_depth = len(self.stack)
        self.push(mark)
        frame.cell = self.piece = Piece(column, mark.span)

    def end_cell(self) -> None:
        frame = self.frames[-1]
        cell = frame.cell
        if cell is None:
            return
        if len(self.stack) > frame.cell_depth + 1:
            self.pop_to(frame.cell_depth + 1)
        self.style = self.stack.pop()[1]
        if self.unplaced:
            # A tag without text in a cell is a nil fact: its place is the empty cell.
            for tag in self.unplaced:
                tag.piece = cell
            self.unplaced.clear()
            frame.row.append(cell)
        elif cell.letters or id(cell) in frame.table.inner:
            cell.complete()
            frame.row.append(cell)
        frame.cell = None
        self.piece = frame.between
        if self.piece.letters:
            self.piece = frame.between = Piece()

    def end_row(self) -> None:
        self.end_cell()
        frame = self.frames[-1]
        self.pop_to(frame.depth)
        if frame.row:
            frame.table.rows.append(frame.row)
        frame.row = []
        frame.column = 0

    def close_cell(self, mark: Mark) -> None:
        if self.frames:
            self.end_cell()
        else:
            self.close_block(mark)

    def close_row(self, mark: Mark) -> None:
        if self.frames:
            self.end_row()
        else:
            self.close_block(mark)

    def close_table(self, mark: Mark) -> None:
        if self.frames:
            self.end_table()
        else:
            self.end_line()

    def end_table(self) -> None:
        self.end_row()
        frame = self.frames.pop()
        self.pop_to(frame.depth - 1)
        outer = self.frames[-1] if self.frames else None
        cell = outer.cell if outer else None
        self.piece = cell or Piece()
        if not frame.table.rows:
            return
        if outer is None or cell is None:
            self.flow.items.append(frame.table)
        elif len(frame.table.rows) == 1 and not frame.table.inner:
            for piece in frame.table.rows[0]:
                cell.absorb(piece)
        else:
            outer.table.inner.setdefault(id(cell), []).append(frame.table)

    # -- inline XBRL --------------------------------------------------------------------

    def open_tag(self, mark: Mark) -> None:
        tag = OpenTag(mark.name, mark.attributes or {}, self.style.hidden, len(self.tagged_text))
        self.flow.tags.append(tag)
        if not tag.hidden:
            self.unplaced.append(tag)
        if not mark.empty and len(self.open_tags) < _DEEPEST_TAG:
            self.push(mark)
            self.open_tags.append(tag)

    def end_tag(self) -> None:
        tag = self.open_tags.pop()
        length = 0
        for at in range(tag.begins, len(self.tagged_text)):
            length += len(self.tagged_text[at])
            if length > _LONGEST_TAG_TEXT:
                break
        else:
            at = len(self.tagged_text) - 1
        tag.text = "".join(self.tagged_text[tag.begins : at + 1])[:_LONGEST_TAG_TEXT]
        if not self.open_tags:
            self.tagged_text.clear()

    def finish(self) -> Flow:
        while self.frames:
            self.end_table()
        self.pop_to(0)
        self.end_line()
        return self.flow


def read_flow(source: str, marks: Marks, hidden: bool = False) -> Flow:
    """Read markup into a `Flow`. `marks` holds the tags already understood, and is added to."""
    walk = _Walk(hidden)
    text, stack, opening, closing = walk.text, walk.stack, walk.opening, walk.closing
    source = _without_comments(source)
    parts = _TAG.split(source[:-_LONGEST_TAG] + _CUT_TAG.sub("", source[-_LONGEST_TAG:]))
    for printed, tag in zip(parts[::2], parts[1::2], strict=False):
        if printed:
            text(printed)
        mark = marks[tag]
        if not mark.closing:
            opening[mark.kind](mark)
        elif not mark.kind and stack and stack[-1][0].name is mark.name:
            # The usual case: an inline element that ends where it should.
            walk.style = stack.pop()[1]
        else:
            closing[mark.kind](mark)
    text(parts[-1])
    return walk.finish()


def _without_comments(source: str) -> str:
    kept: list[str] = []
    at = 0
    while (begin := source.find("<!--", at)) >= 0 and (end := source.find("-->", begin + 4)) >= 0:
        kept.append(source[at:begin])
        at = end + 3
    return "".join(kept) + source[at:]
