"""Names of companies as EDGAR, funds and people write them -> one that can be compared.

EDGAR writes `SMITH A O CORP` and `HUNTINGTON BANCSHARES INC /MD/` where others write `A. O. Smith
Corporation` and `Huntington Bancshares, Inc.`.
"""

import re

from secqa.filings.metadata.company_names import LEGAL_FORMS, SAME_WORDS

_FORMS = frozenset(SAME_WORDS.get(form, form) for form in LEGAL_FORMS)
_SAYS_NOTHING = frozenset({"and", "de", "the"})
_STATE = re.compile(r"(?:\s/[a-z]{2,4}|/[a-z]{2,4}/)\s*$")
"""Where it is incorporated, or that it is not the one of before (`/NEW/`)."""


def plain_name(name: str) -> str:
    """A name in small letters, without what is only its legal form; may be ""."""
    return " ".join(w for w in _words(name) if w not in _FORMS and w not in _SAYS_NOTHING)


def legal_forms(name: str) -> set[str]:
    """The legal forms in a name, shortened."""
    return set(_words(name)) & _FORMS


def name_keys(name: str) -> set[str]:
    """What is equal in two spellings of one name: its letters, and its words in any order."""
    plain = plain_name(name)
    return {plain.replace(" ", ""), " ".join(sorted(plain.split()))} - {""}


def share_a_word(name: str, other: str) -> bool:
    """Whether two names could be of one company: they share a word that is no legal form."""
    return not set(plain_name(name).split()).isdisjoint(plain_name(other).split())


def _words(name: str) -> list[str]:
    apart = re.sub(r"[/&,+-]", " ", _STATE.sub("", name.lower()))
    return [SAME_WORDS.get(word, word) for word in re.sub(r"[^a-z0-9 ]", "", apart).split()]
