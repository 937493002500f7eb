"""Make a document's pages from printed lines: headers and footers, tables, paragraphs.

The blocks have the same form as those of HTML filings; the steps after that are common.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from secqa.filings.blocks import Block
from secqa.filings.document import ElementType, Page
from secqa.filings.layout.printed_lines import PrintedLine, PrintedPiece, Rule
from secqa.filings.layout.running_text import Typesetting, paragraphs_of
from secqa.filings.layout.table_grid import make_table
from secqa.filings.layout.table_regions import table_regions
from secqa.filings.sections.elements import make_pages
from secqa.filings.sections.page_breaks import PageBlocks, mark_running_lines

_LETTER_PAGE = Typesetting(size=10.0, left=72.0, right=540.0)
"""Default without a full line: font size and margins of US letter paper, in points."""
_LEAST_EXTENT = 0.6
"""Least assumed width of the printed part of a page, as a share of the page's width."""


class PrintedPage(NamedTuple):
    """One page as printed."""

    lines: tuple[PrintedLine, ...]
    width: float
    """In points."""
    rules: tuple[Rule, ...] = ()
    """Drawn lines."""
    artificial: bool = False
    scanned: bool = False
    """True if the page has an image and no text."""


def printed_pages(
    pages: Sequence[PrintedPage], plain: bool = False
) -> tuple[tuple[Page, ...], list[PageBlocks]]:
    """Make pages with labels and elements; `plain` if the text has only one font.

    Also returns the blocks of each page, whose pieces have the words with their locations.
    """
    setting = _setting(pages, plain)
    by_line = [PageBlocks(list(map(_line_block, page.lines))) for page in pages]
    mark_running_lines(by_line)
    blocks = [
        PageBlocks(_blocks(page, lines.blocks, setting), lines.label, page.artificial)
        for page, lines in zip(pages, by_line, strict=True)
    ]
    return make_pages(blocks), blocks


def _line_block(line: PrintedLine) -> Block:
    block = Block(line.text)
    block.pieces = (PrintedPiece(line.words),)
    return block


def _setting(pages: Sequence[PrintedPage], plain: bool) -> Typesetting:
    """Determine the most common font size and weight, and the margins of full lines."""
    sizes: Counter[float] = Counter()
    bold: Counter[bool] = Counter()
    full: list[PrintedLine] = []
    for page in pages:
        for line in page.lines:
            extent = round(line.right - line.left)
            sizes[round(line.size, 1)] += extent
            bold[line.bold] += extent
            if len(line.pieces) == 1 and len(line.text) > 40:
                full.append(line)
    if not full:
        return _LETTER_PAGE._replace(plain=plain)
    return Typesetting(
        sizes.most_common(1)[0][0],
        sorted(line.left for line in full)[len(full) // 5],
        sorted(line.right for line in full)[4 * len(full) // 5],
        bold[True] > bold[False],
        plain,
    )


def _blocks(page: PrintedPage, by_line: Sequence[Block], setting: Typesetting) -> list[Block]:
    """Make the blocks of one page in reading order; `by_line` marks its headers and footers."""
    middle = len(by_line) / 2
    running = [(at < middle, block) for at, block in enumerate(by_line) if block.type is not None]
    lines = [line for line, one in zip(page.lines, by_line, strict=True) if one.type is None]
    blocks = [block for is_head, block in running if is_head]
    position = 0
    for start, stop in table_regions(lines, max(_extent(lines), _LEAST_EXTENT * page.width)):
        made = make_table(lines[start:stop], page.rules)
        if made is not None:
            table, pieces = made
            blocks += paragraphs_of(lines[position:start], setting)
            blocks.append(Block(table.text, table=table, type=ElementType.TABLE))
            blocks[-1].pieces = tuple(pieces)
            position = stop
    blocks += paragraphs_of(lines[position:], setting)
    return blocks + [block for is_head, block in running if not is_head]


def _extent(lines: Sequence[PrintedLine]) -> float:
    """The width of the printed part of a page in points."""
    return max((line.right for line in lines), default=0.0) - min(
        (line.left for line in lines), default=0.0
    )
