"""A document and words in, its pages that have all of them, with the first line that has one."""

import re
from dataclasses import dataclass

from secqa.filings.document import Document, ElementType

_AROUND = 70
"""Characters shown on each side of the first hit."""
_MOST = 100


@dataclass(frozen=True, slots=True)
class Hit:
    """A page that has all words."""

    page: int
    label: str
    before: str
    hit: str
    after: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A place to go to."""

    text: str
    page: int
    level: int


def hits_of(document: Document, words: tuple[str, ...]) -> tuple[Hit, ...]:
    """The pages that have all words, in order."""
    found: list[Hit] = []
    wanted = [re.compile(re.escape(word), re.IGNORECASE) for word in words]
    for page in document.pages if wanted else ():
        text = page.text
        places = [word.search(text) for word in wanted]
        first = places[0]
        if first is None or None in places:
            continue
        before = " ".join(text[max(0, first.start() - _AROUND) : first.start()].split())
        after = " ".join(text[first.end() : first.end() + _AROUND].split())
        found.append(Hit(page.number, page.label, before, first.group(), after))
        if len(found) == _MOST:
            break
    return tuple(found)


def headings_of(document: Document, deepest: int = 2) -> tuple[Heading, ...]:
    """Parts and Items where the document has them, else the first title of each page."""
    found = [
        Heading(element.text, element.page, element.level)
        for element in document.elements
        if element.type is ElementType.TITLE and element.level <= deepest
    ]
    if len(found) < 3:
        found = [Heading(page.title, page.number, 2) for page in document.pages if page.title]
    return tuple(found)
