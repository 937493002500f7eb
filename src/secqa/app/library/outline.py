"""The outline of a document: sections, statements, notes and tables.

Titles have levels, statements were marked by the reader of filings, and notes count up.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from secqa.filings.document import Document, Element, ElementType, Statement

STATEMENTS = {
    Statement.INCOME: "Income statement",
    Statement.BALANCE_SHEET: "Balance sheet",
    Statement.CASH_FLOW: "Cash flow statement",
    Statement.EQUITY: "Statement of equity",
    Statement.COMPREHENSIVE_INCOME: "Comprehensive income",
}
_NOTES = re.compile(r"(?i)\bnotes to\b.*\bstatements?\b")
_NUMBERED = re.compile(r"(\d{1,2}|[A-Z])(?![\w/%,']|\.\d)[\s.:)–—-]*(.*)", re.DOTALL)
_NOTE = re.compile(r"(?i)note\s+")
_SKIPPED = 2
"""Numbers of notes that may be missing: their titles are not always told from text."""
_FEWEST = 4
_SIGNED = "/s/"
_PART, _ITEM = 1, 2
"""Levels of titles that are Parts and Items."""
_LINE = 110
"""Letters that a line of print has, about."""


@dataclass(frozen=True, slots=True)
class OutlineLink:
    """A place to go to."""

    text: str
    page: int
    element: int


@dataclass(frozen=True, slots=True)
class OutlineSection:
    """A Part, an Item or a title, and what stands in it."""

    link: OutlineLink
    level: int
    """1: a Part, 2: an Item, 3: a title."""
    inside: tuple[OutlineLink, ...] = ()
    """The titles in an Item."""


@lru_cache(maxsize=8)
def outline_of(document: Document) -> dict[str, Sequence[Any]]:
    """Everything there is to go to, in order, and about how many lines of print each page has."""
    titles = [one for one in document.elements if _is_title(one)]
    tables = [_link(one, table_title(one)) for one in document.elements if one.table is not None]
    return {
        "sections": list(_sections(titles)) or _page_titles(document),
        "statements": list(_statements(document)),
        "notes": _notes(titles),
        "tables": tables,
        "lines": [sum(map(_lines, page.elements)) for page in document.pages],
    }


def _is_title(element: Element) -> bool:
    return element.type is ElementType.TITLE and not element.text.startswith(_SIGNED)


def _link(element: Element, text: str) -> OutlineLink:
    return OutlineLink(text, element.page, element.index)


def _sections(titles: Sequence[Element]) -> Iterator[OutlineSection]:
    """Parts and Items, each with its titles; nothing before the first of them."""
    item: Element | None = None
    inside: list[OutlineLink] = []
    for title in titles:
        if title.level > _ITEM:
            if item is not None:
                inside.append(_link(title, title.text))
            continue
        if item is not None:
            yield OutlineSection(_link(item, item.text), item.level, tuple(inside))
        item, inside = title, []
    if item is not None:
        yield OutlineSection(_link(item, item.text), item.level, tuple(inside))


def _page_titles(document: Document) -> tuple[OutlineSection, ...]:
    """The first title of each page, where there are no Items."""
    firsts = (next(filter(_is_title, page.elements), None) for page in document.pages)
    return tuple(OutlineSection(_link(one, one.text), 3) for one in firsts if one is not None)


def _statements(document: Document) -> Iterator[OutlineLink]:
    """The first table of each statement, in the order that they are printed."""
    tables: dict[Statement, Element] = {}
    for element in document.elements:
        if element.table is not None and element.table.statement is not None:
            tables.setdefault(element.table.statement, element)
    return (_link(element, STATEMENTS[kind]) for kind, element in tables.items())


def _notes(titles: Sequence[Element]) -> tuple[OutlineLink, ...]:
    """The titles that count up from the first note; none where they are few.

    Either they say "Note 1", or they follow a heading "Notes to … statements"; contents and running
    heads have such headings, too, so the one that most notes follow is taken.
    """
    headings = [at for at, title in enumerate(titles) if _NOTES.search(title.text)]
    chains = [_counted([title for title in titles if _NOTE.match(title.text)])]
    chains += [_counted(titles[at + 1 :]) for at in headings]
    best = max(chains, key=len)
    return tuple(best) if len(best) >= _FEWEST else ()


def _counted(titles: Sequence[Element]) -> list[OutlineLink]:
    notes: list[OutlineLink] = []
    last = 0
    for at, title in enumerate(titles):
        match = _NUMBERED.fullmatch(_NOTE.sub("", title.text, count=1))
        if match is None:
            continue
        number = int(match[1]) if match[1].isdecimal() else ord(match[1]) - ord("A") + 1
        if not last < number <= last + 1 + _SKIPPED:
            continue
        # "NOTE 16" may stand by itself, beside the title that is set larger.
        name = match[2] or (title.path[-1] if title.path else "")
        name = name or (titles[at + 1].text if at + 1 < len(titles) else "")
        notes.append(_link(title, f"{match[1]}. {name}"))
        last = number
    return notes


def table_title(element: Element) -> str:
    """What a table is called: its statement, its caption, the title above it, or its first words;
    notes in brackets and rules are no titles."""
    assert element.table is not None
    if element.table.statement:
        return STATEMENTS[element.table.statement]
    names = (element.table.caption, *reversed(element.path))
    return next((one for one in names if one and one[0] not in "(_"), element.text)


def _lines(element: Element) -> int:
    if element.table is not None:
        return len(element.table.cells)
    return 1 + len(element.text) // _LINE
