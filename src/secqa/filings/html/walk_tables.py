"""What tables do in a walk over markup: rows and cells in, a `RawTable` in the flow out.

Half of all cells are empty spacers; they only move the column on. A cell that spans rows holds
its columns in the rows below. Files leave cells and rows open, put text between them, and
put tables inside cells to lay out a page.
"""

from secqa.filings.html.markup import Mark
from secqa.filings.html.walk import (
    Frame,
    Walk,
    close_block,
    end_line,
    open_block,
    open_inline,
    page_break,
    pop_to,
    take_room,
)
from secqa.filings.structure.blocks import Piece

_DEEPEST_TABLE = 12
_MOST_HELD = 2_000
"""Physical columns that cells from above can hold; what is wider is no printed table."""
_HELD_FOR_ONE = 20
"""Held columns that take as long to count down as one cell takes to read."""


def open_table(walk: Walk, mark: Mark) -> None:
    end_line(walk)
    if mark.empty or len(walk.frames) >= _DEEPEST_TABLE:
        return
    if mark.break_before:
        page_break(walk)
    open_inline(walk, mark)
    walk.frames.append(Frame(len(walk.stack)))
    walk.piece = Piece()


def open_row(walk: Walk, mark: Mark) -> None:
    if not walk.frames:
        open_block(walk, mark)
        return
    frame = walk.frames[-1]
    _end_row(walk, frame)
    if frame.held:
        frame.held = {at: left - 1 for at, left in frame.held.items() if left > 1}
        take_room(walk, len(frame.held) // _HELD_FOR_ONE)
    open_inline(walk, mark)


def open_cell(walk: Walk, mark: Mark) -> None:
    if not walk.frames:
        open_block(walk, mark)
        return
    frame = walk.frames[-1]
    if frame.cell is not None:
        _end_cell(walk, frame)
    elif walk.piece.letters:
        end_line(walk)
    column = frame.column
    if frame.held:
        while column in frame.held:
            column += 1
    span = mark.span
    frame.column = column + span
    if mark.rows > 1 and frame.column <= _MOST_HELD:
        frame.held |= dict.fromkeys(range(column, column + span), mark.rows)
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


def _end_cell(walk: Walk, frame: Frame) -> None:
    cell = frame.cell
    if cell is None:
        return
    stack, depth = walk.stack, frame.cell_depth
    if len(walk.open_tags) > frame.cell_tags:
        pop_to(walk, depth + 1)
    # Elements that end with their cell print nothing more: only the style around it counts.
    walk.style = stack[depth][1]
    del stack[depth:]
    frame.cell = None
    if walk.unplaced:
        # A tag without text in a cell is a nil fact: its place is the empty cell.
        for tag in walk.unplaced:
            tag.piece = cell
        walk.unplaced.clear()
    elif not cell.letters and id(cell) not in frame.table.inner:
        # A spacer: its piece serves the next cell.
        return
    cell.complete()
    frame.row.append(cell)
    walk.piece = Piece()


def _end_row(walk: Walk, frame: Frame) -> None:
    _end_cell(walk, frame)
    pop_to(walk, frame.depth)
    if frame.row:
        row, frame.row = frame.row, []
        frame.table.rows.append(row)
        take_room(walk, len(row))
    frame.column = 0


def close_cell(walk: Walk, mark: Mark) -> None:
    if walk.frames:
        _end_cell(walk, walk.frames[-1])
    else:
        close_block(walk, mark)


def close_row(walk: Walk, mark: Mark) -> None:
    if walk.frames:
        _end_row(walk, walk.frames[-1])
    else:
        close_block(walk, mark)


def close_table(walk: Walk, mark: Mark) -> None:
    if walk.frames:
        end_table(walk)
    else:
        end_line(walk)


def end_table(walk: Walk) -> None:
    """The innermost table ends; it goes to the flow, or to the cell in which it stands."""
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
