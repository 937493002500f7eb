"""A comparison as a table: a row for each company and metric, a cell for each period."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from secqa.facts.comparison.company_history import Filer
from secqa.facts.comparison.comparison_notes import ComparisonNote
from secqa.facts.comparison.figures import ComparedFigure, View
from secqa.facts.comparison.values import ComparedValue, period_name
from secqa.facts.comparison.wording import NOTHING, AmountScale, change_text
from secqa.facts.fiscal import FiscalPeriod
from secqa.metrics.catalogue import Metric

PeriodLength = Literal["year", "quarter"]
Grouping = Literal["metric", "company"]


@dataclass(frozen=True, slots=True)
class ComparisonOptions:
    """Which periods are compared, and how values are shown."""

    start: int = 0
    """First fiscal year; 0 for the last five years, or two by quarter."""
    end: int = 0
    """Last fiscal year; 0 for the latest."""
    by: PeriodLength = "year"
    view: View = "values"
    group: Grouping = "metric"
    """Whether the companies of one metric or the metrics of one company stand together."""
    first_filed: bool = False
    """Whether the first filing's value counts where filings differ, not the latest's."""


@dataclass(frozen=True, slots=True)
class ComparisonCell:
    """One value of a comparison."""

    period: FiscalPeriod
    value: ComparedValue | None
    figure: ComparedFigure
    text: str
    notes: tuple[ComparisonNote, ...] = ()

    @property
    def is_doubtful(self) -> bool:
        """Whether a check speaks against the value."""
        return any(note.kind == "Doubtful" for note in self.notes)


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One metric of one company."""

    company: Filer
    metric: Metric
    label: str
    detail: str
    """Beside the label: the company's symbol, or the unit."""
    unit: str
    cells: tuple[ComparisonCell, ...]
    change: ComparedFigure
    """Of the last value, on the year before."""
    rate: ComparedFigure
    """Compound growth a year."""

    @property
    def has_values(self) -> bool:
        """Whether any cell has a number."""
        return any(cell.figure.value is not None for cell in self.cells)

    @property
    def change_text(self) -> str:
        """ "+4.0%"."""
        return _change_text(self.change)

    @property
    def rate_text(self) -> str:
        """ "+4.0%"."""
        return _change_text(self.rate)


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows under one heading."""

    title: str
    unit: str
    """The unit of all rows; "" where each row names its own."""
    rows: tuple[ComparisonRow, ...]
    medians: tuple[str, ...] = ()
    """By period; empty for fewer than three companies."""


@dataclass(frozen=True, slots=True)
class CompanyComparison:
    """Companies and metrics side by side."""

    options: ComparisonOptions
    periods: tuple[FiscalPeriod, ...]
    groups: tuple[RowGroup, ...]
    notes: tuple[ComparisonNote, ...]
    ends: tuple[tuple[str, str], ...]
    """Company and the day on which its last period ended."""
    scales: Mapping[str, AmountScale]
    """Unit -> the scale of all its amounts."""

    @property
    def period_names(self) -> tuple[str, ...]:
        """Titles of the columns."""
        return tuple(map(period_name, self.periods))

    @property
    def has_values(self) -> bool:
        """Whether any row has a number."""
        return any(row.has_values for row in self.rows)

    @property
    def rows(self) -> tuple[ComparisonRow, ...]:
        """All rows in order."""
        return tuple(row for group in self.groups for row in group.rows)


def _change_text(figure: ComparedFigure) -> str:
    return NOTHING if figure.value is None else change_text(figure.value, figure.unit)
