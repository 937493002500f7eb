"""Periods of companies with fiscal calendars of their own, put side by side by the day they end.

Fiscal 2025 of one company may end a month after fiscal 2024 of another. In: columns of cells that
know their end. Out: rows of what ends nearest to each other, and a sentence for people.
"""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import Protocol, TypeVar

from secqa.parsing.entities.company_index import Company
from secqa.query.period import Period

_QUARTER = 91.3
"""Days."""
SAME = 10
"""Days by which ends of the same calendar differ: years of 52 or 53 weeks move by up to a week."""


class _Ends(Protocol):
    @property
    def ends(self) -> date | None: ...


Ended = TypeVar("Ended", bound=_Ends)


def end_of(company: Company, period: Period) -> date | None:
    """About the day on which a concrete period of a company ends; None where it has no calendar."""
    if period.year is None or not company.fiscal_year_end:
        return None
    month, day = (int(part) for part in company.fiscal_year_end.split("-"))
    year = period.year + company.year_offset
    closes = date(year, month, 28 if (month, day) == (2, 29) else day)
    return closes - timedelta(days=round((4 - (period.quarter or 4)) * _QUARTER))


def aligned(columns: Sequence[Sequence[Ended]]) -> tuple[tuple[Ended | None, ...], ...]:
    """Rows of a cell for each column, in order of their ends; None where a column has none.

    Columns without days are put side by side as they stand.
    """
    days = [cell.ends for column in columns for cell in column]
    if len(columns) == 1 or None in days:
        longest = max(map(len, columns), default=0)
        return tuple(
            tuple(column[at] if at < len(column) else None for column in columns)
            for at in range(longest)
        )
    apart = _half_step(columns)
    rows: list[tuple[date, dict[int, Ended]]] = []
    cells = [(place, cell) for place, column in enumerate(columns) for cell in column]
    for place, cell in sorted(cells, key=lambda one: (one[1].ends or date.min, one[0])):
        day = cell.ends or date.min
        if rows and place not in rows[-1][1] and (day - rows[-1][0]).days <= apart:
            rows[-1][1][place] = cell
        else:
            rows.append((day, {place: cell}))
    return tuple(tuple(row.get(place) for place in range(len(columns))) for _, row in rows)


def calendars_differ(companies: Iterable[Company]) -> bool:
    """Whether fiscal years of companies end on different days of the year."""
    told = [_closes(company) for company in companies if company.fiscal_year_end]
    apart = [abs((one - told[0]).days) for one in told]
    return any(SAME < days < 366 - SAME for days in apart)


def told_calendars(companies: Iterable[Company]) -> str:
    """A sentence that says when the fiscal years of companies end."""
    ends = [f"{one.short_name} on {_closes(one):%B %-d}" for one in companies]
    return (
        f"Fiscal years end on different days ({', '.join(ends)}): a row holds the periods that "
        "end nearest to each other."
    )


def _closes(company: Company) -> date:
    """The day on which its fiscal years end, of a leap year."""
    return date.fromisoformat(f"2000-{company.fiscal_year_end}")


def _half_step(columns: Sequence[Sequence[_Ends]]) -> float:
    """Half the days from one period to the next."""
    steps = [
        (after.ends - before.ends).days
        for column in columns
        for before, after in pairwise(column)
        if before.ends and after.ends
    ]
    return min(steps, default=round(4 * _QUARTER)) / 2
