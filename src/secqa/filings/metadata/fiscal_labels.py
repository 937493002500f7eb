"""Label a filing without tags by fiscal year and quarter, from what its whole text prints.

The end of the period alone does not tell the quarter: companies end their years in any month. A
quarterly report prints the end of the last fiscal year on every balance sheet, the length of the
year to date in its tables ("nine months ended") and the quarter's name ("third quarter"). Each may
be missing or misread, so they vote. The year is the one that the fiscal year ends in. Only years
that end from January to March may be numbered by the year before: the text's "fiscal 2024" decides.
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
"""Those that a Form 10-Q can report on, and their names."""
_COUNTS = "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
_LENGTH = re.compile(rf"(?i)\b(\d\d?|{_COUNTS})[\s-]+(month|week)s\b")
_NAMED = re.compile(r"(?i)\b(first|second|third)\s+(?:fiscal\s+)?quarter\b")
_FISCAL_YEAR = re.compile(r"(?i)\bfiscal\s+(?:year\s+)?((?:19|20)\d\d)\b")
_QUARTER_DAYS = 91.3
_SLACK = 25
"""Days that quarters of 12 to 17 weeks are off even ones."""
_LAST_MONTH = 3
"""Companies number years that end later by the calendar year of the end."""

_LIKELY = {
    "dates": ((0.88, 0.055, 0.065), (0.10, 0.86, 0.04), (0.13, 0.08, 0.79)),
    "lengths": ((0.968, 0.016, 0.016), (0.31, 0.685, 0.005), (0.31, 0.02, 0.67)),
    "names": ((0.83, 0.13, 0.04), (0.25, 0.65, 0.10), (0.12, 0.11, 0.77)),
}
"""Shares of votes for the three quarters in reports on the first, second and third. Measured, as
the weights are fitted, on the training companies' tagged reports and on random pages of them."""
_WEIGHTS = {"dates": 1.21, "lengths": 1.63, "names": 1.32}
_NAME_ODDS = 4.0
"""Odds for the quarter that a file is named by: people also name files by calendar quarters."""
SURE = 0.9
"""Probability of a quarter below which a user should look; of such labels one in ten is wrong."""


@record
class FiscalLabel:
    """Fiscal year and period of a filing."""

    year: int | None
    """As the company numbers it."""
    period: str
    """`FY`, `Q1` to `Q3`, or ""."""
    doubt: str = ""
    """Why a user should look at it; "" where it is sure."""


def fiscal_label(
    stated: FiscalLabel, end: date, elements: Sequence[Element], in_name: FiscalLabel
) -> FiscalLabel:
    """The label of a report on a period that ends at `end`, from what is stated of it, the text
    and what the file's name says."""
    period, doubt = stated.period, ""
    if not period:
        period, doubt = _quarter(end, elements, in_name.period)
    left = 4 - int(period[1]) if period in _QUARTERS else 0
    close = end + timedelta(days=round(_QUARTER_DAYS * left))
    year = stated.year or assumed_fiscal_year(close, elements, in_name.year, is_over=not left)
    named = f"{in_name.year} {in_name.period}".rstrip()
    if (
        not doubt
        and in_name.year
        and in_name.period
        and (in_name.year, in_name.period)
        != (
            year,
            period,
        )
    ):
        doubt = f"fiscal {year} {period} by its text, {named} by its file name"
    return FiscalLabel(year, period, doubt)


def _quarter(end: date, elements: Sequence[Element], in_name: str) -> tuple[str, str]:
    """The quarter that ends at `end`, "" where nothing speaks for any, and why it may be wrong."""
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
    told = [f"{kind} {own}" for kind, own in votes.items() if any(own)]
    told += [f"file name {in_name}"] * bool(in_name)
    return best, f"{best} is {probability:.0%} sure; votes for Q1, Q2, Q3: {', '.join(told)}"


def _votes(end: date, elements: Sequence[Element]) -> dict[str, tuple[int, ...]]:
    """How often the text speaks for each quarter, by kind of evidence."""
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

    A week into January still counts to the year before. An annual report names its own year most;
    a quarterly one (the year not being over) names the year before as often, so that the years on
    both sides decide: one that names 2024 and not 2022 is in fiscal 2024.
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


def usual_end(elements: Sequence[Element]) -> date | None:
    """The last day that a report prints often: its balance sheet also has the day of the last."""
    days = Counter(day for element in elements for day in printed_dates(element.text))
    most = max(days.values(), default=0)
    return max((day for day, count in days.items() if 2 * count >= most), default=None)


def _quarters_back(end: date, text: str) -> list[int]:
    """0 for each day one quarter before the end, 1 for two, 2 for three."""
    days = [(end - day).days for day in printed_dates(text)]
    backs = [(back, round(back / _QUARTER_DAYS)) for back in days]
    near = (back for back in backs if abs(back[0] - back[1] * _QUARTER_DAYS) < _SLACK)
    return [back - 1 for _, back in near if 0 < back < 4]


def _quarters_long(text: str) -> list[int]:
    """0 for each length of three months, 1 for six, 2 for nine, also in weeks."""
    lengths = []
    for count, unit in _LENGTH.findall(text):
        number = int(count) if count.isdecimal() else NUMBER_WORDS[count.lower()]
        months = number if unit.lower() == "month" else number / WEEKS_A_MONTH
        lengths.append(round(months / 3) - 1)
    return [length for length in lengths if 0 <= length < 3]


def _score(at: int, votes: dict[str, tuple[int, ...]]) -> float:
    """The logarithm of how well the votes fit a report on a quarter: shares of votes count as
    many times as the logarithm of how many there are, since votes repeat each other."""
    score = 0.0
    for kind, own in votes.items():
        if total := sum(own):
            fit = sum(n * math.log(p) for n, p in zip(own, _LIKELY[kind][at], strict=True))
            score += _WEIGHTS[kind] * math.log1p(total) * fit / total
    return score
