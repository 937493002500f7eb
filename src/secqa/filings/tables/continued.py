"""Find tables that continue over a page, name their columns, and join them.

A `Table` keeps what one page prints, so that every cell has its exact place. The same table may
continue on the next page, under its header or without it, with "(continued)" or without. A part
that names no columns gets the names from the page before.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from secqa.filings.dates import period_words
from secqa.filings.document import Element, ElementType, Page, Table
from secqa.filings.numbers import Scale, parse_number, text_scale
from secqa.word_lists import any_of

_CONTINUED = any_of("continued, cont’d, cont'd, contd", any_case=True)
_RUNNING = (ElementType.HEADER, ElementType.FOOTER, ElementType.PAGE_NUMBER)
_OTHER_KIND = 0.75
"""Difference in the share of figures that makes columns of other kinds."""


def continued_tables(elements: Sequence[Element]) -> dict[int, int]:
    """Element index of each table that continues one on the page before, with that one's index.

    It is the first thing on its page but for lines that repeat the page before, has the columns
    of the last table there, and repeats their names, has none, or is marked "continued".
    """
    continued: dict[int, int] = {}
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
        if (
            last is not None
            and last.page < element.page
            and _continues(last, element, lines, before)
        ):
            continued[element.index] = last.index
        last = element
    return continued


def _continues(last: Element, element: Element, lines: Sequence[str], before: set[str]) -> bool:
    table, first = element.table, last.table
    if table is None or first is None or len(table.columns) != len(first.columns):
        return False
    is_marked = any(map(_CONTINUED.search, (*lines, table.cells[0][0])))
    if not is_marked and any(line not in before for line in lines):
        return False
    if not _same_corner(first.columns[0], table.columns[0], is_marked):
        return False
    if any(table.columns[1:]):
        return table.columns[1:] == first.columns[1:]
    return _same_kinds(first, table)


def _same_corner(first: str, other: str, is_marked: bool) -> bool:
    """Whether corners do not tell two tables apart, by their names or periods."""
    if is_marked:
        return period_words(first) == period_words(other)
    names = ["" if text_scale(corner) != Scale() else corner for corner in (first, other)]
    return not all(names) or names[0] == names[1]


def _same_kinds(first: Table, other: Table) -> bool:
    """Whether columns have figures, or words, in both tables."""
    for column in range(1, len(first.columns)):
        shares = []
        for table in (first, other):
            printed = [row[column] for row in table.cells[table.header_rows :] if row[column]]
            shares.append(sum(map(bool, map(parse_number, printed))) / max(1, len(printed)))
        if abs(shares[0] - shares[1]) > _OTHER_KIND:
            return False
    return True


@dataclass(frozen=True, slots=True)
class JoinedTable:
    """A table over several pages."""

    elements: tuple[int, ...]
    """Indexes of the elements that print its parts."""
    table: Table
    """All of its rows under one header. Its cells have no places: those are in the parts."""


def joined_tables(elements: Sequence[Element]) -> tuple[JoinedTable, ...]:
    """The tables that go on over a page, as wholes."""
    by_index = {element.index: element.table for element in elements if element.table}
    wholes: dict[int, JoinedTable] = {}
    for index, before in continued_tables(elements).items():
        part = by_index[index]
        whole = wholes.pop(before, None) or JoinedTable((before,), by_index[before])
        table = replace(
            whole.table,
            cells=whole.table.cells + part.cells[part.header_rows :],
            indents=whole.table.indents + part.indents[part.header_rows :],
        )
        wholes[index] = JoinedTable((*whole.elements, index), table)
    return tuple(wholes.values())


def with_column_names(pages: Sequence[Page]) -> tuple[tuple[Page, ...], dict[int, int]]:
    """Pages whose tables without names of columns have those of the table that they go on.

    Also how many rows of names each such table got, by its element's index.
    """
    elements = [element for page in pages for element in page.elements]
    named: dict[int, Table] = {}
    added: dict[int, int] = {}
    for index, first in continued_tables(elements).items():
        table, above = elements[index].table, named.get(first) or elements[first].table
        if table is None or above is None or any(table.columns[1:]):
            continue
        if any(above.columns[1:]):
            added[index] = above.header_rows
            named[index] = replace(
                table,
                cells=above.cells[: above.header_rows] + table.cells,
                header_rows=above.header_rows + table.header_rows,
                columns=above.columns,
                indents=above.indents[: above.header_rows] + table.indents,
            )
    if not named:
        return tuple(pages), {}
    changed = (
        replace(page, elements=tuple(_replace_table(element, named) for element in page.elements))
        for page in pages
    )
    return tuple(changed), added


def _replace_table(element: Element, named: dict[int, Table]) -> Element:
    table = named.get(element.index)
    return element if table is None else replace(element, table=table, text=table.text)
