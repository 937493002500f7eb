"""Tell how filers print XBRL concepts: under which labels, and in brackets or not.

`secqa fit reader` collected the row labels of each concept from tagged filings of training
companies and stored them beside this module; no filing's tags are read here. `labels.md` is
their card.
"""

import gzip
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

WEIGHTS = "printed.json.gz"
_COMMON = 2
"""Companies from which on a label is no one's own."""


@dataclass(frozen=True, slots=True)
class PrintedLabel:
    """One way in which a concept is printed."""

    text: str
    """In lower case."""
    companies: int
    """How many print it so."""


@dataclass(frozen=True, slots=True)
class Habit:
    """How filers print a concept."""

    labels: tuple[PrintedLabel, ...]
    """The most common first."""
    paid: bool
    """Whether they print its positive values in brackets, as payments are."""


def labels_of(concepts: Iterable[str], *, rare: bool = False) -> tuple[str, ...]:
    """The labels of some concepts, each once, the most common of any concept first.

    Those that one company alone prints only where `rare` ones are wanted.
    """
    known = (habits().get(short(concept)) for concept in concepts)
    labels = (label for habit in known if habit is not None for label in habit.labels)
    found = sorted(labels, key=lambda one: (-one.companies, one.text))
    return tuple(dict.fromkeys(one.text for one in found if rare or one.companies >= _COMMON))


def are_paid(concepts: Iterable[str]) -> bool:
    """Whether filers print positive values in brackets, of the first concept that is known."""
    known = (habits().get(short(concept)) for concept in concepts)
    return next((habit.paid for habit in known if habit is not None), False)


def short(concept: str) -> str:
    """A concept as the catalogue writes it."""
    return concept.removeprefix("us-gaap:")


@lru_cache(maxsize=1)
def habits() -> Mapping[str, Habit]:
    """What comes along: concept -> how it is printed."""
    return read_habits((files("secqa.metrics") / WEIGHTS).read_bytes())


def read_habits(data: bytes) -> dict[str, Habit]:
    """The habits of a file that `secqa fit reader` wrote."""
    table = json.loads(gzip.decompress(data))
    return {
        concept: Habit(tuple(PrintedLabel(*one) for one in labels), bool(paid))
        for concept, (paid, *labels) in table.items()
    }
