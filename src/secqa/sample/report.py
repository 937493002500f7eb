"""One sample filing to be written: whose, which form and period, from which source.

In: ticker, form, fiscal year and quarter. Out: the spans and days its tables have columns for,
and the words its texts use for them. A year whose own report is not among the sources is
written from the comparative columns of the next year's, and shows only what those state.
"""

from dataclasses import dataclass
from datetime import date

from secqa.sample.figures import Period, Source
from secqa.sample.style import STYLES, HouseStyle

ORDINALS = {1: "first", 2: "second", 3: "third"}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of figures and the one or two lines of its head."""

    period: Period
    group: str
    """Stands over it and its neighbours of the same group, or ""."""
    head: str


@dataclass(frozen=True, slots=True)
class Report:
    """What a sample filing is about."""

    ticker: str
    form: str
    year: int
    quarter: int
    """0 for an annual report."""
    source: Source
    employees: int | None = None
    announced: date | None = None
    """The day of a Form 8-K's event."""

    @property
    def style(self) -> HouseStyle:
        """The company's house style."""
        return STYLES[self.ticker]

    @property
    def source_year(self) -> int:
        """The fiscal year of the source's own report."""
        return int(self.source.name.split("-")[3])

    @property
    def own(self) -> bool:
        """The source is the very report that this one abridges."""
        return self.year == self.source_year

    @property
    def current(self) -> Period:
        """The year or quarter reported on."""
        return self.source.periods[f"Q{self.quarter}-{self.year}" if self.quarter else self._fy(0)]

    @property
    def previous(self) -> Period | None:
        """The same a year before."""
        key = f"Q{self.quarter}-{self.year - 1}" if self.quarter else self._fy(1)
        return self.source.periods.get(key)

    @property
    def to_date(self) -> Period:
        """The fiscal year so far."""
        return self.source.periods[f"YTD-{self.year}"] if self.quarter else self.current

    @property
    def covered(self) -> Period:
        """What the document as a whole covers: the context of its cover."""
        return self.to_date

    @property
    def period_name(self) -> str:
        """`fiscal 2025`, `the second quarter of fiscal 2026`."""
        year = f"fiscal {self.year}"
        return f"the {ORDINALS[self.quarter]} quarter of {year}" if self.quarter else year

    @property
    def file_name(self) -> str:
        """Its name in the sample, without suffix."""
        if self.announced:
            return f"{self.form}-{self.announced}"
        return f"{self.form}-{self.year}" + (f"-Q{self.quarter}" if self.quarter else "")

    def columns(self, kind: str) -> list[Column]:
        """All columns that a table of this kind may have, the latest first."""
        if self.quarter:
            return self._balance_quarter() if kind == "balances" else self._flow_quarter()
        periods = self.source.periods
        years = [self._fy(back) for back in range(2 if kind == "balances" else 3)]
        return [self._annual(periods[key], key, kind) for key in years if key in periods]

    def _annual(self, period: Period, key: str, kind: str) -> Column:
        words = self.style.period_words
        match self.style.periods:
            case "dates":
                return Column(period, "" if kind == "balances" else words, short_date(period.end))
            case "stacked":
                group = f"{period.end:%B} {period.end.day}," if kind == "balances" else words
                return Column(period, group, key.removeprefix("FY"))
            case "fiscal" if kind == "balances":
                return Column(period, "", long_date(period.end))
            case "fiscal":
                return Column(period, words, key.removeprefix("FY"))
            case _:
                return Column(period, "", key.removeprefix("FY"))

    def _flow_quarter(self) -> list[Column]:
        months = {1: "Three", 2: "Six", 3: "Nine"}[self.quarter]
        spans = [(f"Q{self.quarter}", "Three Months Ended"), ("YTD", f"{months} Months Ended")]
        return [
            Column(period, words, self._day(period.end))
            for prefix, words in spans
            for year in (self.year, self.year - 1)
            if (period := self.source.periods.get(f"{prefix}-{year}"))
        ]

    def _balance_quarter(self) -> list[Column]:
        before = self.source.periods[f"FY{self.year - 1}"]
        return [Column(p, "", self._day(p.end)) for p in (self.current, before)]

    def _day(self, day: date) -> str:
        return short_date(day) if self.style.periods == "dates" else long_date(day)

    def _fy(self, back: int) -> str:
        return f"FY{self.year - back}"


def short_date(day: date) -> str:
    """`Jan 26, 2025`"""
    return f"{day:%b} {day.day}, {day.year}"


def long_date(day: date) -> str:
    """`January 26, 2025`"""
    return f"{day:%B} {day.day}, {day.year}"
