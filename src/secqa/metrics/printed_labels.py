"""Look up how filers print XBRL concepts: their labels, and whether in parentheses.

`secqa fit reader` collected the row labels of each concept from tagged filings of training
companies and stored them in this folder; no filing's tags are read here. `labels.md` documents
them.
"""

import gzip
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

WEIGHTS = "printed.json.gz"
_COMMON = 2
"""Least number of companies that print a common label."""


@dataclass(frozen=True, slots=True)
class PrintedLabel:
    """A printed label of a concept."""

    text: str
    """In lower case."""
    companies: int
    """Number of companies that print it."""


@dataclass(frozen=True, slots=True)
class Habit:
    """How filers print a concept."""

    labels: tuple[PrintedLabel, ...]
    """Sorted by number of companies, most common first."""
    paid: bool
    """True if positive values are printed in parentheses, as payments are."""


def labels_of(concepts: Iterable[str], *, rare: bool = False) -> tuple[str, ...]:
    """The distinct labels of some concepts, most common first.

    Labels of only one company are included only if `rare`.
    """
    known = (habits().get(short(concept)) for concept in concepts)
    labels = (label for habit in known if habit is not None for label in habit.labels)
    found = sorted(labels, key=lambda one: (-one.companies, one.text))
    return tuple(dict.fromkeys(one.text for one in found if rare or one.companies >= _COMMON))


def are_paid(concepts: Iterable[str]) -> bool:
    """Whether filers print positive values of the first known concept in parentheses."""
    known = (habits().get(short(concept)) for concept in concepts)
    return next((habit.paid for habit in known if habit is not None), False)


def short(concept: str) -> str:
    """Write a concept as in the catalogue, without "us-gaap:"."""
    return concept.removeprefix("us-gaap:")


@lru_cache(maxsize=1)
def habits() -> Mapping[str, Habit]:
    """The bundled habits by concept."""
    return read_habits((files("secqa.metrics") / WEIGHTS).read_bytes())


def read_habits(data: bytes) -> dict[str, Habit]:
    """Parse a file of habits written by `secqa fit reader`."""
    table = json.loads(gzip.decompress(data))
    return {
        concept: Habit(tuple(PrintedLabel(*one) for one in labels), bool(paid))
        for concept, (paid, *labels) in table.items()
    }
