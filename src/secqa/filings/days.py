"""Days as covers print them: a text in, the first date in it out.

"September 28, 2024", "SEPT. 28TH 2024", "28 September 2024", "9/28/24" and "2024-09-28" are one
day; months come before days, as in all American filings. A year of two digits from 70 on is one
of the last century.
"""

import re
from datetime import date

MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    "sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
"""A pattern for their names, in full or short."""
_SHORT = "jan feb mar apr may jun jul aug sep oct nov dec"
MONTH_OF = {name: number for number, name in enumerate(_SHORT.split(), start=1)}
"""By the first three letters of its name."""
_NAME = rf"\b({MONTHS})\b\.?"
_DATE = re.compile(
    rf"{_NAME}\s+(\d{{1,2}})(?:st|nd|rd|th)?\s*,?\s*(\d{{4}})\b"
    rf"|\b(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_NAME},?\s+(\d{{4}})\b"
    r"|\b(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d\d)\b"
    r"|\b(\d{4})-(\d\d)-(\d\d)\b",
    re.IGNORECASE,
)


def printed_dates(text: str) -> list[date]:
    """All complete dates in `text`, in order; days that no calendar has are passed over."""
    found: list[date] = []
    for month, day, year, day2, month2, year2, number, day3, year3, *iso in _DATE.findall(text):
        if month or month2:
            parts = int(year or year2), MONTH_OF[(month or month2)[:3].lower()], int(day or day2)
        elif number:
            parts = whole_year(int(year3)), int(number), int(day3)
        else:
            parts = int(iso[0]), int(iso[1]), int(iso[2])
        try:
            found.append(date(*parts))
        except ValueError:
            continue
    return found


def printed_date(text: str) -> date | None:
    """The first complete date in `text`."""
    return next(iter(printed_dates(text)), None)


def whole_year(year: int) -> int:
    """A year of two digits as one of four."""
    if year > 99:
        return year
    return year + (1900 if year >= 70 else 2000)
