"""The outline of a document: its elements in, its sections and the notes of its statements out.

Elements say in which Item they stand; here each Item becomes one entry, with the words of its
heading, all the Items that a common heading names, and whether it says no more than that another
document holds what it should. Notes are numbered by the company itself: they are the headings
that count 1, 2, 3 after the first statement, wherever else such numbers stand.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from secqa.filings.document import Document, Element, ElementType
from secqa.filings.structure.section_forms import section_order


@dataclass(frozen=True, slots=True)
class Section:
    """One Item, or several under one heading."""

    name: str
    """As in `Element.section`: "II/7A"; of several Items the first."""
    items: tuple[str, ...]
    """All Items that the heading names: ("10", "11", "12")."""
    title: str
    """Its heading, "" where none is printed."""
    first: int
    last: int
    """Indexes of its first and last element."""
    incorporated: bool
    """It is incorporated by reference: what it should say is in another document."""


@dataclass(frozen=True, slots=True)
class Note:
    """A note to the financial statements."""

    number: str
    """As printed: "7", "G"."""
    title: str
    first: int
    last: int
    """Indexes of its first and last element."""


_RUNNING = (ElementType.HEADER, ElementType.FOOTER, ElementType.PAGE_NUMBER)
_ITEMS = re.compile(
    r"(?i)(?:part\s+[iv]+\W+)?items?\s*"
    r"(\d{1,2}[a-c]?(?:(?:\s*,\s*(?:and\s*)?|\s*(?:and|&|through|to|[-–—])\s*)\d{1,2}[a-c]?\b)*)"
)
_RANGE = re.compile(r"(?i)through|\bto\b|[-–—]")
_SENTENCE = re.compile(r"(?<=[.;])\s+(?=[A-Z“\"(])")
_ELSEWHERE = re.compile(
    r"(?i)(?<!deemed )(?<!deemed to be )(?<!not )"
    r"incorporat(?:ed|ion)\W+(?:\w+\W+){0,6}?by\W+(?:this\W+)?reference"
    r"|\b(?:will be|is|are|be|can be|appears?)\b.{0,80}"
    r"\b(?:included|contained|set forth|disclosed|found|presented|provided|described|in)\b.{0,200}"
    r"\b(?:proxy statement|annual report to (?:share|stock)\w+|exhibit 13)"
    r"|\b(?:proxy statement|annual report to (?:share|stock)\w+)\b.{0,300}\bby reference"
)
_MOSTLY = 0.5
"""Share of an Item's text that points elsewhere where the Item is incorporated by reference."""
_NOTE = re.compile(
    r"(?:(?i:notes?)\s+(\d{1,2}|[A-Z])\b|(\d{1,2})(?=\s*[.:)—–-]|\s+[A-Z])"
    r"|([A-Z])(?=\s*[.:)—–]\s))[\s.:)—–|-]*(.*)",
    re.DOTALL,
)
_CONTINUED = re.compile(r"(?i)\(?\bcontinued\)?\W*$")
_AFTER_NOTES = re.compile(r"(?i)report of independent|reports? of management|signatures?\b|item\s")
_FURTHEST_SKIP = 2
_LONGEST_HEADING = 200


def sections_of(document: Document) -> tuple[Section, ...]:
    """The Items of a document in its own order; () for one without Items."""
    form = document.metadata.form
    return tuple(
        _section(name, tuple(elements), form)
        for name, elements in groupby(document.elements, lambda element: element.section)
        if name
    )


def _section(name: str, elements: Sequence[Element], form: str) -> Section:
    printed = [element for element in elements if element.type not in _RUNNING]
    head = printed[0] if printed else elements[0]
    named = _ITEMS.match(head.text)
    title, body = "", printed
    if named or head.type is ElementType.TITLE:
        title, body = head.text, printed[1:]
        if named and not title[named.end() :].strip(" .:—–-|") and body:
            title, body = f"{title} {body[0].text}", body[1:]
    incorporated = _points_elsewhere(title, body)
    if len(title) > _LONGEST_HEADING:
        title = _SENTENCE.split(title)[0][:_LONGEST_HEADING]
    items = _items(named.group(1), name, form) if named else (name.rpartition("/")[2],)
    return Section(name, items, title, elements[0].index, elements[-1].index, incorporated)


