"""Random picks out of T: companies, periods and parts that it has values for.

Every pick is one that a question can rest on; whether the whole question is worth asking is
decided afterwards, by the gates.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from secqa.benchmark.names import Entity
from secqa.benchmark.truth import Truth
from secqa.filings.document import Document
from secqa.metrics.catalogue import Catalogue, Metric
from secqa.query.period import LATEST, Period
from secqa.query.query import Lookup

_STATED = 0.75
"""Of questions about one company's year, those that name it; the others ask for the latest."""


@dataclass(frozen=True, slots=True)
class Held:
    """What was looked up in T before."""

    periods: dict[tuple[str, str], tuple[tuple[Entity, tuple[Period, ...]], ...]] = field(
        default_factory=dict
    )
    """Metric and span of periods -> companies that have values, and for which periods."""
    companies: dict[str, dict[Period, dict[str, Entity]]] = field(default_factory=dict)
    """Metric -> years -> companies that have values, by CIK."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Where kinds of questions get companies, metrics and periods from."""

    truth: Truth
    catalogue: Catalogue
    rng: Random
    companies: tuple[Entity, ...]
    """That may be asked about."""
    metrics: tuple[Metric, ...]
    """That may be asked about."""
    years: tuple[int, int]
    """The first and last fiscal year that may be asked about."""
    industries: Mapping[str, str]
    """CIK -> the industry that its statements tell."""
    document: Callable[[str], Document]
    """A report by its id."""
    known: Held = field(default_factory=Held)
    """What was looked up in T before; all kinds of a suite share it."""

    def lookup(self, metric: Metric, company: Entity, period: Period = LATEST) -> Lookup:
        """A figure as a question asks for it."""
        return Lookup(metric.id, company.name, period)

    def held(
        self, metric: Metric, span: str = "year"
    ) -> tuple[tuple[Entity, tuple[Period, ...]], ...]:
        """Companies with a value of a metric, each with the periods that it has, in order."""
        key = metric.id, span
        if key not in self.known.periods:
            first, last = self.years
            found = []
            for company in self.companies:
                periods = tuple(
                    period
                    for period in self.truth.periods(company, metric.id, span)
                    if first <= (period.year or 0) <= last
                )
                if periods:
                    found.append((company, periods))
            self.known.periods[key] = tuple(found)
        return self.known.periods[key]

    def cell(self, metric: Metric, span: str = "year") -> tuple[Entity, Period] | None:
        """A company and one of the periods that it has a value for."""
        held = self.held(metric, span)
        if not held:
            return None
        company, periods = self.rng.choice(held)
        return company, self.rng.choice(periods)

    def when(self, company: Entity, period: Period) -> Period:
        """The period, or "latest" now and then where it is the latest."""
        latest = self.truth.latest_year(company)
        if period.span == "year" and period.year == latest and self.rng.random() > _STATED:
            return LATEST
        return period

    def span(
        self, metric: Metric, least: int, most: int
    ) -> tuple[Entity, tuple[Period, ...]] | None:
        """A company and several years in a row that it has values for."""
        runs = [
            (company, run)
            for company, periods in self.held(metric)
            for run in _runs(periods)
            if len(run) >= least
        ]
        if not runs:
            return None
        company, run = self.rng.choice(runs)
        length = self.rng.randint(least, min(most, len(run)))
        start = self.rng.randint(0, len(run) - length)
        return company, run[start : start + length]

    def group(
        self, metrics: Sequence[Metric], least: int, most: int
    ) -> tuple[tuple[Entity, ...], Period] | None:
        """Companies that have all these metrics for one year, and that year."""
        first, *others = map(self._by_year, metrics)
        fitting = []
        for period, have in first.items():
            ciks = set(have).intersection(*(other.get(period, ()) for other in others))
            if len(ciks) >= least:
                fitting.append((period, [one for one in have.values() if one.cik in ciks]))
        if not fitting:
            return None
        period, full = self.rng.choice(fitting)
        size = self.rng.randint(least, min(most, len(full)))
        return tuple(self.rng.sample(full, size)), period

    def _by_year(self, metric: Metric) -> dict[Period, dict[str, Entity]]:
        """Companies with a value of a metric, by CIK, for each year that one has."""
        if metric.id not in self.known.companies:
            found: dict[Period, dict[str, Entity]] = {}
            for company, periods in self.held(metric):
                for period in periods:
                    found.setdefault(period, {})[company.cik] = company
            self.known.companies[metric.id] = found
        return self.known.companies[metric.id]

    def other(self, metric: Metric, unit: str = "") -> Metric | None:
        """Another metric; of a unit where one is given."""
        others = [m for m in self.metrics if m is not metric and (not unit or m.unit == unit)]
        return self.rng.choice(others) if others else None


def is_comparable(metric: Metric) -> bool:
    """Whether it makes sense to hold two companies against each other by it.

    What is told of one share says nothing of two companies, and no more do counts of shares.
    """
    return metric.unit in ("USD", "pure", "count") and "par value" not in metric.name


def _runs(periods: Sequence[Period]) -> list[tuple[Period, ...]]:
    """Periods cut where a year is missing."""
    runs: list[list[Period]] = []
    for period in periods:
        if runs and (runs[-1][-1].year or 0) + 1 == period.year:
            runs[-1].append(period)
        else:
            runs.append([period])
    return [tuple(run) for run in runs]
