"""Load the words, patterns and weights of the reading rules from `vocabulary.toml`.

Each section has the name of the module that uses it.
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
    """A pattern; long ones are split in the file."""
    stored = _sections()[section][key]
    return re.compile(stored if isinstance(stored, str) else "".join(stored))


def rewrites(section: str, key: str) -> tuple[tuple[str, re.Pattern[str], str], ...]:
    """(text that must occur, pattern, replacement)."""
    return tuple((text, re.compile(was), new) for text, was, new in _sections()[section][key])


def patterns(section: str, key: str) -> dict[str, re.Pattern[str]]:
    """Patterns by name, without distinction of case."""
    return {
        name: re.compile(stored if isinstance(stored, str) else "".join(stored), re.IGNORECASE)
        for name, stored in _sections()[section][key].items()
    }


def words_of(section: str, key: str) -> frozenset[str]:
    """A set of words."""
    return frozenset(_sections()[section][key].split())


def weights(section: str) -> dict[str, float]:
    """The weights of a module by name."""
    return {name: float(value) for name, value in _sections()[section]["weights"].items()}
