"""A question of a conversation -> what can be told from its words alone.

Classes of words (`language/data/en/lexicon.toml`) and runs of words name the operation and the way
a question leans on earlier turns; years say which column; a few sentence patterns part a question
into the two things it compares ("A as a percentage of B"). Nothing here knows the record.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from secqa.parsing.lexicon import class_runs, lexicon_stems, tokens
from secqa.retrieval.terms import stems

_YEAR = re.compile(r"(?<![\d$.,])(?:19|20)\d\d(?![\d,.]\d|\d)")
_DATE = re.compile(r"(?<![\d/])(?:0?[1-9]|1[0-2])/(?:\d{1,2}/)?(\d\d)(?![\d/])")
_FIGURE = r"(?P<{}>\d[\d,]*(?:\.\d+)?|{})(?![\w.,/-]*\d)"
_NUMBER_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_TYPED = re.compile(
    r"(?:\b(?:times|by|less|minus|plus|over|add|subtract|number|initial|investment of)\s+"
    r"(?:an?\s+|the\s+)?(?:initial\s+)?(?:investment of\s+)?(?:number\s+)?\$?\s?|\$\s?)"
    + _FIGURE.format("after", "|".join(_NUMBER_WORDS))
    + r"|(?<![\w.,/-])"
    + _FIGURE.format("before", "(?!)")
    + r"(?=\s+(?:times|divided|multiplied|plus|minus)\b)"
)
_BEFORE = re.compile(
    r"\b(?:previous|prior|preced\w+|earlier) (?:fiscal )?year|\byear (?:before|earlier|prior)"
)
_AFTER = re.compile(r"\b(?:subsequent|following|next|later) (?:fiscal )?year|\byear after")
_SAME = re.compile(r"\b(?:that|this|same|those|these) (?:same )?(?:fiscal )?years?\b")
_SINCE = re.compile(
    r"\b(?:from|since|over|than|versus|vs\.?|against|compar\w+ (?:to|with)|relative to) "
    r"(?:fiscal |the year )?(?:19|20)\d\d\b"
)
REFERRING = re.compile(
    r"\b(?:that|this|these|those|it)\b(?! (?:\w+ )?(?:years?|period|date|time)\b)"
)
"""Says that something was said before."""
CHANGES = frozenset(("change", "up", "down", "growth", "difference"))
"""Classes of words that ask for a change."""


@dataclass(frozen=True, slots=True)
class QuestionTraits:
    """What a question says."""

    text: str
    """Lower case, one space between words."""
    stems: tuple[str, ...]
    years: tuple[int, ...]
    """Named, or told by "the previous year" from those before; in the order asked."""
    carried_years: tuple[int, ...]
    """Those of the turns before, where this one names none."""
    numbers: tuple[float, ...]
    """Typed numbers that are no years."""
    classes: frozenset[str]
    """Of its words, as the lexicon has them."""
    grams: tuple[str, ...]
    """Runs of one to three stems; those that name things, and figures, folded."""
    pair: tuple[str, str] | None
    """The two things compared, dividend or minuend first, where a pattern parts them."""


@lru_cache(maxsize=4096)
def read_question(question: str, earlier_years: tuple[int, ...] = ()) -> QuestionTraits:
    """Read a question; `earlier_years` are those the conversation was about before."""
    text = " ".join(re.sub(r"[?!\"]", " ", question.lower()).split())
    words = [token.stem for token in tokens(text)]
    classes = frozenset(name for _, _, names in class_runs(words) for name in names)
    named = tuple(dict.fromkeys([*map(int, _YEAR.findall(text)), *_years_of_dates(text)]))
    years = named or _relative_years(text, earlier_years)
    last = max(earlier_years, default=0)
    if len(named) == 1 and named[0] < last and classes & CHANGES and _SINCE.search(text):
        years = (last, named[0])  # "how did it change from 2007?", asked of 2009
    return QuestionTraits(
        text,
        tuple(s for s in content(text) if s not in ASKING),
        years,
        () if years else earlier_years,
        tuple(_typed(match) for match in _TYPED.finditer(_YEAR.sub(" ", text))),
        classes,
        _grams(words),
        _pair(text),
    )


def _years_of_dates(text: str) -> list[int]:
    """12/31/13 and 12/14."""
    return [2000 + int(y) if int(y) < 60 else 1900 + int(y) for y in _DATE.findall(text)]


def _typed(match: re.Match[str]) -> float:
    figure = match["after"] or match["before"]
    return float(_NUMBER_WORDS.get(figure, 0) or figure.replace(",", ""))


@lru_cache(maxsize=4096)
def content(text: str) -> tuple[str, ...]:
    """Stems that name things: no figures, each once."""
    return tuple(dict.fromkeys(one for one in stems(text) if one[0].isalpha()))


ASKING = frozenset(
    content(
        "value year years percentage percent change difference period during between represent "
        "relation ratio sum divided times portion proportion and what how much"
    )
)
"""Words that say what to do, and name nothing."""


def _relative_years(text: str, earlier: tuple[int, ...]) -> tuple[int, ...]:
    if earlier and _BEFORE.search(text):
        return (min(earlier) - 1,)
    if earlier and _AFTER.search(text):
        return (max(earlier) + 1,)
    return earlier if _SAME.search(text) else ()


def _grams(stems: Sequence[str]) -> tuple[str, ...]:
    words = ["^"]
    for one in stems:
        known = one in lexicon_stems() and not one.isdigit()
        token = (
            one
            if known
            else "YEAR"
            if _YEAR.fullmatch(one)
            else "0"
            if one[-1].isdigit()
            else "THING"
        )
        if token != words[-1] or known:
            words.append(token)
    words.append("$")
    runs = (zip(*(words[at:] for at in range(size)), strict=False) for size in (1, 2, 3))
    return tuple(dict.fromkeys(" ".join(run) for run_of in runs for run in run_of))


_PARTING = [
    (re.compile(pattern), swap)
    for pattern, swap in (
        (r"ratio of (?P<a>.+) (?:to|and|over|versus|compared) (?P<b>.+)", False),
        (r"ratio of (?P<a>.+?),? (?P<b>.+ to .+)", False),
        (r"^(?P<a>.+?) (?:represents?|account\w*) (?:in relation to|of|in) (?P<b>.+)", False),
        (r"^(?P<a>.+?) as an? (?:percent\w*|portion|share|proportion|part|fraction) of (?P<b>.+)",
         False),
        (r"^(?P<a>.+?) (?:divided by|over|in relation to|relative to|compared to) (?P<b>.+)",
         False),
        (r"(?:percent\w*|portion|share|proportion|part|fraction|how much) of (?P<a>.+?)"
         r"(?:,? then)?,? (?:was|were|is|are|did|do|does|came|come|relat\w+|expir\w+|due|made|"
         r"attribut\w+|compris\w+|represent\w*|consist\w*|belong\w*|mature\w*|that) (?P<b>.+)",
         True),
        (r"(?:difference|change|variation) (?:between|of) (?P<a>.+) and (?P<b>.+)", False),
        (r"(?:sum|total|combination) of (?P<a>.+) and (?P<b>.+)", False),
        (r"^(?P<a>.+?) (?:times|multiplied by|less|minus|plus) (?P<b>.+)", False),
        (r"(?:between|both) (?P<a>.+) and (?P<b>.+)", False),
        (r"(?:portion|proportion|percent\w*|share) of (?P<a>.+) (?:in|for|from) (?P<b>.+)", True),
        (r"^(?P<a>.+),? and (?P<b>.+),? combined", False),
    )
]  # fmt: skip


def _pair(text: str) -> tuple[str, str] | None:
    for pattern, swap in _PARTING:
        match = pattern.search(text)
        if match:
            return (match["b"], match["a"]) if swap else (match["a"], match["b"])
    return None


def years_in(label: str) -> tuple[int, ...]:
    """Years of a row or column label: "dec . 312013", "12/14", "2015 - 2019"."""
    found = [int(year) for year in re.findall(r"(?:19|20)\d\d(?!\d)", label)]
    if not found:
        short = re.findall(r"(?:\b\d{1,2}[/-]|')(\d\d)\b", label)
        found = [2000 + int(y) if int(y) < 60 else 1900 + int(y) for y in short]
    return tuple(dict.fromkeys(found))


def years_in_focus(years: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The years a conversation is about: those of the last turn that named any."""
    return next((named for named in reversed(years) if named), ())
