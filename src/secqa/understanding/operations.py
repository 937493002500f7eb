"""What a question wants done with its values: its skeleton in, an operation out.

The same words mean different things in different company: "total" is a sum over years but
not in "total debt", "more than" compares two companies or a value with a limit. Hence the
order of the tests, from the most specific wording to the plain value.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from secqa.understanding.skeleton import PERCENT, Combination, Skeleton, combine_metrics


class Kind(StrEnum):
    """What is done with the values."""

    VALUE = "value"
    SUM = "sum"
    AVERAGE = "average"
    DIFFERENCE = "difference"
    PERCENT_DIFFERENCE = "percent_difference"
    """(first - second) / second."""
    GROWTH = "growth"
    """(last - first) / first over years."""
    CAGR = "cagr"
    RATIO = "ratio"
    """First divided by second."""
    BEST = "best"
    """The highest or lowest of several; see `Operation.returns`."""
    CHECK = "check"
    """Yes or No."""
    COUNT = "count"
    """How many of several pass a check."""


class Over(StrEnum):
    """What the values differ in."""

    NOTHING = ""
    COMPANIES = "companies"
    YEARS = "years"
    METRICS = "metrics"
    """Of one company and year: "did its µ exceed its µ"."""


class Returns(StrEnum):
    """What a BEST operation answers with."""

    VALUE = "value"
    """The best value itself."""
    COMPANY = "company"
    YEAR = "year"
    OTHER = "other"
    """Another metric of the best company or year."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """An operation and its settings."""

    kind: Kind
    over: Over = Over.NOTHING
    swapped: bool = False
    """Second minus first, second by first: "how much less", "which share of µ is µ". What a
    percentage is of stays the second."""
    base_first: bool = False
    """The company named first is the one compared with: "compared to A, how much higher is B"."""
    highest: bool = True
    """BEST: the highest or the lowest."""
    place: int = 1
    """2: the second highest."""
    returns: Returns = Returns.VALUE
    with_value: bool = False
    """BEST of companies or years: the best value is asked for as well, "and how much"."""
    ranking: int = 0
    """Which of the question's metrics ranks, 0-based."""
    above: bool = True
    """CHECK and COUNT: whether values must lie above or below the other side."""
    limit: float | None = None
    """CHECK and COUNT: the other side; None: the other company, metric or year."""
    combine: Combination | None = None
    """What makes one value of the first two metrics, before anything else is done."""


