"""Render the pages of a plain-text filing as printed, each text with its location.

Lines are printed unchanged in a monospaced font. The reader joins words into paragraphs and cells;
its blocks keep the words of each.
"""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from secqa.filings.blocks import Block
from secqa.filings.document import Document, Location
from secqa.filings.layout.printed_lines import PrintedPiece
from secqa.filings.layout.printed_pages import printed_pages
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
    _, blocks = printed_pages([page_of(sheet) for sheet in sheets], plain=True)
    pages = {
        number: SafePage(tuple(_parts(number, sheet, page.blocks)))
        for number, (sheet, page) in enumerate(zip(sheets, blocks, strict=True), 1)
    }
    return pages, document


def _parts(number: int, sheet: TextSheet, blocks: Sequence[Block]) -> Iterator[str | PrintedText]:
    spans = []
    for piece in (piece for block in blocks for piece in block.pieces):
        place = Location(number, piece.element, piece.row, piece.column)
        for word in piece.words if isinstance(piece, PrintedPiece) else ():
            begin = round(word.left / LETTER)
            spans.append((round(word.top / LINE), begin, begin + len(word.text), place))
    spans.sort(key=lambda span: span[:3])
    by_line = {
        line: [span[1:] for span in spans_of_line]
        for line, spans_of_line in groupby(spans, lambda span: span[0])
    }
    yield '<pre class="typed">'
    for at, line in enumerate(sheet.lines):
        yield from _line(line, by_line.get(at, []))
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
