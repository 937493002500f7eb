"""Find the topics of questions other than metrics, and the parts of reports that cover them.

Half of analysts' questions are not about line items (customers, lawsuits, departures). The forms
prescribe headings and words, so reports of all companies cover a topic in similar ways. The forms
number their items differently: Item 2 is properties in a 10-K, but management's discussion in a
10-Q.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from secqa.files import bundled_toml
from secqa.parsing.lexicon import TRANSPARENT, stem, words


@dataclass(frozen=True, slots=True)
class Topic:
    """An entry of `topics.toml`."""

    id: str
    asked: tuple[str, ...]
    """Phrases in questions."""
    printed: tuple[str, ...] = ()
    """Phrases in reports."""
    sections: tuple[str, ...] = ()
    """Headings above it in reports."""
    parts: tuple[str, ...] = ()
    """Parts of a report that cover it, likeliest first; see `part_of`."""
    statements: tuple[str, ...] = ()
    """Primary statements of that name."""
    released: bool = False
    """Whether earnings releases cover it rather than reports."""


@lru_cache(maxsize=1)
def load_topics() -> tuple[Topic, ...]:
    """All topics, in the order of the file."""
    topics = []
    for name, entry in bundled_toml("secqa.retrieval", "topics.toml").items():
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()
        }
        topics.append(Topic(name, **values))
    return tuple(topics)


def find_topics(text: str, topics: Sequence[Topic]) -> tuple[Topic, ...]:
    """The topics with a phrase whose stems occur in sequence in a question."""
    stems = _stems(text)
    return tuple(topic for topic in topics if any(one in stems for one in _phrases(topic.asked)))


@lru_cache(maxsize=1024)
def _phrases(phrases: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(_stems, phrases))


def _stems(text: str) -> str:
    """The stems of a text, joined by spaces, so that a substring search matches whole stems."""
    return f" {' '.join(one for word in words(text) if (one := stem(word)) not in TRANSPARENT)} "


_ANNUAL = {
    "": "cover",
    "I/1": "business",
    "I/1A": "risk factors",
    "I/1C": "security",
    "I/2": "properties",
    "I/3": "legal proceedings",
    "I/4": "executives",  # Companies list their officers here.
    "II/5": "market",
    "II/7": "discussion",
    "II/7A": "market risk",
    "II/8": "statements",
    "II/9": "accountants",
    "II/9A": "controls",
}
_QUARTERLY = {
    "": "cover",
    "I/1": "statements",
    "I/2": "discussion",
    "I/3": "market risk",
    "I/4": "controls",
    "II/1": "legal proceedings",
    "II/1A": "risk factors",
    "II/2": "market",
    "II/6": "exhibits",
}
_BY_PART_OF_FORM = {"III": "governance", "IV": "exhibits"}


def part_of(form: str, section: str) -> str:
    """The part of a report that a section belongs to, or ""."""
    if form.startswith("8-K"):
        return {"": "cover", "9.01": "attachment"}.get(section, "event")
    if form in ("", "6-K", "6-K/A"):
        # An earnings release, in which management discusses the results.
        return "discussion"
    if not form.startswith(("10-K", "10-Q")):
        # Foreign annual reports and registrations have other items.
        return ""
    part = (_QUARTERLY if form.startswith("10-Q") else _ANNUAL).get(section)
    return _BY_PART_OF_FORM.get(section.partition("/")[0], "") if part is None else part
