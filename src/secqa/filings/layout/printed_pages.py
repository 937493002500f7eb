"""Make a document's pages from printed lines: headers and footers, tables, paragraphs.

A line is a header or footer when it comes again, digits aside, at the top or the bottom of many
pages. Page numbers differ from years and amounts in that they go up from page to page. The
blocks have the same form as those of HTML filings, and all filings are read alike from there.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from secqa.filings.blocks import Block
from secqa.filings.document import ElementType, Page
from secqa.filings.layout.printed_lines import PrintedLine, Rule
from secqa.filings.layout.running_text import Typesetting, paragraphs_of
from secqa.filings.layout.table_grid import make_table
from secqa.filings.layout.table_regions import table_regions
from secqa.filings.sections.elements import make_pages
from secqa.filings.sections.page_breaks import PageBlocks, line_shape, roman_number

_DEEP = 3
"""Lines at either end of a page that may be headers and footers."""
_NUMBER = re.compile(
    r"[-–—(\[|.\s]*(?:page\s+)?((?:[A-Z]{1,2}-)?\d{1,3}|[ivxlIVXL]{1,6})"
    r"(?:\s+of\s+\d{1,3}|\s*/\s*\d{1,3})?[-–—)\]|.\s]*",
    re.IGNORECASE,
)
_IN_FOOTER = re.compile(r"(?<![\w.,$-])((?:[A-Z]{1,2}-)?\d{1,3})(?![\w,%-])")
_NOT_LABEL = re.compile(r"\b(?:19|20)\d\d\b|\b(?:10|8|20)-[KQF]\b|\bform\s+\d+\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Furniture:
    """Types of the lines of one page that are furniture, by their place; its label."""

    types: dict[int, ElementType]
    label: str


def furniture_of(pages: Sequence[Sequence[PrintedLine]]) -> list[Furniture]:
    """The furniture of each page."""
    counts: Counter[str] = Counter()
    for lines in pages:
        counts.update({line_shape(lines[i].text) for i in _ends(lines)})
    often = max(3, len(pages) // 12)
    common = {shape for shape, count in counts.items() if count >= often}
    candidates = [_candidates(lines, common) for lines in pages]
    labels = _labels([numbers for _, numbers in candidates])
    furniture: list[Furniture] = []
    for (types, numbers), label in zip(candidates, labels, strict=True):
        alone = [i for i, text, is_alone in numbers if is_alone and text == label]
        page_numbers = dict.fromkeys(alone, ElementType.PAGE_NUMBER)
        furniture.append(Furniture(types | page_numbers, label))
    return furniture


def _ends(lines: Sequence[PrintedLine]) -> list[int]:
    """Places of the first and last lines."""
    return sorted({*range(min(_DEEP, len(lines))), *range(max(0, len(lines) - _DEEP), len(lines))})


def _candidates(
    lines: Sequence[PrintedLine], common: set[str]
) -> tuple[dict[int, ElementType], list[tuple[int, str, bool]]]:
    """Headers and footers of a page, and what may be its number: place, text, whether alone."""
    types: dict[int, ElementType] = {}
    numbers: list[tuple[int, str, bool]] = []
    for i in reversed(_ends(lines)):
        text = lines[i].text
        number = _NUMBER.fullmatch(text)
        if number:
            numbers.append((i, number[1], True))
        elif line_shape(text) in common and len(text) < 120 and any(c.isalpha() for c in text):
            types[i] = ElementType.HEADER if i < len(lines) / 2 else ElementType.FOOTER
            rest = _IN_FOOTER.findall(_NOT_LABEL.sub(" ", text))
            numbers += [(i, label, False) for label in (rest[-1:] + rest[:1])]
    return types, numbers


def _labels(numbers: Sequence[Sequence[tuple[int, str, bool]]]) -> list[str]:
    """One label a page: a candidate that agrees with those of pages near it."""
    labels: list[str] = []
    for at, candidates in enumerate(numbers):
        best, support = "", 0
        for place, (_, text, alone) in enumerate(candidates):
            votes = 4 * _neighbours(numbers, at, text) + alone * 8 - min(place, 1)
            agrees = _neighbours(numbers, at, text) > 0 or (alone and len(numbers) < 3)
            if agrees and votes > support:
                best, support = text, votes
        labels.append(best)
    return labels


def _neighbours(numbers: Sequence[Sequence[tuple[int, str, bool]]], at: int, text: str) -> int:
    """How many pages near this one carry a number that fits."""
    prefix, number = _parts(text)
    votes = 0
    for other in range(max(0, at - 4), min(len(numbers), at + 5)):
        if other == at:
            continue
        for _, label, _ in numbers[other]:
            other_prefix, other_number = _parts(label)
            step = other_number - number
            # A printed page may take more than one page of the file, and the other way round.
            if other_prefix == prefix and 0 < step * (1 if other > at else -1) <= 5:
                votes += 2 if step == other - at else 1
                break
    return votes


@lru_cache(maxsize=4096)
def _parts(label: str) -> tuple[str, int]:
    """ "F-12" -> ("F-", 12); "iv" -> ("roman", 4)."""
    if label.lower().strip("ivxl") == "":
        return "roman", roman_number(label)
    prefix, _, number = label.rpartition("-")
    return prefix, int(number)


_LETTER_PAGE = Typesetting(size=10.0, left=72.0, right=540.0)
"""Where no line is full: letters and margins of US letter paper, in points."""
_LEAST_EXTENT = 0.6
"""Share of a page's width that its printed part is taken to have at least."""


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
    """The most common size and weight of letters, and where full lines begin and end."""
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


def _blocks(page: PrintedPage, fixed: Furniture, setting: Typesetting) -> list[Block]:
    """The blocks of one page in reading order."""
    head = [i for i in fixed.types if i < len(page.lines) / 2]
    blocks = [Block(page.lines[i].text, type=fixed.types[i]) for i in sorted(head)]
    lines = [line for i, line in enumerate(page.lines) if i not in fixed.types]
    position = 0
    for region in table_regions(lines, max(_extent(lines), _LEAST_EXTENT * page.width)):
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
