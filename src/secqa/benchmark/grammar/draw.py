"""Random picks of companies, periods and parts that the fact table has values for.

Every pick can carry a question; the gates decide afterwards whether it is worth asking. Metrics are
picked together that people combine: pairs of stated metrics are learned from questions of people
(`combinations.toml`); one that is worked out belongs to what most of its terms belong to.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from random import Random
from typing import Any, Concatenate, ParamSpec, TypeVar

from secqa.benchmark.fact_table import Entity, FactTable
from secqa.benchmark.grammar.operations import are_related, are_variants, follows, is_general, suits
from secqa.benchmark.grammar.peers import Peers
from secqa.filings.document import Document
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric
from secqa.query.leaves import Companies, Years
from secqa.query.period import LATEST, Period
from secqa.query.query import Lookup

Item = TypeVar("Item")
Found = TypeVar("Found")
Args = ParamSpec("Args")

EACH_YEAR = Period(each=True)
_STATED = 75
"""Percentage of questions about one company's latest year that state the year."""

CompanyParts = tuple[tuple[Entity, str, tuple[Period, ...]], ...]
"""Companies with parts that have values, each with its periods."""
CompanyPeriods = tuple[tuple[Entity, tuple[Period, ...]], ...]
"""Companies that have values of a metric, each with its periods in order."""
Circle = tuple[Entity, list[Entity]]
"""A company, and those that people compare it with."""


class EmptyDraw(Exception):
    """Raised when a draw gives no question; another draw may."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Companies and periods with every value that a question needs."""

    companies: tuple[Entity, ...]
    periods: tuple[Period, ...]
    """Years or quarters in a row."""

    @property
    def names(self) -> tuple[str, ...]:
        """The companies by their name in queries."""
        return tuple(company.name for company in self.companies)

    @property
    def name(self) -> str:
        """The first company."""
        return self.companies[0].name

    @property
    def group(self) -> Companies:
        """The companies as a question names them."""
        return Companies(self.names)

    @property
    def first(self) -> Period:
        """The first period."""
        return self.periods[0]

    @property
    def last(self) -> Period:
        """The last period."""
        return self.periods[-1]

    @property
    def over(self) -> Years:
        """All years as a question names them: both of two, else from the first to the last."""
        if len(self.periods) == 2:
            return Years(self.periods)
        return Years(first=self.first, final=self.last)


def _once(method: Callable[Concatenate["Draw", Args], Found]) -> Callable[..., Found]:
    """Cache the result of a method of `Draw` for all kinds of a suite."""

    @wraps(method)
    def look_up(draw: "Draw", *args: Args.args, **options: Args.kwargs) -> Found:
        key = (method.__name__, *args, *options.values())
        if key not in draw.cache:
            draw.cache[key] = method(draw, *args, **options)
        found: Found = draw.cache[key]
        return found

    return look_up


