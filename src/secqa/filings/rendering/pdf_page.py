"""Render a page of a PDF as a PNG image, with the boxes of marks and figures on it.

An image cannot contain a script, link or font of the file. A PDF has no table cells: the figure of
a cell is the one on the line of its row's label.
"""

import re
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from secqa.errors import SecqaError
from secqa.filings.document import Location, Page
from secqa.filings.rendering.marks import PageMark, folded, is_letter, quoted_in, search_pattern

_SCALE = 1.6
"""Pixels per point: sharp on a usual screen."""
_MOST_PIXELS = 6_000_000
_MARGIN = 1.0
"""Points between a text and the edge of its box."""
_BEFORE, _AFTER = " \xa0$€£¥(", " \xa0%)"
"""Characters around a figure, often at a distance."""
_WITHIN = re.compile(r"[\d.,]")
"""Characters next to a match that show that it is only part of a longer figure."""
_BEGINNING = 24
"""Number of characters of a label to search for; the rest may be on other lines."""
_PDFIUM = Lock()
"""PDFium is not thread-safe."""

Box = tuple[float, float, float, float]
"""Left, bottom, right, top, in points from the lower left corner, unless stated otherwise."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A mark and its boxes, each as left, top, width and height from the upper left corner."""

    mark: PageMark
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Overlay:
    """The marks and figures on a page and its size; all in points."""

    width: float
    height: float
    marked: tuple[Marked, ...]
    figures: tuple[tuple[Location, str, Box], ...]
    """Location, printed text and box (as in `Marked`) of each figure found on the page."""


def page_count(data: bytes) -> int:
    """Count the pages of a PDF. Raises `SecqaError` if it cannot be read."""
    with _opened(data) as document:
        return len(document)


def page_png(data: bytes, number: int) -> bytes:
    """Render a page, by its 1-based number. Raises `SecqaError` if the file has no such page."""
    with _page(data, number) as printed:
        width, height = printed.get_size()
        scale = min(_SCALE, (_MOST_PIXELS / max(width * height, 1)) ** 0.5)
        pixels = printed.render(scale=scale, rev_byteorder=True).to_numpy()[:, :, :3].copy()
    return _png(pixels)


def overlay_of(
    data: bytes, number: int, page: Page, figures: Mapping[Location, str], *marks: PageMark
) -> Overlay:
    """Find the boxes of marks, in their order, and of figures; leaves out those not found.

    `number` is the 1-based number of the page in its file, `page` its extracted text, and
    `figures` maps the cells that can be selected to their printed text.
    """
    with _page(data, number) as printed:
        width, height = printed.get_size()
        text = _PageText(printed)
        marked = [(mark, _boxes(text, page, mark)) for mark in marks]
        cells = [
            (place, shown, _boxes(text, page, PageMark(place.element, place.row, place.column))[:1])
            for place, shown in figures.items()
        ]
    return Overlay(
        width,
        height,
        tuple(Marked(mark, _downwards(boxes, height)) for mark, boxes in marked if boxes),
        tuple(
            (place, shown, _downwards(boxes, height)[0]) for place, shown, boxes in cells if boxes
        ),
    )


def _downwards(boxes: Sequence[Box], height: float) -> tuple[Box, ...]:
    """Convert boxes to left, top, width and height from the upper left, with a margin."""
    return tuple(
        (
            left - _MARGIN,
            height - top - _MARGIN,
            right - left + 2 * _MARGIN,
            top - bottom + 2 * _MARGIN,
        )
        for left, bottom, right, top in boxes
    )


def page_shapes(data: bytes) -> tuple[float, ...]:
    """The height of each page divided by its width."""
    with _opened(data) as document:
        sizes = [document.get_page_size(at) for at in range(len(document))]
    return tuple(height / max(width, 1.0) for width, height in sizes)


def element_boxes(data: bytes, pages: Sequence[Page]) -> tuple[dict[int, Box], dict[int, Box]]:
    """The boxes of pages by number, and of elements by index.

    An element is left out unless its text occurs exactly once on its page. The box of a table
    covers the rows with such a text.
    """
    covered: dict[int, Box] = {}
    found: dict[int, Box] = {}
    with _opened(data) as document:
        # The pages of exhibits follow those of the PDF.
        for page, printed in zip(pages, document, strict=False):
            covered[page.number] = (0.0, 0.0, *printed.get_size())
            text = _PageText(printed)
            for element in page.elements:
                if boxes := [box for row in element.text.split("\n") for box in text.once(row)]:
                    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
                    found[element.index] = (min(lefts), min(bottoms), max(rights), max(tops))
    return covered, found


