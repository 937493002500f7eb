"""What reading needs to know of a table whatever is asked: its rows, what they are counted in."""

import re
from collections.abc import Iterable
from functools import lru_cache

from secqa.filings.document import Element, ElementType, Page, Table
from secqa.filings.tables.scale import Scale, table_scale, text_scale
from secqa.reading.rows import Row, table_rows

_NOTE = re.compile(
    r"\(?(?:(?:all |tabular )?(?:dollars?|amounts?|tables?|figures)\b|in (?:thou|mill|bill)|\$"
    r"|u\.?s\.?)"
)
_LONGEST_NOTE = 250


@lru_cache(maxsize=8192)
def rows_of(table: Table) -> tuple[Row, ...]:
    """Rows with numbers."""
    return table_rows(table)


def scale_of(element: Element, table: Table) -> Scale:
    """What the table is counted in, as it or the titles above it say."""
    return _scale(table, element.path)


@lru_cache(maxsize=8192)
def _scale(table: Table, path: tuple[str, ...]) -> Scale:
    titles = [title for title in reversed(path) if text_scale(title).money is not None]
    return table_scale(table, titles[0] if titles else "")


def usual_scale(pages: Iterable[Page]) -> Scale:
    """The scale that most statements, else most tables, on these pages of one document state.

    Billions don't count: they stand in discussions, never over a whole statement. Where
    statements are there and nothing says it, figures are in full, as small filers print them.
    """
    pages = tuple(pages)
    statements: dict[Scale, int] = {}
    others: dict[Scale, int] = {}
    for page in pages:
        for element in page.elements:
            if element.table is not None:
                scale = scale_of(element, element.table)
                if scale.money in (1e3, 1e6) and (
                    element.table.statement or _in_money(element.table)
                ):
                    counts = statements if element.table.statement else others
                    counts[scale] = counts.get(scale, 0) + 1
    counts = statements or others
    if counts:
        return max(counts, key=lambda scale: counts[scale])
    silent = any(e.table and e.table.statement for page in pages for e in page.elements)
    return Scale(money=1.0, shares=1.0) if silent else Scale()


@lru_cache(maxsize=8192)
def _in_money(table: Table) -> bool:
    """The table prints a currency: thousands of cars say nothing of dollars."""
    return any("$" in cell for row in table.cells for cell in row)


@lru_cache(maxsize=8192)
def note_scale(text: str) -> Scale:
    """What a page's running note says ("Amounts in millions of dollars except …")."""
    if len(text) <= _LONGEST_NOTE and _NOTE.match(text.lower()):
        return text_scale(text)
    return Scale()


def page_scale(page: Page) -> Scale:
    """What the page's own header, footer or a note between the tables says."""
    for element in page.elements:
        if element.type is not ElementType.TABLE and element.type is not ElementType.PAGE_NUMBER:
            scale = note_scale(element.text)
            if scale.money is not None:
                return scale
    return Scale()
