"""Questions that choose: which is the highest, in which order, how many, whether.

A skeleton in, an operation over several companies or years out, or None. The same superlative
may rank one metric and return another, or rank how much a metric changed.
"""

import re
from dataclasses import replace

from secqa.understanding.comparing import (
    ABOVE,
    BELOW,
    DOWN,
    HIGH,
    LESS,
    LOW,
    MORE,
    NEGATIVE,
    UP,
    compared_change,
)
from secqa.understanding.limits import condition
from secqa.understanding.quantifiers import quantifier_of
from secqa.understanding.skeleton import PERCENT, Skeleton
from secqa.understanding.wanted import Kind, Over, Returns, Wanted

_ORDINAL = {"second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5}
_ASKS = re.compile(
    r"(?:^|[:;,.] ?)(?:and |but )?(?:did|does|do|is|was|were|are|has|have|had)\b"
    r"|\b(?:true or false|yes or no|is it (?:true|correct|right) that|true that|whether)\b"
)
_WH = re.compile(r"\b(?:what|which|who|whose|how|when|by how)\b")
_RANK = re.compile(
    r"^(?:rank|order|sort|arrange)\b(?=.*\b(?:by|from|in|according)\b)|\brank(?:ed|ing)? "
    r"(?:\S+ )*?(?:by|from|on|in terms of)\b|\bin (?:descending|ascending) order\b"
    rf"|\bfrom (?:the )?(?:{HIGH}|{LOW}|high|low) to\b"
)
_RISING_ORDER = re.compile(
    rf"\bascending\b|\bfrom (?:the )?(?:{LOW}|low) to\b|\b{LOW} first\b|\bsmallest to\b"
)


def rank(s: Skeleton) -> Wanted | None:
    """All of several companies or years in order."""
    several = s.companies > 1 or s.several_years
    if not several or not s.metrics or not _RANK.search(s.text):
        return None
    over = Over.COMPANIES if s.companies > 1 else Over.YEARS
    if not re.search(
        rf"\b(?:rank|order|sort|arrange|from (?:the )?(?:{HIGH}|{LOW}|high|low) to)", s.text
    ):
        return None
    change = compared_change(s.text)
    return Wanted(
        Kind.RANK,
        over,
        highest=not _RISING_ORDER.search(s.text),
        change=change[0] if change else None,
    )


def which(s: Skeleton) -> Wanted | None:
    """Those of several companies or years that pass a check: "which had more than $10 billion"."""
    several = s.companies > 1 or s.several_years
    if not several or not s.metrics or not s.has(r"\b(?:which|who|whose)\b"):
        return None
    over = Over.COMPANIES if s.companies > 1 else Over.YEARS
    passed = condition(s) or _passing(s)
    denied = s.has(DENIED)
    return replace(passed, kind=Kind.FILTER, over=over, denied=denied) if passed else None


DENIED = r"\b(?:did|do|does|was|were|is|are|has|have|had)(?:n['’]t| not)\b"
_HAD = re.compile(
    r"\b(?:made|make|were|was|is|are|had|have|has|posted|reported|recorded|turned|ran|booked|saw"
    r"|showed|suffered|incurred|paid|generated|produced|delivered|achieved"
    r"|did ¤ (?:make|have|post|report|record|run|book|see|pay))"
    r"(?: (?:an?|any))? (?:negative |positive )?µ"
    r"|(?:not|n['’]t)(?: \w+)?(?: (?:an?|any))? (?:negative )?µ"
    r"|¤ (?:negative )?µ"
)


def _passing(s: Skeleton) -> Wanted | None:
    """What those pass that "made a loss", "grew", "spent more on this than on that"."""
    if _two_sides(s):
        return Wanted(Kind.CHECK, sides=Over.METRICS, above=not _is_below(s), limit=0.0)
    if len(set(s.metrics)) > 1 or s.has(rf"\b(?:{HIGH}|{LOW}|{MORE}|{LESS})\b"):
        return None
    change = compared_change(s.text)
    if change:
        above = change[1] != s.has(r"\bnegative µ")
        return Wanted(Kind.CHECK, above=above, limit=0.0, change=Kind.DIFFERENCE)
    if _HAD.search(s.text):
        return Wanted(Kind.CHECK, above=not s.has(NEGATIVE), limit=0.0)
    return None


def _two_sides(s: Skeleton) -> bool:
    """ "R&D above SG&A", "more debt than cash"."""
    sides = rf"\b(?:{ABOVE}|{BELOW})|\b(?:{MORE}|{LESS})(?: \w+){{0,2}} µ than\b[^µ¤]*µ"
    return len(set(s.metrics)) > 1 and s.has(sides)


def _is_below(s: Skeleton) -> bool:
    return s.has(rf"\b(?:{BELOW}|{LESS})")


_COUNTED = {"two": 2, "three": 3, "four": 4, "five": 5}
_TOP = re.compile(
    rf"\b(?:which|top|bottom|the|best|worst|biggest|largest|highest|lowest) ({'|'.join(_COUNTED)}"
    r"|[2-5])\b(?! (?:years|quarters|months|percent|µ))"
)


def best(s: Skeleton) -> Wanted | None:
    """The highest or lowest of several companies or years, or something else of that one."""
    over = Over.COMPANIES if s.companies > 1 else Over.YEARS
    if over is Over.YEARS and not s.several_years and s.has(r"\bµ\b[^µ¤]*\bor\b[^µ]*\bµ"):
        return _best_metric(s)
    if over is Over.YEARS and not (
        s.several_years or s.has(r"\b(?:wh(?:ich|at) (?:fiscal )?year|when)\b")
    ):
        return None
    choice = s.has(r"\b(?:which(?:ever)?|who(?:ever)?|whose|what (?:company|firm)|or)\b")
    found = re.search(rf"\b(?:({HIGH})|({LOW}))\b", s.text)
    lead = _lead(s)
    if not found and choice and (lead or not s.has(rf"\b(?:how much|{PERCENT})")):
        found = re.search(rf"\b(?:({MORE})|({LESS}))\b", s.text)
    if not found or not s.metrics or s.has(r"^(?:did|does|do|is|was|were|are|has|have)\b"):
        return None
    top = _TOP.search(s.text)
    if top and (s.companies > 1 or s.several_years):
        change = compared_change(s.text)
        return Wanted(
            Kind.RANK,
            over,
            highest=found.group(1) is not None,
            change=change[0] if change else None,
            top=_COUNTED.get(top.group(1)) or int(top.group(1)),
        )
    ranking = _ranking(s.text, found)
    other = any(metric != s.metrics[ranking] for metric in s.metrics)
    place = re.search(rf"({'|'.join(_ORDINAL)})[ -]$", s.text[: found.start()])
    highest = found.group(1) is not None or found.group() == "worst"
    change = compared_change(_near(s.text, found, ranking))
    if _is_negative(s.text, ranking) or (change and not change[1]):
        # The largest loss is the lowest income, the largest fall the lowest change.
        highest = not highest
    elif found.group() == "worst":
        highest = False
    return Wanted(
        Kind.BEST,
        over,
        highest=highest,
        place=_ORDINAL[place.group(1)] if place else 1,
        returns=Returns.OTHER if other else _returns(s, over),
        with_value=s.has(r"\band (?:by |at |for |with )?(?:how (?:much|many|high|large)|what)\b")
        and lead is None
        and (not other or _returns(s, over) is not Returns.VALUE),
        lead=lead,
        ranking=ranking,
        change=change[0] if change else None,
    )


def _best_metric(s: Skeleton) -> Wanted | None:
    """ "Which is larger, R&D or SG&A", "did it spend more on R&D or on SG&A"."""
    found = re.search(rf"\b(?:({HIGH}|{MORE})|{LOW}|{LESS})\b", s.text)
    if not found or len(set(s.metrics)) < 2 or s.has("negative µ"):
        return None
    return Wanted(
        Kind.BEST,
        Over.METRICS,
        highest=found.group(1) is not None and found.group() not in {"worse", "worst"},
        returns=Returns.METRIC,
        with_value=s.has(r"\band (?:by |at |for |with )?(?:how (?:much|many|high|large)|what)\b"),
        lead=_lead(s),
    )


_LEAD = re.compile(
    rf"\b(?:by (?:how (?:much|many)|what|which)(?P<share> {PERCENT})?(?P<points>(?: \w+)? points)?"
    r"|what(?: is|'s|s)?(?: was)? the (?P<relative>percentage |relative )?"
    r"(?:difference|gap|margin))\b"
)


def _lead(s: Skeleton) -> Kind | None:
    """Whether the best's lead is asked for too: "who earned more, and by how much?"."""
    asked = re.search(r"\b(?:which|who|whose)\b", s.text)
    found = _LEAD.search(s.text, asked.end()) if asked else None
    if found is None:
        return None
    points = found["points"] or s.has(r"\bpoints\b")
    relative = (found["share"] or found["relative"]) and not points
    return Kind.PERCENT_DIFFERENCE if relative else Kind.DIFFERENCE


def _ranking(text: str, superlative: re.Match[str]) -> int:
    """Which metric the superlative speaks of: the next one close by, else the nearest."""
    metrics = [match.start() for match in re.finditer("µ", text)]
    after = re.match(r"(?: (?!the\b|of\b|by\b)[\w-]+){0,3} ?µ", text[superlative.end() :])
    if after:
        return metrics.index(superlative.end() + after.end() - 1)
    return min(range(len(metrics)), key=lambda i: abs(metrics[i] - superlative.start()))


def _near(text: str, superlative: re.Match[str], ranking: int) -> str:
    """The superlative, its metric, what stands between, and the words next to both."""
    metric = [match.start() for match in re.finditer("µ", text)][ranking]
    start, end = min(superlative.start(), metric), max(superlative.end(), metric + 1)
    before = re.search(r"(?:[\w-]+ ){0,4}$", text[:start])
    after = re.match(r"(?: (?!µ|¤|of\b|and\b)[\w-]+){0,2}", text[end:])
    return (before.group() if before else "") + text[start:end] + (after.group() if after else "")


def _is_negative(text: str, ranking: int) -> bool:
    metric = [match.start() for match in re.finditer("µ", text)][ranking]
    return text[:metric].endswith("negative ")


def _returns(s: Skeleton, over: Over) -> Returns:
    if over is Over.YEARS:
        asked = s.has(r"\b(?:which|what|in what|in which) (?:fiscal )?(?:one )?year\b|\bwhen\b")
        return Returns.YEAR if asked else Returns.VALUE
    asked = s.has(
        r"^(?:\W*(?:among|of|between|out of|from|across|comparing|looking at)\b[^?]*?[,:] )?"
        r"(?:which|who|whose|what (?:company|firm)|name|identify|tell me which)\b"
        r"|^the (?:company|firm|one) (?:with|that|which|whose|having)\b"
        r"|\b(?:which|what) (?:company|firm|one|of (?:them|these|those|the))\b|^.{0,60}\bwho\b"
        r"|[,:] ?(?:which|who|whose)\b"
    )
    return Returns.COMPANY if asked else Returns.VALUE


def count(s: Skeleton) -> Wanted | None:
    """How many companies or years pass a check."""
    companies = s.companies > 1 and s.has(
        r"how many (?:of|companies|firms|¤|had|have|made|spent|paid|were|saw|did|\w+ed)\b"
        r"|number of (?:companies|firms)"
    )
    years = s.several_years and s.has(
        rf"how many (?:of\b|(?:fiscal )?years|times(?! (?:{MORE}|as|over|its|the)))|in how many"
        r"|how often"
    )
    if not (companies or years) or not s.metrics:
        return None
    over = Over.COMPANIES if companies else Over.YEARS
    check = condition(s)
    if check:
        return replace(check, kind=Kind.COUNT, over=over)
    if _two_sides(s):
        return Wanted(Kind.COUNT, over, sides=Over.METRICS, above=not _is_below(s), limit=0.0)
    change = compared_change(s.text)
    if change:
        return Wanted(Kind.COUNT, over, above=change[1], limit=0.0, change=Kind.DIFFERENCE)
    return Wanted(Kind.COUNT, over, above=not s.has(NEGATIVE), limit=0.0)


def check(s: Skeleton) -> Wanted | None:
    """Questions for Yes or No."""
    asks = _ASKS.search(s.text)
    if not asks or _WH.search(s.text, 0, asks.start() + 1) or not s.metrics:
        return None
    wanted = _checked(s)
    quantifier = quantifier_of(s, implied=wanted.over is not Over.YEARS)
    if quantifier is None or (wanted.over is Over.COMPANIES and not s.several_years):
        return wanted
    if wanted.change and not (s.periods.each or s.companies > 1):
        return wanted
    apart = s.companies > 1 and wanted.over is Over.YEARS
    over = Over.YEARS if s.several_years and not apart else Over.COMPANIES
    if wanted.limit is not None:
        return replace(wanted, over=over, quantifier=quantifier)
    if wanted.over is Over.YEARS:
        change = Kind.DIFFERENCE
        return replace(wanted, over=over, quantifier=quantifier, change=change, limit=0.0)
    return replace(wanted, over=over, quantifier=quantifier, sides=wanted.over, limit=0.0)


def _checked(s: Skeleton) -> Wanted:
    """What is checked, of one value."""
    found = condition(s)
    if found:
        return found
    above = not _is_below(s)
    apiece = s.periods.year_over_year and s.has(r"\b(?:both|all|each|either|neither|none)\b")
    if s.companies > 1 and not apiece and s.has(rf"\b(?:{ABOVE}|{BELOW}|{MORE}|{LESS})"):
        faster = s.has(r"\b(?:faster|quicker|slower)\b|\bgr[eo]w\w*\b.*\bmore\b")
        change = Kind.GROWTH if faster else None
        return Wanted(Kind.CHECK, Over.COMPANIES, above=above, change=change)
    if _two_sides(s):
        change = Kind.GROWTH if s.has(r"\b(?:faster|quicker|slower)\b") else None
        return Wanted(Kind.CHECK, Over.METRICS, above=above, change=change)
    # A loss that grows is an income that falls.
    loss = s.has(r"\bnegative µ")
    if s.has(rf"\b{DOWN}\b"):
        return Wanted(Kind.CHECK, Over.YEARS, above=loss)
    if s.has(rf"\b(?:{UP}|{MORE})\b") or (s.several_years and s.has(rf"\b{ABOVE}")):
        return Wanted(Kind.CHECK, Over.YEARS, above=not loss)
    if (s.several_years or apiece) and s.has(rf"\b{LESS}\b"):
        return Wanted(Kind.CHECK, Over.YEARS, above=loss)
    return Wanted(Kind.CHECK, above=not s.has(NEGATIVE), limit=0.0)
