"""Tables as a reader means them: grids of a page in, rows with parents and whole tables out.

A `Table` keeps what one page prints, so that every cell has its exact place. What belongs
together beyond that is told here: a row is part of the heading it is set in below, a label may
carry footnote marks, and a table may go on over the page, under its header or without it.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from secqa.filings.document import Element, ElementType, Table

_MARKS = re.compile(r"(?<=\S)\s*((?:\s*(?:\(\s?(?:[a-z]|\d{1,2})\s?\)|\[\w{1,2}\]|[*†‡§]+),?)+)$")
_MARK = re.compile(r"\(\s?\w{1,2}\s?\)|\[\w{1,2}\]|[*†‡§]+")
_CONTINUED = re.compile(r"(?i)\bcont(?:inued|’d|'d|d)\b")
_TOTAL = re.compile(r"(?i)(?:sub-?)?totals?\b")
_RUNNING = (ElementType.HEADER, ElementType.FOOTER, ElementType.PAGE_NUMBER)
_IN = 1.0
"""Points by which a label must be set in to be below another."""


def split_label(label: str) -> tuple[str, tuple[str, ...]]:
    """A row label without its footnote marks, and the marks: "Revenue (1)" is Revenue and (1)."""
    found = _MARKS.search(label)
    if found is None:
        return label, ()
    return label[: found.start()], tuple(_MARK.findall(found.group(1)))


def row_parents(table: Table) -> tuple[int | None, ...]:
    """For each row the row that heads it, None for those at the top and in the header.

    That is the last one above it that is less set in, or a heading without figures at the same
    indentation that ends with a colon; a total ends such a heading's rows.
    """
    parents: list[int | None] = [None] * len(table.cells)
    above: list[int] = []
    for row in range(table.header_rows, len(table.cells)):
        label, *values = table.cells[row]
        if not label:
            parents[row] = parents[row - 1] if row > table.header_rows else None
            continue
        indent = table.indents[row]
        while above and not _heads(table, above[-1], indent, label):
            above.pop()
        parents[row] = above[-1] if above else None
        if not any(values) or not _is_beside(table, row):
            above.append(row)
    return tuple(parents)


def _heads(table: Table, heading: int, indent: float, label: str) -> bool:
    """Whether a row further up is the heading of one with this label and indentation."""
    text, *values = table.cells[heading]
    further = indent - table.indents[heading]
    if further >= _IN:
        return True
    opens = text.endswith(":") and not any(values)
    return opens and further > -_IN and not label.endswith(":") and not _TOTAL.match(label)


def _is_beside(table: Table, row: int) -> bool:
    """Whether the row below is not set in under this one."""
    below = row + 1
    return below >= len(table.cells) or table.indents[below] - table.indents[row] < _IN


# -- tables over several pages ------------------------------------------------------------


def continued_tables(elements: Sequence[Element]) -> dict[int, int]:
    """Element index of each table that goes on from the page before -> of the table it goes on.

    It is the first thing on its page but for lines that repeat the page before, has the columns
    of the last table there, and repeats their names, or has none, or says that it goes on.
    """
    found: dict[int, int] = {}
    last: Element | None = None
    lines: list[str] = []
    before: set[str] = set()
    seen: set[str] = set()
    page = 0
    for element in elements:
        if element.type in _RUNNING:
            continue
        if element.page != page:
            if last is not None and last.page < element.page - 1:
                last = None
            page, before, seen, lines = element.page, seen, set(), []
        if element.table is None:
            if element.page > (last.page if last else element.page):
                lines.append(element.text)
            else:
                last = None
            seen.add(element.text)
            continue
        if last is not None and last.page < element.page and _goes_on(last, element, lines, before):
            found[element.index] = last.index
        last = element
    return found


def _goes_on(last: Element, element: Element, lines: Sequence[str], before: set[str]) -> bool:
    table, first = element.table, last.table
    if table is None or first is None or len(table.columns) != len(first.columns):
        return False
    says_so = any(map(_CONTINUED.search, (*lines, table.cells[0][0])))
    if not says_so and any(line not in before for line in lines):
        return False
    named = [column for column in table.columns[1:] if column]
    return says_so or not named or table.columns[1:] == first.columns[1:]


def joined_table(elements: Sequence[Element], index: int) -> Table:
    """The whole table of which the one at `index` is the first part, without repeated headers.

    Its cells have no places: look for those in the tables of the pages.
    """
    following = {first: index for index, first in continued_tables(elements).items()}
    by_index = {element.index: element for element in elements}
    whole = by_index[index].table
    assert whole is not None
    while (index := following.get(index, -1)) >= 0:
        part = by_index[index].table
        assert part is not None
        whole = replace(
            whole,
            cells=whole.cells + part.cells[part.header_rows :],
            indents=whole.indents + part.indents[part.header_rows :],
        )
    return whole
