"""Normalise printed row labels for comparison.

The same line is printed as "Net (loss) earnings attributable to shareowners (Note 5)" and "Net
income". Notes, brackets, plurals, articles and synonyms for owners and earnings never distinguish
lines, so they are removed or unified.
"""

import re
from functools import lru_cache

from secqa.reading.structure.vocabulary import pattern_of, rewrites, words_of

# "(current)" distinguishes lines; other words in brackets only describe the measurement.
_BRACKETS = re.compile(r"\((?!(?:non-?)?current\)|(?:long|short)-term\))[^()]*\)|\[[^\[\]]*\]")
_GLUED_NOTE = re.compile(r"(?<=[a-z]{3})(?:\d{1,2}\b|\s\d{1,2}$)")
_WHEN = pattern_of("label_words", "when")
_PURPOSE = pattern_of("label_words", "purpose")
_ALLOWANCE = pattern_of("label_words", "allowance")
_SHORTER = rewrites("label_words", "shorter")
"""Words for the measurement of a line."""
_ATTRIBUTABLE = pattern_of("label_words", "attributable")
_MINORITY = re.compile(r"non-?controlling|minorit|redeemable")
_FOLDED = rewrites("label_words", "folded")
"""Synonyms."""
_LONGEST = 400
"""Maximum characters of a label."""
_LOSS = pattern_of("label_words", "loss")
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|%")
_DROPPED = words_of("label_words", "dropped")


@lru_cache(maxsize=65536)
def label_words(label: str) -> tuple[str, ...]:
    """The distinguishing words of a label, in order."""
    text = label[:_LONGEST].lower().replace("’", "'").replace("‘", "'").replace("&", " and ")
    if _BRACKETS.search(text):
        without = _BRACKETS.sub(" ", text)
        text = without if _WORD.search(without) else text
    text = _GLUED_NOTE.sub("", text.strip())
    for word, pattern, short in _SHORTER:
        if word in text:
            # "End of period" is all that some labels say.
            text = pattern.sub(short, text).strip() or text
    text = _attributed(text)
    for word, pattern, short in _FOLDED:
        if word in text:
            text = pattern.sub(short, text)
    text = text.strip()
    if "loss" in text:
        text = _LOSS.sub(_as_income, text)
    return tuple([_stem(word) for word in _WORD.findall(text) if word not in _DROPPED])


def _as_income(found: re.Match[str]) -> str:
    return found[0].replace("losses", "income").replace("loss", "income")


def _attributed(text: str) -> str:
    """Unify the words for the owners of an income: owners, common or minority."""
    found = _ATTRIBUTABLE.search(text)
    if not found:
        return text
    owner = "owners"
    if _MINORITY.search(found[1]):
        owner = "minority"
    elif "common" in found[1]:
        owner = "common"
    return f"{text[: found.start()]}attributable {owner} {text[found.end() :]}"


def _stem(word: str) -> str:
    """The singular of a word. A full stemmer, which unifies "operating" and "operations", reads 10
    of 900 tagged figures less."""
    word = word.removesuffix("'s")
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes")):
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=65536)
def bare_label(label: str) -> str:
    """The label in lower case, without brackets and deductions."""
    lower = label[:_LONGEST].lower().strip()
    without = _BRACKETS.sub(" ", lower)
    bare = without if _WORD.search(without) else lower
    return _ALLOWANCE.sub(" net", _WHEN.sub("", _PURPOSE.sub(" ", bare.strip())))
