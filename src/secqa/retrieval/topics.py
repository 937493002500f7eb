"""What a question asks for besides metrics: topics, and where reports tell them.

In: a question. Out: the topics of `topics.toml` that it names. Half of what analysts
ask is no line item (customers, lawsuits, who left); reports tell it under headings and in words
that are the same from company to company, because the forms prescribe them.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from secqa.parsing.lexicon import TRANSPARENT, stem, words


@dataclass(frozen=True, slots=True)
class Topic:
    """One entry of the file."""

    id: str
    asked: tuple[str, ...]
    """Phrases of questions."""
    printed: tuple[str, ...] = ()
    """How it is printed."""
    sections: tuple[str, ...] = ()
    """Words of headings it stands under."""
    parts: tuple[str, ...] = ()
    """Parts of a report that tell it, the likeliest first; see `parts`."""
    statements: tuple[str, ...] = ()
    """Primary statements of that name."""
    released: bool = False
    """Earnings releases tell it rather than reports."""


@lru_cache(maxsize=1)
def load_topics() -> tuple[Topic, ...]:
    """All topics, in the order of the file."""
    text = (files("secqa.retrieval") / "topics.toml").read_text(encoding="utf-8")
    return tuple(_topic(name, entry) for name, entry in tomllib.loads(text).items())


def _topic(name: str, entry: dict[str, Any]) -> Topic:
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()
    }
    return Topic(name, **values)


def find_topics(text: str, topics: Sequence[Topic]) -> tuple[Topic, ...]:
    """The topics of which a question has a phrase: the same stems, one after the other."""
    said = _stems(text)
    return tuple(topic for topic in topics if any(one in said for one in _phrases(topic.asked)))


@lru_cache(maxsize=1024)
def _phrases(phrases: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(_stems, phrases))


def _stems(text: str) -> str:
    """Stems as text in which whole stems can be looked for."""
    return f" {' '.join(one for word in words(text) if (one := stem(word)) not in TRANSPARENT)} "
