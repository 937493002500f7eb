"""Build the `Query` of a frame bottom up over typed mentions, or say why they do not suit it."""

from dataclasses import replace
from itertools import product
from typing import Any

from secqa.parsing.grammar.frames import (
    Arguments,
    QuestionFrame,
    Unfit,
    changed,
    each_period,
    ends_of,
    iteration_of,
    measured,
    of_choice,
    only_company,
    previous_period,
    single_period,
    size_of,
    spare_terms,
    term_of,
    two_companies,
)
from secqa.parsing.periods.time_phrases import Step
from secqa.query.period import EACH, Period
from secqa.query.query import (
    Absolute,
    Aggregate,
    Arithmetic,
    Cagr,
    Choose,
    Companies,
    Compare,
    Count,
    Filter,
    Growth,
    Holds,
    Logic,
    Lookup,
    Number,
    Options,
    Output,
    Series,
    Value,
    Years,
    lookups,
)


def compose(frame: QuestionFrame, given: Arguments) -> tuple[Output, ...]:
    """What the frame asks for; Unfit where the mentions do not suit it."""
    kind, _, rest = frame.kind.partition(".")
    makers = {
        "value": _values, "series": _series, "change": _over_time, "growth": _over_time,
        "cagr": _over_time, "multiple": _over_time, "between": _between, "fold": _fold,
        "choice": _choice, "rank": _rank, "filter": _passing, "count": _passing,
        "yes": _yes, "holds": _passing,
    }  # fmt: skip
    return makers[kind](frame, given, rest)


def _values(frame: QuestionFrame, given: Arguments, _: str) -> tuple[Output, ...]:
    if not given.companies:
        raise Unfit("no company is named")
    periods = each_period(given)
    if given.prior and len(given.terms) == 1 and given.terms[0].metric in given.growths:
        term = replace(given.terms[0], metric=given.growths[given.terms[0].metric])
        return tuple(_grown(replace(term, company=c), p, given.prior)
                     for c, p in product(given.companies, periods))  # fmt: skip
    if given.prior:
        periods = (*periods, *(previous_period(one, given.prior) for one in periods))
    if frame.shape != "a":
        spare_terms(frame, given)
        return tuple(
            term_of(frame, given, company, period)
            for company, period in product(given.companies, periods)
        )
    if not given.terms:
        raise Unfit("no metric is named")
    return tuple(
        replace(term, company=company, period=period)
        for company, term, period in product(given.companies, given.terms, periods)
    )


def _grown(term: Lookup, period: Period, step: Step) -> Growth:
    """Growth of a term on the year or quarter before."""
    before = previous_period(period, step)
    return Growth(replace(term, period=period), replace(term, period=before))


def _series(frame: QuestionFrame, given: Arguments, _: str) -> tuple[Output, ...]:
    """A column for each company and metric, or for each company and the term of the shape."""
    if not (given.companies and given.terms):
        raise Unfit("a company and a metric are needed")
    if frame.shape != "a":
        spare_terms(frame, given)
    columns = [replace(given, terms=(term,)) for term in given.terms]
    found = []
    for company in given.companies:
        for column in columns if frame.shape == "a" else [given]:
            through, _company, period = iteration_of(replace(column, companies=(company,)), "year")
            assert isinstance(through, Years)
            found.append(Series(measured(frame, column, company, period), through))
    return tuple(found)


def _over_time(frame: QuestionFrame, given: Arguments, _: str) -> tuple[Output, ...]:
    spare_terms(frame, given)
    base_period, end = ends_of(given)
    if not given.companies:
        raise Unfit("no company is named")
    found: list[Output] = []
    for company in given.companies:
        of = term_of(frame, given, company, end)
        base = term_of(frame, given, company, base_period)
        match frame.kind:
            case "change":
                value: Value = Arithmetic("-", of, base)
            case "growth":
                value = Growth(of, base)
            case "cagr":
                value = Cagr(of, base)
            case _:
                value = Arithmetic("/", of, base)
        found.append(Absolute(value) if frame.absolute else value)
    return tuple(found)


def _between(frame: QuestionFrame, given: Arguments, how: str) -> tuple[Output, ...]:
    spare_terms(frame, given)
    period = single_period(given) if len(given.periods) < 2 else None
    if period is None:
        raise Unfit("one period is needed")
    left, right = (
        term_of(frame, given, company, period) for company in two_companies(frame, given)
    )
    if how == "growth":
        return (Growth(left, right),)
    value: Value = Arithmetic("-" if how == "difference" else "/", left, right)
    return (Absolute(value) if frame.absolute else value,)


def _fold(frame: QuestionFrame, given: Arguments, rest: str) -> tuple[Output, ...]:
    over, how = rest.split(".")
    if size_of(frame.shape) == 1 and len(given.terms) > 1:
        # The same for each of several metrics.
        each = (replace(given, terms=(term,)) for term in given.terms)
        return tuple(output for one in each for output in _fold(frame, one, rest))
    spare_terms(frame, given)
    through, company, period = iteration_of(given, over)
    period = period or single_period(given)
    return (Aggregate(how, term_of(frame, given, company, period), through),)  # type: ignore[arg-type]


