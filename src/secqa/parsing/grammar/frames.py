"""Frames: the kinds of questions there are, and the terms and periods that frames measure.

A frame says what is done (`kind`), how metrics make one term (`shape`), and the choices that words
make within the kind. `composition` makes a `Query` of a frame and what a question mentions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from secqa.metrics import formula
from secqa.metrics.formula import Formula, metrics_in, parse
from secqa.parsing.periods.time_phrases import Step
from secqa.query.period import EACH, LATEST, Period
from secqa.query.query import (
    Arithmetic,
    Choose,
    Companies,
    Comparison,
    Growth,
    Lookup,
    Number,
    Value,
    Years,
)

LETTERS = "abcdef"
"""What metrics are called in a shape, in the order in which it names them."""
PART_OF_WHOLE = "part/a"
"""The shape of a part of the company beside the whole of it."""


def size_of(shape: str) -> int:
    """How many metrics a shape is made of."""
    return len(metrics_in(parse(shape)) - {"part"})


@dataclass(frozen=True, slots=True)
class QuestionFrame:
    """What a question does with what it mentions."""

    kind: str
    """`value`, `series`, `change`, `growth`, `cagr`, `multiple`, `between.HOW`, `fold.OVER.HOW`,
    `choice.OVER`, `rank.OVER`, `filter.OVER`, `count.OVER`, `yes.AGAINST`, `holds.OVER`."""
    shape: str = "a"
    """How metrics make one term: a formula over letters, `(a-b)/c`, or `PART_OF_WHOLE`."""
    by: str = "level"
    """What is compared: `level`, `growth` or `difference` to the year before."""
    output: str = "item"
    """What is told of what is chosen: `item`, `value`, `other`, `growth`, `lead`, or two of them
    joined by a comma."""
    high: bool = True
    rank: int = 1
    top: int = 1
    sign: Comparison = ">"
    against: str = "limit"
    """What a condition compares with: `limit`, `metric`, `prior`."""
    quantifier: str = "all"
    absolute: bool = False
    swapped: bool = False
    """The company named second comes first."""


class Unfit(Exception):
    """The mentions are not those that the frame needs."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """What is mentioned, in the order in which it plays its parts."""

    companies: tuple[str, ...]
    """In order of mention; none for all of the collection."""
    terms: tuple[Lookup, ...]
    """Those of the shape in its order, then what is told of the choice or compared with; their
    companies and periods are open."""
    periods: tuple[Period, ...] = ()
    years: Years | None = None
    prior: Step = ""
    growths: Mapping[str, str] = field(default_factory=dict)
    """Metrics that are growth on the time before, and what grows."""
    limits: tuple[float, ...] = ()
    everyone: bool = False
    """All companies of the collection are meant where none is named."""


def term_of(frame: QuestionFrame, given: Arguments, company: Any, period: Any) -> Value:
    """The shape's term for a company and period."""
    size = size_of(frame.shape)
    if len(given.terms) < size:
        raise Unfit("too few metrics")
    terms = [replace(one, company=company, period=period) for one in given.terms[:size]]
    named: dict[str, Lookup] = dict(zip(LETTERS, terms, strict=False))
    if frame.shape == PART_OF_WHOLE:
        if not terms[0].part:
            raise Unfit("no part of the company is named")
        named = {"part": terms[0], "a": replace(terms[0], part="")}
    return _filled(parse(frame.shape), named)


def _filled(shape: Formula, named: Mapping[str, Lookup]) -> Value:
    match shape:
        case formula.Constant(value):
            return Number(value)
        case formula.MetricPart(letter):
            return named[letter]
    return Arithmetic(shape.sign, _filled(shape.left, named), _filled(shape.right, named))  # type: ignore[arg-type]


def measured(frame: QuestionFrame, given: Arguments, company: Any, period: Any) -> Value:
    """What is compared: the term, or how it changed from the year before."""
    of = term_of(frame, given, company, period)
    if frame.by == "level":
        return of
    before = previous_period(period, given.prior)
    return changed(frame, of, term_of(frame, given, company, before))


def changed(frame: QuestionFrame, of: Value, base: Value) -> Value:
    return Growth(of, base) if frame.by == "growth" else Arithmetic("-", of, base)


def spare_terms(frame: QuestionFrame, given: Arguments, needed: int = 0) -> tuple[Lookup, ...]:
    """Terms beyond those of the shape: exactly as many as are needed."""
    spare = given.terms[size_of(frame.shape) :]
    if len(spare) != needed:
        raise Unfit("other metrics are mentioned")
    return spare


