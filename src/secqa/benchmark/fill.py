"""Template filling: a template and T in, a stream of filled questions with answers out.

As the paper's rule-based filler (section 3.4), it picks companies, metrics and periods at
random. Three things make it more than a draw: metrics take turns, so that common ones do not
crowd out the others, and so do units, by the root of the number of their metrics, so that money
does not crowd out people, shares and rates; nothing comes twice; and a stream ends when the
corpus has no more to ask. What is worth asking is decided afterwards, in `validate`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from math import sqrt
from random import Random
from typing import TypeVar

from secqa.benchmark.names import Entity
from secqa.benchmark.templates import Template
from secqa.benchmark.truth import Period, Truth
from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import CompoundFact, Found, stated_parts
from secqa.metrics.catalogue import Metric

Item = TypeVar("Item")

DRAWS = 400
"""Random groups of companies tried for one metric before a stream of them ends."""


@dataclass(frozen=True, slots=True)
class Filling:
    """A template whose slots are filled, with its answer and the facts it takes."""

    template: Template
    companies: tuple[Entity, ...]
    """In the order the question names them."""
    metrics: tuple[str, ...]
    """(metric,) or (metric1, metric2)."""
    periods: tuple[Period, ...]
    """The periods of the facts, the latest first."""
    facts: tuple[MetricFact, ...]
    """Every value needed, in the order one would look them up."""
    answer: float
    unit: str
    worked_out: CompoundFact | None = None
    """The value asked for, where it is worked out of the facts by a formula."""

    @property
    def span(self) -> int:
        """The {num_year} of a question about the last n years; else 0."""
        if self.template.period != "span":
            return 0
        years = self.periods[0].year - self.periods[-1].year
        return years + 1 if self.template.operation == "sum" else years


def fillings(
    template: Template,
    truth: Truth,
    metrics: Sequence[Metric],
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
    fill = _OPERATIONS[template.operation]

    def of_one(metric: Metric) -> Iterator[Filling]:
        if template.operation == "argmax":
            return fill(template, truth, (metric.id, *_others(metric.id, others)), rng)
        if template.period == "stated" and quarters:
            return _stated_both(template, truth, metric.id, rng)
        return fill(template, truth, (metric.id,), rng)

    streams = []
    for members in units.values():
        of_unit = _in_turns(map(of_one, members))
        streams += [of_unit] * round(sqrt(len(members)))
    return _in_turns(_shuffled(streams, rng))


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


def _values(
    template: Template, truth: Truth, metrics: tuple[str, ...], rng: Random
) -> Iterator[Filling]:
    if template.period == "stated":
        return _stated(template, truth, metrics[0], rng, quarters=False)
    return _latest(template, truth, metrics[0], rng)


def _latest(template: Template, truth: Truth, metric: str, rng: Random) -> Iterator[Filling]:
    for company in _shuffled(truth.companies, rng):
        period = Period(truth.latest_year(company))
        found = truth.value(company, metric, period)
        if found is not None:
            yield _single(template, company, period, found)


def _stated(
    template: Template, truth: Truth, metric: str, rng: Random, quarters: bool
) -> Iterator[Filling]:
    cells = [
        (company, period)
        for company in truth.companies
        for period in truth.periods(company, metric, quarters)
    ]
    for company, period in _shuffled(cells, rng):
        found = truth.value(company, metric, period)
        if found is not None:
            yield _single(template, company, period, found)


def _stated_both(template: Template, truth: Truth, metric: str, rng: Random) -> Iterator[Filling]:
    years = _stated(template, truth, metric, rng, quarters=False)
    quarters = _stated(template, truth, metric, rng, quarters=True)
    return _in_turns((quarters, years) if rng.random() < 0.5 else (years, quarters))


def _sums(
    template: Template, truth: Truth, metrics: tuple[str, ...], rng: Random
) -> Iterator[Filling]:
    for company, span in _spans(template, truth, rng):
        latest = truth.latest_year(company)
        periods = tuple(Period(latest - back) for back in range(span))
        facts = _facts(truth, [(company, metrics[0], period) for period in periods])
        if facts:
            total = sum(fact.value for fact in facts)
            yield _filling(template, (company,), metrics, periods, facts, total)


def _growths(
    template: Template, truth: Truth, metrics: tuple[str, ...], rng: Random
) -> Iterator[Filling]:
    for company, span in _spans(template, truth, rng):
        latest = truth.latest_year(company)
        periods = (Period(latest), Period(latest - span))
        facts = _facts(truth, [(company, metrics[0], period) for period in periods])
        if facts and facts[1].value:
            growth = (facts[0].value - facts[1].value) / facts[1].value
            yield _filling(template, (company,), metrics, periods, facts, growth, "pure")


def _differences(
    template: Template, truth: Truth, metrics: tuple[str, ...], rng: Random
) -> Iterator[Filling]:
    """Every ordered pair; the second company is the base."""
    for pair in _shuffled(list(permutations(truth.companies, 2)), rng):
        period = Period(truth.shared_year(pair))
        facts = _facts(truth, [(company, metrics[0], period) for company in pair])
        if facts and facts[1].value:
            difference = (facts[0].value - facts[1].value) / facts[1].value
            yield _filling(template, pair, metrics, (period,), facts, difference, "pure")


def _highest(
    template: Template, truth: Truth, metrics: tuple[str, ...], rng: Random
) -> Iterator[Filling]:
    """Random groups ranked by the first metric; the other metrics take turns as the second."""
    ranking, *others = metrics
    least, most = template.companies
    seen = set()
    turn = 0
    for _ in range(DRAWS):
        size = min(rng.randint(least, most), len(truth.companies))
        if size < least or not others:
            return
        group = tuple(rng.sample(truth.companies, size))
        asked = others[turn % len(others)]
        turn += 1
        key = (frozenset(company.cik for company in group), asked)
        period = Period(truth.shared_year(group))
        ranked = _facts(truth, [(company, ranking, period) for company in group])
        if not ranked or key in seen:
            continue
        seen.add(key)
        winner = max(range(size), key=lambda place: ranked[place].value)
        wanted = _facts(truth, [(group[winner], asked, period)])
        if wanted:
            facts = (*ranked, *wanted)
            yield _filling(template, group, (ranking, asked), (period,), facts, wanted[0].value)


_OPERATIONS: dict[str, Callable[[Template, Truth, tuple[str, ...], Random], Iterator[Filling]]] = {
    "value": _values,
    "sum": _sums,
    "growth": _growths,
    "difference": _differences,
    "argmax": _highest,
}


def _spans(template: Template, truth: Truth, rng: Random) -> Iterator[tuple[Entity, int]]:
    """(company, number of years), each company once before any comes again."""
    low, high = template.spans
    spans = {company: _shuffled(range(low, high + 1), rng) for company in truth.companies}
    for turn in range(high - low + 1):
        for company in _shuffled(truth.companies, rng):
            yield company, spans[company][turn]


def _facts(truth: Truth, cells: Sequence[tuple[Entity, str, Period]]) -> tuple[MetricFact, ...]:
    """The stated value of every cell, or nothing when one is missing."""
    found = [truth.value(*cell) for cell in cells]
    stated = tuple(fact for fact in found if isinstance(fact, MetricFact))
    return stated if len(stated) == len(cells) else ()


def _single(template: Template, company: Entity, period: Period, found: Found) -> Filling:
    """A question about one value, stated or worked out: its facts are what it is made of."""
    facts = stated_parts(found)
    answer, unit = found.value, found.unit
    filling = _filling(template, (company,), (found.metric,), (period,), facts, answer, unit)
    return replace(filling, worked_out=found if isinstance(found, CompoundFact) else None)


def _filling(
    template: Template,
    companies: tuple[Entity, ...],
    metrics: tuple[str, ...],
    periods: tuple[Period, ...],
    facts: tuple[MetricFact, ...],
    answer: float,
    unit: str = "",
) -> Filling:
    return Filling(template, companies, metrics, periods, facts, answer, unit or facts[-1].unit)


def _shuffled(items: Iterable[Item], rng: Random) -> list[Item]:
    mixed = list(items)
    rng.shuffle(mixed)
    return mixed
