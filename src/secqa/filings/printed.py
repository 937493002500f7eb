"""Pages of printed lines -> the elements of a document.

What comes in are the lines of all pages, from a PDF or a text file; what goes out are pages of
elements: furniture taken out, tables found and made grids with the lines above them as their
caption, the rest as titles, paragraphs and list items in reading order.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from secqa.filings.document import Element, ElementType, Page, Table
from secqa.filings.furniture import Furniture, furniture_of
from secqa.filings.grid import make_table
from secqa.filings.paragraphs import Paragraph, Style, paragraphs_of
from secqa.filings.regions import table_regions
from secqa.filings.words import Line, Rule

_CAPTION_BLOCKS = 4
_CAPTION_LENGTH = 200


class PrintedPage(NamedTuple):
    """One page as printed."""

    lines: tuple[Line, ...]
    width: float
    """In points."""
    rules: tuple[Rule, ...] = ()
    """Drawn lines, by their height."""
    artificial: bool = False


class Part(NamedTuple):
    """An element before it has a place in the document."""

    type: ElementType
    text: str
    size: float = 0.0
    bold: bool = False
    table: Table | None = None


def printed_pages(pages: Sequence[PrintedPage], plain: bool = False) -> list[Page]:
    """Pages with their elements and labels; no sections, levels or paths yet."""
    style = _style(pages, plain)
    made: list[Page] = []
    index = 0
    furniture = furniture_of([page.lines for page in pages])
    for number, (page, fixed) in enumerate(zip(pages, furniture, strict=True), 1):
        parts = page_parts(page, fixed, style)
        elements = []
        for part in parts:
            elements.append(Element(index, part.type, part.text, number, table=part.table))
            index += 1
        made.append(Page(number, fixed.label, tuple(elements), page.artificial))
    return made


def _style(pages: Sequence[PrintedPage], plain: bool) -> Style:
    """The commonest size of letters, and the width of a full line."""
    sizes: Counter[float] = Counter()
    widths: list[float] = []
    for page in pages:
        for line in page.lines:
            extent = line.right - line.left
            sizes[round(line.size, 1)] += round(extent)
            if len(line.pieces) == 1 and len(line.text) > 40:
                widths.append(extent)
    widths.sort()
    width = widths[int(0.8 * len(widths))] if widths else 400.0
    return Style(sizes.most_common(1)[0][0] if sizes else 10.0, width, plain)


def page_parts(page: PrintedPage, fixed: Furniture, style: Style) -> list[Part]:
    """The elements of one page in reading order."""
    head = [i for i in fixed.types if i < len(page.lines) / 2]
    parts = [Part(fixed.types[i], page.lines[i].text) for i in sorted(head)]
    lines = [line for i, line in enumerate(page.lines) if i not in fixed.types]
    extent = max((line.right for line in lines), default=0.0) - min(
        (line.left for line in lines), default=0.0
    )
    position = 0
    for region in table_regions(lines, max(extent, 0.6 * page.width)):
        blocks = paragraphs_of(lines[position : region.start], style)
        table = make_table(lines[region.start : region.stop], caption_of(blocks), page.rules)
        parts += [_part(block) for block in blocks]
        if table is None:
            parts += [_part(b) for b in paragraphs_of(lines[region.start : region.stop], style)]
        else:
            parts.append(Part(ElementType.TABLE, table_text(table), table=table))
        position = region.stop
    parts += [_part(block) for block in paragraphs_of(lines[position:], style)]
    foot = [i for i in fixed.types if i not in head]
    return parts + [Part(fixed.types[i], page.lines[i].text) for i in sorted(foot)]


def _part(block: Paragraph) -> Part:
    return Part(block.type, block.text, block.size, block.bold)


def caption_of(blocks: Sequence[Paragraph]) -> str:
    """The short blocks just above a table; of a paragraph that leads to it, the last sentence."""
    caption: list[str] = []
    for block in reversed(blocks[-_CAPTION_BLOCKS:]):
        if block.type is ElementType.TITLE or (
            len(block.text) <= _CAPTION_LENGTH and not block.text.endswith(".")
        ):
            caption.append(block.text)
            continue
        if not caption and block.text.endswith(":"):
            caption.append(block.text.rpartition(". ")[2][-2 * _CAPTION_LENGTH :])
        break
    return "\n".join(reversed(caption))


def table_text(table: Table) -> str:
    """A table's text: its rows, cells joined by " | "."""
    return "\n".join(" | ".join(cell for cell in row if cell) for row in table.cells)
