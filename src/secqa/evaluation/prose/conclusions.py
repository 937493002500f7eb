"""Find where an answer states its result, and the name, yes or no that it gives there.

Models reason, quote and compare before they answer, or after. A marked answer ("Final answer:", a
box, an answer tag) counts first, then a conclusion ("therefore", "so"), then the only bold
text, and at last the text as a whole.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from secqa.evaluation.prose.notation import cue
from secqa.parsing.lexicon import tokens
from secqa.reading.structure.text_figures import sentences

_MARKED = (
    re.compile(r"\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}"),
    re.compile(r"<answer>(.{0,4000}?)</answer>", re.IGNORECASE | re.DOTALL),
    re.compile(r"[\"']?\bfinal answer\b[\"']?\W{0,4}(?:is\b)?:?(.*)", re.IGNORECASE),
    re.compile(r"[\"']\b(?:answer|value|result)\b[\"']\s*:\s*([^,}\n]+|\[[^\]]*\])", re.IGNORECASE),
    re.compile(r"(?:\bthe answer is\b|(?<!\w)\W{0,2}answer\W{0,2}:|\branking\W{0,2}:)(.*)", re.I),
)
"""The last of each counts."""
_CONCLUDES = re.compile(
    r"^\W*(?:therefore|thus|hence|so|in conclusion|in summary|overall|consequently|in total"
    r"|(?:the )?(?:difference|change|total|result)\s*(?::|is\b|=))"
    r"|[,;]\s*(?:so|therefore|thus|hence)\b",
    re.IGNORECASE,
)
_BOLD = re.compile(r"\*\*(.+?)\*\*|__(.+?)__", re.DOTALL)


def parts(text: str) -> Iterator[str]:
    """Parts of a text, at last the whole; the same words may come again."""
    for pattern in _MARKED:
        if found := pattern.findall(text):
            yield found[-1]
    whole = sentences(text)
    concluding = [one for one in whole if _CONCLUDES.search(one)]
    if concluding:
        last = concluding[-1]
        cue = list(_CONCLUDES.finditer(last))[-1]
        yield last[cue.end() :]
        yield last
    bold = [one or other for one, other in _BOLD.findall(text)]
    if len(bold) == 1:
        yield bold[0]
    yield text


def superlative_parts(text: str) -> Iterator[str]:
    """Parts of an answer that names one of several: superlatives come before the whole text."""
    *marked, whole = parts(text)
    yield from marked
    yield from (one for one in reversed(sentences(text)) if cue("superlative").search(one))
    yield whole


_VERBS = (
    "answer|determine|calculat|comput|find|found|provid|disclos|report|mention|contain|includ|"
    "specif|stat|list|locat|given|giv|identif|verif|confirm|deriv|avail|know|access|among|present"
)
_REFUSES = re.compile(
    rf"""
    \b(?:i|we)(?:\s(?:am|was|are|were|'m))?\s?(?:'m)?\s
        (?:do\snot|don't|cannot|can't|could\snot|couldn't|did\snot|didn't|unable|not\sable)\b
    | \bunable\sto\s(?:{_VERBS})
    | \b(?:cannot|can't|could\snot|couldn't)\s(?:be\s)?(?:{_VERBS})
    | \b(?:is|are|was|were)\s(?:not|n't)\s(?:\w+\s)?(?:{_VERBS})
    | \b(?:isn't|aren't|wasn't|weren't)\s(?:\w+\s)?(?:{_VERBS})
    | \bnot\s(?:avail|disclos|provid|report|mention|given|stated|found|specified|applicable)
    | \b(?:does|do|did)\s(?:not|n't)\s(?:\w+\s)?(?:{_VERBS})
    | \b(?:doesn't|don't|didn't)\s(?:\w+\s)?(?:{_VERBS})
    | \bno\s(?:\w+\s)?(?:information|data|answer|mention|such|figures?|filings?|documents?)\b
    | \binsufficient\b | \bunanswerable\b
    | ^\W*(?:n/a|na|null|nil|unknown|none|cannot|can't)\W*$
    """,
    re.VERBOSE,
)


def refusal_in(text: str) -> re.Match[str] | None:
    """The words that refuse, in a text in small letters; None if there are none."""
    return _REFUSES.search(text.replace("’", "'"))


def refuses(text: str, answers: list[int]) -> bool:
    """Whether a text in small letters refuses; `answers` are the positions of possible answers.

    "Cash was $5 billion, which does not include …" answers, and so does "I could not find it, but
    it was about $5 billion"; "I cannot tell 2024; 2023 was $5 billion" does not.
    """
    found = refusal_in(text)
    if found is None:
        return False
    if not answers:
        return True
    first = min(answers)
    return first > found.start() and cue("contrast").search(text, found.end(), first) is None


_SIDE = re.compile(r"\b(?:(yes|true|correct)|(no|false|incorrect))\b(?!\.\s?\d)", re.IGNORECASE)
_IT_IS = re.compile(
    r"^\W*(?:(?:it|they|that|this)(?:(?: is|'s) (?:(true|correct|so)|not|false|incorrect)"
    r"| (?:did|does|do|was|were|has|have)(?: not|n['’]t))|not)\b",
    re.IGNORECASE,
)
"""Without a group it is a no: "it did not", "not in every year"."""
_SIDES = {True: "Yes", False: "No"}
_BEGINS = " *_-–:\"'"
"""Characters that may precede the first word."""
_CLAUSE = re.compile(r"[;.]\s|\n|\b(?:but|while|whereas)\b")


def mentions_of(names: Sequence[str], text: str) -> dict[str, int]:
    """Position of the first mention of each name that a text mentions.

    The first word that distinguishes a name from the others stands for it: "Bolt" is Bolt Systems.
    """
    first: dict[str, int] = {}
    for token in tokens(text):
        first.setdefault(token.stem, token.start)
    own = {name: [token.stem for token in tokens(name)] for name in names}
    found: dict[str, int] = {}
    for name, stems in own.items():
        others = {stem for other, theirs in own.items() if other != name for stem in theirs}
        telling = next((stem for stem in stems if stem not in others), "")
        if telling in first:
            found[name] = first[telling]
    return found


def names_in(text: str, names: Sequence[str]) -> tuple[str, ...]:
    """Names in the order of the text, without those that it denies."""
    places: dict[str, int] = {}
    start = 0
    for clause in _clauses(text):
        if not cue("denial").search(clause.replace("’", "'")):
            for name, place in mentions_of(names, clause).items():
                places.setdefault(name, start + place)
        start += len(clause)
    return tuple(sorted(places, key=lambda name: places[name]))


def read_name(text: str, names: Sequence[str]) -> str:
    """The name that a text answers with, or ""."""
    for part in superlative_parts(text):
        if found := names_in(part, names):
            return found[0]
    return ""


def read_names(text: str, names: Sequence[str], ordered: bool) -> tuple[str, ...]:
    """The names that a text answers with, in its order or in the order of `names`."""
    for part in parts(text):
        if found := names_in(part, names):
            return found if ordered else tuple(name for name in names if name in found)
    return ()


def read_side(text: str) -> str:
    """ "Yes" or "No", as a text marks it, concludes or begins; else ""."""
    *marked, whole = parts(text)
    for part in marked:
        if found := _SIDE.search(part):
            return _SIDES[bool(found[1])]
    found = _SIDE.match(whole.lstrip(_BEGINS)) or _IT_IS.search(whole)
    return _SIDES[bool(found[1])] if found else ""


def _clauses(text: str) -> list[str]:
    cuts = [0, *(cut.end() for cut in _CLAUSE.finditer(text)), len(text)]
    return [text[start:end] for start, end in pairwise(cuts)]
