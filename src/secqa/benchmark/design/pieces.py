"""Pieces of composed queries: what is told of any company or any year, and conditions on it.

A profile tells something of any company (its growth over three years, its average margin), a
series something of any year (the sum of three companies' revenue). What goes through companies
takes a profile, what goes through years a series; so pieces nest without ever asking for what
means nothing, as the sum of margins.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from secqa.benchmark.design.measures import (
    EACH_YEAR,
    Measure,
    Scene,
    before,
)
from secqa.benchmark.interpret import interpret
from secqa.benchmark.kinds.companies import round_near
from secqa.benchmark.kinds.draw import Draw
from secqa.errors import CannotAnswer
from secqa.parsing.ground import ground
from secqa.query.period import EACH, Period
from secqa.query.query import (
    Aggregate,
    Arithmetic,
    Companies,
    Compare,
    Condition,
    Growth,
    Holds,
    Number,
    Over,
    Query,
    Value,
)


@dataclass(frozen=True, slots=True)
class Stage:
    """What one question is composed of."""

    draw: Draw
    measure: Measure
    scene: Scene

    def chance(self, share: float) -> bool:
        """True so often."""
        return self.draw.rng.random() < share

    @property
    def companies(self) -> Companies:
        """The companies of the scene."""
        return Companies(self.scene.names)

    def profile(self, company: str) -> Value:
        """The measure of a company in the last year."""
        return self.measure.make(company, self.scene.last)


def profile_of(stage: Stage) -> tuple[Callable[[str], Value], str]:
    """What is told of a company, and its unit: in one year, over years, or its change."""
    measure, scene = stage.measure, stage.scene
    ways: list[tuple[Callable[[str], Value], str]] = [(stage.profile, measure.unit)]
    if len(scene.years) > 1:
        how = way_to_fold(stage)
        ways.append(
            (lambda c: Aggregate(how, measure.make(c, EACH_YEAR), scene.over), measure.unit)
        )
        if not measure.back:
            ends = scene.last, scene.first
            ways.append((lambda c: Arithmetic("-", *_both(measure, c, ends)), measure.unit))
            if measure.grows:
                ways.append((lambda c: Growth(*_both(measure, c, ends)), "pure"))
    return stage.draw.rng.choice(ways[1:] if len(ways) > 1 and stage.chance(0.8) else ways)


def _both(measure: Measure, company: str, ends: tuple[Period, Period]) -> tuple[Value, Value]:
    return measure.make(company, ends[0]), measure.make(company, ends[1])


def series_of(stage: Stage) -> Callable[[Period], Value]:
    """What is told of a year: of one company, or of several together."""
    measure, names = stage.measure, stage.scene.names
    if len(names) == 1:
        return lambda p: measure.make(names[0], p)
    how: Literal["sum", "average"] = "sum" if measure.unit == "USD" else "average"
    return lambda p: Aggregate(how, measure.make(EACH, p), stage.companies)


def way_to_fold(stage: Stage) -> Literal["sum", "average", "median", "minimum", "maximum"]:
    if stage.measure.adds_up and stage.chance(0.5):
        return "sum"
    if len(stage.scene.years) > 2:
        return stage.draw.rng.choice(("average", "average", "median", "minimum", "maximum"))
    return "average"


def condition_of(
    stage: Stage, over: Over, value: Value, items: Sequence[Value]
) -> Condition | None:
    """A condition on what is gone through: a limit among its values, or their average."""
    sign: Literal[">", "<"] = ">" if stage.chance(0.6) else "<"
    if stage.chance(0.4):
        return Compare(value, sign, Aggregate("average", value, over))
    figures = sorted(_figures(stage.draw, items))
    if len(figures) < len(items) or figures[0] <= 0:
        return None
    at = stage.draw.rng.randrange(1, len(figures))
    return Compare(value, sign, Number(round_near((figures[at - 1] + figures[at]) / 2)))


def _figures(draw: Draw, values: Sequence[Value]) -> list[float]:
    try:
        query = ground(Query(tuple(values)), draw.truth.known)
        answers = interpret(query, draw.truth, draw.catalogue).answers
    except CannotAnswer:
        return []
    return [one for one in answers if isinstance(one, float)]


def rose_every_year(stage: Stage) -> Condition | None:
    """Whether a company's measure rose in every year."""
    measure, scene = stage.measure, stage.scene
    if measure.back or len(scene.years) < 3:
        return None
    rose = Compare(measure.make(EACH, EACH_YEAR), ">", measure.make(EACH, before(EACH_YEAR)))
    inner = Scene(scene.rng, scene.companies, scene.years[1:])
    return Holds("all", inner.over, rose)
