"""Find tables that continue on the next page, name their columns, and join them.

A `Table` contains only the rows of one page, so that every cell has an exact location. It may
continue on the next page, with or without its header or the word "(continued)". A part without
column names gets those from the page before.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from secqa.filings.dates import period_words
from secqa.filings.document import FURNITURE, Element, Page, Table
from secqa.filings.numbers import Scale, parse_number, text_scale
from secqa.word_lists import any_of

_CONTINUED = any_of("continued, cont’d, cont'd, contd", any_case=True)
_OTHER_KIND = 0.75
"""Difference in the share of figures above which two columns are of different kinds."""


def continued_tables(elements: Sequence[Element]) -> dict[int, int]:
    """Map the element index of each continuation to that of the table on the page before.

    A continuation comes first on its page, apart from lines repeated from the page before. It has
    as many columns as the last table there, and either the same column names or none. The word
    "continued" allows other lines above it.
    """
    continued: dict[int, int] = {}
    last: Element | None = None
    lines: list[str] = []
    before: set[str] = set()
    seen: set[str] = set()
    page = 0
    for element in elements:
        if element.type in FURNITURE:
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
    """Whether the corners of two tables allow them to be one table."""
    if is_marked:
        return period_words(first) == period_words(other)
    names = ["" if text_scale(corner) != Scale() else corner for corner in (first, other)]
    return not all(names) or names[0] == names[1]


def _same_kinds(first: Table, other: Table) -> bool:
    """Whether each column has figures in both tables or words in both."""
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
    """Indexes of the elements with its parts."""
    table: Table
    """All rows under one header; their locations are those of the parts."""


def joined_tables(elements: Sequence[Element]) -> tuple[JoinedTable, ...]:
    """Join the parts of each table that continues over a page."""
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
    """Give continuations without column names those of the table that they continue.

    Returns the pages, and the number of added header rows by element index.
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
