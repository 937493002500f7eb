"""The words of a question in, other words that filings use for the same out.

People ask who "buys back" shares and reports tell of a "repurchase". Vectors of a few filings learn
little of such pairs; `thesaurus.txt` lists them, a set of phrases that replace each other a line.
Compared by stems, so that one form of a word stands for all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from secqa.retrieval.words import stems

Phrase = tuple[str, ...]
"""Stems, one after the other."""


@dataclass(frozen=True, slots=True)
class Concept:
    """Something asked for that has other names."""

    asked: Phrase
    """The stems of the question that it is named by."""
    others: tuple[Phrase, ...]
    """Its other names."""


def concepts_of(asked: Sequence[str]) -> tuple[Concept, ...]:
    """What has other names, of the stems of a question; the same stems may be part of several."""
    known = _thesaurus()
    found: dict[Phrase, dict[Phrase, None]] = {}
    for start in range(len(asked)):
        for end in range(start + 1, min(len(asked), start + _longest()) + 1):
            phrase = tuple(asked[start:end])
            if phrase in known:
                found.setdefault(phrase, {}).update(dict.fromkeys(known[phrase]))
    return tuple(Concept(phrase, tuple(others)) for phrase, others in found.items())


@lru_cache(maxsize=1)
def _thesaurus() -> dict[Phrase, tuple[Phrase, ...]]:
    """The other names of each phrase."""
    text = (files("secqa.reading.passages") / "thesaurus.txt").read_text(encoding="utf-8")
    found: dict[Phrase, dict[Phrase, None]] = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        members = dict.fromkeys(tuple(stems(one)) for one in line.split(","))
        members.pop((), None)
        for one in members:
            others = (other for other in members if other != one)
            found.setdefault(one, {}).update(dict.fromkeys(others))
    return {phrase: tuple(others) for phrase, others in found.items() if others}


@lru_cache(maxsize=1)
def _longest() -> int:
    return max(map(len, _thesaurus()), default=0)