def _items(text: str, name: str, form: str) -> tuple[str, ...]:
    """The Items that "10, 11 and 12" or "10 through 14" are, of which the first is `name`'s."""
    first = name.rpartition("/")[2]
    named = [item.upper() for item in re.findall(r"(?i)\d{1,2}[a-c]?", text)]
    if len(named) == 2 and _RANGE.search(text):
        order = [section.rpartition("/")[2] for section in section_order(form)]
        if set(named) <= set(order) and order.index(named[0]) < order.index(named[1]):
            named = order[order.index(named[0]) : order.index(named[1]) + 1]
    return tuple(dict.fromkeys([first, *named])) if first in named else (first,)


def _points_elsewhere(title: str, body: Sequence[Element]) -> bool:
    """Whether most of an Item's text says where else to look."""
    texts = [title] if len(title) > _LONGEST_HEADING else []
    whole = pointing = 0
    listed = False
    texts += [element.text for element in body if element.table is None]
    for text in texts:
        for sentence in _SENTENCE.split(text):
            points = listed or _ELSEWHERE.search(sentence) is not None
            whole += len(sentence)
            pointing += len(sentence) * points
            listed = points and sentence.endswith((":", "•", ";"))
    return whole > 0 and pointing >= _MOSTLY * whole


# -- notes --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Heading:
    at: int
    number: str
    title: str
    value: int
    """Its place in the count."""
    says_note: bool


def notes_of(document: Document) -> tuple[Note, ...]:
    """The notes to the financial statements, in order; () where no headings count them."""
    elements = document.elements
    start = next((e.index for e in elements if e.table and e.table.statement), len(elements))
    chain = _longest_count(_headings(elements, start))
    if len(chain) < 2:
        return ()
    ends = [heading.at - 1 for heading in chain[1:]]
    ends.append(_end_of_notes(elements, chain[-1].at))
    return tuple(
        Note(heading.number, heading.title, elements[heading.at].index, elements[end].index)
        for heading, end in zip(chain, ends, strict=True)
    )


def _headings(elements: Sequence[Element], start: int) -> list[_Heading]:
    found: list[_Heading] = []
    for at in range(start, len(elements)):
        element = elements[at]
        if element.table is not None or len(element.text) > 400:
            continue
        match = _NOTE.match(element.text)
        if match is None:
            continue
        stands_out = element.type in (ElementType.TITLE, ElementType.HEADER)
        if not stands_out and not (match.group(1) and len(element.text) < _LONGEST_HEADING):
            continue
        number = match.group(1) or match.group(2) or match.group(3)
        title = match.group(4).strip()
        if not title and at + 1 < len(elements):
            title = elements[at + 1].text[:_LONGEST_HEADING]
        if not title[:1].isalpha() or title[:1].islower():
            continue
        value = int(number) if number.isdecimal() else ord(number.upper()) - 64
        title = _CONTINUED.sub("", title[:_LONGEST_HEADING]).rstrip(" —–-.:")
        found.append(_Heading(at, number, title, value, match.group(1) is not None))
    return found


def _longest_count(headings: Sequence[_Heading]) -> list[_Heading]:
    """The headings that count furthest, from 1 or hardly more; of each number the first.

    They go forward in the file. All are letters or all are figures, all say "Note" or none does.
    """
    best: list[_Heading] = []
    for kind in sorted({(one.number.isdecimal(), one.says_note) for one in headings}):
        same = [one for one in headings if (one.number.isdecimal(), one.says_note) == kind]
        for at, first in enumerate(same):
            if first.value > _FURTHEST_SKIP:
                continue
            chain = [first]
            for one in same[at + 1 :]:
                if 0 < one.value - chain[-1].value <= _FURTHEST_SKIP:
                    chain.append(one)
            if len(chain) > len(best):
                best = chain
    return best


def _end_of_notes(elements: Sequence[Element], last: int) -> int:
    section = elements[last].section
    for at in range(last + 1, len(elements)):
        element = elements[at]
        ends = element.type is ElementType.TITLE and _AFTER_NOTES.match(element.text)
        if element.section != section or ends:
            return at - 1
    return len(elements) - 1
