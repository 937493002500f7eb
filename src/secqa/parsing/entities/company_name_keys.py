"""Derive the usual names of a company from its printed name and symbols.

A key is a name without spaces, signs and case: "Coca-Cola" and "CocaCola" have the same.
"""

import re
from collections.abc import Iterator, Sequence

from secqa.filings.metadata.company_names import (
    LEFT_OUT,
    unaccented,
    without_legal_form,
)
from secqa.parsing.lexicon import word_list

PLAIN_WORDS = word_list("name_words")
"""Common words, which name a company alone only if they are its whole name, with a capital."""


def name_keys(name: str) -> Iterator[tuple[str, int]]:
    """(key, rank) of all names derived from a printed one, except single letters."""
    yield from ((key, rank) for key, rank in _all_keys(name) if len(key) > 1)


def _all_keys(name: str) -> Iterator[tuple[str, int]]:
    full = name_parts(name)
    words = without_legal_form(full)
    start = 1 if full[:1] == ["the"] else 0
    yield from ((key, 0) for key in joined_keys(full))
    for end in range(start + len(words), len(full) + 1):
        yield from ((key, 0) for key in joined_keys(full[start:end]))
    for short in _short_forms(words):
        if len(short) > 1 or (len(short[0]) > 2 and short[0] not in PLAIN_WORDS):
            yield from ((key, 1) for key in joined_keys(short))


def symbol_keys(name: str, symbols: Sequence[str]) -> Iterator[tuple[str, int]]:
    """(upper-case symbol, rank): 0 for trading symbols, 1 for initials and the like."""
    for symbol in symbols:
        if symbol and symbol.isupper() and len(symbol) <= 5 and " " not in symbol:
            yield letters_and_digits(symbol), 0
    words = without_legal_form(name_parts(name))
    initials = "".join(word[0].upper() for word in words if word != "and")
    if len(initials) > 2 or (len(initials) == 2 and "and" in words):
        yield initials, 1
    if len(words) == 2 and min(map(len, words)) > 2:
        # The beginnings of both words, as in "MicroSoft" or "InterContinental".
        for first in (2, 3):
            yield words[0][:first].upper() + words[1][:2].upper(), 1


def _short_forms(words: Sequence[str]) -> Iterator[list[str]]:
    """Short forms of a name: its first words, with or without leading initials, or "S&P"."""
    spoken = list(words)
    while spoken and (len(spoken[0]) == 1 or spoken[0] == "and"):
        spoken = spoken[1:]
    if spoken and len(spoken) < len(words):
        yield spoken
    if len(words) > 3 and words[1] == "and" and len(words[0]) == 1:
        # "S&P" of "S&P Global".
        yield list(words[:3])
    for count in (1, 2, 3):
        start = spoken[:count]
        # Three of them only where two are joined: "Maple & Crest" of "Maple & Crest Homes".
        joined = count < 3 or start[1:2] == ["and"]
        if len(spoken) > count and start[-1] != "and" and joined:
            yield start


_APOSTROPHES = str.maketrans("", "", "'’")


def letters_and_digits(name: str) -> str:
    """The letters and digits of a name."""
    return "".join(filter(str.isalnum, name))


def joined_keys(words: Sequence[str]) -> Iterator[str]:
    """The keys of a name: with and without its "and"s."""
    yield "".join(words)
    yield "".join(word for word in words if word != "and")


def name_parts(name: str) -> list[str]:
    """The words of a printed name in lower case, without accents."""
    name = re.sub(r"[/\\(].*", "", unaccented(name.lower())).replace("&", " and ")
    words = re.findall(r"[a-z0-9]+", name.translate(_APOSTROPHES))
    # "L.P.", "N.V.", "S.A." are one word each.
    if len(words) > 2 and "".join(words[-2:]) in LEFT_OUT and len(words[-1]) == len(words[-2]) == 1:
        words[-2:] = ["".join(words[-2:])]
    return words