def only_company(given: Arguments) -> str:
    if len(given.companies) != 1:
        raise Unfit("one company is needed")
    return given.companies[0]


def two_companies(frame: QuestionFrame, given: Arguments) -> tuple[str, str]:
    if len(given.companies) != 2:
        raise Unfit("two companies are needed")
    first, second = given.companies
    return (second, first) if frame.swapped else (first, second)


def single_period(given: Arguments) -> Period:
    if given.years is not None:
        raise Unfit("one period is needed")
    return given.periods[-1] if given.periods else LATEST


def each_period(given: Arguments) -> tuple[Period, ...]:
    if given.years is None:
        return given.periods or (LATEST,)
    if given.years.first is not None and given.years.final is not None:
        first, final = given.years.first, given.years.final
        return tuple(replace(final, year=y) for y in range(first.year or 0, (final.year or 0) + 1))
    if given.years.last:
        final = given.years.final or LATEST
        return tuple(counted_back(final, back) for back in range(given.years.last - 1, -1, -1))
    raise Unfit("the years have to be named")


def previous_period(period: Period, step: Step = "") -> Period:
    """What a period is compared with: the same a year before, or the quarter before."""
    if period.each:
        return counted_back(period, 1)
    if step != "quarter":
        return counted_back(period, 4 if _is_latest_quarter(period) else 1)
    if period.span != "quarter":
        raise Unfit("quarters have a quarter before them")
    if period.end:
        # Any day near the end of a quarter is taken for it.
        return replace(period, end=period.end - timedelta(days=91))
    if _is_latest_quarter(period):
        return counted_back(period, 1)
    if period.quarter > 1:
        return replace(period, quarter=period.quarter - 1)
    return counted_back(replace(period, quarter=4), 1)


def counted_back(period: Period, count: int) -> Period:
    """So many years before, or quarters before the latest one, or reports."""
    if period.year is None or period.each or period.end:
        return replace(period, back=period.back + count)
    return replace(period, year=period.year - count)


def _is_latest_quarter(period: Period) -> bool:
    return period.year is None and period.span == "quarter" and not (period.quarter or period.end)


def ends_of(given: Arguments) -> tuple[Period, Period]:
    """The base and the end of a change."""
    if given.years is not None:
        if given.years.last:
            final = given.years.final or LATEST
            return counted_back(final, given.years.last), final
        return given.years.first or LATEST, given.years.final or LATEST
    periods = given.periods
    if len(periods) == 2:
        first, second = periods
        if order_of(second) < order_of(first):
            first, second = second, first
        return first, second
    if len(periods) < 2:
        end = periods[0] if periods else LATEST
        if end.back and not given.prior:
            # "From two years ago to now".
            return end, replace(end, back=0)
        return previous_period(end, given.prior), end
    raise Unfit("two periods are needed")


def order_of(period: Period) -> tuple[int, int, str]:
    year = period.year if period.year is not None else 9999
    if period.end is not None:
        return (period.end.year, period.end.month, str(period.end))
    return (year - period.back, period.quarter, "")


def iteration_of(given: Arguments, over: str) -> tuple[Companies | Years, Any, Any]:
    """What is gone through, with the company and period of a term below it."""
    if over == "company":
        if len(given.companies) == 1 or not (given.companies or given.everyone):
            raise Unfit("several companies are needed")
        return Companies(given.companies), EACH, None
    if given.years is not None:
        return given.years, only_company(given), Period(each=True)
    if len(given.periods) < 2:
        raise Unfit("several years are needed")
    return Years(tuple(sorted(given.periods, key=order_of))), only_company(given), Period(each=True)


def of_choice(choice: Choose, value: Any, over: str) -> Any:
    """A value below the choice, of the one that was chosen."""
    if isinstance(value, Lookup):
        if over == "year":
            return replace(value, period=choice)
        return replace(value, company=choice)
    if isinstance(value, Arithmetic):
        left, right = (of_choice(choice, one, over) for one in (value.left, value.right))
        return replace(value, left=left, right=right)
    if isinstance(value, Growth):
        if over == "year":
            raise Unfit("a change cannot be told of a year that is chosen")
        of, base = (of_choice(choice, one, over) for one in (value.of, value.base))
        return replace(value, of=of, base=base)
    return value
