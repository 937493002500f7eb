"""Pages of printed lines -> pages of blocks, and those -> a document's pages.

What comes in are the lines of all pages, from a PDF or a text file; what goes out is what the
reader of HTML filings has at the same point: blocks with their looks, headers and footers told,
tables as grids. From there on all filings go the same way.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from secqa.filings.document import ElementType, Page
from secqa.filings.printed.furniture import Furniture, furniture_of
from secqa.filings.printed.grid import make_table
from secqa.filings.printed.paragraphs import Typesetting, paragraphs_of
from secqa.filings.printed.printed_lines import PrintedLine, Rule
from secqa.filings.printed.regions import table_regions
from secqa.filings.structure.blocks import Block
from secqa.filings.structure.elements import make_pages
from secqa.filings.structure.page_breaks import PageBlocks


class PrintedPage(NamedTuple):
    """One page as printed."""

    lines: tuple[PrintedLine, ...]
    width: float
    """In points."""
    rules: tuple[Rule, ...] = ()
    """Drawn lines."""
    artificial: bool = False


def printed_pages(pages: Sequence[PrintedPage], plain: bool = False) -> tuple[Page, ...]:
    """Pages with labels and elements; `plain` where all letters look the same."""
    setting = _setting(pages, plain)
    furniture = furniture_of([page.lines for page in pages])
    blocks = [
        PageBlocks(_blocks(page, fixed, setting), fixed.label, page.artificial)
        for page, fixed in zip(pages, furniture, strict=True)
    ]
    return make_pages(blocks)


def _setting(pages: Sequence[PrintedPage], plain: bool) -> Typesetting:
    """The commonest size and weight of letters, and where full lines begin and end."""
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
        return Typesetting(10.0, 72.0, 540.0, plain=plain)
    return Typesetting(
        sizes.most_common(1)[0][0],
        sorted(line.left for line in full)[len(full) // 5],
        sorted(line.right for line in full)[4 * len(full) // 5],
        bold[True] > bold[False],
        plain,
    )


def _blocks(page: PrintedPage, fixed: Furniture, setting: Typesetting) -> list[Block]:
    """The blocks of one page in reading order."""
    head = [i for i in fixed.types if i < len(page.lines) / 2]
    blocks = [Block(page.lines[i].text, type=fixed.types[i]) for i in sorted(head)]
    lines = [line for i, line in enumerate(page.lines) if i not in fixed.types]
    position = 0
    for region in table_regions(lines, max(_extent(lines), 0.6 * page.width)):
        table = make_table(lines[region.start : region.stop], page.rules)
        if table is not None:
            blocks += paragraphs_of(lines[position : region.start], setting)
            blocks.append(Block(table.text, table=table, type=ElementType.TABLE))
            position = region.stop
    blocks += paragraphs_of(lines[position:], setting)
    foot = [i for i in fixed.types if i not in head]
    return blocks + [Block(page.lines[i].text, type=fixed.types[i]) for i in sorted(foot)]


def _extent(lines: Sequence[PrintedLine]) -> float:
    """How wide the printed part of a page is."""
    return max((line.right for line in lines), default=0.0) - min(
        (line.left for line in lines), default=0.0
    )
