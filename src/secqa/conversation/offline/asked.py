"""A question of a conversation -> what can be told from its words alone.

Cues name the operation and the way a question leans on earlier turns; years say which column;
a few sentence patterns part a question into the two things it compares ("A as a percentage of
B"). Nothing here knows the record.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from secqa.conversation.offline.practice.wording import phrases
from secqa.retrieval.words import stems

CUES = {
    "percent": r"percent|%",
    "change": r"\b(?:change|increased?|decreased?|gr[eo]wth?|grow|declined?|vari(?:ation|ance)|"
    r"reduc\w+|rise|rose|fall|fell|drop(?:ped)?|shr[iau]nk|climb(?:ed)?|fluctuat\w+|"
    r"(?:go|goes|went|gone|going) (?:up|down))\b",
    "difference": r"\bdiffer\w*|\bhow (?:much|many) (?:more|less|fewer|higher|lower|larger)",
    "rate of change": r"percent\w* (?:of )?(?:change|increase|decrease|growth|decline|variation|"
    r"return)|\bgrowth rate|\brate of|\broi\b|return on|% (?:change|increase|decrease)",
    "ratio": r"\bratio\b",
    "divided": r"\bdivided\b|\bover (?:the|that|\d{4})",
    "share": r"\b(?:proportion|portion|fraction|share of|part of)\b|percent\w* of\b|as a percent",
    "represents": r"\brepresent|in relation|relati(?:ve|on)",
    "sum": r"\b(?:sum|combined|together|altogether|plus|both|add(?:ed|ing)?)\b",
    "total": r"\btotal",
    "including": r"\binclud|\bwith\b.*\btoo\b",
    "times": r"\b(?:times|multipl\w+|product)\b",
    "less": r"\b(?:less|minus|subtract\w*)\b",
    "without": r"\b(?:excluding|without|except|not|remain\w*|net of)\b",
    "average": r"\b(?:average|mean)\b",
    "average per": r"\baverage\b.*\b(?:per|of|between|over|for)\b",
    "in units": r"\b(?:in|to) (?:the )?(?:thousand|million|billion|dollar)s?|in units|digits",
    "in percent": r"\bin percent\w*|\bas a percent\w*\??$|percentage (?:terms|points?|form)",
    "that": r"\b(?:that|this|it|its)\b(?! (?:\w+ )?(?:years?|periods?|dates?|time)\b)",
    "that time": r"\b(?:that|this|those|these|same) (?:\w+ )?(?:years?|periods?|dates?|time)\b",
    "those": r"\b(?:these|those|they|them|both|two)\b",
    "and": r"^(?:and|so|then|now)\b",
    "about": r"^(?:and )?(?:what|how) about\b",
    "again": r"\bagain\b|\bspecific",
    "then": r"\bthen\b",
    "which": r"\b(?:which|greater|higher|larger|bigger|exceed\w*|more than|outperform\w*)\b",
    "extreme": r"\b(?:highest|lowest|maximum|minimum|largest|smallest)\b",
    "value": r"\b(?:value|amount|number|price|balance)\b",
    "how many": r"\bhow many\b",
    "years": r"\byears?\b",
    "initial": r"\b(?:initial|invest\w+)\b",
    "one": r"\b(?:number one|one|1)\b",
    "as portion of one": r"\bdecimal|portion of one",
}
_COMPILED = {name: re.compile(pattern) for name, pattern in CUES.items()}
_YEAR = re.compile(r"(?<![\d$.,])(?:19|20)\d\d(?![\d,.]\d|\d)")
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


REFERRING = re.compile(
    r"\b(?:that|this|these|those|it)\b(?! (?:\w+ )?(?:years?|period|date|time)\b)"
)
"""Says that something was said before."""


@dataclass(frozen=True, slots=True)
class Asked:
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
    cues: frozenset[str]
    grams: tuple[str, ...]
    """Words and pairs of words, figures folded."""
    pair: tuple[str, str] | None
    """The two things compared, dividend or minuend first, where a pattern parts them."""


@lru_cache(maxsize=4096)
def read_question(question: str, earlier_years: tuple[int, ...] = ()) -> Asked:
    """Read a question; `earlier_years` are those the conversation was about before."""
    text = " ".join(re.sub(r"[?!\"]", " ", question.lower()).split())
    named = tuple(dict.fromkeys([*map(int, _YEAR.findall(text)), *_years_of_dates(text)]))
    years = _since(text, named, earlier_years) or named or _told_years(text, earlier_years)
    cues = {name for name, pattern in _COMPILED.items() if pattern.search(text)}
    cues.add(f"{min(len(named), 3)} years named")
    length = len(text.split())
    cues.add("short" if length <= 5 else "middling" if length <= 12 else "long")
    bare = _YEAR.sub(" ", text)
    numbers = [_typed(match) for match in _TYPED.finditer(bare)]
    if numbers:
        cues.add("number typed")
    pair = _pair(text)
    if pair:
        cues.add("pair")
    return Asked(
        text, tuple(s for s in content(text) if s not in ASKING), years,
        () if years else earlier_years, tuple(numbers),
        frozenset(cues), _grams(text), pair,
    )  # fmt: skip


def _years_of_dates(text: str) -> list[int]:
    """12/31/13 and 12/14."""
    return [2000 + int(y) if int(y) < 60 else 1900 + int(y) for y in _DATE.findall(text)]


_DATE = re.compile(r"(?<![\d/])(?:0?[1-9]|1[0-2])/(?:\d{1,2}/)?(\d\d)(?![\d/])")


def _typed(match: re.Match[str]) -> float:
    figure = match["after"] or match["before"]
    return float(_NUMBER_WORDS.get(figure, 0) or figure.replace(",", ""))


def content(text: str) -> tuple[str, ...]:
    """Stems that name things: no figures, each once."""
    return tuple(dict.fromkeys(stem for stem in stems(text) if not stem[0].isdigit()))


ASKING = frozenset(
    content(
        "value year years percentage percent change difference period during between represent "
        "relation ratio sum divided times portion proportion and what how much"
    )
)
"""Words that say what to do, and name nothing."""


_SINCE = re.compile(
    r"\b(?:from|since|over|than|versus|vs\.?|against|compar\w+ (?:to|with)|relative to) "
    r"(?:fiscal |the year )?(?:19|20)\d\d\b"
)


def _since(text: str, named: tuple[int, ...], earlier: tuple[int, ...]) -> tuple[int, ...]:
    """Both years of "how did it change from 2007?", asked of the year that was spoken of."""
    last = max(earlier, default=0)
    comparing = len(named) == 1 and named[0] < last and _COMPILED["change"].search(text)
    return (last, named[0]) if comparing and _SINCE.search(text) else ()


def _told_years(text: str, earlier: tuple[int, ...]) -> tuple[int, ...]:
    if earlier and _BEFORE.search(text):
        return (min(earlier) - 1,)
    if earlier and _AFTER.search(text):
        return (max(earlier) + 1,)
    return earlier if _SAME.search(text) else ()


def _grams(text: str) -> tuple[str, ...]:
    words = ["^"]
    for word in re.findall(r"[a-z]+|\d+(?:[.,]\d+)*", text):
        known = word in _wording()
        token = word if known else "YEAR" if _YEAR.fullmatch(word) else "THING"
        if token == "THING" and word[0].isdigit():
            token = "0"
        if token != words[-1] or known:
            words.append(token)
    words.append("$")
    pairs = [f"{a} {b}" for a, b in pairwise(words)]
    threes = [f"{a} {b} {c}" for a, b, c in zip(words, words[1:], words[2:], strict=False)]
    return tuple(dict.fromkeys([*words[1:-1], *pairs, *threes]))


_NAMING = ("items", "fact", "fact_percent")


@cache
def _wording() -> frozenset[str]:
    """Words that questions are made of, whatever they ask about: those of the practice talks."""
    kinds = phrases()
    text = " ".join(p for kind in kinds if kind not in _NAMING for p in kinds[kind])
    return frozenset(re.findall(r"[a-z]{2,}", re.sub(r"\{\w*\}", " ", text)))


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


def carried(years: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The years a conversation is about: those of the last turn that named any."""
    return next((named for named in reversed(years) if named), ())