_HIGH = (
    r"(?:highest|largest|biggest|greatest|(?<!at )most(?! recent)|maximum|max|strongest|top|best)"
)
_LOW = r"(?:lowest|smallest|(?<!at )least|fewest|minimum|min|weakest|worst)"
_MORE = r"(?:higher|larger|bigger|greater|more|better|stronger)"
_LESS = r"(?:lower|smaller|less|fewer|worse|weaker)"
_ABOVE = (
    r"(?:exceed(?:s|ed)?|surpass(?:es|ed)?|above|over|outperform(?:s|ed)?|top(?:s|ped)?"
    rf"|at least|{_MORE} than|beat(?:s)?|outsell|cover(?:s|ed)?)"
)
_BELOW = rf"(?:below|under|at most|fall short of|trail(?:s|ed)?|{_LESS} than)"
_UP = (
    r"(?:increas\w+|gr[eo]w\w*|r[io]se\w*|improv\w+|go(?:ne)? up|went up|climb\w*|gain\w*"
    r"|expand\w*)"
)
_DOWN = (
    r"(?:decreas\w+|declin\w+|f[ae]ll\w*|dropp?\w*|shr[aiu]nk\w*|go(?:ne)? down|went down"
    r"|reduc\w+|deteriorat\w+|worsen\w*|contract\w*)"
)
_AGAINST = r"(?:compared (?:to|with)|relative to|in comparison (?:to|with)|versus|against)"
_NEGATIVE = r"\b(?:negative|loss(?:es)?|below zero)\b"
_AMOUNT = re.compile(
    r"(?<![\w.])[$€£]? ?(\d[\d,]*(?:\.\d+)?) ?(trillion|billion|million|thousand|bn|tn|mn|m|b|k"
    r"|%|percent|per cent)?(?![\w-])"
)
_UNITS = {
    "trillion": 1e12, "tn": 1e12, "billion": 1e9, "bn": 1e9, "b": 1e9, "million": 1e6,
    "mn": 1e6, "m": 1e6, "thousand": 1e3, "k": 1e3, "%": 0.01, "percent": 0.01, "per cent": 0.01,
}  # fmt: skip
_ORDINAL = {"second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5}


def read_operation(skeleton: Skeleton) -> Wanted:
    """The operation a question asks for; the plain value when nothing says otherwise."""
    skeleton, combination = combine_metrics(skeleton)
    for test in _TESTS:
        wanted = test(skeleton)
        if wanted:
            return replace(wanted, combine=combination)
    return Wanted(Kind.VALUE, combine=combination)


def _best(s: Skeleton) -> Wanted | None:
    """The highest or lowest of several companies or years, or something else of that one."""
    over = Over.COMPANIES if s.companies > 1 else Over.YEARS
    if over is Over.YEARS and not (s.several_years or s.has(r"\bwh(?:ich|at) year\b")):
        return None
    choice = s.has(r"\b(?:which|who|whose|what (?:company|firm)|or)\b")
    found = re.search(rf"\b(?:({_HIGH})|({_LOW}))\b", s.text)
    if not found and choice and not s.has(rf"\b(?:how much|{PERCENT})"):
        found = re.search(rf"\b(?:({_MORE})|({_LESS}))\b", s.text)
    if not found or not s.metrics or s.has(r"^(?:did|does|do|is|was|were|are|has|have)\b"):
        return None
    ranking = _ranking(s.text, found)
    other = any(metric != s.metrics[ranking] for metric in s.metrics)
    place = re.search(rf"({'|'.join(_ORDINAL)})[ -]$", s.text[: found.start()])
    return Wanted(
        Kind.BEST,
        over,
        highest=found.group(1) is not None,
        place=_ORDINAL[place.group(1)] if place else 1,
        returns=Returns.OTHER if other else _returns(s, over),
        with_value=s.has(r"\band (?:by |at |for |with )?(?:how (?:much|many|high|large)|what)\b"),
        ranking=ranking,
    )


def _ranking(text: str, superlative: re.Match[str]) -> int:
    """Which metric the superlative speaks of: the next one close by, else the nearest."""
    metrics = [match.start() for match in re.finditer("µ", text)]
    after = re.match(r"(?: (?!the\b|of\b|by\b)[\w-]+){0,3} ?µ", text[superlative.end() :])
    if after:
        return metrics.index(superlative.end() + after.end() - 1)
    return min(range(len(metrics)), key=lambda i: abs(metrics[i] - superlative.start()))


def _returns(s: Skeleton, over: Over) -> Returns:
    if over is Over.YEARS:
        asked = s.has(r"\b(?:which|what|in what|in which) (?:fiscal )?year\b|\bwhen\b")
        return Returns.YEAR if asked else Returns.VALUE
    asked = s.has(
        r"^(?:\W*(?:among|of|between|out of|from|across)\b[^?]*?, )?"
        r"(?:which|who|whose|what (?:company|firm)|name|identify|tell me which)\b"
        r"|\b(?:which|what) (?:company|firm|one|of (?:them|these|those|the))\b|^.{0,60}\bwho\b"
        r"|[,:] ?(?:which|who|whose)\b"
    )
    return Returns.COMPANY if asked else Returns.VALUE


def _count(s: Skeleton) -> Wanted | None:
    companies = s.companies > 1 and s.has(
        r"how many (?:of|companies|firms|¤|had|have|made|spent|paid|were|\w+ed)\b"
        r"|number of (?:companies|firms)"
    )
    years = s.several_years and s.has(r"how many (?:of\b|(?:fiscal )?years|times)|in how many")
    if not (companies or years) or not s.metrics:
        return None
    check = _condition(s)
    return Wanted(
        Kind.COUNT,
        Over.COMPANIES if companies else Over.YEARS,
        above=check.above if check else not s.has(_NEGATIVE),
        limit=check.limit if check and check.limit is not None else 0.0,
    )


def _check(s: Skeleton) -> Wanted | None:
    """Questions for Yes or No."""
    asks = s.has(r"^(?:did|does|do|is|was|were|are|has|have)\b|\b(?:true or false|yes or no)\b")
    if not asks or not s.metrics:
        return None
    found = _condition(s)
    if found and found.limit is not None:
        return found
    above = not s.has(rf"\b(?:{_BELOW}|{_LESS})")
    if s.companies > 1 and s.has(rf"\b(?:{_ABOVE}|{_BELOW}|{_MORE}|{_LESS})"):
        return Wanted(Kind.CHECK, Over.COMPANIES, above=above)
    if len(set(s.metrics)) > 1 and s.has(rf"\b(?:{_ABOVE}|{_BELOW})"):
        return Wanted(Kind.CHECK, Over.METRICS, above=above)
    if s.has(rf"\b{_DOWN}\b"):
        return Wanted(Kind.CHECK, Over.YEARS, above=False)
    if s.has(rf"\b(?:{_UP}|{_MORE})\b") or (s.several_years and s.has(rf"\b{_ABOVE}")):
        return Wanted(Kind.CHECK, Over.YEARS)
    if s.several_years and s.has(rf"\b{_LESS}\b"):
        return Wanted(Kind.CHECK, Over.YEARS, above=False)
    loss = "loss" in s.metrics[0] or s.has(_NEGATIVE)
    return Wanted(Kind.CHECK, above=not loss, limit=0.0)


def _condition(s: Skeleton) -> Wanted | None:
    """ "exceed $10 billion", "below 5%": the first amount after a comparing word."""
    words = re.search(rf"\b(?:({_ABOVE})|({_BELOW}))", s.text)
    amount = _AMOUNT.search(s.text, words.end()) if words else None
    if not words or not amount:
        return None
    limit = float(amount.group(1).replace(",", "")) * _UNITS.get(amount.group(2) or "", 1.0)
    return Wanted(Kind.CHECK, above=words.group(1) is not None, limit=limit)


def _cagr(s: Skeleton) -> Wanted | None:
    average = r"\baverage (?:annual|yearly) (?:\w+ )?growth"
    asked = s.has(rf"\bcagr\b|\bcompound(?:ed)?\b|\bannuali[sz]ed\b|{average}")
    return Wanted(Kind.CAGR, Over.YEARS) if asked else None


def _between_companies(s: Skeleton) -> Wanted | None:
    if s.companies < 2:
        return None
    if s.has(r"\b(?:combined|sum|together|aggregate|in total|altogether|add up|collective\w*)\b"):
        return Wanted(Kind.SUM, Over.COMPANIES)
    if s.has(r"\b(?:average|mean)\b"):
        return Wanted(Kind.AVERAGE, Over.COMPANIES)
    if s.companies > 2:
        return None
    either_way = s.has(rf"\b{_MORE} or {_LESS}\b")
    swapped = not either_way and s.has(rf"\b{_LESS}\b|\bfall short\b|\bhow far (?:behind|below)\b")
    first = s.text.find("¤")
    lead = re.search(r"\bhow far (?:ahead|above|behind|below)(?: of)? (?:the )?$", s.text[:first])
    base_first = bool(lead or re.search(rf"\b{_AGAINST} (?:the )?$", s.text[:first]))
    compares = rf"\b(?:differ\w*|compar\w+|than|versus|vs|relative|exceed\w*|gap|{_MORE}|{_LESS})\b"
    if s.has(rf"\b{PERCENT}|\bin relative terms\b") and s.has(compares):
        return Wanted(
            Kind.PERCENT_DIFFERENCE, Over.COMPANIES, swapped=swapped, base_first=base_first
        )
    if s.has(rf"\b(?:ratio|how many times|times (?:as|{_MORE})|multiple of|divided by)\b"):
        return Wanted(Kind.RATIO, Over.COMPANIES)
    if s.has(r"\bhow far\b"):
        return Wanted(Kind.DIFFERENCE, Over.COMPANIES, swapped=swapped, base_first=base_first)
    if s.has(r"\b(?:difference|gap|minus|less|how much|how many|differ)\b") and s.has(compares):
        swapped = swapped and (base_first or "than" in s.text)
        return Wanted(Kind.DIFFERENCE, Over.COMPANIES, swapped=swapped, base_first=base_first)
    return None


def _average(s: Skeleton) -> Wanted | None:
    if s.several_years and s.has(r"\b(?:average|mean|on average|per year|annually)\b"):
        return Wanted(Kind.AVERAGE, Over.YEARS)
    return None


def _growth(s: Skeleton) -> Wanted | None:
    change = rf"(?:change|difference|{_UP}|{_DOWN}|reduction|{_MORE}|{_LESS})"
    relative = s.has(
        rf"\b{PERCENT}[ -]*{change}|\b(?:rate of|relative) {change}|{change}\b.*\b{PERCENT}"
        rf"|\b{PERCENT}.*\b{change}|^(?:by )?(?:what|how many) {PERCENT}\b.*\b{change}"
    )
    grown = s.has(r"\b(?:growth|grow|grows|grown|growing|grew|shrank|shrunk)\b") and not s.has(
        r"\b(?:by how much|how many dollars|in dollars|absolute)\b"
    )
    return Wanted(Kind.GROWTH, Over.YEARS) if relative or grown else None


def _multiple(s: Skeleton) -> Wanted | None:
    words = rf"\b(?:by (?:what|which) (?:factor|multiple)|how many times (?:as|{_MORE}))\b"
    return Wanted(Kind.RATIO, Over.YEARS) if s.several_years and s.has(words) else None


def _difference(s: Skeleton) -> Wanted | None:
    change = rf"(?:change[ds]?|swing|difference|{_UP}|{_DOWN}|reduction|(?:{_MORE}|{_LESS}) than)"
    change = rf"(?:{change}|how much (?:{_MORE}|{_LESS}))"
    return Wanted(Kind.DIFFERENCE, Over.YEARS) if s.has(rf"\b{change}\b") else None


def _sum(s: Skeleton) -> Wanted | None:
    words = r"(?:sum|combined|cumulative(?:ly)?|aggregate|altogether|total|together|overall|add up)"
    if s.several_years and not s.periods.year_over_year and s.has(rf"\b{words}\b"):
        return Wanted(Kind.SUM, Over.YEARS)
    return None


_UNDONE = re.compile(
    rf"\b(?:{PERCENT}|share|fraction|proportion|portion|ratio|multiple|how many times|how far"
    rf"|how much (?:{_MORE}|{_LESS})|(?:{_MORE}|{_LESS}) than)(?=[ ,?]|$)"
)


def undone(skeleton: Skeleton, wanted: Wanted) -> str:
    """What asks for more than the plain values that were understood; "" for nothing."""
    if wanted.kind is not Kind.VALUE or wanted.combine:
        return ""
    found = _UNDONE.search(skeleton.text)
    return found.group() if found else ""


_TESTS: tuple[Callable[[Skeleton], Wanted | None], ...] = (
    _count, _best, _check, _cagr, _between_companies, _average, _multiple, _growth, _sum,
    _difference,
)  # fmt: skip
