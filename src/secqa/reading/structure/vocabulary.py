"""The words, patterns and weights of the rules, read from `vocabulary.toml`.

They say how filings in English put things, so they are data: one place to look a wording up in, and
to add one to. A section is named like the module that uses it.
"""

import re
import tomllib
from functools import lru_cache
from typing import Any

from secqa.files import bundled_text
from secqa.filings.dates import MONTHS


@lru_cache(maxsize=1)
def _sections() -> dict[str, dict[str, Any]]:
    text = bundled_text("secqa.reading.structure", "vocabulary.toml")
    return tomllib.loads(text.replace("{MONTHS}", MONTHS))


def pattern_of(section: str, key: str) -> re.Pattern[str]:
    """A pattern; a long one stands in the file in pieces."""
    stored = _sections()[section][key]
    return re.compile(stored if isinstance(stored, str) else "".join(stored))


def rewrites(section: str, key: str) -> tuple[tuple[str, re.Pattern[str], str], ...]:
    """(a text without which the pattern is not tried, the pattern, what replaces it)."""
    return tuple((text, re.compile(was), new) for text, was, new in _sections()[section][key])


def patterns(section: str, key: str) -> dict[str, re.Pattern[str]]:
    """Patterns by name, of small letters and capitals alike."""
    return {
        name: re.compile(stored if isinstance(stored, str) else "".join(stored), re.IGNORECASE)
        for name, stored in _sections()[section][key].items()
    }


def words_of(section: str, key: str) -> frozenset[str]:
    """A set of words."""
    return frozenset(_sections()[section][key].split())


def weights(section: str) -> dict[str, float]:
    """The numbers that a module weighs by, by name."""
    return {name: float(value) for name, value in _sections()[section]["weights"].items()}
