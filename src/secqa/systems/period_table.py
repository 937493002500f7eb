"""The table of a question for series: an answer's values and readings in, rows by period out.

A column is one figure of one company. Companies end their fiscal years on different days, so a row
holds what ends at about the same time, whatever each company calls it, and the table says so. What
no report tells has no value but a reason; nothing is filled in.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from secqa.metrics.catalogue import Catalogue
from secqa.parsing.entities.company_index import Company
from secqa.parsing.entities.company_index import CompanyIndex as Known
from secqa.parsing.ground import find_company
from secqa.query.answer_units import unit_of
from secqa.query.each import in_period
from secqa.query.period import Period
from secqa.query.query import Growth, Lookup, Query, Series, lookups
from secqa.reading.reading import Reading
from secqa.systems.confidence import values_sure
from secqa.systems.fiscal_rows import aligned, calendars_differ, end_of, told_calendars
from secqa.systems.page_source import figure_of_part


@dataclass(frozen=True, slots=True)
class SeriesCell:
    """A figure in one period, or why there is none."""

    period: str
    """As the company counts: `FY2024`, `2024Q2`."""
    ends: date | None
    """About when it ends: years of 52 weeks move by some days. None where no day is known."""
    value: float | None
    change: float | None = None
    """On the period of the row above; None for the first and beside what is missing."""
    percent: float | None = None
    """The change as a fraction of the value above; None where that is not above zero."""
    readings: tuple[Reading, ...] = ()
    """What the value was read from."""
    why: str = ""
    """Why there is no value."""
    confidence: float = 0.0
    """How likely the value was read right, by itself; 0 where there is none."""


@dataclass(frozen=True, slots=True)
class SeriesColumn:
    """What the cells below it tell."""

    company: str
    figure: str
    unit: str


@dataclass(frozen=True, slots=True)
class SeriesTable:
    """Values by period."""

    columns: tuple[SeriesColumn, ...]
    rows: tuple[tuple[SeriesCell | None, ...], ...]
    """The earliest first; a cell for each column, None where nothing was asked for."""
    note: str = ""
    """How fiscal calendars differ, where they do."""


def is_series(query: Query) -> bool:
    """Whether all that is asked for are series."""
    return bool(query.outputs) and all(isinstance(one, Series) for one in query.outputs)


@dataclass(frozen=True, slots=True)
class PeriodValue:
    """The figure of a series in one period, as it was worked out."""

    period: Period
    value: float | None
    why: str = ""
    """Why there is no value."""
    readings: tuple[Reading, ...] = ()


def table_of(
    query: Query, values: Sequence[PeriodValue], known: Known, catalogue: Catalogue
) -> SeriesTable:
    """The table of a grounded query of series; `values` are those of one after the other."""
    rest = iter(values)
    columns, owners, cells = [], [], []
    for output in query.outputs:
        assert isinstance(output, Series)
        company = find_company(str(lookups(output)[0].company), known)
        unit = unit_of(output, lambda metric: catalogue[metric].unit)
        columns.append(SeriesColumn(known.display_name(company), _figure(output, catalogue), unit))
        column = [_cell(output, next(rest), company) for _ in output.over.periods]
        cells.append(_with_changes(column))
        owners.append(company)
    note = told_calendars(dict.fromkeys(owners)) if calendars_differ(owners) else ""
    return SeriesTable(tuple(columns), aligned(cells), note)


def _figure(output: Series, catalogue: Catalogue) -> str:
    """What a column is about, but for its company."""
    of = output.of
    if isinstance(of, Growth) and isinstance(of.of, Lookup):
        return f"growth of {_named(of.of, catalogue)}"
    return _named(of, catalogue) if isinstance(of, Lookup) else str(of)


def _named(of: Lookup, catalogue: Catalogue) -> str:
    if not of.part:
        return catalogue[of.metric].name if of.metric else of.line
    return f"{of.part} {figure_of_part(catalogue[of.metric]) if of.metric else of.line}"


def _cell(series: Series, value: PeriodValue, company: Company) -> SeriesCell:
    asked = in_period(series.of, value.period)
    readings = tuple(one for one in dict.fromkeys(value.readings) if one.value is not None)
    sure = values_sure(asked, readings, 1) if value.value is not None and readings else 0.0
    return SeriesCell(
        str(value.period),
        end_of(company, value.period),
        value.value,
        readings=readings,
        why="" if value.value is not None else value.why or f"no report tells {asked}",
        confidence=sure,
    )


def _with_changes(cells: Sequence[SeriesCell]) -> list[SeriesCell]:
    """The cells of a column with what each changed by."""
    found = list(cells[:1])
    for before, cell in pairwise(cells):
        if cell.value is None or before.value is None:
            found.append(cell)
            continue
        change = cell.value - before.value
        percent = change / before.value if before.value > 0 else None
        found.append(replace(cell, change=change, percent=percent))
    return found
