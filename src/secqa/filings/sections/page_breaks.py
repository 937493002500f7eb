"""Divide blocks into pages at page breaks, and read the number printed on each page.

Files mark page ends by CSS on any element or by drawn lines, and print the number at the foot
or the head, alone ("F-12", "- 5 -") or next to the company's name and the form. A number counts
as a label if it continues the numbers of the pages around it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise

from secqa.filings.blocks import Block, Break
from secqa.filings.document import FURNITURE, ElementType

ARTIFICIAL_PAGE = 4_000
"""Characters per page in a file without page breaks."""

_ALONE = re.compile(
    r"(?:page\s*)?[-–—\[(|\s]*((?:[A-Z]{1,2}\s?-\s?)?\d{1,3}|[ivxl]{1,6})[-–—\])|.\s]*"
    r"(?:of\s+\d{1,3})?",
    re.IGNORECASE,
)
_BESIDE = re.compile(r"(?<![\w.,-])((?:[A-Z]-)?\d{1,3})(?![\w.,%-])")
_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"(?!$)(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50}
_NOISE = re.compile(
    r"(?i)\bexhibit\s+\d+|\bform\s+\d{1,2}-?[a-z]+|\b\d{1,2}-[kq]\b|\b(?:19|20)\d\d\b"
)
_MONTH_DAY = re.compile(
    r"(?i)\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\.?\s+\d{1,2}"
)
_FEW = 3
"""Pages that make a pattern: a file with as many must have page numbers that agree with each other,
and a line must repeat on as many to be a page header."""
_AGREEING_ALONE, _AGREEING = 2, 3
"""Pages nearby that must agree with a number that is alone in its block, and with another."""
_REPEATED_SHARE = 10
"""A page header repeats at least once in so many pages."""
_NEAR = 8
"""Pages before and after a page whose numbers are compared with its number."""
_LONGEST = 150
"""Characters of a block that may be a page header or footer."""
_EDGE = 3
"""Number of blocks at the head and foot of a page that may be page headers or footers."""


@dataclass(slots=True)
class PageBlocks:
    """The blocks of a page and its printed number."""

    blocks: list[Block]
    label: str = ""
    artificial: bool = False


def cut_pages(items: Iterable[Block | Break]) -> list[PageBlocks]:
    """Divide blocks into pages with labels; sets the `type` of page headers and footers."""
    items = list(items)
    ruled = not any(isinstance(item, Break) and not item.ruled for item in items)
    if ruled and not _rules_end_pages(items):
        return _artificial([item for item in items if isinstance(item, Block)])
    pages = [PageBlocks([])]
    for item in items:
        if isinstance(item, Block):
            pages[-1].blocks.append(item)
        elif pages[-1].blocks and (_ends_page(pages[-1].blocks[-1]) if ruled else not item.ruled):
            pages.append(PageBlocks([]))
    if len(pages) > 1 and not pages[-1].blocks:
        pages.pop()
    mark_running_lines(pages)
    return pages


def mark_running_lines(pages: Sequence[PageBlocks]) -> None:
    """Set the label of each page, and the type of page numbers, headers and footers."""
    _label(pages)
    _mark_heads_and_feet(pages)


def _rules_end_pages(items: Sequence[Block | Break]) -> bool:
    """Whether drawn lines follow page numbers often enough to be page ends."""
    numbered = 0
    for before, item in pairwise(items):
        if isinstance(item, Break) and isinstance(before, Block):
            numbered += _ends_page(before)
    return numbered >= _FEW


def _ends_page(last: Block) -> bool:
    """Whether a drawn line after this block ends the page."""
    return _ALONE.fullmatch(last.text) is not None


def _artificial(blocks: Sequence[Block]) -> list[PageBlocks]:
    pages = [PageBlocks([], artificial=True)]
    size = 0
    for block in blocks:
        if size and size + len(block.text) > ARTIFICIAL_PAGE:
            pages.append(PageBlocks([], artificial=True))
            size = 0
        pages[-1].blocks.append(block)
        size += len(block.text)
    return pages


@dataclass(slots=True)
class _Candidate:
    """A number that may be the page number."""

    block: Block
    label: str
    count: tuple[str, int]
    """Prefix ("F-", or "i" for Roman numerals), and index of the page in the file minus the number.
    Page numbers that continue each other have the same count."""
    alone: bool
    """True if the block contains nothing else."""


def _label(pages: Sequence[PageBlocks]) -> None:
    """Choose for each page the candidate that most pages near it agree with."""
    by_page = [_candidates(page, number) for number, page in enumerate(pages, start=1)]
    counts = [{label.count for label in candidates} for candidates in by_page]
    for at, candidates in enumerate(by_page):
        near = Counter(chain.from_iterable(counts[max(0, at - _NEAR) : at + _NEAR + 1]))
        best = max(candidates, key=lambda label: (near[label.count], label.alone), default=None)
        if best is None:
            continue
        # In a very short file no other number can agree.
        few = best.alone and len(pages) < _FEW and abs(best.count[1]) < _FEW
        if not few and near[best.count] < (_AGREEING_ALONE if best.alone else _AGREEING):
            continue
        pages[at].label = best.label
        if best.alone:
            best.block.type = ElementType.PAGE_NUMBER
        elif best.block.type is None:
            best.block.type = (
                ElementType.HEADER if best.block is pages[at].blocks[0] else ElementType.FOOTER
            )


def _candidates(page: PageBlocks, number: int) -> list[_Candidate]:
    blocks = page.blocks
    edges = {id(block): block for block in (*blocks[-_EDGE:], *blocks[:_EDGE])}
    candidates: list[_Candidate] = []
    for block in edges.values():
        if len(block.text) > _LONGEST or block.type is ElementType.IMAGE:
            continue
        alone = _ALONE.fullmatch(block.text)
        if alone is not None and (candidate := _candidate(block, alone[1], number, True)):
            candidates.append(candidate)
        elif _DIGITS.search(block.text) is not None:
            rest = _MONTH_DAY.sub(" ", _NOISE.sub(" ", block.text))
            beside = (_candidate(block, label, number, False) for label in _BESIDE.findall(rest))
            candidates.extend(filter(None, beside))
    return candidates


def _candidate(block: Block, label: str, number: int, alone: bool) -> _Candidate | None:
    label = label.replace(" ", "")
    digits = _DIGITS.search(label)
    if digits is not None:
        count = label[: digits.start()], number - int(digits[0])
        return _Candidate(block, label, count, alone)
    if _ROMAN.fullmatch(label.lower()) is None:
        return None
    return _Candidate(block, label, ("i", number - _roman_number(label)), alone)


def _roman_number(text: str) -> int:
    """Read Roman numerals up to L: "iv" is 4."""
    values = [_ROMAN_VALUES[letter] for letter in text.lower()]
    after = [*values[1:], 0]
    return sum(-a if a < b else a for a, b in zip(values, after, strict=True))


def _mark_heads_and_feet(pages: Sequence[PageBlocks]) -> None:
    """Mark lines that repeat at the head or foot of many pages, apart from digits."""
    heads: Counter[str] = Counter()
    feet: Counter[str] = Counter()
    for page in pages:
        heads.update({_line_shape(block.text[:_LONGEST]) for block in page.blocks[:_EDGE]})
        feet.update({_line_shape(block.text[:_LONGEST]) for block in page.blocks[-_EDGE:]})
    often = max(_FEW, len(pages) // _REPEATED_SHARE)
    for page in pages:
        _mark(page.blocks, heads, often, ElementType.HEADER)
        _mark(page.blocks[::-1], feet, often, ElementType.FOOTER)


def _mark(blocks: Sequence[Block], counts: Counter[str], often: int, kind: ElementType) -> None:
    """Mark repeated lines from the edge inwards, up to the first other line."""
    for block in blocks[:_EDGE]:
        if block.type in FURNITURE:
            continue
        is_common = block.text and counts[_line_shape(block.text[:_LONGEST])] >= often
        if block.type is not None or not is_common:
            return
        block.type = kind


@lru_cache(maxsize=4096)
def _line_shape(text: str) -> str:
    """Replace the numbers of a line, which change from page to page."""
    return _DIGITS.sub("#", text.lower())
