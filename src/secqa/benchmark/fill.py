"""Template filling: a template and T in, a stream of queries with their answers over T out.

As the paper's rule-based filler (section 3.4), it picks companies, metrics and periods at
random. Three things make it more than a draw: metrics take turns, so that common ones do not
crowd out the others, and so do units, by the root of the number of their metrics, so that money
does not crowd out people, shares and rates; nothing comes twice; and a stream ends when the
corpus has no more to ask. What is worth asking is decided afterwards, in `validate`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import sqrt
from random import Random
from typing import TypeVar

from secqa.benchmark.interpret import Gold, interpret
from secqa.benchmark.names import Entity
from secqa.benchmark.templates import Template
from secqa.benchmark.truth import Truth
from secqa.errors import CannotAnswer
from secqa.language.ground import ground
from secqa.language.query import (
    EACH,
    LATEST,
    Choice,
    Companies,
    Fold,
    Growth,
    Lookup,
    Output,
    Period,
    Query,
    Years,
)
from secqa.metrics.catalogue import Catalogue, Metric

Item = TypeVar("Item")

DRAWS = 400
"""Random groups of companies tried for one metric before a stream of them ends."""


@dataclass(frozen=True, slots=True)
class Filling:
    """A template whose slots are filled: what it asks, and what that comes to."""

    template: Template
    companies: tuple[Entity, ...]
    """In the order the question names them."""
    metrics: tuple[str, ...]
    """(metric,) or (metric1, metric2)."""
    query: Query
    """As the question asks it: "latest" stays latest."""
    grounded: Query
    """The same with the fiscal periods that are meant."""
    gold: Gold


@dataclass(frozen=True, slots=True)
class _Filler:
    """Fills one template from T."""

    template: Template
    truth: Truth
    catalogue: Catalogue
    rng: Random

    def filling(
        self, companies: tuple[Entity, ...], metrics: tuple[str, ...], output: Output
    ) -> Filling | None:
        """The filling that asks for an output; None where T has no answer."""
        query = Query((output,))
        try:
            grounded = ground(query, self.truth.known)
            gold = interpret(grounded, self.truth, self.catalogue)
        except CannotAnswer:
            return None
        return Filling(self.template, companies, metrics, query, grounded, gold)

    def latest(self, metrics: tuple[str, ...]) -> Iterator[Filling | None]:
        """Each company's value in its latest year."""
        for company in _shuffled(self.truth.companies, self.rng):
            yield self.filling((company,), metrics, self._lookup(metrics[0], company))

    def stated(self, metrics: tuple[str, ...], quarters: bool = False) -> Iterator[Filling | None]:
        """Every value of every year, or every quarter."""
        cells = [
            (company, period)
            for company in self.truth.companies
            for period in self.truth.periods(company, metrics[0], quarters)
        ]
        for company, period in _shuffled(cells, self.rng):
            yield self.filling((company,), metrics, self._lookup(metrics[0], company, period))

    def stated_both(self, metrics: tuple[str, ...]) -> Iterator[Filling | None]:
        """Years and quarters in turns."""
        years, quarters = _some(self.stated(metrics)), _some(self.stated(metrics, quarters=True))
        return _in_turns((quarters, years) if self.rng.random() < 0.5 else (years, quarters))

    def sums(self, metrics: tuple[str, ...]) -> Iterator[Filling | None]:
        """Sums over the last years."""
        for company, span in self._spans():
            each = self._lookup(metrics[0], company, Period(each=True))
            yield self.filling((company,), metrics, Fold("sum", each, Years(last=span)))

    def growths(self, metrics: tuple[str, ...]) -> Iterator[Filling | None]:
        """How much more the latest value is than that of some years before."""
        for company, span in self._spans():
            of = self._lookup(metrics[0], company)
            base = self._lookup(metrics[0], company, Period(back=span))
            yield self.filling((company,), metrics, Growth(of, base))

    def differences(self, metrics: tuple[str, ...]) -> Iterator[Filling | None]:
        """Every ordered pair; the second company is the base."""
        for pair in _shuffled(list(permutations(self.truth.companies, 2)), self.rng):
            of, base = (self._lookup(metrics[0], company) for company in pair)
            yield self.filling(pair, metrics, Growth(of, base))

    def highest(self, metrics: tuple[str, ...]) -> Iterator[Filling | None]:
        """Random groups ranked by the first metric; the other metrics take turns as the second."""
        ranking, *others = metrics
        least, most = self.template.companies
        companies = self.truth.companies
        seen = set()
        turn = 0
        for _ in range(DRAWS):
            size = min(self.rng.randint(least, most), len(companies))
            if size < least or not others:
                return
            group = tuple(self.rng.sample(companies, size))
            asked = others[turn % len(others)]
            turn += 1
            key = (frozenset(company.cik for company in group), asked)
            if key in seen:
                continue
            names = tuple(self.truth.called(company) for company in group)
            first = Choice(Companies(names), Lookup(ranking, EACH))
            filling = self.filling(group, (ranking, asked), Lookup(asked, first))
            if filling:
                seen.add(key)
            yield filling

    def _lookup(self, metric: str, company: Entity, period: Period = LATEST) -> Lookup:
        return Lookup(metric, self.truth.called(company), period)

    def _spans(self) -> Iterator[tuple[Entity, int]]:
        """(company, number of years), each company once before any comes again."""
        low, high = self.template.spans
        companies = self.truth.companies
        spans = {company: _shuffled(range(low, high + 1), self.rng) for company in companies}
        for turn in range(high - low + 1):
            for company in _shuffled(companies, self.rng):
                yield company, spans[company][turn]


