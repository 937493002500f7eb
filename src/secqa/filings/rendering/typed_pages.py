"""Render the pages of a plain-text filing as printed, each text with its location.

Lines are printed unchanged in a monospaced font. The reader of such pages joins words into
paragraphs and cells without keeping their positions. But it changes no letter and keeps the order
of lines: a paragraph has the letters of several whole lines, a table row those of one or a few
lines, each cell from left to right. So words are matched to elements by their letters.
"""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import chain, groupby

from secqa.filings.document import Document, Location, Page
from secqa.filings.layout.printed_lines import Word
from secqa.filings.plain_text import (
    LETTER,
    LINE,
    TextSheet,
    page_of,
    printed_text,
    read_plain_text,
    text_sheets,
)
from secqa.filings.rendering.pages import PrintedText, SafePage

_Span = tuple[int, int, Location]
"""Start and end in characters of a line, and the location in the document."""


def typed_pages(data: bytes, name: str) -> tuple[dict[int, SafePage], Document]:
    """Render the pages of a file by 1-based number; also return the document read from it.

    Raises `SecqaError` if it is not a filing.
    """
    document = read_plain_text(data, name).document
    sheets = text_sheets(printed_text(data))
    pages = zip(document.pages, sheets, strict=True)
    return {page.number: SafePage(tuple(_parts(page, sheet))) for page, sheet in pages}, document


def _parts(page: Page, sheet: TextSheet) -> Iterator[str | PrintedText]:
    lines = [line.words for line in page_of(sheet).lines]
    places = places_of(lines, page)
    unknown = Location(page.number, -1)
    spans = []
    for word in chain.from_iterable(lines):
        begin = round(word.left / LETTER)
        spans.append((round(word.top / LINE), begin, begin + len(word.text), places.get(word)))
    spans.sort()
    by_line = {
        line: [(begin, end, place or unknown) for _, begin, end, place in spans_of_line]
        for line, spans_of_line in groupby(spans, lambda span: span[0])
    }
    yield '<pre class="typed">'
    for number, line in enumerate(sheet.lines):
        yield from _line(line, by_line.get(number, []))
        yield "\n"
    yield "</pre>"


def _line(line: str, spans: list[_Span]) -> Iterator[str | PrintedText]:
    """Yield the parts of a line; neighbouring words of one location are one text."""
    at = 0
    for place, words in groupby(spans, lambda span: span[2]):
        together = list(words)
        begin, end = together[0][0], together[-1][1]
        yield escape(line[at:begin])
        yield PrintedText(line[begin:end], place)
        at = end
    yield escape(line[at:])


Line = Sequence[Word]


def places_of(lines: Sequence[Line], page: Page) -> dict[Word, Location]:
    """The location of each word of a page whose element can be determined."""
    rest = _UnusedLines(lines)
    places: dict[Word, Location] = {}
    for element in page.elements:
        if element.table is None:
            place = Location(page.number, element.index)
            places |= dict.fromkeys(rest.take_text(_letters(element.text)), place)
            continue
        for row, cells in enumerate(element.table.cells):
            for word, column in rest.take_row([_letters(cell) for cell in cells]):
                places[word] = Location(page.number, element.index, row, column)
    return places


def _letters(text: str) -> str:
    return "".join(text.split())


class _UnusedLines:
    """The lines of a page that are not matched to an element yet."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = list(lines)
        self._texts = ["".join(word.text for word in line) for line in lines]
        self._next = 0
        """Index after the last matched line."""

    def take_text(self, letters: str) -> list[Word]:
        """Take the consecutive lines with exactly these letters; return their words."""
        for start in self._order():
            stop, text = start, ""
            while stop < len(self._texts) and len(text) < len(letters):
                if not self._texts[stop] or not letters.startswith(self._texts[stop], len(text)):
                    break
                text += self._texts[stop]
                stop += 1
            if text == letters:
                return [word for line in self._take(start, stop) for word in line]
        return []

    def take_row(self, cells: list[str]) -> list[tuple[Word, int]]:
        """Take the next lines with the letters of a table row; return the words with columns.

        Empty for headers that are printed on another page.
        """
        for start in range(self._next, len(self._lines)):
            left = list(cells)
            words: list[tuple[Word, int]] = []
            stop = start
            while any(left) and stop < len(self._lines):
                columns = _columns(self._lines[stop], left)
                if columns is None:
                    break
                words += columns
                stop += 1
            if words and not any(left):
                self._take(start, stop)
                return words
        return []

    def _order(self) -> Iterator[int]:
        """Line indexes to try: from the next line on, then earlier lines that were skipped."""
        yield from range(self._next, len(self._lines))
        yield from range(self._next)

    def _take(self, start: int, stop: int) -> list[Line]:
        taken = self._lines[start:stop]
        self._texts[start:stop] = [""] * (stop - start)
        self._lines[start:stop] = [()] * (stop - start)
        self._next = max(self._next, stop)
        return taken


def _columns(line: Line, left: list[str]) -> list[tuple[Word, int]] | None:
    """The column of each word of a line; its letters are removed from the cells `left`. None,
    without a change of `left`, if a word is in no cell."""
    before = list(left)
    words: list[tuple[Word, int]] = []
    column = 0
    for word in line:
        order = (*range(column, len(left)), *range(column))
        place = next((one for one in order if left[one].startswith(word.text)), None)
        if place is None:
            left[:] = before
            return None
        left[place] = left[place][len(word.text) :]
        words.append((word, place))
        column = place
    return words or None
