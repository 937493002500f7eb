"""Filters of a list by the parameters of an address, each with the choices that the list has."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import urlencode

from secqa.app.addresses import Parameters

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class ListFilter(Generic[Item]):
    """A property that items are filtered by."""

    name: str
    """Of the parameter."""
    label: str
    values: Callable[[Item], Iterable[str]]
    title: Callable[[str], str] = str
    order: Callable[[str], object] = str
    every: tuple[str, ...] = ()
    """Values that are choices even where no item has them."""


def passing(
    items: Iterable[Item],
    filters: Iterable[ListFilter[Item]],
    given: Parameters,
    text: Callable[[Item], str],
) -> list[Item]:
    """The items that pass all filters and whose text has all words of `find`, in their order."""
    chosen = [(one, given[one.name]) for one in filters if given.get(one.name)]
    words = given.get("find", "").casefold()
    return [
        item
        for item in items
        if all(value in set(one.values(item)) for one, value in chosen)
        and has_all_words(text(item), words)
    ]


def has_all_words(text: str, words: str) -> bool:
    """Whether a text has all of some folded words, in any case."""
    folded = text.casefold()
    return all(word in folded for word in words.split())


def choices(items: Iterable[Item], one: ListFilter[Item]) -> list[tuple[str, str]]:
    """The values of a filter that items have, each with its title and count."""
    counts = Counter(dict.fromkeys(one.every, 0))
    counts.update(value for item in items for value in dict.fromkeys(one.values(item)))
    values = sorted(counts, key=one.order)  # type: ignore[arg-type]
    return [(value, f"{one.title(value)} ({counts[value]:,})") for value in values]


def filter_query(filters: Iterable[ListFilter[Item]], given: Parameters) -> str:
    """The query string of the filters and words that an address sets."""
    names = (*(one.name for one in filters), "find")
    return urlencode([(name, given[name]) for name in names if given.get(name)])
