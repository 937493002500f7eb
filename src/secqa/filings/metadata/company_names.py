"""Shorten company names as people write them: "Home Depot" for "THE HOME DEPOT, INC.".

Covers and EDGAR print the registrant's legal name, often in capitals, with its legal form, its
state and an article. Capitals hide acronyms, which are recognised by their vowels, their length
and the ticker. The rules cover English and American company law and name no company.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from secqa.files import bundled_toml

_DATA = bundled_toml("secqa.filings.metadata", "legal_forms.toml")
AMERICAN_FORMS = tuple(_DATA["american"])
"""Legal forms that American texts print after a name: "inc", "corporation"."""
LEGAL_FORMS = frozenset((*AMERICAN_FORMS, *_DATA["others"]))
LEFT_OUT = LEGAL_FORMS | frozenset(_DATA["left_out"])
"""Words that people omit at the end of a name."""
SAME_WORDS: dict[str, str] = _DATA["same"]
"""Maps long forms and abbreviations to one common word."""
_STATE = re.compile(r"\s*[/\\(]\s*[A-Z]{2,4}\s*[/\\)]?\s*$")
"""The state of incorporation as EDGAR prints it: "WELLS FARGO & COMPANY/MN"."""
_DOMAIN = re.compile(r"[. ]com$", re.IGNORECASE)
_SMALL = frozenset({"and", "of", "the", "for", "in", "on", "at", "by", "de", "la"})
_AFTER_MC = re.compile(r"(?<=\bMc)[A-Z’']{3,}\b")
"""Capitals after the prefix "Mc" in a name in capitals: "McDONALD’S"."""


@lru_cache(maxsize=65536)
def short_name(registrant: str, ticker: str = "") -> str:
    """Shorten a legal name: "Home Depot". A word equal to `ticker` is kept as an acronym."""
    legal = " ".join(registrant.replace("’", "'").split())
    name = _STATE.sub("", legal)
    name = _without_end(name[4:].lstrip() if name[:4].lower() == "the " else name)
    if not name.isupper():
        return _AFTER_MC.sub(lambda capitals: capitals.group().lower().capitalize(), name)
    acronym = ticker if len(ticker) <= 3 or not legal.isupper() else ""
    return " ".join(_uncapitalised(word, acronym) for word in name.split())


def without_legal_form(words: Sequence[str]) -> list[str]:
    """Remove "The" at the start of a name and "Inc.", "Group", "&" and the like at its end."""
    words = list(words[1:] if words and words[0].lower() == "the" else words)
    while len(words) > 1 and _is_left_out(words[-1]):
        words = words[:-1]
    return words


def unaccented(text: str) -> str:
    """Replace accented letters by plain ones ("e" for "ē"); the length stays the same."""
    if text.isascii():
        return text
    return "".join(unicodedata.normalize("NFKD", character)[0] for character in text)


def _is_left_out(word: str) -> bool:
    word = word.lower().replace(".", "")
    return word in LEFT_OUT or word in ("and", "&", "com")


def _without_end(name: str) -> str:
    """Remove legal forms and the domain from the end of a name; keep at least two letters."""
    while True:
        before, _, last = name.replace(",", " ").rstrip(" .&").rpartition(" ")
        is_form = last.lower().replace(".", "") in LEFT_OUT
        shorter = name[: len(before)] if is_form else _DOMAIN.sub("", name)
        shorter = shorter.rstrip(" ,&").removesuffix(" and").removesuffix(" AND").rstrip(" ,&")
        if shorter == name or sum(map(str.isalnum, shorter)) < 2:
            return name
        name = shorter


def _uncapitalised(word: str, acronym: str) -> str:
    """Write one word in capitals as people do: NIKE -> Nike; AT&T, 3M, CVS stay."""
    letters = [letter for letter in word if letter.isalpha()]
    if word.lower() in _SMALL:
        return word.lower()
    is_short = len(letters) <= 2 or "".join(letters) == acronym
    if is_short or "&" in word or set("AEIOUY").isdisjoint(unaccented("".join(letters))):
        return word
    return "-".join(map(_capitalised, word.lower().split("-")))


def _capitalised(word: str) -> str:
    if word.startswith("mc") and len(word) > 4:
        return "Mc" + word[2:].capitalize()
    if word[1:2] == "'" and len(word) > 4:
        return word[:2].upper() + word[2:].capitalize()
    return word[:1].upper() + word[1:]
