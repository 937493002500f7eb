"""Mark the Parts and Items of Forms 10-K, 10-Q and 8-K.

Every form prescribes its Items and their order, but a filing names them many times: in the table
of contents, in page headers, in references ("see Item 7"). The headings are the chain of lines in
the prescribed order with most text between them; in the table of contents there is none.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from secqa.filings.document import Element, ElementType, Page
from secqa.filings.sections.forms import section_subjects
from secqa.filings.sections.section_index import indexed_sections
from secqa.filings.sections.statements import mark_statements

_ITEM = re.compile(
    r"(?i)(?:part\s+(?P<part>i{1,3}v?|iv)\b[\s.,:|—–-]*)?"
    r"items?\s*(?P<item>\d{1,2}(?:\.\d\d|\s?[abc](?![a-z])|(?=[\s.:|,;(—–-]|$)))"
    r"\s*(?:(?:and|&|,)\s*\d{0,2}\s?[ab]?\s*)?[\s.:|()—–-]*(?P<rest>.*)",
    re.DOTALL,
)
_PART = re.compile(r"(?i)part\s+(i{1,3}v?|iv)\b(?!\s*,?\s*item)")
_FIRST_LETTERS = frozenset("IiPp")
"""First letters of "Item" and "Part"."""
_LONGEST_HEADING = 250
_FEWEST_HEADINGS = 4
_ENOUGH_TEXT = 300
"""Characters after a heading that show that it is not in the table of contents."""
_HEADING_WEIGHT = 1.0
_SUBJECT_WEIGHT = 1.5
"""Weight of a line with its Item's subject; all these weights are chosen by hand."""
_TITLE_WEIGHT = 0.3
"""Weight of a title without an Item number; less than that of any line with one."""
_STATEMENT_WEIGHT = 0.1
"""Weight of the page of the first statement, if the financial statements have no heading."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A line that may open a section."""

    at: int
    """Index in the elements."""
    section: str
    place: int
    """Position of the section in the form's order."""
    weight: float


def mark_sections(
    elements: Sequence[Element], form: str, labels: dict[int, str]
) -> tuple[Element, ...]:
    """Set the `section` of elements whose statements are already marked.

    `form` is "10-K", "10-Q", "8-K" or a variant of these; for other forms sections stay "".
    `labels` maps a page to its printed number.
    """
    if form.startswith("8-K"):
        starts = _starts_8k(elements)
    elif form.startswith(("10-K", "10-Q")):
        subjects = section_subjects(form)
        order = list(subjects)
        numbered = _candidates(elements, order, subjects)
        few = len(_best_chain(numbered)) < _FEWEST_HEADINGS
        if few and (indexed := indexed_sections(elements, subjects, labels)):
            return tuple(map(_in_section, elements, indexed))
        starts = _starts(elements, order, subjects, numbered)
    else:
        return tuple(elements)
    marked: list[Element] = []
    section = ""
    for at, element in enumerate(elements):
        section = starts.get(at, section)
        marked.append(_in_section(element, section) if section else element)
    return tuple(marked)


def _in_section(element: Element, section: str) -> Element:
    # Called for every element: `dataclasses.replace` takes three times as long.
    return Element(
        element.index,
        element.type,
        element.text,
        element.page,
        section,
        element.level,
        element.path,
        element.table,
    )


def _starts(
    elements: Sequence[Element],
    order: Sequence[str],
    subjects: dict[str, str],
    numbered: Sequence[_Candidate],
) -> dict[int, str]:
    """Map the index of each first element of a section to that section."""
    chain = _best_chain(numbered)
    candidates = [*numbered, *_unnumbered(elements, order, subjects, chain)]
    chain = _best_chain(sorted(candidates, key=lambda candidate: candidate.at))
    item_at = {line.at: line.section.partition("/")[2] for line in candidates}
    lines = sorted(item_at)
    starts: dict[int, str] = {}
    for chosen in chain:
        # Later pages may repeat a heading; the section starts at its first occurrence.
        at = lines.index(chosen.at)
        while (
            at > 0 and lines[at - 1] not in starts and item_at[lines[at - 1]] == item_at[chosen.at]
        ):
            at -= 1
        starts[lines[at]] = chosen.section
    return starts


def _candidates(
    elements: Sequence[Element], order: Sequence[str], subjects: dict[str, str]
) -> list[_Candidate]:
    """The lines that start with the number of an Item of the form."""
    lines: list[tuple[int, str, str, str]] = []
    part = ""
    for at, element in enumerate(elements):
        text = element.text
        if element.type is ElementType.TABLE or text[:1] not in _FIRST_LETTERS:
            continue
        if len(text) < 60 and (heading := _PART.match(text)):
            part = heading[1].upper()
        item = _ITEM.match(text[:400])
        if item is not None:
            rest = item["rest"].strip()
            if not rest and at + 1 < len(elements):
                rest = elements[at + 1].text
            number = "".join(item["item"].split()).upper()
            lines.append((at, (item["part"] or part).upper(), number, rest[:200]))
    gaps = _gaps(elements, [line[0] for line in lines])
    candidates: list[_Candidate] = []
    for (at, part, number, rest), gap in zip(lines, gaps, strict=True):
        for place, section in enumerate(order):
            section_part, _, section_item = section.partition("/")
            if section_item != number:
                continue
            named = re.match(rf"(?i)\W*(?:{subjects[section]})", rest) is not None
            weight = _weight(elements[at], gap, named, part == section_part)
            if weight > 0:
                candidates.append(_Candidate(at, section, place, weight))
    return candidates


