"""Random picks of companies, periods and parts that the fact table has values for.

Every pick can carry a question; the gates decide afterwards whether it is worth asking. Metrics are
picked together that people combine: pairs of stated metrics are learned from questions of people
(`combinations.toml`); one that is worked out belongs to what most of its terms belong to.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import TypeVar

from secqa.benchmark.fact_table import Entity, FactTable
from secqa.benchmark.grammar.operations import follows, is_general, suits, terms_of
from secqa.benchmark.grammar.peers import Peers
from secqa.files import bundled_toml
from secqa.filings.document import Document
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric
from secqa.query.leaves import Companies, Years
from secqa.query.period import LATEST, Period
from secqa.query.query import Lookup

Item = TypeVar("Item")

EACH_YEAR = Period(each=True)
_STATED = 75
"""Percentage of questions about one company's latest year that state the year."""

Circle = tuple[Entity, list[Entity]]
"""A company, and those that people compare it with."""
CompanyPeriods = tuple[tuple[Entity, tuple[Period, ...]], ...]
"""Companies that have values of a metric, each with its periods in order."""


class EmptyDraw(Exception):
    """This draw gives no question; another may."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Companies and periods that have all values that a question needs."""

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


@dataclass(frozen=True, slots=True)
class DrawCache:
    """Look-ups of the fact table that the kinds of a suite share."""

    periods: dict[tuple[str, str], CompanyPeriods] = field(default_factory=dict)
    """Metric and span of periods -> companies that have values, and for which periods."""
    companies: dict[str, dict[Period, dict[str, Entity]]] = field(default_factory=dict)
    """Metric -> years -> companies that have values, by CIK."""
    groups: dict[tuple[object, ...], list[tuple[Period, list[Circle]]]] = field(
        default_factory=dict
    )
    """Metrics, and the least number of companies -> years with so many, and these."""
    kin: dict[tuple[str, bool], frozenset[str]] = field(default_factory=dict)
    """CIK, and whether size counts as well -> companies of the same business, by CIK."""
    largest: list[int] = field(default_factory=list)
    """The number of companies in the largest circle of one business."""
    related: dict[str, tuple[Metric, ...]] = field(default_factory=dict)
    """Metric -> other metrics that people ask about beside it."""
    targets: dict[str, tuple[Metric, ...]] = field(default_factory=dict)
    """Metric -> metrics that people ask of what they choose by it."""


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
    """Which companies are compared."""
    cache: DrawCache = field(default_factory=DrawCache)

    def often(self, percentage: int) -> bool:
        """True in this percentage of calls."""
        return self.rng.random() < percentage / 100

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items; EmptyDraw if there is none."""
        require(items)
        return self.rng.choice(items)

    def available(self, metric: Metric, span: str = "year") -> CompanyPeriods:
        """Companies with a value of a metric, each with its periods in order."""
        key = metric.id, span
        if key not in self.cache.periods:
            first, last = self.years
            rows = []
            for company in self.companies:
                periods = tuple(
                    period
                    for period in self.table.periods(company, metric.id, span)
                    if first <= (period.year or 0) <= last
                )
                if periods:
                    rows.append((company, periods))
            self.cache.periods[key] = tuple(rows)
        return self.cache.periods[key]

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
        """A company and several years in a row that it has values for."""
        runs = [
            (company, run)
            for company, periods in self.available(metric)
            for run in _runs(periods)
            if len(run) >= least
        ]
        company, run = self.choice(runs)
        length = self.rng.randint(least, min(most, len(run)))
        start = self.rng.randint(0, len(run) - length)
        return Scene((company,), run[start : start + length])

    def group(
        self, metrics: Sequence[Metric], least: int, most: int, *, alike: bool = False
    ) -> Scene:
        """Peers that have all these metrics for one year, all of one business if `alike`."""
        key = (*metrics, least, alike)
        if key not in self.cache.groups:
            first, *others = map(self._by_year, metrics)
            fitting = []
            for period, companies in first.items():
                ciks = set(companies).intersection(*(other.get(period, ()) for other in others))
                full = [one for one in companies.values() if one.cik in ciks]
                if circles := self._circles(full, metrics, least, alike):
                    fitting.append((period, circles))
            self.cache.groups[key] = fitting
        period, circles = self.choice(self.cache.groups[key])
        return Scene(self._some_of(circles, least, most), (period,))

    def some_peers(
        self, companies: Sequence[Entity], metrics: Sequence[Metric], least: int, most: int
    ) -> tuple[Entity, ...]:
        """Some of these companies that people compare by the metrics; EmptyDraw if there are
        fewer."""
        return self._some_of(self._circles(companies, metrics, least, False), least, most)

    def _some_of(self, circles: Sequence[Circle], least: int, most: int) -> tuple[Entity, ...]:
        first, others = self.choice(circles)
        more = self.rng.randint(least, min(most, len(others) + 1)) - 1
        chosen = [first, *self.rng.sample(others, more)]
        return tuple(self.rng.sample(chosen, len(chosen)))

    def _circles(
        self, companies: Sequence[Entity], metrics: Sequence[Metric], least: int, alike: bool
    ) -> list[Circle]:
        """Companies with enough others of their business, and of their size if `alike`; where the
        corpus has no such circle at all, those of one size do for metrics of any business."""
        if not self.cache.largest:
            self.cache.largest.append(
                1 + max((len(self._kin(one, False)) for one in self.companies), default=0)
            )
        by_size = (
            not alike
            and self.cache.largest[0] < least
            and all(is_general(metric, self.catalogue) for metric in metrics)
        )
        circles = []
        for one in companies:
            kin = () if by_size else self._kin(one, alike)
            others = [
                other
                for other in companies
                if other.cik in kin
                or (by_size and other is not one and self.peers.are_near(one.cik, other.cik))
            ]
            if len(others) + 1 >= least:
                circles.append((one, others))
        return circles

    def _kin(self, company: Entity, alike: bool) -> frozenset[str]:
        key = company.cik, alike
        if key not in self.cache.kin:
            self.cache.kin[key] = frozenset(
                other.cik
                for other in self.companies
                if other is not company
                and self.peers.are_alike(company.cik, other.cik)
                and (not alike or self.peers.are_near(company.cik, other.cik))
            )
        return self.cache.kin[key]

    def _by_year(self, metric: Metric) -> dict[Period, dict[str, Entity]]:
        """Companies with a value of a metric, by CIK, for each year."""
        if metric.id not in self.cache.companies:
            by_year: dict[Period, dict[str, Entity]] = {}
            for company, periods in self.available(metric):
                for period in periods:
                    by_year.setdefault(period, {})[company.cik] = company
            self.cache.companies[metric.id] = by_year
        return self.cache.companies[metric.id]

    def partners(self, metric: Metric) -> tuple[Metric, ...]:
        """The other metrics that people ask about beside it; all if companies may be mixed."""
        if metric.id not in self.cache.related:
            self.cache.related[metric.id] = tuple(
                other
                for other in self.metrics
                if other is not metric
                and (self.peers.is_mixed or are_related(metric, other, self.catalogue))
            )
        return self.cache.related[metric.id]

    def other(self, metric: Metric, operation: str = "") -> Metric:
        """Another metric that people ask of what they choose by this one, and do this with."""
        if metric.id not in self.cache.targets:
            self.cache.targets[metric.id] = tuple(
                other
                for other in self.metrics
                if other is not metric
                and not are_variants(metric, other)
                and (self.peers.is_mixed or follows(metric, other, self.catalogue))
            )
        return self.choice(
            [one for one in self.cache.targets[metric.id] if self.suits(one, operation)]
        )

    def suits(self, metric: Metric, operation: str) -> bool:
        """Whether people do this with a metric."""
        return suits(metric, operation, self.peers.is_mixed)


def require(condition: object) -> None:
    """EmptyDraw unless the condition holds."""
    if not condition:
        raise EmptyDraw


def figure(metric: Metric, company: Entity | str, period: Period = LATEST) -> Lookup:
    """A figure as a question asks for it."""
    return Lookup(metric.id, company if isinstance(company, str) else company.name, period)


def _runs(periods: Sequence[Period]) -> list[tuple[Period, ...]]:
    """Periods cut at missing years."""
    runs: list[list[Period]] = []
    for period in periods:
        if runs and (runs[-1][-1].year or 0) + 1 == period.year:
            runs[-1].append(period)
        else:
            runs.append([period])
    return [tuple(run) for run in runs]


@lru_cache(maxsize=1)
def _related() -> dict[str, set[str]]:
    pairs = bundled_toml("secqa.benchmark.grammar", "combinations.toml")
    related: defaultdict[str, set[str]] = defaultdict(set)
    for one, others in pairs.items():
        for other in others.split():
            related[one].add(other)
            related[other].add(one)
    return dict(related)


def are_related(one: Metric, other: Metric, catalogue: Catalogue) -> bool:
    """Whether people ask about both at once; not for a metric and itself."""
    if one.id == other.id:
        return False
    terms, others = terms_of(one, catalogue), terms_of(other, catalogue)
    if terms == others:
        # One follows from the other, as days in inventory from its turnover.
        return False
    related = sum(
        len(others.intersection(_related().get(term, ()))) + (term in others) for term in terms
    )
    return 2 * related > len(terms) * len(others)


def are_variants(one: Metric, other: Metric) -> bool:
    """Whether two metrics are nearly one: basic and diluted earnings per share."""
    words, others = set(one.name.split()), set(other.name.split())
    return 2 * len(words & others) > len(words | others)
