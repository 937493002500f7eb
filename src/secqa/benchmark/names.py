"""Company names as people write them: "THE HOME DEPOT, INC." in, "Home Depot" out.

Covers print the registrant's legal name, often in capitals, with its legal form, state and an
article. Questions say the short name. The rules here are about English and American company
law only; no company is named. Capitals hide how a name is written, so what is an acronym is
told from its vowels, its length and the ticker.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from secqa.filings.document import Metadata

_LEGAL_FORM = re.compile(
    r"(?:,|\s)+(?:(?:&|and)\s+)?(?:incorporated|inc|corporation|corp|company|companies|cos|co|"
    r"limited|ltd|llc|l\.l\.c|lp|l\.p|plc|p\.l\.c|n\.v|nv|s\.a|sa|ag|se|holdings?|group|trust|"
    r"bancorp(?=,))\.?$",
    re.IGNORECASE,
)
_STATE = re.compile(r"\s*[/\\(]\s*[A-Z]{2,4}\s*[/\\)]?\s*$")
_DOMAIN = re.compile(r"[. ]com$", re.IGNORECASE)
_SMALL = frozenset({"and", "of", "the", "for", "in", "on", "at", "by", "de", "la"})


@dataclass(frozen=True, slots=True)
class Entity:
    """A company that questions can be asked about."""

    name: str
    """As people write it: "Home Depot"."""
    registrant: str
    """As the cover prints it."""
    ticker: str
    cik: str


def entities_of(documents: Iterable[Metadata]) -> tuple[Entity, ...]:
    """One entity a company, in the order of CIK; two that share a short name get longer ones."""
    latest: dict[str, Metadata] = {}
    for document in sorted(documents, key=lambda d: (str(d.period_end or ""), d.document_id)):
        latest[document.cik] = document
    entities = [
        Entity(short_name(d.company, d.ticker), d.company, d.ticker, d.cik)
        for _, d in sorted(latest.items())
    ]
    shared = Counter(entity.name for entity in entities)
    return tuple(
        replace(entity, name=" ".join(entity.registrant.split()))
        if shared[entity.name] > 1
        else entity
        for entity in entities
    )


def short_name(registrant: str, ticker: str = "") -> str:
    """The common short name of a registrant; `ticker` tells acronyms from words."""
    legal = " ".join(registrant.split())
    name = re.sub(r"^the\s+", "", _STATE.sub("", legal), flags=re.IGNORECASE)
    name = _without_legal_form(name)
    if not name.isupper():
        return name
    own = ticker if len(ticker) <= 3 or not legal.isupper() else ""
    return " ".join(_uncapitalised(word, own) for word in name.split())


def _without_legal_form(name: str) -> str:
    """Strip legal forms from the end as long as a name is left."""
    while True:
        shorter = _DOMAIN.sub("", _LEGAL_FORM.sub("", name)).rstrip(" ,&")
        if shorter == name or len(re.sub(r"\W", "", shorter)) < 2:
            return name
        name = shorter


def _uncapitalised(word: str, acronym: str) -> str:
    """One word of a name in capitals as usually written: NIKE -> Nike; AT&T, 3M, CVS stay."""
    letters = re.sub(r"[^A-Za-z]", "", word)
    if word.lower() in _SMALL:
        return word.lower()
    if len(letters) <= 2 or letters == acronym or not re.search("[AEIOUY]", letters) or "&" in word:
        return word
    return "-".join(_capitalised(part) for part in word.lower().split("-"))


def _capitalised(word: str) -> str:
    if word.startswith("mc") and len(word) > 4:
        return "Mc" + word[2:].capitalize()
    return word[:1].upper() + word[1:]