def _unnumbered(
    elements: Sequence[Element],
    order: Sequence[str],
    subjects: dict[str, str],
    chain: Sequence[_Candidate],
) -> list[_Candidate]:
    """Titles that name the subject of an Item missing from the numbered headings `chain`. Each must
    be between its neighbours in the form's order. The first Item of a Form 10-K may have no heading
    other than that of its Part."""
    titles = [
        element
        for element in elements
        if element.type is ElementType.TITLE and len(element.text) < 120
    ]
    gaps = _gaps(elements, [title.index for title in titles])
    present = {heading.section for heading in chain}
    candidates: list[_Candidate] = []
    for place, section in enumerate(order):
        if section in present:
            continue
        after = max((line.at for line in chain if line.place < place), default=-1)
        before = min((line.at for line in chain if line.place > place), default=len(elements))
        subject = re.compile(rf"(?i)(?:(?:condensed|consolidated)\W+)*(?:{subjects[section]})")
        for title, gap in zip(titles, gaps, strict=True):
            if not after < title.index < before:
                continue
            opens_part = section == "I/1" and _PART.match(title.text) and place == 0
            if subject.match(title.text) or (opens_part and "II" not in title.text[:8]):
                weight = _TITLE_WEIGHT * min(gap, _ENOUGH_TEXT) / _ENOUGH_TEXT
                candidates.append(_Candidate(title.index, section, place, weight))
        if subject.match("Financial statements"):
            page = next((e.page for e in elements if e.table and e.table.statement), 0)
            at = next((e.index for e in elements if e.page == page), -1)
            if after < at < before:
                candidates.append(_Candidate(at, section, place, _STATEMENT_WEIGHT))
    return candidates


def _gaps(elements: Sequence[Element], starts: Sequence[int]) -> list[int]:
    """Count the characters between each start and the next, up to twice `_ENOUGH_TEXT`."""
    gaps: list[int] = []
    ends = [*starts[1:], len(elements)]
    for begin, end in zip(starts, ends, strict=False):
        size = 0
        for element in elements[begin:end]:
            size += len(element.text)
            if size > 2 * _ENOUGH_TEXT:
                break
        gaps.append(size)
    return gaps


def _weight(element: Element, gap: int, named: bool, right_part: bool) -> float:
    """Score how much a line looks like the heading of a section; 0 for a reference."""
    stands_out = element.type in (ElementType.TITLE, ElementType.HEADER)
    if not stands_out and not named:
        return 0.0
    if not stands_out and len(element.text) > _LONGEST_HEADING and gap < len(element.text) + 20:
        # A run-in heading ("Item 4. Mine Safety Disclosures. None.") is short.
        return 0.0
    weight = _HEADING_WEIGHT + _SUBJECT_WEIGHT * named + 0.5 * stands_out + right_part
    weight += min(gap, _ENOUGH_TEXT) / _ENOUGH_TEXT
    if re.search(r"(?i)continued\W*$", element.text):
        weight -= 0.5
    *before, last = element.text.split() or [""]
    if before and last.isdecimal() and len(last) <= 3:
        weight -= 1.0
    return weight


def _best_chain(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """The heaviest sequence that is in order both in the file and in the form. The later of two
    equally heavy ones, since the table of contents comes before the sections."""
    best: list[tuple[float, int]] = []
    # Index of the last candidate of the heaviest chain, by its position in the form's order.
    ends: dict[int, int] = {}
    for index, line in enumerate(candidates):
        weight, before = 0.0, -1
        for place, other in ends.items():
            in_order = place < line.place and candidates[other].at < line.at
            if in_order and best[other][0] >= weight:
                weight, before = best[other][0], other
        best.append((weight + line.weight, before))
        at_place = ends.get(line.place)
        if at_place is None or best[index][0] >= best[at_place][0]:
            ends[line.place] = index
    if not ends:
        return []
    at = max(ends.values(), key=lambda index: best[index][0])
    chain = []
    while at >= 0:
        chain.append(candidates[at])
        at = best[at][1]
    return chain[::-1]


def _starts_8k(elements: Sequence[Element]) -> dict[int, str]:
    """Map first elements to Items of Form 8-K, which have numbers like "2.02" in any order."""
    starts: dict[int, str] = {}
    for at, element in enumerate(elements):
        item = _ITEM.match(element.text[:400])
        if item is None or "." not in item["item"] or element.type is ElementType.TABLE:
            continue
        if len(element.text) <= _LONGEST_HEADING and item["item"] not in starts.values():
            starts[at] = item["item"]
    return starts


def with_sections(pages: tuple[Page, ...], form: str) -> tuple[Page, ...]:
    """Set the sections of elements and the statements of tables."""
    elements = tuple(element for page in pages for element in page.elements)
    labels = {page.number: page.label for page in pages}
    elements = mark_sections(mark_statements(elements), form, labels)
    return tuple(
        replace(page, elements=elements[page.elements[0].index : page.elements[-1].index + 1])
        if page.elements
        else page
        for page in pages
    )
