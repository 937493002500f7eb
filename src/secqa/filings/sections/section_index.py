"""Find the sections of a report without Item headings by its cross-reference index.

Some annual and quarterly reports do not follow the order of the form; a table lists the printed
pages of each Item.
"""

import re
from collections.abc import Mapping, Sequence

from secqa.filings.decoding import whole_number
from secqa.filings.document import Element, Table

_ITEM = re.compile(r"(?i)items?\s*(\d{1,2}\s?[abc]?)\b")
_PART = re.compile(r"(?i)part\s+(i{1,3}v?|iv)\b")
_PAGES = re.compile(r"(?<![\w.])(\d{1,3})(?:\s*[-–—]\s*(\d{1,3}))?(?![\w.(])")
_FEWEST_ITEMS = 5
_LONGEST_HEADING = 120

_Ranges = dict[str, list[tuple[int, int]]]


def indexed_sections(
    elements: Sequence[Element], subjects: Mapping[str, str], labels: Mapping[int, str]
) -> list[str]:
    """The section of each element by the index with most Items; [] if no table is an index.

    `subjects` has patterns of the headings by section ("I/1A"), in the form's order; `labels`
    maps a page to its printed number. On a page with several Items each starts at its heading;
    elements above belong to the Item with fewest pages.
    """
    pages = _indexed_pages(elements, list(subjects), labels)
    if not pages:
        return []
    sections: list[str] = []
    section = ""
    page = 0
    for element in elements:
        on_page = pages.get(element.page, [])
        if element.page != page:
            page = element.page
            section = on_page[0] if on_page else ""
        if len(on_page) > 1 and element.table is None and len(element.text) < _LONGEST_HEADING:
            for candidate in on_page:
                if re.match(rf"(?i)\W*(?:{subjects[candidate]})", element.text):
                    section = candidate
        sections.append(section)
    return sections


def _indexed_pages(
    elements: Sequence[Element], order: Sequence[str], labels: Mapping[int, str]
) -> dict[int, list[str]]:
    """The sections on each page according to the index, those with fewest pages first."""
    indexes = [
        _index(element.table, order)
        for element in elements
        if element.table is not None and _ITEM.search(element.text)
    ]
    best = max(indexes, key=len, default={})
    if len(best) < _FEWEST_ITEMS:
        return {}
    sizes = {
        section: sum(last - first + 1 for first, last in ranges) for section, ranges in best.items()
    }
    pages: dict[int, list[str]] = {}
    for page, label in labels.items():
        number = whole_number(label) or -1
        on_page = [
            section
            for section, ranges in best.items()
            if any(first <= number <= last for first, last in ranges)
        ]
        if on_page:
            pages[page] = sorted(on_page, key=lambda section: sizes[section])
    return pages


def _index(table: Table, order: Sequence[str]) -> _Ranges:
    """The ranges of printed pages of each section in an index."""
    ranges: _Ranges = {}
    part = section = ""
    for row in table.cells:
        text = " ".join(row)
        if heading := _PART.match(text):
            part = heading[1].upper()
        if item := _ITEM.match(text):
            number = "".join(item[1].split()).upper()
            fitting = [known for known in order if known.split("/")[1] == number]
            in_part = [known for known in fitting if known.startswith(f"{part}/")]
            section = (in_part or fitting or [""])[0]
        if section and len(row) > 1:
            spans = [(int(first), int(last or first)) for first, last in _PAGES.findall(row[-1])]
            if spans := [span for span in spans if span[0] <= span[1]]:
                ranges.setdefault(section, []).extend(spans)
    return ranges
