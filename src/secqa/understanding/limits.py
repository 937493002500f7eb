"""The limits that a question sets: a skeleton in, what must be passed out.

"Exceed $10 billion", "at least 5%", "between $7 and $8 billion", "grew by more than 10%",
"doubled": an amount, the side of it that passes, whether the amount itself does, and whether
values or their changes are meant.
"""

import re

from secqa.understanding.comparing import ABOVE, BELOW, DOWN, GROWTH, LESS, MORE, UP
from secqa.understanding.skeleton import Skeleton
from secqa.understanding.wanted import Kind, Wanted

_SCALE = r"trillion|billion|million|thousand|bn|tn|mn|m|b|k|%|percent|per cent"
_FIGURE = rf"[$€£]? ?(\d[\d,]*(?:\.\d+)?) ?({_SCALE})?"
AMOUNT = re.compile(rf"(?<![\w.]){_FIGURE}(?![\w-])")
_RANGE = re.compile(
    rf"\b(?:between|from|within|in the range of|in the range) {_FIGURE} ?(?:and|to|-|–) {_FIGURE}"
    r"(?![\w-])"
)
_UNITS = {
    "trillion": 1e12, "tn": 1e12, "billion": 1e9, "bn": 1e9, "b": 1e9, "million": 1e6,
    "mn": 1e6, "m": 1e6, "thousand": 1e3, "k": 1e3, "%": 0.01, "percent": 0.01, "per cent": 0.01,
}  # fmt: skip
_SHARES = {"%", "percent", "per cent"}
_SIDE = re.compile(rf"\b(?:({ABOVE})|({BELOW}))")
_THEN = re.compile(rf"(?: \w+)? ?,? (?:and|but|yet)(?: also)?(?: \w+)? (?:({ABOVE})|({BELOW}))")
# "Rose above $5 billion" speaks of where it got to, "rose more than" of how far.
_BY_SO_MUCH = re.compile(rf"at (?:least|most)|(?:{MORE}|{LESS}) than")
_INCLUSIVE = {"at least", "at most"}
_FOLDS = {"double": 1.0, "triple": 2.0, "quadruple": 3.0, "halve": -0.5}
_MULTIPLIED = re.compile(rf"\b({'|'.join(_FOLDS)})[ds]?\b(?! (?:that|what|¤|µ))")


def condition(s: Skeleton) -> Wanted | None:
    """The check that a question makes of each value; None where it sets no limit."""
    fold = _MULTIPLIED.search(s.text)
    if fold and len(set(s.metrics)) == 1 and "negative µ" not in s.text:
        limit = _FOLDS[fold.group(1)]
        at_least = "at least" in s.text
        return Wanted(
            Kind.CHECK, above=limit > 0, limit=limit, change=Kind.GROWTH, inclusive=at_least
        )
    both = _RANGE.search(s.text)
    if both:
        low, high = sorted(_value(*figure) for figure in _alike(*both.groups()))
        check = Wanted(Kind.CHECK, limit=low, up_to=high, inclusive=True)
        return _of_sign(s.text, both.start(), check, both.group(4) in _SHARES)
    words = _SIDE.search(s.text)
    amount = AMOUNT.search(s.text, words.end()) if words else None
    if not words or not amount:
        return None
    check = Wanted(
        Kind.CHECK,
        above=words.group(1) is not None,
        limit=_value(*amount.groups()),
        inclusive=words.group() in _INCLUSIVE,
    )
    check = _with_end(s.text, check, amount)
    return _of_sign(s.text, words.start(), check, amount.group(2) in _SHARES)


def _with_end(text: str, check: Wanted, amount: re.Match[str]) -> Wanted:
    """The check with its other end, where one follows: "above 5% but below 8%"."""
    words = _THEN.match(text, amount.end())
    other = AMOUNT.search(text, words.end()) if words else None
    if not words or not other or (words.group(1) is not None) == check.above:
        return check
    if (words.group().split()[-2:] in (["at", "least"], ["at", "most"])) != check.inclusive:
        return check
    low, high = sorted(_value(*figure) for figure in _alike(*amount.groups(), *other.groups()))
    return Wanted(Kind.CHECK, limit=low, up_to=high, inclusive=check.inclusive)


def _of_sign(text: str, at: int, check: Wanted, share: bool) -> Wanted:
    """The check of what the words before `at` speak of: a loss, a rise, a fall."""
    before = text[:at]
    fallen = re.search(rf"\b{DOWN}\b", before)
    if re.search(r"\bnegative µ\b[^µ]*$", before):
        # To lose more than $3 billion is to earn less than minus that.
        check = _negated(check)
    changed = fallen or re.search(rf"\b(?:{UP}|{GROWTH}|change)\b", before)
    at_once = _BY_SO_MUCH.match(text, at) and re.search(rf"\b(?:{UP}|{DOWN}) $", before)
    relative = share and re.search(rf"\b{GROWTH}\b", before)
    if not changed or not (before.endswith("by ") or at_once or relative):
        return check
    check = _negated(check) if fallen else check
    return Wanted(
        Kind.CHECK,
        above=check.above,
        limit=check.limit,
        up_to=check.up_to,
        inclusive=check.inclusive,
        change=Kind.GROWTH if share else Kind.DIFFERENCE,
    )


def _negated(check: Wanted) -> Wanted:
    limit = -(check.limit or 0.0)
    if check.up_to is not None:
        return Wanted(Kind.CHECK, limit=-check.up_to, up_to=limit, inclusive=check.inclusive)
    return Wanted(Kind.CHECK, above=not check.above, limit=limit, inclusive=check.inclusive)


def _alike(
    first: str, unit: str | None, second: str, other: str | None
) -> tuple[tuple[str, str | None], tuple[str, str | None]]:
    """Both figures with the unit that may stand behind the last alone: "7 to 8 billion"."""
    return (first, unit or other), (second, other)


def _value(digits: str, unit: str | None) -> float:
    return float(digits.replace(",", "")) * _UNITS.get(unit or "", 1.0)