def fillings(
    template: Template,
    truth: Truth,
    metrics: Sequence[Metric],
    catalogue: Catalogue,
    rng: Random,
    quarters: bool = False,
) -> Iterator[Filling]:
    """All fillings of a template, in random order, `metrics` and their units taking turns.

    With `quarters`, stated periods are years and quarters that a 10-Q reports, in turns.
    """
    units: dict[str, list[Metric]] = {}
    for metric in _shuffled(metrics, rng):
        units.setdefault(metric.unit, []).append(metric)
    others = _shuffled([metric.id for metric in metrics], rng)
    filler = _Filler(template, truth, catalogue, rng)
    fill = _fill_of(filler, quarters)

    def of_one(metric: Metric) -> Iterator[Filling]:
        more = _others(metric.id, others) if template.operation == "argmax" else ()
        return _some(fill((metric.id, *more)))

    streams = []
    for members in units.values():
        of_unit = _in_turns(map(of_one, members))
        streams += [of_unit] * round(sqrt(len(members)))
    return _in_turns(_shuffled(streams, rng))


def _fill_of(
    filler: _Filler, quarters: bool
) -> Callable[[tuple[str, ...]], Iterator[Filling | None]]:
    """The way a template is filled with metrics."""
    if filler.template.operation == "value" and filler.template.period == "stated":
        return filler.stated_both if quarters else filler.stated
    return {
        "value": filler.latest,
        "sum": filler.sums,
        "growth": filler.growths,
        "difference": filler.differences,
        "argmax": filler.highest,
    }[filler.template.operation]


def _some(found: Iterable[Filling | None]) -> Iterator[Filling]:
    return (filling for filling in found if filling)


def _others(metric: str, metrics: Sequence[str]) -> tuple[str, ...]:
    """The metrics after this one, then those before it: a different first one for each."""
    place = metrics.index(metric)
    return (*metrics[place + 1 :], *metrics[:place])


def _in_turns(streams: Iterable[Iterator[Filling]]) -> Iterator[Filling]:
    waiting = list(streams)
    while waiting:
        left = []
        for stream in waiting:
            filling = next(stream, None)
            if filling is not None:
                yield filling
                left.append(stream)
        waiting = left


def _shuffled(items: Iterable[Item], rng: Random) -> list[Item]:
    mixed = list(items)
    rng.shuffle(mixed)
    return mixed
