"""Read markup into a flow of lines, tables and breaks in the order of the file.

Filings repeat not only tags but whole runs of tags between two texts ("end of cell, two spacers,
a cell, a span"), so each distinct run is parsed once. Rare runs with `>` inside a quoted value or
with a literal `<` are read tag by tag. Half of all table cells are empty spacers that only advance
the column. A cell with a row span occupies its columns in the rows below. Files leave cells and
rows open, put text between them, and lay out pages with nested tables.
"""

import re
from collections.abc import Iterable

from secqa.filings.blocks import LONGEST, Flow, Piece
from secqa.filings.html.markup import (
    HtmlTag,
    HtmlTagCache,
    TagKind,
    TagRuns,
    UnusualTag,
    unusual_tag,
)
from secqa.filings.html.walk import (
    OpenTable,
    TooManyPieces,
    Walk,
    add_text,
    close_block,
    close_inline,
    count_pieces,
    end_line,
    image,
    line_break,
    open_block,
    open_hidden,
    open_inline,
    open_tag,
    page_break,
    pop_to,
    rule,
)

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
"""An unclosed comment extends to the end of the file, as in browsers."""
_LONGEST_TAG = 5_000

_TEXT = re.compile(r">(?!<(?!ix:))([^<]*)<")
"""Printed text between two tags. A run also ends before an inline XBRL tag, since these are all
different."""


def read_flow(
    source: str, parts: Iterable[tuple[int, int]], marks: HtmlTagCache, hidden: bool = False
) -> Flow:
    """Read parts of the markup, given as (begin, end) offsets, into one `Flow`.

    `marks` caches the parsed tags. A flow with `full` set was cut off at a size limit.
    """
    walk = Walk(marks, hidden)
    runs = TagRuns(marks)
    try:
        for begin, end in parts:
            # Searching for one character is ten times as fast and usually rules comments out.
            if source.find("!", begin, end) >= 0 and source.find("<!--", begin, end) >= 0:
                part = _COMMENT.sub("", source[begin:end])
                _read(walk, runs, part, 0, len(part))
            else:
                _read(walk, runs, source, begin, end)
        _finish(walk)
    except TooManyPieces:
        walk.flow.full = True
        _finish(walk)
    flow = walk.flow
    flow.full |= any(isinstance(item, Piece) and item.letters > LONGEST for item in flow.items)
    return flow


def _read(walk: Walk, runs: TagRuns, source: str, begin: int, end: int) -> None:
    first, last = source.find("<", begin, end), source.rfind("<", begin, end)
    if first < 0:
        first = last = end
    if text := source[begin:first]:
        add_text(walk, text)
    # The text after the last tag has no closing `<`; it is handled below.
    parts: list[str] = _TEXT.split(source[first + 1 : last + 1])
    for at in range(0, len(parts) - 1, 2):
        run, text = parts[at], parts[at + 1]
        try:
            marks = runs.known.get(run) or runs.read(run)
        except UnusualTag:
            _read_unusual(walk, f"{run}>{text}".split("<"))
            continue
        for mark in marks:
            _take(walk, mark)
        if text:
            add_text(walk, text)
    *chunks, final = (parts[-1] + source[last + 1 : end]).split("<")
    # A file may be cut off inside a tag, which is then not printed.
    is_cut = ">" not in final and len(final) < _LONGEST_TAG and (not final or final[0].isalpha())
    _read_unusual(walk, chunks if is_cut else [*chunks, final])


def _take(walk: Walk, mark: HtmlTag) -> None:
    """Apply a tag to the walk by its kind; the most common kinds come first."""
    kind = mark.kind
    if mark.closes:
        if kind == TagKind.CELL:
            close_cell(walk, mark)
        elif kind == TagKind.INLINE or kind == TagKind.TAG or kind == TagKind.SKIP:
            close_inline(walk, mark)
        elif kind == TagKind.BLOCK:
            close_block(walk, mark)
        elif kind == TagKind.ROW:
            close_row(walk, mark)
        elif kind == TagKind.TABLE:
            close_table(walk, mark)
    elif kind == TagKind.CELL:
        open_cell(walk, mark)
    elif kind == TagKind.INLINE:
        open_inline(walk, mark)
    elif kind == TagKind.BLOCK:
        open_block(walk, mark)
    elif kind == TagKind.TAG:
        open_tag(walk, mark)
    elif kind == TagKind.ROW:
        open_row(walk, mark)
    elif kind == TagKind.LINE_BREAK:
        line_break(walk)
    elif kind == TagKind.TABLE:
        open_table(walk, mark)
    elif kind == TagKind.RULE:
        rule(walk, mark)
    elif kind == TagKind.IMAGE:
        image(walk, mark)
    elif kind == TagKind.SKIP:
        open_hidden(walk, mark)


def _finish(walk: Walk) -> None:
    """Close all open tables and elements."""
    while walk.frames:
        end_table(walk)
    pop_to(walk, 0)
    end_line(walk)


