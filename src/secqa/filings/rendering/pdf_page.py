"""A page of a PDF as a picture (PNG), with the boxes of marks and figures on it.

The picture is made of pixels alone: no script, link or font of the file goes further. A PDF knows
no cells: a figure is found as the one that stands on the line of its row's label.
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
from secqa.filings.rendering.marks import PageMark, folded, is_letter, quoted_in

_SCALE = 1.6
"""Pixels a point: sharp on a usual screen."""
_MOST_PIXELS = 6_000_000
_AROUND = 1.0
"""Points by which a box is larger than what it marks."""
_BEFORE, _AFTER = " \xa0$€£¥(", " \xa0%)"
"""What stands around a figure, often apart from it."""
_WITHIN = re.compile(r"[\d.,]")
"""Letters beside which a figure would be a part of a longer one."""
_BEGINNING = 24
"""Letters of a label that are looked for: the rest may stand on other lines."""
_PDFIUM = Lock()
"""PDFium does one thing at a time."""

Box = tuple[float, float, float, float]
"""Left, bottom, right, top, in points from the lower left corner, where nothing else is said."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A mark and where it is: left, top, width and height of each box, from the upper left."""

    mark: PageMark
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Overlay:
    """What is marked of a page of some width and height, and its figures; all in points."""

    width: float
    height: float
    marked: tuple[Marked, ...]
    figures: tuple[tuple[Location, str, Box], ...]
    """Each figure of its tables that was found, what is printed there, and its box as above."""


def page_count(data: bytes) -> int:
    """How many pages a PDF has; SecqaError where it cannot be read."""
    with _opened(data) as document:
        return len(document)


def page_png(data: bytes, number: int) -> bytes:
    """The picture of a page, by its 1-based place. SecqaError where the file has no such page."""
    with _page(data, number) as printed:
        width, height = printed.get_size()
        scale = min(_SCALE, (_MOST_PIXELS / max(width * height, 1)) ** 0.5)
        pixels = printed.render(scale=scale, rev_byteorder=True).to_numpy()[:, :, :3].copy()
    return _png(pixels)


def overlay_of(
    data: bytes, number: int, page: Page, figures: Mapping[Location, str], *marks: PageMark
) -> Overlay:
    """Where marks are, in their order, and figures; those that are not found are left out.

    `number` is the 1-based place of the page in its file, `page` what was read of it, `figures` the
    cells that can be selected and what they print.
    """
    with _page(data, number) as printed:
        width, height = printed.get_size()
        text = _Print(printed)
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
    """Boxes as pictures have them, with some room around."""
    return tuple(
        (
            left - _AROUND,
            height - top - _AROUND,
            right - left + 2 * _AROUND,
            top - bottom + 2 * _AROUND,
        )
        for left, bottom, right, top in boxes
    )


def page_shapes(data: bytes) -> tuple[float, ...]:
    """How high each page is, as a share of its width."""
    with _opened(data) as document:
        sizes = [document.get_page_size(at) for at in range(len(document))]
    return tuple(height / max(width, 1.0) for width, height in sizes)


def element_boxes(data: bytes, pages: Sequence[Page]) -> tuple[dict[int, Box], dict[int, Box]]:
    """What each page covers, by number, and elements, by index, whose words stand on it once.

    Of a table the box covers the rows of which this is true.
    """
    covered: dict[int, Box] = {}
    found: dict[int, Box] = {}
    with _opened(data) as document:
        for page, printed in zip(pages, document, strict=False):  # exhibits have pages after it
            covered[page.number] = (0.0, 0.0, *printed.get_size())
            text = _Print(printed)
            for element in page.elements:
                if boxes := [box for row in element.text.split("\n") for box in text.once(row)]:
                    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
                    found[element.index] = (min(lefts), min(bottoms), max(rights), max(tops))
    return covered, found


@contextmanager
def _opened(data: bytes) -> Iterator[Any]:
    """The document of a PDF."""
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


class _Print:
    """The letters of a page that count, and where each stands."""

    def __init__(self, printed: Any) -> None:
        self._text = printed.get_textpage()
        self._shown: str = self._text.get_text_range()
        self._places = [at for at, letter in enumerate(self._shown) if is_letter(letter)]
        self._letters = "".join(self._shown[at] for at in self._places)

    def quoted(self, quote: str) -> list[Box]:
        """A quote, a box a line."""
        stretches = quoted_in(self._letters, quote)
        return [box for begin, end in stretches for box in self._between(begin, end - 1)]

    def once(self, words: str) -> list[Box]:
        """Words that stand on the page once, a box a line; bars between cells do not count."""
        places = self.find(words.replace(" | ", " "))
        return places[0] if len(places) == 1 else []

    def find(self, words: str, whole: bool = False) -> list[list[Box]]:
        """All places of some words; with `whole`, where they are not part of a figure."""
        sought = folded(words)
        places: list[list[Box]] = []
        for one in re.finditer(re.escape(sought), self._letters, re.IGNORECASE) if sought else ():
            first, last = self._places[one.start()], self._places[one.end() - 1]
            around = self._shown[max(first - 1, 0) : first] + self._shown[last + 1 : last + 2]
            boxes = self._between(one.start(), one.end() - 1)
            if boxes and not (whole and _WITHIN.search(around)):
                places.append(boxes)
        return places

    def _between(self, first: int, last: int) -> list[Box]:
        """What is printed from one letter to another."""
        begin, end = self._places[first], self._places[last]
        count = self._text.count_rects(begin, end + 1 - begin)
        return _lines([self._text.get_rect(at) for at in range(count)])


def _boxes(text: _Print, page: Page, mark: PageMark) -> list[Box]:
    """What is marked: the figure of a cell, the words of a search, or a quote."""
    if mark.words:
        return [box for word in mark.words for place in text.find(word) for box in place]
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
    # The same figure may stand in several columns.
    before = row[1 : mark.column].count(row[mark.column])
    return beside[min(before, len(beside) - 1)]


def _on_a_line(one: Box, other: Box) -> bool:
    return one[1] < other[3] and one[3] > other[1]


def _lines(boxes: Sequence[Box]) -> list[Box]:
    """Boxes with those that stand side by side as one."""
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
    """Rows of red, green and blue as a PNG file."""
    height, width, _ = pixels.shape
    rows = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1)

    def chunk(kind: bytes, body: bytes) -> bytes:
        check = zlib.crc32(kind + body)
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check)

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    packed = zlib.compress(rows.tobytes(), 3)
    signature = b"\x89PNG\r\n\x1a\n"
    return signature + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
