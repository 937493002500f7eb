"""Arrange series in a table: a column for each figure of a company, a row for each period.

Fiscal years end on different days, and fiscal 2025 of one company may end a month after fiscal 2024
of another. So a row has the periods that end at about the same time, whatever their names, and a
note says so. A missing figure has a reason; nothing is interpolated.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise

from secqa.metrics.catalogue import Catalogue
from secqa.parsing.entities.company_index import Company
from secqa.parsing.entities.company_index import CompanyIndex as Known
from secqa.parsing.ground import find_company
from secqa.query.dimensions import unit_of
from secqa.query.each import in_period
from secqa.query.period import Period
from secqa.query.query import Growth, Lookup, Query, Series, lookups
from secqa.reading.reading import Reading
from secqa.systems.confidence import values_sure
from secqa.systems.page_source import figure_of_part


@dataclass(frozen=True, slots=True)
class SeriesCell:
    """A figure in one period, or the reason for none."""

    period: str
    """The company's name of the period: `FY2024`, `2024Q2`."""
    ends: date | None
    """The approximate end, since years of 52 weeks shift by some days; None if unknown."""
    value: float | None
    change: float | None = None
    """The change from the row above; None for the first row and if a value is missing."""
    percent: float | None = None
    """The change as a fraction of the value above; None unless that is positive."""
    readings: tuple[Reading, ...] = ()
    """The readings of the value."""
    why: str = ""
    """The reason for no value."""
    confidence: float = 0.0
    """Probability that the value was read right; 0 without a value."""


@dataclass(frozen=True, slots=True)
class SeriesColumn:
    """The header of a column."""

    company: str
    figure: str
    unit: str


@dataclass(frozen=True, slots=True)
class SeriesTable:
    """Values by period."""

    columns: tuple[SeriesColumn, ...]
    rows: tuple[tuple[SeriesCell | None, ...], ...]
    """Earliest first, with a cell for each column; None for periods without a series."""
    note: str = ""
    """How the fiscal calendars differ, if they do."""


def is_series(query: Query) -> bool:
    """Whether all outputs are series."""
    return bool(query.outputs) and all(isinstance(one, Series) for one in query.outputs)


@dataclass(frozen=True, slots=True)
class PeriodValue:
    """The computed figure of a series in one period."""

    period: Period
    value: float | None
    why: str = ""
    """The reason for no value."""
    readings: tuple[Reading, ...] = ()


def table_of(
    query: Query, values: Sequence[PeriodValue], known: Known, catalogue: Catalogue
) -> SeriesTable:
    """The table of a grounded query of series; `values` has one series after the other."""
    rest = iter(values)
    columns, owners, cells = [], [], []
    for output in query.outputs:
        assert isinstance(output, Series)
        company = find_company(str(lookups(output)[0].company), known)
        unit = unit_of(output, lambda metric: catalogue[metric].unit)
        columns.append(SeriesColumn(known.display_name(company), _figure(output, catalogue), unit))
        column = [_cell(output, next(rest), company) for _ in output.over.periods]
        cells.append(with_changes(column))
        owners.append(company)
    note = calendar_note(dict.fromkeys(owners)) if calendars_differ(owners) else ""
    return SeriesTable(tuple(columns), aligned(cells), note)


def table_sure(table: SeriesTable) -> float:
    """Probability that all figures of a table were read right."""
    cells = (cell for row in table.rows for cell in row if cell is not None)
    return math.prod(cell.confidence for cell in cells if cell.value is not None)


def _figure(output: Series, catalogue: Catalogue) -> str:
    """The name of a column without its company."""
    of = output.of
    if isinstance(of, Growth) and isinstance(of.of, Lookup):
        return f"growth of {_figure_name(of.of, catalogue)}"
    return _figure_name(of, catalogue) if isinstance(of, Lookup) else str(of)


def _figure_name(of: Lookup, catalogue: Catalogue) -> str:
    if not of.part:
        return catalogue[of.metric].name if of.metric else of.line
    return f"{of.part} {figure_of_part(catalogue[of.metric]) if of.metric else of.line}"


def _cell(series: Series, value: PeriodValue, company: Company) -> SeriesCell:
    figure = in_period(series.of, value.period)
    readings = tuple(one for one in dict.fromkeys(value.readings) if one.value is not None)
    sure = values_sure(value.value, readings) if value.value is not None and readings else 0.0
    return SeriesCell(
        str(value.period),
        end_of(company, value.period),
        value.value,
        readings=readings,
        why="" if value.value is not None else value.why or f"no report tells {figure}",
        confidence=sure,
    )


def with_changes(cells: Sequence[SeriesCell]) -> list[SeriesCell]:
    """Add the changes to the cells of a column."""
    found = list(cells[:1])
    for before, cell in pairwise(cells):
        spans_differ = (_TO_DATE in cell.period) != (_TO_DATE in before.period)
        if cell.value is None or before.value is None or spans_differ:
            found.append(cell)
            continue
        change = cell.value - before.value
        percent = change / before.value if before.value > 0 else None
        found.append(replace(cell, change=change, percent=percent))
    return found


_TO_DATE = "YTD"
"""Part of the name of a year to date, which is not compared with a quarter."""
_QUARTER = 91.3
"""Days."""
SAME = 10
"""Maximum days between ends in equal calendars: years of 52 or 53 weeks shift by up to a week."""


def end_of(company: Company, period: Period) -> date | None:
    """The end of a concrete period of a company, approximate without a report on it; None if the
    company's calendar is unknown."""
    key = (period.year, period.quarter % 4)
    for year_ended, quarter, day_ended in company.period_ends:
        if (year_ended, quarter) == key:
            return day_ended
    if period.year is None or not company.fiscal_year_end:
        return None
    month, day = (int(part) for part in company.fiscal_year_end.split("-"))
    year = period.year + company.year_offset
    closes = date(year, month, 28 if (month, day) == (2, 29) else day)
    return closes - timedelta(days=round((4 - (period.quarter or 4)) * _QUARTER))


def aligned(
    columns: Sequence[Sequence[SeriesCell]],
) -> tuple[tuple[SeriesCell | None, ...], ...]:
    """Rows with a cell or None for each column, in order of their ends.

    If an end is unknown, columns are aligned by position.
    """
    days = [cell.ends for column in columns for cell in column]
    if len(columns) == 1 or None in days:
        longest = max(map(len, columns), default=0)
        return tuple(
            tuple(column[at] if at < len(column) else None for column in columns)
            for at in range(longest)
        )
    apart = _half_step(columns)
    rows: list[tuple[date, dict[int, SeriesCell]]] = []
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
    closes = [_closes(company) for company in companies if company.fiscal_year_end]
    apart = [abs((one - closes[0]).days) for one in closes]
    return any(SAME < days < 366 - SAME for days in apart)


def calendar_note(companies: Iterable[Company]) -> str:
    """A sentence on the ends of the companies' fiscal years."""
    ends = [f"{one.short_name} on {_closes(one):%B %-d}" for one in companies]
    return (
        f"Fiscal years end on different days ({', '.join(ends)}): a row holds the periods that "
        "end nearest to each other."
    )


def _closes(company: Company) -> date:
    """The end of its fiscal years, in a leap year."""
    return date.fromisoformat(f"2000-{company.fiscal_year_end}")


def _half_step(columns: Sequence[Sequence[SeriesCell]]) -> float:
    """Half the number of days between consecutive periods."""
    steps = [
        (after.ends - before.ends).days
        for column in columns
        for before, after in pairwise(column)
        if before.ends and after.ends
    ]
    return min(steps, default=round(4 * _QUARTER)) / 2
