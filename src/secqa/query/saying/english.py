"""Build English phrases: slots, possessives, plurals, lists and amounts.

Phrases are data (`data/say.toml`); a `Voice` chooses among them at random, or the plain ones with
seed 0.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from secqa.files import bundled_toml
from secqa.metrics.number_text import SCALES

_SLOT = re.compile(r"( ?)\{(\w+)\}('s)?")
_SHORT_FORM = re.compile(r" \([“\"][^”\"]*[”\"]\)")
_LONGEST_INITIALS = 4


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """A noun phrase with its number."""

    text: str
    plural: bool = False
    ask: str = ""
    """An alternative question for the value, or ""."""

    @property
    def bare(self) -> str:
        """The phrase without its article: "ratio of …"."""
        text = self.text.removeprefix("the ")
        return text if text != self.text else f"value of {text}"

    @property
    def was(self) -> str:
        """The verb that agrees with the phrase."""
        return "were" if self.plural else "was"


class Voice:
    """Chooses among phrases, repeatably by seed."""

    def __init__(self, seed: int, text: str, fiscal: bool = False) -> None:
        """`text` also seeds the choices, so that they vary between queries; with `fiscal`, years
        must be called fiscal."""
        self.plain = seed == 0
        self._excluded = phrases()["grammar"]["calendar"] if fiscal else ()
        self._rng = Random(f"{seed}/{text}")
        self._kept: dict[str, str] = {}

    def say(self, key: str, **slots: object) -> str:
        """A phrase of `say.toml` by its dotted name, with its slots filled."""
        found: Any = phrases()
        for name in key.split(".", 1):
            found = found[name]
        if isinstance(found, str):
            return filled(found, **slots)
        if key in phrases()["grammar"]["kept"]:
            return filled(self._kept.setdefault(key, self.choose(found)), **slots)
        return filled(self.choose(found), **slots)

    def choose(self, choices: Sequence[str]) -> str:
        """Choose one of several phrases."""
        choices = [choice for choice in choices if choice not in self._excluded]
        return choices[0] if self.plain else self._rng.choice(choices)

    def has(self, key: str) -> bool:
        """Whether `say.toml` has this phrase."""
        table, _, name = key.partition(".")
        return name in phrases()[table]


@lru_cache(maxsize=1)
def phrases() -> dict[str, dict[str, Any]]:
    """All phrases by table; phrases of nested tables have dotted names."""
    return {
        table: {
            name: phrase
            for key, value in entries.items()
            for name, phrase in (
                ((f"{key}.{inner}", one) for inner, one in value.items())
                if isinstance(value, dict)
                else ((key, value),)
            )
        }
        for table, entries in bundled_toml("secqa.query", "data/say.toml").items()
    }


def filled(pattern: str, **slots: object) -> str:
    """Fill the slots of a phrase, without a gap for empty ones."""

    def fill(found: re.Match[str]) -> str:
        text = str(slots[found[2]])
        text = possessive(text) if found[3] else text
        return f"{found[1]}{text}" if text else ""

    return _SLOT.sub(fill, pattern).lstrip()


def possessive(name: str) -> str:
    """The possessive: "Apple's", "Apple's (AAPL)", "Sales'"; names in 's stay unchanged."""
    if name.endswith(")") and " (" in name:
        bare, _, symbol = name.rpartition(" (")
        return f"{possessive(bare)} ({symbol}"
    if name.endswith(("'s", "’s")):
        return name
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def join_names(names: Sequence[str], word: str = "and") -> str:
    """ "A", "A and B", "A, B and C"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"


def phrase_of_metric(name: str, unit: str) -> str:
    """A metric's name in a sentence: "net property, plant and equipment" for "property, plant and
    equipment, net", "debt to EBITDA ratio" for "debt to EBITDA"."""
    name = phrases()["grammar"].get(f"amounts.{name}", name)
    thing, _, kind = name.rpartition(", ")
    if thing and kind in phrases()["grammar"]["kinds"]:
        return f"{kind} {thing}"
    ratio = unit == "pure" and " to " in name and not name.endswith("ratio")
    return f"{name} ratio" if ratio else name


def with_article(part: str) -> str:
    """A part of a company in a sentence: "the United States", "Europe"; without its printed short
    form in brackets."""
    part = _SHORT_FORM.sub("", part)
    if part.isupper() and len(part) > _LONGEST_INITIALS:
        part = part.title()
    starts, ends = (tuple(phrases()["grammar"][key]) for key in ("articled", "articled_ends"))
    return f"the {part}" if part.startswith(starts) or part.endswith(ends) else part


def is_plural(name: str) -> bool:
    """Whether a metric's name takes "were": "total revenues", "cash and cash equivalents"."""
    grammar = phrases()["grammar"]
    if name in grammar["singular"] or name.endswith(" ratio"):
        return False
    words = name.split()
    ends = [place for place, word in enumerate(words) if place and word in grammar["after_head"]]
    head = words[(ends or [len(words)])[0] - 1]
    return head.endswith("s") and not head.endswith(("ss", "us", "is"))


def doer(name: str) -> str:
    """The preposition between a metric and its company: "dividends paid by", "revenue of"."""
    return "of" if set(phrases()["grammar"]["done"]).isdisjoint(name.split()) else "by"


def had_most(rank: str, by: str) -> str:
    """What a company is chosen by: "had the largest inventories", "paid the most cash for rent"."""
    thing, paid, rest = by.partition(" paid")
    if not paid or (thing == "cash" and " " in rank):
        return f"had the {rank} {by}"
    if thing == "cash":
        rank = "least" if rank in phrases()["words"]["lowest"] else "most"
    return f"paid the {rank} {thing}{rest}"


def number_word(number: int) -> str:
    """ "three", "13"."""
    words: list[str] = phrases()["grammar"]["numbers"]
    return words[number] if 0 <= number < len(words) else str(number)


def ordinal(number: int) -> str:
    """ "second", "12th"."""
    words: list[str] = phrases()["grammar"]["ordinals"]
    if 0 < number <= len(words):
        return words[number - 1]
    ending = "th" if 10 < number % 100 < 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def amount(value: float, unit: str) -> str:
    """A number in the notation of a unit: "$5 billion", "12.5%", "1.5"."""
    if unit == "pure" and 0 < abs(value) < 1:
        return f"{value * 100:,.10g}%"
    size, word = abs(value), ""
    for scale, name in SCALES:
        if unit in ("USD", "shares", "count") and size >= scale and (size / scale * 1000) % 1 == 0:
            size, word = size / scale, f" {name}"
            break
    sign = "-" if value < 0 else ""
    return f"{sign}{'$' if unit.startswith('USD') else ''}{size:,.15g}{word}"