@contextmanager
def _opened(data: bytes) -> Iterator[Any]:
    """Open a PDF; raises `SecqaError` if it cannot be read."""
    import pypdfium2

    with _PDFIUM:
        try:
            document = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as error:
            raise SecqaError(f"the PDF cannot be read ({error}); download it again") from error
        try:
            yield document
        finally:
            document.close()


@contextmanager
def _page(data: bytes, number: int) -> Iterator[Any]:
    with _opened(data) as document:
        if not 1 <= number <= len(document):
            raise SecqaError(f"page {number}: the PDF has pages 1 to {len(document)}")
        yield document[number - 1]


class _PageText:
    """The text of a page without spaces and hyphens, and the index of each character."""

    def __init__(self, printed: Any) -> None:
        self._text = printed.get_textpage()
        self._shown: str = self._text.get_text_range()
        self._places = [at for at, letter in enumerate(self._shown) if is_letter(letter)]
        self._letters = "".join(self._shown[at] for at in self._places)

    def quoted(self, quote: str) -> list[Box]:
        """The boxes of a quote, one per line."""
        stretches = quoted_in(self._letters, quote)
        places = ((self._places[begin], self._places[end - 1]) for begin, end in stretches)
        return [box for begin, end in places for box in self._between(begin, end)]

    def searched(self, words: str) -> list[Box]:
        """The boxes of the words of a search."""
        hits = re.finditer(search_pattern(words), self._shown, re.IGNORECASE)
        return [box for one in hits for box in self._between(one.start(), one.end() - 1)]

    def once(self, words: str) -> list[Box]:
        """The boxes of words that occur exactly once on the page; ignores bars between cells."""
        places = self.find(words.replace(" | ", " "))
        return places[0] if len(places) == 1 else []

    def find(self, words: str, whole: bool = False) -> list[list[Box]]:
        """The boxes of each match of some words; `whole` skips parts of longer figures."""
        letters = folded(words)
        places: list[list[Box]] = []
        for one in re.finditer(re.escape(letters), self._letters, re.IGNORECASE) if letters else ():
            first, last = self._places[one.start()], self._places[one.end() - 1]
            around = self._shown[max(first - 1, 0) : first] + self._shown[last + 1 : last + 2]
            boxes = self._between(first, last)
            if boxes and not (whole and _WITHIN.search(around)):
                places.append(boxes)
        return places

    def _between(self, begin: int, end: int) -> list[Box]:
        """The boxes of the text from one character to another, one per line."""
        count = self._text.count_rects(begin, end + 1 - begin)
        return _lines([self._text.get_rect(at) for at in range(count)])


def _boxes(text: _PageText, page: Page, mark: PageMark) -> list[Box]:
    """The boxes of a mark: the figure of a cell, the words of a search, or a quote."""
    if mark.words:
        return [box for words in mark.words for box in text.searched(words)]
    if mark.row < 0:
        return text.quoted(mark.quote)
    tables = {one.index: one.table for one in page.elements if one.table is not None}
    table = tables.get(mark.element)
    if table is None or not (mark.row < len(table.cells) and mark.column < len(table.columns)):
        return []
    row = [cell.strip().lstrip(_BEFORE).rstrip(_AFTER) for cell in table.cells[mark.row]]
    figures = text.find(row[mark.column], whole=True)
    labels = text.find(folded(table.cells[mark.row][0])[:_BEGINNING])
    if not labels or not figures:
        return figures[0] if figures else []
    line = min(figures, key=lambda one: min(abs(one[0][1] - label[0][1]) for label in labels))[0]
    beside = sorted((one for one in figures if _on_a_line(one[0], line)), key=lambda one: one[0][0])
    # The same figure may be printed in several columns.
    before = row[1 : mark.column].count(row[mark.column])
    return beside[min(before, len(beside) - 1)]


def _on_a_line(one: Box, other: Box) -> bool:
    return one[1] < other[3] and one[3] > other[1]


def _lines(boxes: Sequence[Box]) -> list[Box]:
    """Join boxes on the same line."""
    lines: list[Box] = []
    for box in boxes:
        if lines and _on_a_line(box, lines[-1]):
            left, bottom, right, top = box
            low = lines.pop()
            lines.append(
                (min(low[0], left), min(low[1], bottom), max(low[2], right), max(low[3], top))
            )
        else:
            lines.append(box)
    return lines


def _png(pixels: NDArray[np.uint8]) -> bytes:
    """Encode an array of shape (height, width, 3: red, green, blue) as a PNG file."""
    height, width, _ = pixels.shape
    rows = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1)

    def chunk(kind: bytes, body: bytes) -> bytes:
        check = zlib.crc32(kind + body)
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check)

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    packed = zlib.compress(rows.tobytes(), 3)
    signature = b"\x89PNG\r\n\x1a\n"
    return signature + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
