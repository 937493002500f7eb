"""What a question wants done with its values: its skeleton in, an operation out.

The same words mean different things in different company: "total" is a sum over years but
not in "total debt", "more than" compares two companies or a value with a limit. Hence the
order of the tests, from the most specific wording to the plain value.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from secqa.understanding.choices import best, check, count, rank, which
from secqa.understanding.comparing import AGAINST, DOWN, HIGH, LESS, LOW, MORE, UP
from secqa.understanding.skeleton import PERCENT, Skeleton, combine_metrics
from secqa.understanding.wanted import Kind, Over, Wanted


def read_operation(skeleton: Skeleton) -> Wanted:
    """The operation a question asks for; the plain value when nothing says otherwise."""
    skeleton, combination = combine_metrics(skeleton)
    for test in _TESTS:
        wanted = test(skeleton)
        if wanted:
            return replace(wanted, combine=combination)
    return Wanted(Kind.VALUE, combine=combination)


def _cagr(s: Skeleton) -> Wanted | None:
    average = r"\baverage (?:annual|yearly) (?:\w+ )?growth"
    asked = s.has(rf"\bcagr\b|\bcompound(?:ed)?\b|\bannuali[sz]ed\b|{average}")
    return Wanted(Kind.CAGR, Over.YEARS) if asked else None


def _between_companies(s: Skeleton) -> Wanted | None:
    if s.companies < 2:
        return None
    if s.has(r"\b(?:combined|sum|together|aggregate|in total|altogether|add up|collective\w*)\b"):
        return Wanted(Kind.SUM, Over.COMPANIES)
    if s.total and not s.several_years:
        return Wanted(Kind.SUM, Over.COMPANIES)
    if s.has(r"\b(?:average|mean)\b"):
        return Wanted(Kind.AVERAGE, Over.COMPANIES)
    if s.companies > 2:
        return None
    either_way = s.has(rf"\b{MORE} or {LESS}\b")
    swapped = not either_way and s.has(rf"\b{LESS}\b|\bfall short\b|\bhow far (?:behind|below)\b")
    first = s.text.find("¤")
    lead = re.search(r"\bhow far (?:ahead|above|behind|below)(?: of)? (?:the )?$", s.text[:first])
    base_first = bool(lead or re.search(rf"\b{AGAINST} (?:the )?$", s.text[:first]))
    compares = rf"\b(?:differ\w*|compar\w+|than|versus|vs|relative|exceed\w*|gap|{MORE}|{LESS})\b"
    if s.has(rf"\b{PERCENT}|\bin relative terms\b") and s.has(compares):
        return Wanted(
            Kind.PERCENT_DIFFERENCE, Over.COMPANIES, swapped=swapped, base_first=base_first
        )
    if s.has(rf"\b(?:ratio|how many times|times (?:as|{MORE})|multiple of|divided by)\b"):
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
    change = rf"(?:change|difference|{UP}|{DOWN}|reduction|{MORE}|{LESS})"
    relative = s.has(
        rf"\b{PERCENT}[ -]*{change}|\b(?:rate of|relative) {change}|{change}\b.*\b{PERCENT}"
        rf"|\b{PERCENT}.*\b{change}|^(?:by )?(?:what|how many) {PERCENT}\b.*\b{change}"
    )
    grown = s.has(r"\b(?:growth|grow|grows|grown|growing|grew|shrank|shrunk)\b") and not s.has(
        r"\b(?:by how much|how many dollars|in dollars|absolute)\b"
    )
    set_against = s.several_years and s.has(rf"\b(?:{AGAINST}|vs)\b.*\b{PERCENT}")
    points = s.has(r"\b(?:percentage|percent|%) ?-?points?\b|\bpp\b")
    if points or not (relative or grown or set_against):
        return None
    return Wanted(Kind.GROWTH, Over.YEARS, swapped=_falls(s))


def _falls(s: Skeleton) -> bool:
    """Whether the size of a fall is asked for: "by how much did it shrink" is no negative."""
    rises = s.has(rf"\b(?:{UP}|{MORE}|change[ds]?|growth|sw[iu]ng|gap|difference)\b")
    loss = s.has(r"\bnegative µ")
    return (s.has(rf"\b(?:{DOWN}|{LESS}|reduction)\b") and not rises) != (loss and rises)


def _multiple(s: Skeleton) -> Wanted | None:
    words = (
        rf"\b(?:by (?:what|which) (?:factor|multiple)|how many times (?:as|{MORE})|multiple of"
        r"|divided by|ratio of)\b"
    )
    return Wanted(Kind.RATIO, Over.YEARS) if s.several_years and s.has(words) else None


def _difference(s: Skeleton) -> Wanted | None:
    change = (
        rf"(?:change[ds]?|differ(?:s|ed)?|sw[iu]ng|gap|moved?|develop(?:ed)?|evolved?|shift(?:ed)?|difference|{UP}|{DOWN}|reduction"
        rf"|(?:{MORE}|{LESS}) than)"
    )
    change = rf"(?:{change}|how much (?:{MORE}|{LESS}))"
    asked = s.has(rf"\b{change}\b")
    return Wanted(Kind.DIFFERENCE, Over.YEARS, swapped=_falls(s)) if asked else None


def _sum(s: Skeleton) -> Wanted | None:
    words = r"(?:sum|combined|cumulative(?:ly)?|aggregate|altogether|total|together|overall|add up)"
    if s.several_years and not s.periods.year_over_year and s.has(rf"\b{words}\b"):
        return Wanted(Kind.SUM, Over.YEARS)
    return None


_UNDONE = re.compile(
    rf"\b(?:{PERCENT}|share|fraction|proportion|portion|ratio|multiple|how many times|how far"
    rf"|how much (?:{MORE}|{LESS})|(?:{MORE}|{LESS}) than|average|mean|median|quarterly"
    rf"|(?:which|what) (?:is|was|were) (?:the )?(?:{MORE}|{LESS})"
    rf"|how much of (?:(?:the|its|¤) )*µ (?:c[ao]me|comes|stem|derived?|arose|was earned)"
    rf"|{HIGH}|{LOW}|(?:each|every|per) dollar|^(?:rank|sort|order))(?=[ ,?:]|$)"
)


def undone(skeleton: Skeleton, wanted: Wanted) -> str:
    """What asks for more than the plain values that were understood; "" for nothing."""
    if wanted.kind is not Kind.VALUE or wanted.combine:
        return ""
    time = skeleton.periods
    quarter = time.quarter or time.latest_quarter or time.end
    text = skeleton.text.replace("quarterly", "") if quarter else skeleton.text
    found = _UNDONE.search(text)
    return found.group() if found else ""


_TESTS: tuple[Callable[[Skeleton], Wanted | None], ...] = (
    count, rank, which, best, check, _cagr, _between_companies, _average, _multiple, _growth, _sum,
    _difference,
)  # fmt: skip
