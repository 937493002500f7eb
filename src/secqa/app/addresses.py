"""Where a page of a filing is found in the app, and what an address wants marked on it."""

import re
from collections.abc import Mapping
from typing import Protocol
from urllib.parse import quote, urlencode

from secqa.app.printed.marks import Mark

Parameters = Mapping[str, str]


class PrintedPlace(Protocol):
    """A cell or line of a page, as readings and evidence name it."""

    @property
    def document_id(self) -> str: ...
    @property
    def page(self) -> int: ...
    @property
    def element(self) -> int: ...
    @property
    def row(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def quote(self) -> str: ...


_LONGEST_QUOTE = 1500
"""Characters of a quote in an address; more is not needed to find the place."""
_LEAST = 2
"""Letters of a word that is looked for."""


def page_address(document_id: str, page: int, mark: Mark, suffix: str = "") -> str:
    """The address of a page by itself, or with `.png` of its picture."""
    told = _told(mark)
    path = f"/filings/{quote(document_id, safe='')}/pages/{page}{suffix}"
    return f"{path}?{told}" if told else path


def picture_address(document_id: str, name: str) -> str:
    """The address of a picture in a filing, by the name of its file."""
    return f"/filings/{quote(document_id, safe='')}/pictures/{quote(name, safe='')}"


def filing_address(document_id: str, page: int, mark: Mark) -> str:
    """The address of a filing, open at a page."""
    told = "&".join(filter(None, (f"page={page}", _told(mark))))
    return f"/filings/{quote(document_id, safe='')}?{told}"


def place_address(place: PrintedPlace) -> str:
    """The address of a filing, open at a place that is marked."""
    mark = Mark(place.element, place.row, place.column, place.quote)
    return filing_address(place.document_id, place.page, mark)


def _told(mark: Mark) -> str:
    given = {
        name: str(number)
        for name in ("element", "row", "column")
        if (number := getattr(mark, name)) >= 0
    }
    if mark.quote and mark.row < 0:
        given["quote"] = mark.quote[:_LONGEST_QUOTE]
    if mark.words:
        given["find"] = " ".join(f'"{word}"' for word in mark.words)
    return urlencode(given)


def mark_in(given: Parameters) -> Mark:
    """What an address wants marked."""
    if words := words_in(given.get("find", "")):
        return Mark(words=words)
    element, row, column = (number_in(given, name, -1) for name in ("element", "row", "column"))
    return Mark(element, row, column, given.get("quote", ""))


def words_in(text: str) -> tuple[str, ...]:
    """What a search looks for: words, and phrases in double quotes."""
    found = (phrase or word for phrase, word in re.findall(r'"([^"]+)"|([^\s"]+)', text))
    return tuple(one.strip() for one in found if len(one.strip()) >= _LEAST)


def number_in(given: Parameters, name: str, otherwise: int) -> int:
    """A number of an address; what is none counts as not given."""
    text = given.get(name, "")
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 9 else otherwise
