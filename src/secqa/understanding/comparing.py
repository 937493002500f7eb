"""Words of comparison: more and less, up and down, above and below a limit.

Patterns for the texts of skeletons, and what several operations read alike: the limit in "more
than $10 billion", and whether values or their changes are compared in "grew the fastest".
"""

import re

from secqa.understanding.skeleton import PERCENT, Skeleton
from secqa.understanding.wanted import Kind, Wanted

HIGH = (
    r"(?:highest|largest|biggest|greatest|(?<!at )most(?! recent)|maximum|max|strongest|top|best"
    r"|fastest|quickest|steepest|heaviest|richest|fattest|heftiest|widest|deepest|longest)"
)
LOW = (
    r"(?:lowest|smallest|(?<!at )least|fewest|minimum|min|weakest|worst|slowest|lightest|thinnest"
    r"|slimmest|leanest|narrowest|shortest|poorest)"
)
MORE = (
    r"(?:higher|larger|richer|fatter|heftier|bigger|greater|more|better|stronger|faster|quicker"
    r"|heavier)"
)
LESS = r"(?:lower|smaller|poorer|leaner|slimmer|less|fewer|worse|weaker|slower|lighter)"
ABOVE = (
    r"(?:exceed(?:s|ed)?|surpass(?:es|ed)?|above|over|outperform(?:s|ed)?|top(?:s|ped)?"
    rf"|at least|{MORE} than|beat(?:s)?|outsell|cover(?:s|ed)?|ahead of)"
)
BELOW = (
    rf"(?:below|under|at most|fall short of|f[ae]ll behind|trail(?:s|ed)?|lag(?:s|ged)?|behind"
    rf"|{LESS} than)"
)
_WENT = r"(?:go|goes|gone|went|was|were|is|are|been|moved?|trend\w*)"
UP = (
    rf"(?:increas\w+|gr[eo]w\w*|r[io]s[ei]\w*|rose|improv\w+|{_WENT} up|climb\w*"
    r"|gain(?:s|ed|ing)?|expand\w*|jump\w*|surg(?:e|ed|es|ing)\b|soar\w*|swell\w*|advanced?"
    r"|wid(?:en\w*)|double[ds]?|rall(?:y|ied))"
)
DOWN = (
    rf"(?:decreas\w+|declin\w+|f[ae]ll\w*|dropp?\w*|shr[aiu]nk\w*|{_WENT} down"
    r"|reduc\w+|deteriorat\w+|worsen\w*|contract\w*|slip(?:s|ped|ping)?|slid\w*|s[au]nk"
    r"|plung\w+|tumbl\w+|narrow\w*|diminish\w*|dip(?:s|ped)?|lessen\w*|cut)"
)
AGAINST = r"(?:compared? (?:to|with)|relative to|in comparison (?:to|with)|versus|against)"
NEGATIVE = r"\b(?:negative|loss(?:es)?|below zero|in the red)\b"
AMOUNT = re.compile(
    r"(?<![\w.])[$€£]? ?(\d[\d,]*(?:\.\d+)?) ?(trillion|billion|million|thousand|bn|tn|mn|m|b|k"
    r"|%|percent|per cent)?(?![\w-])"
)
_UNITS = {
    "trillion": 1e12, "tn": 1e12, "billion": 1e9, "bn": 1e9, "b": 1e9, "million": 1e6,
    "mn": 1e6, "m": 1e6, "thousand": 1e3, "k": 1e3, "%": 0.01, "percent": 0.01, "per cent": 0.01,
}  # fmt: skip
_GROWTH = r"(?:growth|gr[eo]w\w*|percent(?:age)? (?:increase|gain|rise|change|jump))"
_FASTEST = r"(?:fastest|quickest|slowest|faster|quicker|slower)"
_FOLDS = {"double": 1.0, "triple": 2.0, "quadruple": 3.0}
_MULTIPLIED = re.compile(rf"\b({'|'.join(_FOLDS)})[ds]?\b(?! (?:that|what|¤|µ))")


def condition(s: Skeleton) -> Wanted | None:
    """ "exceed $10 billion", "below 5%", "grew by more than 10%": a limit and its side."""
    fold = _MULTIPLIED.search(s.text)
    if fold and len(set(s.metrics)) == 1 and "negative µ" not in s.text:
        return Wanted(Kind.CHECK, limit=_FOLDS[fold.group(1)], change=Kind.GROWTH)
    words = re.search(rf"\b(?:({ABOVE})|({BELOW}))", s.text)
    amount = AMOUNT.search(s.text, words.end()) if words else None
    if not words or not amount:
        return None
    limit = float(amount.group(1).replace(",", "")) * _UNITS.get(amount.group(2) or "", 1.0)
    above = words.group(1) is not None
    share = amount.group(2) in {"%", "percent", "per cent"}
    before = s.text[: words.start()]
    fallen = re.search(rf"\b{DOWN}\b", before)
    if re.search(r"\bnegative µ\b[^µ]*$", before):
        # To lose more than $3 billion is to earn less than minus that.
        above, limit = not above, -limit
    if not (fallen or re.search(rf"\b(?:{UP}|{_GROWTH}|change)\b", before)) or not (
        before.endswith("by ") or (share and re.search(rf"\b{_GROWTH}\b", before))
    ):
        return Wanted(Kind.CHECK, above=above, limit=limit)
    change = Kind.GROWTH if share else Kind.DIFFERENCE
    if fallen:
        above, limit = not above, -limit
    return Wanted(Kind.CHECK, above=above, limit=limit, change=change)


def compared_change(text: str) -> tuple[Kind, bool] | None:
    """Whether changes are compared, not values: which, and whether a rise (else a fall) is meant.

    `text` is what the comparing word speaks of: "µ growth", "grew its µ the fastest".
    """
    fallen = re.search(rf"\b{DOWN}\b", text) is not None
    if re.search(rf"\b(?:{_GROWTH}|{_FASTEST})\b", text):
        return Kind.GROWTH, True
    if not fallen and not re.search(rf"\b(?:{UP}|change[sd]?|swing)\b", text):
        return None
    relative = re.search(rf"\b{PERCENT}|\brelative(?:ly)?\b|\brate\b", text)
    return (Kind.GROWTH if relative else Kind.DIFFERENCE), not fallen
