"""The cross-reference index of a form: a table of Items and pages in, the Item of each element out.

Some annual and quarterly reports follow their own order and have no Item headings; a table says
on which printed pages each Item stands.
"""

import re
from collections.abc import Mapping, Sequence

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
    """The section of each element, by the index with most Items; [] where no table is one.

    `subjects` has patterns of the headings by section ("I/1A"), in the form's order; `labels`
    gives the printed number of a page. On a page that several Items name, each begins at its
    heading; what stands above is of the one with fewest pages.
    """
    pages = _indexed_pages(elements, list(subjects), labels)
    if not pages:
        return []
    found: list[str] = []
    section = ""
    page = 0
    for element in elements:
        named = pages.get(element.page, [])
        if element.page != page:
            page = element.page
            section = named[0] if named else ""
        if len(named) > 1 and element.table is None and len(element.text) < _LONGEST_HEADING:
            for one in named:
                if re.match(rf"(?i)\W*(?:{subjects[one]})", element.text):
                    section = one
        found.append(section)
    return found


def _indexed_pages(
    elements: Sequence[Element], order: Sequence[str], labels: Mapping[int, str]
) -> dict[int, list[str]]:
    """Page -> the sections that the index finds on it, those of fewest pages first."""
    best: _Ranges = {}
    for element in elements:
        if element.table is not None and _ITEM.search(element.text):
            ranges = _index(element.table, order)
            if len(ranges) > len(best):
                best = ranges
    if len(best) < _FEWEST_ITEMS:
        return {}
    sizes = {
        section: sum(last - first + 1 for first, last in ranges) for section, ranges in best.items()
    }
    pages: dict[int, list[str]] = {}
    for page, label in labels.items():
        if label.isdecimal():
            number = int(label)
            naming = [
                section
                for section, ranges in best.items()
                if any(first <= number <= last for first, last in ranges)
            ]
            if naming:
                pages[page] = sorted(naming, key=lambda section: sizes[section])
    return pages


def _index(table: Table, order: Sequence[str]) -> _Ranges:
    """Printed page ranges of each section that the rows name."""
    found: _Ranges = {}
    part = section = ""
    for row in table.cells:
        text = " ".join(row)
        if heading := _PART.match(text):
            part = heading.group(1).upper()
        if item := _ITEM.match(text):
            number = re.sub(r"\s", "", item.group(1)).upper()
            fitting = [known for known in order if known.split("/")[1] == number]
            in_part = [known for known in fitting if known.startswith(f"{part}/")]
            section = (in_part or fitting or [""])[0]
        if section and len(row) > 1:
            for first, last in _PAGES.findall(row[-1]):
                span = (int(first), int(last or first))
                if span[0] <= span[1]:
                    found.setdefault(section, []).append(span)
    return found


_SUBJECTS_10K = {
    "I/1": "business",
    "I/1A": "risk factors",
    "I/1B": "unresolved staff",
    "I/1C": "cybersecurity",
    "I/2": "properties",
    "I/3": "legal proceedings",
    "I/4": "mine safety|submission of matters|reserved",
    "II/5": "market for",
    "II/6": "selected|reserved",
    "II/7": "management.s discussion|management.s financial",
    "II/7A": "quantitative and qualitative",
    "II/8": "financial statements",
    "II/9": "changes in and disagreements",
    "II/9A": "controls and procedures",
    "II/9B": "other information",
    "II/9C": "disclosure regarding foreign",
    "III/10": "directors",
    "III/11": "executive compensation",
    "III/12": "security ownership",
    "III/13": "certain relationships",
    "III/14": "principal account|controls and procedures",
    "IV/15": "exhibit|principal account",
    "IV/16": "form 10-k summary|exhibit",
}
_SUBJECTS_10Q = {
    "I/1": "financial statements",
    "I/2": "management.s discussion|management.s financial",
    "I/3": "quantitative and qualitative",
    "I/4": "controls and procedures",
    "II/1": "legal proceedings",
    "II/1A": "risk factors",
    "II/2": "unregistered sales|issuer purchases|changes in securities|purchases of equity",
    "II/3": "defaults",
    "II/4": "mine safety|submission of matters",
    "II/5": "other information",
    "II/6": "exhibits",
}


def section_subjects(form: str) -> dict[str, str]:
    """Patterns of the headings of a Form 10-K or 10-Q by section, in the order it prescribes."""
    return _SUBJECTS_10Q if form.startswith("10-Q") else _SUBJECTS_10K
