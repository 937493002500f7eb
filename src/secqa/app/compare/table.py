"""A comparison that is asked for in, its table out: groups of rows, a cell for each period.

Every cell has its value as the view shows it, the page to go to, and the numbers of its notes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from secqa.app.compare.asked import Asked
from secqa.app.compare.notes import Note, Notes
from secqa.app.compare.picked import Picker, name_of
from secqa.app.compare.rows import Row, RowMaker, titled
from secqa.app.compare.truth import Truth
from secqa.app.compare.words import Scale, scale_of
from secqa.facts.fiscal import FiscalPeriod
from secqa.metrics.catalogue import Metric
from secqa.parsing.entities.company_index import Company

_QUARTERS = ("Q1", "Q2", "Q3", "Q4")
_YEARS = {"year": 5, "quarter": 2}
"""Fiscal years that are shown where none are asked for."""


@dataclass(frozen=True, slots=True)
class Group:
    """Rows under one heading."""

    title: str
    unit: str
    """What its numbers are in, "" where its rows tell it."""
    rows: tuple[Row, ...]
    middle: tuple[str, ...] = ()
    """Medians by period, where there are companies enough."""


@dataclass(frozen=True, slots=True)
class Table:
    """A comparison."""

    asked: Asked
    periods: tuple[FiscalPeriod, ...]
    groups: tuple[Group, ...]
    notes: tuple[Note, ...]
    ends: tuple[tuple[str, str], ...]
    """Company and the day its last period shown ended."""
    scales: Mapping[str, Scale]
    """Unit -> the scale of all its amounts."""

    @property
    def names(self) -> tuple[str, ...]:
        """What its columns are called."""
        return tuple(map(name_of, self.periods))

    @property
    def last(self) -> str:
        """The last of them."""
        return self.names[-1] if self.periods else ""

    @property
    def has_values(self) -> bool:
        """Whether it shows any."""
        return any(row.has_values for row in self.rows)

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows in order."""
        return tuple(row for group in self.groups for row in group.rows)


def make_table(
    truth: Truth, companies: Sequence[Company], metrics: Sequence[Metric], asked: Asked
) -> Table:
    """The table of some companies and metrics."""
    catalogue, first = truth.catalogue, asked.told == "first"
    pickers = [Picker(truth.of(company), catalogue, first) for company in companies]
    keys = [truth.key(company) for company in companies]
    periods = _periods(pickers, metrics, asked)
    notes = Notes(periods)
    scales = _scales(pickers, metrics, periods)
    maker = RowMaker(asked, periods, notes, scales)
    groups: list[Group] = []
    if asked.grouped == "metric":
        for metric in metrics:
            rows = tuple(
                maker.row(picker, metric, key) for key, picker in zip(keys, pickers, strict=True)
            )
            unit = next((row.unit for row in rows if row.has_values), rows[0].unit)
            groups.append(Group(titled(metric.name), unit, rows, maker.middle(rows, metric)))
    else:
        for key, picker in zip(keys, pickers, strict=True):
            rows = tuple(maker.row(picker, metric, key) for metric in metrics)
            groups.append(Group(picker.known.company.short_name, "", rows))
    return Table(asked, periods, tuple(groups), tuple(notes.all), _ends(pickers, periods), scales)


def years_of(truth: Truth, companies: Iterable[Company], asked: Asked) -> tuple[int, ...]:
    """Fiscal years that can be chosen: all that T has anything of."""
    known = (truth.of(company) for company in companies)
    return tuple(
        sorted({year for one in known for year, name in one.periods if _is_of(name, asked)})
    )


def _is_of(period: str, asked: Asked) -> bool:
    return period == "FY" if asked.by == "year" else period in _QUARTERS


def _periods(
    pickers: Sequence[Picker], metrics: Sequence[Metric], asked: Asked
) -> tuple[FiscalPeriod, ...]:
    """The periods from the first to the last that has a value, the latest years if none are asked
    for."""
    names = ("FY",) if asked.by == "year" else _QUARTERS
    years = {
        year
        for picker in pickers
        for metric in metrics
        for year, name in picker.known.told(metric)
        if _is_of(name, asked)
    }
    years = years or {year for one in pickers for year in one.known.company.fiscal_years}
    if not years:
        return ()
    end = min(asked.end or max(years), max(years))
    start = max(asked.start or end - _YEARS[asked.by] + 1, min(years))
    found = [FiscalPeriod(year, name) for year in range(start, end + 1) for name in names]
    told = [any(one.pick(metric, at) for one in pickers for metric in metrics) for at in found]
    if True not in told:
        return tuple(found)
    return tuple(found[told.index(True) : len(told) - told[::-1].index(True)])


def _scales(
    pickers: Sequence[Picker], metrics: Sequence[Metric], periods: Sequence[FiscalPeriod]
) -> dict[str, Scale]:
    """Unit -> the scale of all its amounts."""
    amounts: dict[str, list[float]] = {"USD": [], "shares": []}
    for metric in metrics:
        if metric.unit in amounts:
            found = (picker.pick(metric, at) for picker in pickers for at in periods)
            amounts[metric.unit] += [one.value for one in found if one is not None]
    return {unit: scale_of(values) for unit, values in amounts.items()}


def _ends(
    pickers: Sequence[Picker], periods: Sequence[FiscalPeriod]
) -> tuple[tuple[str, str], ...]:
    if not periods:
        return ()
    last = periods[-1]
    called = ("FY", "Q4") if last.period in ("FY", "Q4") else (last.period,)
    return tuple(
        (picker.known.company.short_name, f"{day:%-d %b %Y}")
        for picker in pickers
        if (
            day := next(
                filter(None, (picker.known.ends.get((last.year, one)) for one in called)), None
            )
        )
    )
