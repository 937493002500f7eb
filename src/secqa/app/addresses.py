"""Addresses of pages: written from names and marks, read back, and cut into pages of long lists."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import quote, urlencode

from secqa.facts.fact import Evidence
from secqa.filings.rendering.marks import PageMark
from secqa.reading.reading import Reading

Parameters = Mapping[str, str]
Item = TypeVar("Item")

_LONGEST_QUOTE = 1500
"""Characters of a quote in an address; more is not needed to find the place."""
_SHORTEST_WORD = 2
"""Letters of a word that is searched for."""
_ITEMS = 50
"""Items of a list on one page."""


def address(*parts: str, given: Mapping[str, object] | Iterable[tuple[str, object]] = ()) -> str:
    """The address of the page with these path segments, without parameters that are empty."""
    path = "/".join(quote(part, safe="") for part in parts if part)
    pairs = given.items() if isinstance(given, Mapping) else given
    query = urlencode([(name, value) for name, value in pairs if value not in ("", None)])
    return f"/{path}?{query}" if query else f"/{path}"


@dataclass(frozen=True, slots=True)
class Link:
    """A name that leads to an address; "" for none."""

    name: str
    address: str = ""
    detail: str = ""


PrintedPlace = Reading | Evidence
"""A cell or line of a page."""


def mark_of(place: PrintedPlace) -> PageMark:
    """The mark of a cell or line."""
    return PageMark(place.element, place.row, place.column, place.quote)


def place_address(place: PrintedPlace) -> str:
    """The address of a filing, open at a place that is marked."""
    return filing_address(place.document_id, place.page, mark_of(place))


def page_address(document_id: str, page: int, mark: PageMark, suffix: str = "") -> str:
    """The address of a page by itself, or with `.png` of its picture."""
    return address("filings", document_id, "pages", f"{page}{suffix}", given=_parameters(mark))


@dataclass(frozen=True, slots=True)
class MarkedPage:
    """A page of a filing with a mark."""

    document_id: str
    page: int
    mark: PageMark

    @property
    def page_address(self) -> str:
        """The marked page by itself, to be put into another."""
        return page_address(self.document_id, self.page, self.mark)

    @property
    def filing_address(self) -> str:
        """The page within its filing."""
        return filing_address(self.document_id, self.page, self.mark)


def picture_address(document_id: str, name: str) -> str:
    """The address of a picture in a filing, by the name of its file."""
    return address("filings", document_id, "pictures", name)


def filing_address(document_id: str, page: int, mark: PageMark) -> str:
    """The address of a filing, open at a page."""
    return address("filings", document_id, given={"page": page, **_parameters(mark)})


def question_address(benchmark: str, question_id: str = "") -> str:
    """The address of a benchmark, or of one of its questions."""
    return address("benchmarks", benchmark, question_id)


def run_address(name: str, question_id: str = "", **given: object) -> str:
    """The address of a run, or of its answer to a question."""
    return address("runs", name, question_id, given=given)


def _parameters(mark: PageMark) -> dict[str, object]:
    cell = {name: getattr(mark, name) for name in ("element", "row", "column")}
    parameters: dict[str, object] = {name: at for name, at in cell.items() if at >= 0}
    if mark.quote and mark.row < 0:
        parameters["quote"] = mark.quote[:_LONGEST_QUOTE]
    if mark.words:
        parameters["find"] = " ".join(f'"{word}"' for word in mark.words)
    return parameters


def mark_in(given: Parameters) -> PageMark:
    """What an address marks."""
    if words := words_in(given.get("find", "")):
        return PageMark(words=words)
    element, row, column = (number_in(given, name, -1) for name in ("element", "row", "column"))
    return PageMark(element, row, column, given.get("quote", ""))


def words_in(text: str) -> tuple[str, ...]:
    """The words of a search, and its phrases in double quotes."""
    parts = (phrase or word for phrase, word in re.findall(r'"([^"]+)"|([^\s"]+)', text))
    return tuple(part.strip() for part in parts if len(part.strip()) >= _SHORTEST_WORD)


def number_in(given: Parameters, name: str, otherwise: int) -> int:
    """A number of an address; `otherwise` where it is missing or not a number."""
    text = given.get(name, "")
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 9 else otherwise


@dataclass(frozen=True, slots=True)
class Paged(Generic[Item]):
    """One page of a long list."""

    items_here: Sequence[Item]
    first: int
    """1-based place of the first item on the page."""
    total: int
    before: str
    """Address of the page before; "" for the first."""
    after: str

    @property
    def last(self) -> int:
        """1-based place of the last item on the page."""
        return self.first + len(self.items_here) - 1


def paged(items: Sequence[Item], given: Parameters) -> Paged[Item]:
    """The page of a list that starts at the parameter `from`."""
    first = min(max(number_in(given, "from", 1), 1), max(len(items), 1))
    after = first + _ITEMS if first - 1 + _ITEMS < len(items) else 0
    before = max(first - _ITEMS, 1) if first > 1 else 0
    items_here = items[first - 1 : first - 1 + _ITEMS]
    return Paged(items_here, first, len(items), _turned(given, before), _turned(given, after))


def _turned(given: Parameters, first: int) -> str:
    """The address of the same list from another item."""
    rest = [(name, value) for name, value in pairs(given) if name != "from"]
    return f"?{urlencode([*rest, ('from', first)])}" if first else ""


def pairs(given: Parameters) -> list[tuple[str, str]]:
    """All parameters of an address, repeated ones each time."""
    return list(getattr(given, "multi_items", given.items)())


def neighbours(items: Sequence[Item], chosen: Iterable[Item], here: int) -> "Neighbours[Item]":
    """What stands before and after the item at `here` among the chosen ones, which may lack it."""
    ids = set(map(id, chosen))
    places = [at for at, item in enumerate(items) if id(item) in ids]
    before = [items[at] for at in places if at < here]
    after = [items[at] for at in places if at > here]
    return Neighbours(
        before[-1] if before else None,
        after[0] if after else None,
        len(before) + 1 if here in places else 0,
        len(places),
    )


@dataclass(frozen=True, slots=True)
class Neighbours(Generic[Item]):
    """The neighbours of an item in a filtered list."""

    before: Item | None
    after: Item | None
    place: int
    """1-based place of the item itself; 0 where the filter leaves it out."""
    count: int
    """Items that pass the filter."""
