"""A typewritten filing in, its pages as they are printed out, each text with its place.

Lines stay as they are, in letters of one width; what they are made of is read once more, and each
word is given the element, row and column that the reader put it into.
"""

from collections.abc import Iterator
from html import escape
from itertools import groupby

from secqa.app.printed.aligned import places_of
from secqa.app.printed.page import PrintedPage, Run
from secqa.filings.document import Document, Page, Place
from secqa.filings.printed.plain_text import (
    LETTER,
    LINE,
    Sheet,
    page_of,
    printed_text,
    read_plain_text,
    text_sheets,
)
from secqa.filings.printed.printed_lines import Word

Spot = tuple[int, int, Place]
"""From and to, in characters of a line, and what stands there."""


def typed_pages(data: bytes, name: str) -> tuple[dict[int, PrintedPage], Document]:
    """The printed pages of a file by their 1-based number, and the document that was read of it.

    Raises SecqaError for what is no filing.
    """
    document = read_plain_text(data, name).document
    sheets = text_sheets(printed_text(data))
    pages = zip(document.pages, sheets, strict=True)
    return {page.number: PrintedPage(tuple(_parts(page, sheet))) for page, sheet in pages}, document


def _parts(page: Page, sheet: Sheet) -> Iterator[str | Run]:
    lines = [line.words for line in page_of(sheet).lines]
    places = places_of(lines, page)
    unknown = Place(page.number, -1)
    spots = sorted(
        (_line_of(word), _column_of(word), _column_of(word) + len(word.text), places.get(word))
        for words in lines
        for word in words
    )
    by_line = {
        line: [(begin, end, place or unknown) for _, begin, end, place in found]
        for line, found in groupby(spots, lambda spot: spot[0])
    }
    yield '<pre class="typed">'
    for number, line in enumerate(sheet.lines):
        yield from _line(line, by_line.get(number, []))
        yield "\n"
    yield "</pre>"


def _line(line: str, spots: list[Spot]) -> Iterator[str | Run]:
    """A line; words of one place that stand together are one text."""
    at = 0
    for place, words in groupby(spots, lambda spot: spot[2]):
        together = list(words)
        begin, end = together[0][0], together[-1][1]
        yield escape(line[at:begin])
        yield Run(line[begin:end], place)
        at = end
    yield escape(line[at:])


def _line_of(word: Word) -> int:
    return round(word.top / LINE)


def _column_of(word: Word) -> int:
    return round(word.left / LETTER)
