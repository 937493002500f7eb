"""Label a filing without tags by fiscal year and quarter, from its whole text.

The end of the period does not determine the quarter, since fiscal years end in any month. A
quarterly report prints the end of the last fiscal year on every balance sheet, the length of the
year to date in its tables ("nine months ended") and the quarter's name ("third quarter"). Each may
be missing or misread, so they vote. A fiscal year has the number of the calendar year in which it
ends, or, if it ends from January to March, perhaps of the year before: "fiscal 2024" in the text
decides.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta

from secqa.filings.dates import NUMBER_WORDS, WEEKS_A_MONTH, printed_dates
from secqa.filings.document import Element
from secqa.record import record

_QUARTERS = {"Q1": "first", "Q2": "second", "Q3": "third"}
"""The quarters that a Form 10-Q reports on, and their names."""
_COUNTS = "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
_LENGTH = re.compile(rf"(?i)\b(\d\d?|{_COUNTS})[\s-]+(month|week)s\b")
_NAMED = re.compile(r"(?i)\b(first|second|third)\s+(?:fiscal\s+)?quarter\b")
_FISCAL_YEAR = re.compile(r"(?i)\bfiscal\s+(?:year\s+)?((?:19|20)\d\d)\b")
_QUARTER_DAYS = 91.3
_SLACK = 25
"""Days by which quarters of 12 to 17 weeks differ from even quarters."""
_LAST_MONTH = 3
"""Fiscal years that end after this month have the number of the calendar year."""

_LIKELY = {
    "dates": ((0.88, 0.055, 0.065), (0.10, 0.86, 0.04), (0.13, 0.08, 0.79)),
    "lengths": ((0.968, 0.016, 0.016), (0.31, 0.685, 0.005), (0.31, 0.02, 0.67)),
    "names": ((0.83, 0.13, 0.04), (0.25, 0.65, 0.10), (0.12, 0.11, 0.77)),
}
"""Shares of votes for Q1, Q2, Q3 (columns) in reports on Q1, Q2, Q3 (rows). Measured, like the
weights below, on the training companies' tagged reports and on random pages of them."""
_WEIGHTS = {"dates": 1.21, "lengths": 1.63, "names": 1.32}
_NAME_ODDS = 4.0
"""Odds of the quarter in the file name, which may also be a calendar quarter."""
SURE = 0.9
"""Quarters less probable than this get a warning; one in ten of such labels is wrong."""


@record
class FiscalLabel:
    """Fiscal year and period of a filing."""

    year: int | None
    """As the company numbers it."""
    period: str
    """`FY`, `Q1` to `Q3`, or ""."""
    doubt: str = ""
    """Why a user should check the label, or ""."""


def fiscal_label(
    stated: FiscalLabel, end: date, elements: Sequence[Element], in_name: FiscalLabel
) -> FiscalLabel:
    """Label a report on a period that ends at `end`.

    `stated` has the parts that the cover states, `in_name` those in the file name.
    """
    period, doubt = stated.period, ""
    if not period:
        period, doubt = _quarter(end, elements, in_name.period)
    left = 4 - int(period[1]) if period in _QUARTERS else 0
    close = end + timedelta(days=round(_QUARTER_DAYS * left))
    year = stated.year or assumed_fiscal_year(close, elements, in_name.year, is_over=not left)
    same = (in_name.year, in_name.period) == (year, period)
    if not doubt and in_name.year and in_name.period and not same:
        named = f"{in_name.year} {in_name.period}"
        doubt = f"fiscal {year} {period} by its text, {named} by its file name"
    return FiscalLabel(year, period, doubt)


def _quarter(end: date, elements: Sequence[Element], in_name: str) -> tuple[str, str]:
    """The quarter that ends at `end`, or "" without any evidence, and why it may be wrong."""
    votes = _votes(end, elements)
    if not in_name and not any(map(any, votes.values())):
        return "", "nothing in its text tells its fiscal quarter"
    odds = {
        quarter: (_NAME_ODDS if quarter == in_name else 1.0) * math.exp(_score(at, votes))
        for at, quarter in enumerate(_QUARTERS)
    }
    best = max(odds, key=odds.__getitem__)
    probability = odds[best] / sum(odds.values())
    if probability >= SURE:
        return best, ""
    evidence = [f"{kind} {counts}" for kind, counts in votes.items() if any(counts)]
    evidence += [f"file name {in_name}"] * bool(in_name)
    return best, f"{best} is {probability:.0%} sure; votes for Q1, Q2, Q3: {', '.join(evidence)}"


def _votes(end: date, elements: Sequence[Element]) -> dict[str, tuple[int, ...]]:
    """Count the votes of the text for each quarter, by kind of evidence."""
    names = list(_QUARTERS.values())
    counts = {kind: Counter[int]() for kind in _LIKELY}
    for element in elements:
        counts["dates"].update(_quarters_back(end, element.text))
        counts["lengths"].update(_quarters_long(element.text))
        counts["names"].update(names.index(one.lower()) for one in _NAMED.findall(element.text))
    return {kind: tuple(own[at] for at in range(3)) for kind, own in counts.items()}


def assumed_fiscal_year(
    close: date, elements: Sequence[Element], in_name: int | None = None, is_over: bool = True
) -> int:
    """The number of the fiscal year that ends at `close`, as the text names it.

    The first week of January belongs to the year before. An annual report names its own year most
    often. A quarterly report (`is_over` false) names the year before as often, so that the years
    on both sides decide: a report that names 2024 and not 2022 is in fiscal 2024.
    """
    if close.month > _LAST_MONTH:
        return close.year
    if close.month == 1 and close.day <= 7:
        return close.year - 1
    named = Counter(
        int(year) for element in elements for year in _FISCAL_YEAR.findall(element.text)
    )
    own, other = named[close.year], named[close.year - (1 if is_over else 2)]
    if own == other == 0 and in_name in (close.year - 1, close.year):
        return in_name
    return close.year if own >= other else close.year - 1


def _quarters_back(end: date, text: str) -> list[int]:
    """Quarters, less one, between each printed day and the end; only 0, 1 and 2."""
    days = [(end - day).days for day in printed_dates(text)]
    backs = [(back, round(back / _QUARTER_DAYS)) for back in days]
    near = (back for back in backs if abs(back[0] - back[1] * _QUARTER_DAYS) < _SLACK)
    return [back - 1 for _, back in near if 0 < back < 4]


def _quarters_long(text: str) -> list[int]:
    """Quarters, less one, of each printed length in months or weeks; only 0, 1 and 2."""
    lengths = []
    for count, unit in _LENGTH.findall(text):
        number = int(count) if count.isdecimal() else NUMBER_WORDS[count.lower()]
        months = number if unit.lower() == "month" else number / WEEKS_A_MONTH
        lengths.append(round(months / 3) - 1)
    return [length for length in lengths if 0 <= length < 3]


def _score(at: int, votes: dict[str, tuple[int, ...]]) -> float:
    """The log-likelihood of the votes in a report on a quarter. Since votes repeat each other, n
    votes count only as log(1 + n) independent ones."""
    score = 0.0
    for kind, own in votes.items():
        if total := sum(own):
            fit = sum(n * math.log(p) for n, p in zip(own, _LIKELY[kind][at], strict=True))
            score += _WEIGHTS[kind] * math.log1p(total) * fit / total
    return score
