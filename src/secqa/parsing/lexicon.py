"""Split a question into words with stems, positions and classes, and load the word lists.

Classes are in `data/lexicon.toml`, by stem and longest entry first, so that "rose", "climbs" and
"went up" are all `up`. A word without a class is content, which some mention must cover. Questions,
names of metrics and printed labels share one stemmer.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

import Stemmer

from secqa.files import bundled_toml

_WORD = re.compile(
    r"\$?\d[\d,]*(?:\.\d+)?|\bU\.[SK]\.(?:A\.)?|[A-Za-z]+(?:&[A-Za-z]+)+|[A-Za-z]+(?:['’][A-Za-z]+)?|[&%$]"
)
_SENTENCE_END = re.compile(r"[.?!]\s")
_MARK = re.compile(r"[,;:()\[\]/+*=×÷−?!.]|(?<=\s)[-–—](?=\s)")
_ONE_SIGN = str.maketrans("[]–—÷−*", "()--/-×")
"""Replaces signs by equivalent ones."""
_IRREGULAR = {
    "&": "and", "paid": "pay", "spent": "spend", "sold": "sell", "bought": "buy", "made": "make",
    "held": "hold", "owed": "owe", "owes": "owe", "owing": "owe", "lent": "lend", "took": "take",
    "taken": "take", "lost": "lose", "kept": "keep", "brought": "bring", "left": "leave",
    "gave": "give", "given": "give", "written": "write", "wrote": "write", "got": "get",
    # The stemmer takes marketing for a form of it.
    "market": "marketplace", "markets": "marketplace",
}  # fmt: skip
NUMBER_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "couple of": 2,
}  # fmt: skip
MASK = "¤"
"""Replaces each character of a company's name in masked text."""
_LONGEST = 6
"""Words in the longest entry of the lexicon."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word with its characters `[start, end)` of the question."""

    text: str
    """In lower case."""
    stem: str
    start: int
    end: int
    sentence: bool = False
    """Whether it begins a sentence other than the first."""
    mark: str = ""
    """The signs between the previous word and this one, without spaces: `)/(`."""


@lru_cache(maxsize=1)
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem of a lower-case word; "paid" and "pay" have the same."""
    word = word.replace("’", "'").removesuffix("'s").replace("'", "")
    found: str = _stemmer().stemWord(_IRREGULAR.get(word, word).replace("&", "and"))
    return found


def tokens(text: str) -> list[Token]:
    """The words, numbers and signs of a text in order."""
    found: list[Token] = []
    for match in _WORD.finditer(text):
        word = match.group().lower()
        before = text[found[-1].end if found else 0 : match.start()]
        begins = bool(found) and _SENTENCE_END.search(before) is not None
        mark = "".join(_MARK.findall(before)).translate(_ONE_SIGN)
        found.append(Token(word, stem(word), match.start(), match.end(), begins, mark))
    return found


def words(text: str) -> list[str]:
    """The words of a text in lower case."""
    return _WORD.findall(text.lower())


def read_data(name: str) -> dict[str, Any]:
    """The content of `data/NAME.toml`."""
    return bundled_toml("secqa.parsing", f"data/{name}.toml")


@lru_cache(maxsize=8)
def word_list(name: str) -> frozenset[str]:
    """The words of one list of `data/word_lists.toml`."""
    return frozenset(read_data("word_lists")[name].split())


def stems_of(name: str) -> frozenset[str]:
    """The stems of the words of a list."""
    return frozenset(map(stem, word_list(name)))


TRANSPARENT = stems_of("transparent")
"""Words that a name of a metric may contain without being part of it."""


@lru_cache(maxsize=1)
def lexicon() -> dict[tuple[str, ...], tuple[str, ...]]:
    """The classes of each entry, by its stems."""
    classes: dict[tuple[str, ...], list[str]] = {}
    for name, entries in read_data("lexicon").items():
        for entry in entries:
            key = tuple(token.stem for token in tokens(entry))
            if name not in classes.setdefault(key, []):
                classes[key].append(name)
    return {key: tuple(names) for key, names in classes.items()}


@lru_cache(maxsize=65536)
def classes_of(stems: tuple[str, ...]) -> tuple[str, ...]:
    """Classes of a word or a sequence of words; () for content."""
    return lexicon().get(stems, ())


@lru_cache(maxsize=1)
def lexicon_stems() -> frozenset[str]:
    """All stems in entries of the lexicon, including multi-word entries ("low point")."""
    return frozenset(stem for key in lexicon() for stem in key)


def class_runs(stems: list[str]) -> list[tuple[int, int, tuple[str, ...]]]:
    """The entries in a list of stems, longest first: (first, end, classes)."""
    runs, at = [], 0
    while at < len(stems):
        size = next(
            (n for n in range(min(_LONGEST, len(stems) - at), 0, -1)
             if classes_of(tuple(stems[at : at + n]))),
            0,
        )  # fmt: skip
        if size:
            runs.append((at, at + size, classes_of(tuple(stems[at : at + size]))))
        at += size or 1
    return runs


@lru_cache(maxsize=4)
def load_patterns(name: str) -> dict[str, re.Pattern[str]]:
    """The patterns of `data/NAME.toml`, each an alternative of entries.

    Entries match whole words, after "~" also parts of words; `<WORD>` is an alternative of [words].
    """
    data = read_data(name)
    flags = re.IGNORECASE if data.get("ignore_case") else re.NOFLAG
    words = {key: f"(?:{'|'.join(entries)})" for key, entries in data["words"].items()}
    words["NUMBER_WORD"] = "|".join(NUMBER_WORDS)
    patterns = {}
    for key, entries in data["patterns"].items():
        runs = groupby(entries, key=lambda entry: entry.startswith("~"))
        parts = [
            "|".join(entry[1:] for entry in run) if anywhere else rf"\b(?:{'|'.join(run)})\b"
            for anywhere, run in runs
        ]
        patterns[key] = re.compile(expanded("|".join(parts), words), flags)
    return patterns


def expanded(pattern: str, words: Mapping[str, str]) -> str:
    """Replace each `<WORD>` in a pattern, recursively."""
    while (filled := _fill(pattern, words)) != pattern:
        pattern = filled
    return pattern


def _fill(pattern: str, words: Mapping[str, str]) -> str:
    for name, meaning in words.items():
        pattern = pattern.replace(f"<{name}>", meaning)
    return pattern


def count_of(text: str) -> int:
    """The number that digits or a word mean."""
    return int(text) if text.isdigit() else NUMBER_WORDS[text]