def _read_unusual(walk: Walk, chunks: Iterable[str]) -> None:
    """Read the text after each `<`: a tag and text, or a literal `<` and text."""
    for chunk in chunks:
        tag, end, text = chunk.partition(">")
        try:
            mark = walk.marks.find(tag) if end else None
        except UnusualTag:
            mark = None
        if mark is None and (parts := unusual_tag(chunk)):
            tag, text = parts
            mark = walk.marks.parse(tag)
        if mark is None:
            text = f"<{chunk}"
        else:
            _take(walk, mark)
        if text:
            add_text(walk, text)


_DEEPEST_TABLE = 12
_MOST_SPANNED = 2_000
"""Physical columns that row spans can occupy; no printed table is wider."""
_SPANNED_PER_CELL = 20
"""Occupied columns that take as long to process as one cell."""


def open_table(walk: Walk, mark: HtmlTag) -> None:
    end_line(walk)
    if mark.empty or len(walk.frames) >= _DEEPEST_TABLE:
        return
    if mark.break_before:
        page_break(walk)
    open_inline(walk, mark)
    walk.frames.append(OpenTable(len(walk.stack)))
    walk.piece = Piece()


def open_row(walk: Walk, mark: HtmlTag) -> None:
    if not walk.frames:
        open_block(walk, mark)
        return
    frame = walk.frames[-1]
    _end_row(walk, frame)
    if frame.spanned:
        frame.spanned = {at: left - 1 for at, left in frame.spanned.items() if left > 1}
        count_pieces(walk, len(frame.spanned) // _SPANNED_PER_CELL)
    open_inline(walk, mark)


def open_cell(walk: Walk, mark: HtmlTag) -> None:
    if not walk.frames:
        open_block(walk, mark)
        return
    frame = walk.frames[-1]
    if frame.cell is not None:
        _end_cell(walk, frame)
    elif walk.piece.letters:
        end_line(walk)
    column = frame.column
    if frame.spanned:
        while column in frame.spanned:
            column += 1
    span = mark.span
    frame.column = column + span
    if mark.rows > 1 and frame.column <= _MOST_SPANNED:
        frame.spanned |= dict.fromkeys(range(column, column + span), mark.rows)
    if mark.empty:
        return
    stack, style = walk.stack, walk.style
    frame.cell_depth = len(stack)
    frame.cell_tags = len(walk.open_tags)
    stack.append((mark, style))
    walk.style = mark.within if mark.around is style else walk.marks.restyle(style, mark)
    cell = walk.piece
    cell.start = column
    cell.span = span
    frame.cell = cell


def _end_cell(walk: Walk, frame: OpenTable) -> None:
    cell = frame.cell
    if cell is None:
        return
    stack, depth = walk.stack, frame.cell_depth
    if len(walk.open_tags) > frame.cell_tags:
        pop_to(walk, depth + 1)
    # The cell closes its elements, so only the style around the cell is restored.
    walk.style = stack[depth][1]
    del stack[depth:]
    frame.cell = None
    if walk.unplaced:
        # A tag without text in a cell is a nil fact: its location is the empty cell.
        for tag in walk.unplaced:
            tag.piece = cell
        walk.unplaced.clear()
    elif not cell.letters and id(cell) not in frame.table.inner:
        # A spacer: the next cell reuses its piece.
        return
    cell.complete()
    frame.row.append(cell)
    walk.piece = Piece()


def _end_row(walk: Walk, frame: OpenTable) -> None:
    _end_cell(walk, frame)
    pop_to(walk, frame.depth)
    if frame.row:
        row, frame.row = frame.row, []
        frame.table.rows.append(row)
        count_pieces(walk, len(row))
    frame.column = 0


def close_cell(walk: Walk, mark: HtmlTag) -> None:
    if walk.frames:
        _end_cell(walk, walk.frames[-1])
    else:
        close_block(walk, mark)


def close_row(walk: Walk, mark: HtmlTag) -> None:
    if walk.frames:
        _end_row(walk, walk.frames[-1])
    else:
        close_block(walk, mark)


def close_table(walk: Walk, mark: HtmlTag) -> None:
    if walk.frames:
        end_table(walk)
    else:
        end_line(walk)


def end_table(walk: Walk) -> None:
    """End the innermost table and add it to the flow or to the cell around it."""
    _end_row(walk, walk.frames[-1])
    frame = walk.frames.pop()
    pop_to(walk, frame.depth - 1)
    outer = walk.frames[-1] if walk.frames else None
    cell = outer.cell if outer else None
    walk.piece = cell or Piece()
    table = frame.table
    if not table.rows:
        return
    if outer is None or cell is None:
        walk.flow.items.append(table)
    elif len(table.rows) == 1 and not table.inner:
        for piece in table.rows[0]:
            cell.absorb(piece)
    else:
        outer.table.inner.setdefault(id(cell), []).append(table)
