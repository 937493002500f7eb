"""Words as linking compares them: text in, stems with their places out.

"Repurchased", "repurchases" and "repurchasing", "paid" and "pay" are one word; articles and
possessive pronouns are none, so that "owe its suppliers" is "owe suppliers". Stems need only be
equal for equal words, since question and catalogue are stemmed alike.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from secqa.understanding.links import MASK

_WORD = re.compile(rf"[a-z0-9]+(?:'[a-z]+)?|[&%]|{MASK}+")
_SAME = {
    "&": "and", "%": "percent", "paid": "pay", "spent": "spend", "sold": "sell", "bought": "buy",
    "made": "make", "held": "hold", "lent": "lend", "took": "take", "taken": "take",
    "gave": "give", "given": "give", "lost": "lose", "wrote": "write", "written": "write",
    "left": "leave", "brought": "bring", "drew": "draw", "got": "get", "kept": "keep",
    "sat": "sit", "sank": "sink", "sunk": "sink", "threw": "throw", "thrown": "throw",
    "had": "have", "has": "have", "did": "do", "does": "do", "was": "be", "were": "be",
    "is": "be", "are": "be", "went": "go", "gone": "go", "stood": "stand", "amortisation":
    "amortization", "amortise": "amortize", "amortised": "amortize", "labour": "labor",
    "programme": "program", "owed": "owe", "owes": "owe", "owing": "owe",
}  # fmt: skip
_SHORT_FOR = {
    "rev": "revenue", "revs": "revenues", "op": "operating", "amort": "amortization",
    "depr": "depreciation", "mgmt": "management", "exp": "expense", "liab": "liability",
    "divs": "dividends", "acct": "account", "accts": "accounts", "intl": "international",
    "subs": "subscribers", "equip": "equipment", "govt": "government",
}  # fmt: skip
_NOT_COMPARED = frozenset({"the", "its", "their", "our", "a", "an", "his", "her", "it's"})


@dataclass(frozen=True, slots=True)
class Stem:
    """A word that is compared, `[start, end)` in characters."""

    word: str
    plain: str
    """Without plural and possessive only."""
    start: int
    end: int


def stems(text: str) -> Iterator[Stem]:
    """The words of a lower-case text; a masked company is one word."""
    for match in _WORD.finditer(text):
        word = _SHORT_FOR.get(match.group(), match.group())
        # "SG&A" is no article.
        if word not in _NOT_COMPARED or text[match.start() - 1 : match.start()] == "&":
            plain = MASK if word[0] == MASK else singular(word)
            yield Stem(stem(word), plain, match.start(), match.end())


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Without possessive, plural and endings of verbs."""
    word = word.replace("'", "") if "'" in word and not word.endswith("'s") else word
    if word[0] == MASK:
        return MASK
    word = singular(_SAME.get(word, word))
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            word = word.removesuffix(ending)
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
                word = word[:-1]
            break
    return word.removesuffix("e") if len(word) > 3 else word


def singular(word: str) -> str:
    """Without possessive and plural: enough for the nouns of statements."""
    word = word.removesuffix("'s").replace("'", "")
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes", "sses")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word
