"""Read a question of a conversation by its words alone, without its page.

Classes and runs of words name the operation and refer to earlier turns; years choose columns; a few
sentence patterns split a question into the two things that it compares ("A as a percentage of B").
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from secqa.filings.dates import STATED_YEAR
from secqa.parsing.lexicon import NUMBER_WORDS, class_runs, lexicon_stems, tokens
from secqa.retrieval.terms import distinct, stems

_DATE = re.compile(r"(?<![\d/])(?:0?[1-9]|1[0-2])/(?:\d{1,2}/)?(\d\d)(?![\d/])")
_SHORT_YEAR = re.compile(r"(?:\b\d{1,2}[/-]|')(\d\d)\b")
_FIGURE = r"\d[\d,]*(?:\.\d+)?"
_TYPED = re.compile(
    r"(?:\b(?:times|by|less|minus|plus|over|add|subtract|number|initial|investment of)\s+"
    r"(?:an?\s+|the\s+)?(?:initial\s+)?(?:investment of\s+)?(?:number\s+)?\$?\s?|\$\s?)"
    rf"({_FIGURE}|(?:{'|'.join(NUMBER_WORDS)})\b)(?![\w.,/-]*\d)"
    rf"|(?<![\w.,/-])({_FIGURE})(?![\w.,/-]*\d)"
    r"(?=\s+(?:times|divided|multiplied|plus|minus)\b)"
)
_PREVIOUS = re.compile(
    r"\b(?:previous|prior|preced\w+|earlier) (?:fiscal )?year|\byear (?:before|earlier|prior)"
)
_NEXT = re.compile(r"\b(?:subsequent|following|next|later) (?:fiscal )?year|\byear after")
_SAME = re.compile(r"\b(?:that|this|same|those|these) (?:same )?(?:fiscal )?years?\b")
_SINCE = re.compile(
    r"\b(?:from|since|over|than|versus|vs\.?|against|compar\w+ (?:to|with)|relative to) "
    r"(?:fiscal |the year )?(?:19|20)\d\d\b"
)
REFERRING = re.compile(
    r"\b(?:that|this|these|those|it)\b(?! (?:\w+ )?(?:years?|period|date|time)\b)"
)
"""Words that refer to an earlier answer."""
CHANGES = frozenset(("change", "up", "down", "growth", "difference"))
"""Classes of words that ask for a change."""
_PART = r"(?:percent\w*|portion|share|proportion|part|fraction)"
_PAIRS = [
    re.compile(pattern)
    for pattern in (
        r"ratio of (?P<a>.+) (?:to|and|over|versus|compared) (?P<b>.+)",
        r"ratio of (?P<a>.+?),? (?P<b>.+ to .+)",
        r"^(?P<a>.+?) (?:represents?|account\w*) (?:in relation to|of|in) (?P<b>.+)",
        rf"^(?P<a>.+?) as an? {_PART} of (?P<b>.+)",
        r"^(?P<a>.+?) (?:divided by|over|in relation to|relative to|compared to) (?P<b>.+)",
        rf"(?:{_PART}|how much) of (?P<b>.+?)"
        r"(?:,? then)?,? (?:was|were|is|are|did|do|does|came|come|relat\w+|expir\w+|due|made|"
        r"attribut\w+|compris\w+|represent\w*|consist\w*|belong\w*|mature\w*|that) (?P<a>.+)",
        r"(?:difference|change|variation) (?:between|of) (?P<a>.+) and (?P<b>.+)",
        r"(?:sum|total|combination) of (?P<a>.+) and (?P<b>.+)",
        r"^(?P<a>.+?) (?:times|multiplied by|less|minus|plus) (?P<b>.+)",
        r"(?:between|both) (?P<a>.+) and (?P<b>.+)",
        r"(?:portion|proportion|percent\w*|share) of (?P<b>.+) (?:in|for|from) (?P<a>.+)",
        r"^(?P<a>.+),? and (?P<b>.+),? combined",
    )
]
"""Sentences that compare two things: `a` is the dividend or minuend, `b` the other one."""


@dataclass(frozen=True, slots=True)
class QuestionTraits:
    """The features of a question."""

    text: str
    """Lower case, with single spaces."""
    stems: tuple[str, ...]
    years: tuple[int, ...]
    """As named, or relative to earlier turns ("the previous year"); in the order of the words."""
    carried_years: tuple[int, ...]
    """Years of earlier turns, if this one names none."""
    numbers: tuple[float, ...]
    """Typed numbers except years."""
    classes: frozenset[str]
    """Classes of its words in the lexicon."""
    grams: tuple[str, ...]
    """Runs of one to three stems; THING, YEAR and 0 stand for names and figures."""
    pair: tuple[str, str] | None
    """The two things that it compares, the dividend or minuend first."""


@lru_cache(maxsize=4096)
def read_question(question: str, earlier_years: tuple[int, ...] = ()) -> QuestionTraits:
    """Read a question; `earlier_years` are the years of the conversation so far."""
    text = " ".join(question.lower().translate(_MARKS).split())
    words = [token.stem for token in tokens(text)]
    classes = frozenset(name for _, _, names in class_runs(words) for name in names)
    explicit = distinct(
        [*map(int, STATED_YEAR.findall(text)), *map(_full_year, _DATE.findall(text))]
    )
    years = explicit or _relative_years(text, earlier_years)
    last = max(earlier_years, default=0)
    if len(explicit) == 1 and explicit[0] < last and classes & CHANGES and _SINCE.search(text):
        years = (last, explicit[0])  # "how did it change from 2007?" after a question about 2009
    pairs = (pattern.search(text) for pattern in _PAIRS)
    pair = next((match for match in pairs if match), None)
    return QuestionTraits(
        text,
        tuple(stem for stem in content(text) if stem not in _INSTRUCTIONS),
        years,
        () if years else earlier_years,
        tuple(_typed(match) for match in _TYPED.finditer(STATED_YEAR.sub(" ", text))),
        classes,
        _grams(words),
        (pair["a"], pair["b"]) if pair else None,
    )


_MARKS = str.maketrans('?!"', "   ")


def _full_year(digits: str) -> int:
    """12 is 2012, 87 is 1987."""
    year = int(digits)
    return 2000 + year if year < 60 else 1900 + year


def _typed(match: re.Match[str]) -> float:
    figure = match[1] or match[2]
    return float(NUMBER_WORDS.get(figure, 0) or figure.replace(",", ""))


@lru_cache(maxsize=4096)
def content(text: str) -> tuple[str, ...]:
    """The stems that name things: no figures, each once."""
    return tuple(dict.fromkeys(stem for stem in stems(text) if stem[0].isalpha()))


_INSTRUCTIONS = frozenset(
    content(
        "value year years percentage percent change difference period during between represent "
        "relation ratio sum divided times portion proportion and what how much"
    )
)
"""Stems that say what to compute, and name nothing."""


def _relative_years(text: str, earlier: tuple[int, ...]) -> tuple[int, ...]:
    if earlier and _PREVIOUS.search(text):
        return (min(earlier) - 1,)
    if earlier and _NEXT.search(text):
        return (max(earlier) + 1,)
    return earlier if _SAME.search(text) else ()


def _grams(stems: Sequence[str]) -> tuple[str, ...]:
    words = ["^"]
    for stem in stems:
        known = stem in lexicon_stems() and not stem.isdigit()
        figure = "YEAR" if STATED_YEAR.fullmatch(stem) else "0" if stem[-1].isdigit() else "THING"
        word = stem if known else figure
        if known or word != words[-1]:
            words.append(word)
    words.append("$")
    return tuple(dict.fromkeys(_runs(words)))


def _runs(words: Sequence[str]) -> Iterator[str]:
    for size in (1, 2, 3):
        for run in zip(*(words[start:] for start in range(size)), strict=False):
            yield " ".join(run)


def years_in(label: str) -> tuple[int, ...]:
    """Years of a row or column label: "dec . 312013", "12/14", "2015 - 2019"."""
    years = [int(year) for year in re.findall(r"(?:19|20)\d\d(?!\d)", label)]
    return distinct(years or map(_full_year, _SHORT_YEAR.findall(label)))


def years_in_focus(years: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The years of a conversation: those of the last turn that names any."""
    return next((turn for turn in reversed(years) if turn), ())