@dataclass(frozen=True, slots=True)
class Draw:
    """Where kinds of questions get companies, metrics and periods from."""

    table: FactTable
    catalogue: Catalogue
    rng: Random
    companies: tuple[Entity, ...]
    """Companies to ask about."""
    metrics: tuple[Metric, ...]
    """Metrics to ask about."""
    years: tuple[int, int]
    """The first and last fiscal year to ask about."""
    document: Callable[[str], Document]
    """A report by its id."""
    peers: Peers
    """Which companies are of one business."""
    cache: dict[tuple[object, ...], Any] = field(default_factory=dict)
    """Results of earlier look-ups in the fact table."""

    def often(self, percentage: int) -> bool:
        """Return True in this percentage of calls."""
        return self.rng.random() < percentage / 100

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items; raises EmptyDraw if there are none."""
        require(items)
        return self.rng.choice(items)

    @_once
    def available(self, metric: Metric, span: str = "year") -> CompanyPeriods:
        """Companies with a value of a metric, each with its periods in order."""
        first, last = self.years
        rows = []
        for company in self.companies:
            periods = self.table.periods(company, metric.id, span)
            if in_range := tuple(one for one in periods if first <= (one.year or 0) <= last):
                rows.append((company, in_range))
        return tuple(rows)

    @_once
    def parts(self, metric: Metric) -> CompanyParts:
        """Segments, regions and products with their years of a metric."""
        return self.table.parts(metric.id, frozenset(company.cik for company in self.companies))

    def cell(self, metric: Metric, span: str = "year") -> tuple[Entity, Period]:
        """A company and one of the periods that it has a value for."""
        company, periods = self.choice(self.available(metric, span))
        return company, self.rng.choice(periods)

    def when(self, company: Entity, period: Period) -> Period:
        """The period, or "latest" now and then if it is the latest."""
        latest = self.table.latest_year(company)
        if period.span == "year" and period.year == latest and not self.often(_STATED):
            return LATEST
        return period

    def run(self, metric: Metric, least: int, most: int) -> Scene:
        """A company with values in several consecutive years."""
        company, run = self.choice(self._long_runs(metric, least))
        length = self.rng.randint(least, min(most, len(run)))
        start = self.rng.randint(0, len(run) - length)
        return Scene((company,), run[start : start + length])

    @_once
    def _long_runs(self, metric: Metric, least: int) -> list[tuple[Entity, tuple[Period, ...]]]:
        """Companies with values in at least this many consecutive years."""
        return [
            (company, run)
            for company, periods in self.available(metric)
            for run in _runs(periods)
            if len(run) >= least
        ]

    def group(
        self, metrics: Sequence[Metric], least: int, most: int, *, alike: bool = False
    ) -> Scene:
        """Peers that have all these metrics for one year, all of one business if `alike`."""
        period, circles = self.choice(self._groups(tuple(metrics), least, alike))
        return Scene(self._some_of(circles, least, most), (period,))

    @_once
    def _groups(
        self, metrics: tuple[Metric, ...], least: int, alike: bool
    ) -> list[tuple[Period, list[Circle]]]:
        """Years with at least this many peers that have all these metrics."""
        first, *others = map(self._by_year, metrics)
        fitting = []
        for period, companies in first.items():
            ciks = set(companies).intersection(*(other.get(period, ()) for other in others))
            full = [one for one in companies.values() if one.cik in ciks]
            if circles := self._circles(full, metrics, least, alike):
                fitting.append((period, circles))
        return fitting

    def some_peers(
        self, companies: Sequence[Entity], metrics: Sequence[Metric], least: int, most: int
    ) -> tuple[Entity, ...]:
        """Some of these companies that people compare by the metrics; EmptyDraw if there are
        fewer."""
        return self._some_of(self._circles(companies, metrics, least, False), least, most)

    def _circles(
        self, companies: Sequence[Entity], metrics: Sequence[Metric], least: int, alike: bool
    ) -> list[Circle]:
        """Companies with enough others of their business, and of their size if `alike`; where the
        corpus has no such circle at all, those of one size do for metrics of any business."""
        by_size = (
            not alike
            and all(len(self._kin(one.cik, False)) + 1 < least for one in self.table.companies)
            and all(is_general(metric, self.catalogue) for metric in metrics)
        )
        circles = []
        for one in companies:
            kin = () if by_size else self._kin(one.cik, alike)
            others = [
                other
                for other in companies
                if other.cik in kin
                or (by_size and other is not one and self.peers.are_near(one.cik, other.cik))
            ]
            if len(others) + 1 >= least:
                circles.append((one, others))
        return circles

    @_once
    def _kin(self, cik: str, alike: bool) -> frozenset[str]:
        """Companies of the business of one, and of its size if `alike`, by CIK."""
        return frozenset(
            other.cik
            for other in self.table.companies
            if other.cik != cik
            and self.peers.are_alike(cik, other.cik)
            and (not alike or self.peers.are_near(cik, other.cik))
        )

    def _some_of(self, circles: Sequence[Circle], least: int, most: int) -> tuple[Entity, ...]:
        first, others = self.choice(circles)
        more = self.rng.randint(least, min(most, len(others) + 1)) - 1
        chosen = [first, *self.rng.sample(others, more)]
        return tuple(self.rng.sample(chosen, len(chosen)))

    @_once
    def _by_year(self, metric: Metric) -> dict[Period, dict[str, Entity]]:
        """Companies with a value of a metric, by CIK, for each year."""
        by_year: dict[Period, dict[str, Entity]] = {}
        for company, periods in self.available(metric):
            for period in periods:
                by_year.setdefault(period, {})[company.cik] = company
        return by_year

    @_once
    def partners(self, metric: Metric) -> tuple[Metric, ...]:
        """Other metrics that people ask about together with this one; all if companies mix."""
        return tuple(
            other
            for other in self.metrics
            if other is not metric
            and (self.peers.is_mixed or are_related(metric, other, self.catalogue))
        )

    def other(self, metric: Metric, operation: str = "") -> Metric:
        """Another metric for companies chosen by this one, which suits the operation."""
        return self.choice([one for one in self._targets(metric) if self.suits(one, operation)])

    @_once
    def _targets(self, metric: Metric) -> tuple[Metric, ...]:
        """Metrics that people ask for of companies chosen by this one."""
        return tuple(
            other
            for other in self.metrics
            if other is not metric
            and not are_variants(metric, other)
            and (self.peers.is_mixed or follows(metric, other, self.catalogue))
        )

    def suits(self, metric: Metric, operation: str) -> bool:
        """Whether people apply an operation to a metric."""
        return suits(metric, operation, self.peers.is_mixed)


def require(condition: object) -> None:
    """Raise EmptyDraw unless the condition holds."""
    if not condition:
        raise EmptyDraw


def figure(metric: Metric, company: Entity | str, period: Period = LATEST) -> Lookup:
    """A figure as a question asks for it."""
    return Lookup(metric.id, company if isinstance(company, str) else company.name, period)


def _runs(periods: Sequence[Period]) -> list[tuple[Period, ...]]:
    """Split periods where a year is missing."""
    runs: list[list[Period]] = []
    for period in periods:
        if runs and (runs[-1][-1].year or 0) + 1 == period.year:
            runs[-1].append(period)
        else:
            runs.append([period])
    return [tuple(run) for run in runs]
