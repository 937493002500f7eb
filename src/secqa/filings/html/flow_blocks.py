"""Flow to blocks: what is marked up in, what a person sees as one thing out.

Filings use tables for more than tables: a heading and its number side by side, bullets, page
footers, whole pages laid out. A block is a line of text, a real table or an image, whatever
markup made it.
"""

import re
from collections.abc import Iterable, Iterator

from secqa.filings.document import ElementType
from secqa.filings.html.marked_tables import read_tables
from secqa.filings.html.raw_flow import Flow, Picture, RawTable
from secqa.filings.numbers import parse_number
from secqa.filings.structure.blocks import BULLET, Block, Break, Piece

_PAGE_NUMBER = re.compile(r"\d{1,3}")


def read_blocks(flow: Flow) -> Iterator[Block | Break]:
    """Blocks and page breaks in reading order."""
    for item in flow.items:
        if isinstance(item, Break):
            yield item
        elif isinstance(item, Picture):
            yield Block(item.text, type=ElementType.IMAGE)
        else:
            yield from _blocks([item])


def _blocks(items: Iterable[Piece | RawTable]) -> Iterator[Block]:
    stack = list(items)
    while stack:
        item = stack.pop()
        if isinstance(item, Piece):
            text = item.text
            if text:
                yield Block(text, item.style, item.is_bold, pieces=(item,))
        elif item.inner:
            # A table that holds tables lays out a page: its cells are read one after another.
            laid_out: list[Piece | RawTable] = []
            for cell in (cell for row in item.rows for cell in row):
                laid_out += [cell, *item.inner.get(id(cell), ())]
            stack += reversed(laid_out)
        else:
            yield from _table_blocks(item)


def _table_blocks(raw: RawTable) -> Iterator[Block]:
    tables = [] if _is_lines(raw) else read_tables(raw)
    if not tables or (len(tables) == 1 and len(tables[0][0].columns) == 1):
        nothing: list[Piece] = []
        for row in raw.rows:
            block = _row_block(row)
            if not block.text:
                nothing += row
                continue
            block.pieces = (*nothing, *row)
            nothing.clear()
            yield block
        return
    for number, (table, pieces) in enumerate(tables):
        kind = ElementType.TABLE
        yield Block(table.text, table=table, pieces=pieces, type=kind, goes_on=number > 0)


def _is_lines(raw: RawTable) -> bool:
    """Whether the rows are lines of text: one cell each, bullets, a heading with its number."""
    rows = [row for row in raw.rows if any(cell.text for cell in row)]
    if len(rows) == 1:
        figures = [cell.text for cell in rows[0][1:] if parse_number(cell.text)]
        return not figures or (len(figures) == 1 and _PAGE_NUMBER.fullmatch(figures[0]) is not None)
    return all(len(row) == 1 or (len(row) == 2 and _is_bullet(row[0])) for row in rows)


def _is_bullet(cell: Piece) -> bool:
    return cell.letters < 12 and BULLET.fullmatch(cell.text) is not None


def _row_block(row: list[Piece]) -> Block:
    text = " ".join(piece.text for piece in row).strip()
    is_item = len(row) > 1 and _is_bullet(row[0])
    main = row[-1] if is_item else row[0]
    bold = all(piece.is_bold for piece in row)
    kind = ElementType.LIST_ITEM if is_item and not bold else None
    return Block(text, main.style, bold, pieces=tuple(row), type=kind)