def _choice_of(frame: QuestionFrame, given: Arguments, over: str) -> Choose:
    if over == "option":
        company, period = only_company(given), single_period(given)
        options = tuple(replace(t, company=company, period=period) for t in given.terms)
        if len(options) < 2:
            raise Unfit("two metrics are needed")
        return Choose(Options(options), None, frame.high, frame.rank)
    through, company, period = iteration_of(given, over)
    if over == "company" and frame.by != "level" and (given.years or len(given.periods) > 1):
        base, end = ends_of(given)
        of, base_value = (term_of(frame, given, company, one) for one in (end, base))
        by = changed(frame, of, base_value)
    else:
        period = period or (given.periods[0] if given.periods else single_period(given))
        by = measured(frame, given, company, period)
    return Choose(through, by, frame.high, frame.rank)


def _choice(frame: QuestionFrame, given: Arguments, over: str) -> tuple[Output, ...]:
    choice = _choice_of(frame, given, over)
    told: list[Output] = []
    wanted = frame.output.split(",")
    other = "other" in wanted or "growth" in wanted
    if over == "option" and other:
        raise Unfit("nothing else is told of one of several metrics")
    spare = () if over == "option" else spare_terms(frame, given, int(other))
    for one in wanted:
        match one:
            case "item":
                told.append(choice)
            case "lead":
                told.append(_lead(choice, frame))
            case "value" if isinstance(choice.over, Options):
                if choice.rank > 1:
                    raise Unfit("only the first or last value of several is told")
                first = choice.over.values[0]
                told.append(Aggregate("maximum" if frame.high else "minimum", first, choice.over))
            case "value":
                told.append(of_choice(choice, choice.by, over))
            case "other":
                told.append(of_choice(choice, _open(spare[0], choice, given, over), over))
            case "growth":
                base, end = ends_of(replace(given, periods=given.periods[-2:]))
                term = replace(spare[0], company=choice)
                told.append(Growth(replace(term, period=end), replace(term, period=base)))
    return tuple(told)


def _open(term: Lookup, choice: Choose, given: Arguments, over: str) -> Lookup:
    if over == "year":
        return replace(term, company=only_company(given), period=Period(each=True))
    first = next(iter(lookups(choice.by)))
    return replace(term, company=EACH, period=first.period)


def _lead(choice: Choose, frame: QuestionFrame) -> Value:
    """How far the first is ahead of the second."""
    if not isinstance(choice.over, Companies):
        raise Unfit("a lead is told of companies")
    first = of_choice(choice, choice.by, "company")
    second = of_choice(replace(choice, rank=choice.rank + 1), choice.by, "company")
    return Arithmetic("-", *((first, second) if frame.high else (second, first)))


def _rank(frame: QuestionFrame, given: Arguments, over: str) -> tuple[Output, ...]:
    spare_terms(frame, given)
    choice = _choice_of(frame, given, over)
    return (replace(choice, rank=1, top=frame.top if frame.top != 1 else 0),)


def _condition(
    frame: QuestionFrame, given: Arguments, company: Any, period: Any
) -> Compare | Logic:
    value = measured(frame, given, company, period)
    if frame.against == "metric":
        spare = spare_terms(frame, given, 1)
        return Compare(value, frame.sign, replace(spare[0], company=company, period=period))
    spare_terms(frame, given)
    if frame.against == "prior":
        before = previous_period(period, given.prior)
        return Compare(value, frame.sign, term_of(frame, given, company, before))
    limits = given.limits or (0.0,)
    if len(limits) > 1:
        low, high = sorted(limits[:2])
        inside = (Compare(value, ">=", Number(low)), Compare(value, "<=", Number(high)))
        return Logic("and", inside)
    return Compare(value, frame.sign, Number(limits[0]))


def _passing(frame: QuestionFrame, given: Arguments, over: str) -> tuple[Output, ...]:
    if frame.by != "level" and frame.against != "limit":
        raise Unfit("growth is held against a limit only")
    through, company, period = iteration_of(given, over)
    if period is None:
        period = given.periods[-1] if given.periods else single_period(given)
    where = _condition(frame, given, company, period)
    if frame.kind.startswith("filter"):
        return (Filter(through, where),)
    if frame.kind.startswith("count"):
        return (Count(through, where),)
    return (Holds(frame.quantifier, through, where),)  # type: ignore[arg-type]


def _yes(frame: QuestionFrame, given: Arguments, against: str) -> tuple[Output, ...]:
    if against == "company":
        spare_terms(frame, given)
        left, right = two_companies(frame, given)
        if frame.by != "level" and (given.years or len(given.periods) > 1):
            base, end = ends_of(given)
            sides = [
                changed(frame, *(term_of(frame, given, one, period) for period in (end, base)))
                for one in (left, right)
            ]
            return (Compare(sides[0], frame.sign, sides[1]),)
        period = single_period(given)
        return (
            Compare(
                measured(frame, given, left, period),
                frame.sign,
                measured(frame, given, right, period),
            ),
        )
    if against == "time":
        spare_terms(frame, given)
        base, end = ends_of(given)
        company = only_company(given)
        of, before = (term_of(frame, given, company, one) for one in (end, base))
        return (Compare(of, frame.sign, before),)
    company = only_company(given)
    if frame.by != "level":
        base, end = ends_of(given)
        of, before = (term_of(frame, given, company, one) for one in (end, base))
        other = spare_terms(frame, given, int(against == "metric"))
        limit: Value = Number((given.limits or (0.0,))[0])
        if other:
            last, first = (replace(other[0], company=company, period=one) for one in (end, base))
            limit = changed(frame, last, first)
        return (Compare(changed(frame, of, before), frame.sign, limit),)
    frame = replace(frame, against="metric" if against == "metric" else "limit")
    return (_condition(frame, given, company, single_period(given)),)
