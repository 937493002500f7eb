"""Frames: the kinds of questions there are, and how each makes a `Query` of what is mentioned.

A frame says what is done (`kind`), how the metrics make one term (`shape`), and the choices that
words make within the kind: which way, which place, what is told. `compose` builds the `Query`
bottom up over typed mentions, or says why they do not fit; `decompose` is its inverse, by which
sentences with known queries teach the parser.
"""

from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from secqa.language.query import (
    EACH,
    LATEST,
    Absolute,
    Arithmetic,
    Cagr,
    Choice,
    Companies,
    Compare,
    Comparison,
    Count,
    Defined,
    Filter,
    Fold,
    Growth,
    Holds,
    Logic,
    Lookup,
    Number,
    Options,
    Output,
    Period,
    Query,
    Value,
    Years,
    lookups,
    nodes,
)

SHAPES = {
    "a": 1, "a+b": 2, "a-b": 2, "a/b": 2, "(a-b)/c": 3, "a/(b+c)": 3, "a+b-c": 3, "a+b+c": 3,
    "365*a/b": 2, "part/a": 1,
}  # fmt: skip
"""How metrics make one term, and of how many."""
OVERS = ("company", "year", "option")


@dataclass(frozen=True, slots=True)
class Frame:
    """What a question does with what it mentions."""

    kind: str
    """`value`, `change`, `growth`, `cagr`, `multiple`, `between.HOW`, `fold.OVER.HOW`,
    `choice.OVER`, `rank.OVER`, `filter.OVER`, `count.OVER`, `yes.AGAINST`, `holds.OVER`."""
    shape: str = "a"
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
    prior: bool = False
    limits: tuple[float, ...] = ()
    everyone: bool = False
    """All companies of the collection are meant where none is named."""


def compose(frame: Frame, given: Arguments) -> tuple[Output, ...]:
    """What the frame asks for; Unfit where the mentions do not suit it."""
    kind, _, rest = frame.kind.partition(".")
    makers = {
        "value": _values, "change": _over_time, "growth": _over_time, "cagr": _over_time,
        "multiple": _over_time, "between": _between, "fold": _fold, "choice": _choice,
        "rank": _rank, "filter": _passing, "count": _passing, "yes": _yes, "holds": _passing,
    }  # fmt: skip
    return makers[kind](frame, given, rest)


def _term(frame: Frame, given: Arguments, company: Any, period: Any) -> Value:
    """The shape's term for a company and period."""
    size = SHAPES[frame.shape]
    if len(given.terms) < size:
        raise Unfit("too few metrics")
    a, *more = (replace(one, company=company, period=period) for one in given.terms[:size])
    match frame.shape:
        case "a":
            return a
        case "part/a":
            if not a.part:
                raise Unfit("no part of the company is named")
            return Arithmetic("/", a, replace(a, part=""))
        case "a+b" | "a-b" | "a/b":
            return Arithmetic(frame.shape[1], a, more[0])  # type: ignore[arg-type]
        case "(a-b)/c":
            return Arithmetic("/", Arithmetic("-", a, more[0]), more[1])
        case "a/(b+c)":
            return Arithmetic("/", a, Arithmetic("+", more[0], more[1]))
        case "a+b-c":
            return Arithmetic("-", Arithmetic("+", a, more[0]), more[1])
        case "a+b+c":
            return Arithmetic("+", Arithmetic("+", a, more[0]), more[1])
    return Arithmetic("/", Arithmetic("*", Number(365.0), a), more[0])


def _only(given: Arguments) -> str:
    if len(given.companies) != 1:
        raise Unfit("one company is needed")
    return given.companies[0]


def _one_period(given: Arguments) -> Period:
    if given.years is not None:
        raise Unfit("one period is needed")
    return given.periods[-1] if given.periods else LATEST


def _each_period(given: Arguments) -> tuple[Period, ...]:
    if given.years is None:
        return given.periods or (LATEST,)
    if given.years.first is not None and given.years.final is not None:
        first, final = given.years.first, given.years.final
        return tuple(replace(final, year=y) for y in range(first.year or 0, (final.year or 0) + 1))
    if given.years.last:
        return tuple(Period(back=back) for back in range(given.years.last - 1, -1, -1))
    raise Unfit("the years have to be named")


def _spare(frame: Frame, given: Arguments, needed: int = 0) -> tuple[Lookup, ...]:
    """Terms beyond those of the shape: exactly as many as are needed."""
    spare = given.terms[SHAPES[frame.shape] :]
    if len(spare) != needed:
        raise Unfit("other metrics are mentioned")
    return spare


def _values(frame: Frame, given: Arguments, _: str) -> tuple[Output, ...]:
    if not given.companies:
        raise Unfit("no company is named")
    periods = _each_period(given)
    if given.prior:
        periods = (*periods, *(_before(one) for one in periods))
    if frame.shape != "a":
        _spare(frame, given)
        return tuple(
            _term(frame, given, company, period)
            for company, period in product(given.companies, periods)
        )
    if not given.terms:
        raise Unfit("no metric is named")
    return tuple(
        replace(term, company=company, period=period)
        for company, term, period in product(given.companies, given.terms, periods)
    )


def _before(period: Period, years: int = 1) -> Period:
    if period.year is None or period.each or period.end:
        return replace(period, back=period.back + years)
    return replace(period, year=period.year - years)


def _ends(given: Arguments) -> tuple[Period, Period]:
    """The base and the end of a change."""
    if given.years is not None:
        if given.years.last:
            final = given.years.final or LATEST
            return _before(final, given.years.last), final
        return given.years.first or LATEST, given.years.final or LATEST
    periods = given.periods
    if len(periods) == 2:
        first, second = periods
        if _order(second) < _order(first):
            first, second = second, first
        return first, second
    if len(periods) < 2:
        end = periods[0] if periods else LATEST
        if end.back and not given.prior:
            # "From two years ago to now".
            return end, LATEST
        return _before(end), end
    raise Unfit("two periods are needed")


def _order(period: Period) -> tuple[int, int, str]:
    year = period.year if period.year is not None else 9999
    if period.end is not None:
        return (period.end.year, period.end.month, str(period.end))
    return (year - period.back, period.quarter, "")


def _over_time(frame: Frame, given: Arguments, _: str) -> tuple[Output, ...]:
    _spare(frame, given)
    base_period, end = _ends(given)
    if not given.companies:
        raise Unfit("no company is named")
    found: list[Output] = []
    for company in given.companies:
        of = _term(frame, given, company, end)
        base = _term(frame, given, company, base_period)
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


def _two(frame: Frame, given: Arguments) -> tuple[str, str]:
    if len(given.companies) != 2:
        raise Unfit("two companies are needed")
    first, second = given.companies
    return (second, first) if frame.swapped else (first, second)


def _between(frame: Frame, given: Arguments, how: str) -> tuple[Output, ...]:
    _spare(frame, given)
    period = _one_period(given) if len(given.periods) < 2 else None
    if period is None:
        raise Unfit("one period is needed")
    left, right = (_term(frame, given, company, period) for company in _two(frame, given))
    if how == "growth":
        return (Growth(left, right),)
    value: Value = Arithmetic("-" if how == "difference" else "/", left, right)
    return (Absolute(value) if frame.absolute else value,)


def _through(given: Arguments, over: str) -> tuple[Companies | Years, Any, Any]:
    """What is gone through, with the company and period of a term below it."""
    if over == "company":
        if len(given.companies) == 1 or not (given.companies or given.everyone):
            raise Unfit("several companies are needed")
        return Companies(given.companies), EACH, None
    if given.years is not None:
        return given.years, _only(given), Period(each=True)
    if len(given.periods) < 2:
        raise Unfit("several years are needed")
    return Years(tuple(sorted(given.periods, key=_order))), _only(given), Period(each=True)


def _fold(frame: Frame, given: Arguments, rest: str) -> tuple[Output, ...]:
    over, how = rest.split(".")
    if SHAPES[frame.shape] == 1 and len(given.terms) > 1:
        # The same for each of several metrics.
        each = (replace(given, terms=(term,)) for term in given.terms)
        return tuple(output for one in each for output in _fold(frame, one, rest))
    _spare(frame, given)
    through, company, period = _through(given, over)
    period = period or _one_period(given)
    return (Fold(how, _term(frame, given, company, period), through),)  # type: ignore[arg-type]


def _measured(frame: Frame, given: Arguments, company: Any, period: Any) -> Value:
    """What is compared: the term, or how it changed from the year before."""
    of = _term(frame, given, company, period)
    if frame.by == "level":
        return of
    return _changed(frame, of, _term(frame, given, company, _before(period)))


def _changed(frame: Frame, of: Value, base: Value) -> Value:
    return Growth(of, base) if frame.by == "growth" else Arithmetic("-", of, base)


def _choice_of(frame: Frame, given: Arguments, over: str) -> Choice:
    if over == "option":
        company, period = _only(given), _one_period(given)
        options = tuple(replace(t, company=company, period=period) for t in given.terms)
        if len(options) < 2:
            raise Unfit("two metrics are needed")
        return Choice(Options(options), None, frame.high, frame.rank)
    through, company, period = _through(given, over)
    if over == "company" and frame.by != "level" and (given.years or len(given.periods) > 1):
        base, end = _ends(given)
        of, base_value = (_term(frame, given, company, one) for one in (end, base))
        by = _changed(frame, of, base_value)
    else:
        period = period or (given.periods[0] if given.periods else _one_period(given))
        by = _measured(frame, given, company, period)
    return Choice(through, by, frame.high, frame.rank)


def _choice(frame: Frame, given: Arguments, over: str) -> tuple[Output, ...]:
    choice = _choice_of(frame, given, over)
    told: list[Output] = []
    wanted = frame.output.split(",")
    other = "other" in wanted or "growth" in wanted
    if over == "option" and other:
        raise Unfit("nothing else is told of one of several metrics")
    spare = () if over == "option" else _spare(frame, given, int(other))
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
                told.append(Fold("maximum" if frame.high else "minimum", first, choice.over))
            case "value":
                told.append(_of_chosen(choice, choice.by, over))
            case "other":
                told.append(_of_chosen(choice, _open(spare[0], choice, given, over), over))
            case "growth":
                base, end = _ends(replace(given, periods=given.periods[-2:]))
                term = replace(spare[0], company=choice)
                told.append(Growth(replace(term, period=end), replace(term, period=base)))
    return tuple(told)


def _open(term: Lookup, choice: Choice, given: Arguments, over: str) -> Lookup:
    if over == "year":
        return replace(term, company=_only(given), period=Period(each=True))
    first = next(iter(lookups(choice.by)))
    return replace(term, company=EACH, period=first.period)


def _of_chosen(choice: Choice, value: Any, over: str) -> Any:
    """A value below the choice, of the one that was chosen."""
    if isinstance(value, Lookup):
        if over == "year":
            return replace(value, period=choice)
        return replace(value, company=choice)
    if isinstance(value, Arithmetic):
        left, right = (_of_chosen(choice, one, over) for one in (value.left, value.right))
        return replace(value, left=left, right=right)
    if isinstance(value, Growth):
        if over == "year":
            raise Unfit("a change cannot be told of a year that is chosen")
        of, base = (_of_chosen(choice, one, over) for one in (value.of, value.base))
        return replace(value, of=of, base=base)
    return value


def _lead(choice: Choice, frame: Frame) -> Value:
    """How far the first is ahead of the second."""
    if not isinstance(choice.over, Companies):
        raise Unfit("a lead is told of companies")
    first = _of_chosen(choice, choice.by, "company")
    second = _of_chosen(replace(choice, rank=choice.rank + 1), choice.by, "company")
    return Arithmetic("-", *((first, second) if frame.high else (second, first)))


def _rank(frame: Frame, given: Arguments, over: str) -> tuple[Output, ...]:
    _spare(frame, given)
    choice = _choice_of(frame, given, over)
    return (replace(choice, rank=1, top=frame.top if frame.top != 1 else 0),)


def _condition(frame: Frame, given: Arguments, company: Any, period: Any) -> Compare | Logic:
    value = _measured(frame, given, company, period)
    if frame.against == "metric":
        spare = _spare(frame, given, 1)
        return Compare(value, frame.sign, replace(spare[0], company=company, period=period))
    _spare(frame, given)
    if frame.against == "prior":
        return Compare(value, frame.sign, _term(frame, given, company, _before(period)))
    limits = given.limits or (0.0,)
    if len(limits) > 1:
        low, high = sorted(limits[:2])
        inside = (Compare(value, ">=", Number(low)), Compare(value, "<=", Number(high)))
        return Logic("and", inside)
    return Compare(value, frame.sign, Number(limits[0]))


def _passing(frame: Frame, given: Arguments, over: str) -> tuple[Output, ...]:
    through, company, period = _through(given, over)
    if period is None:
        period = given.periods[-1] if given.periods else _one_period(given)
    where = _condition(frame, given, company, period)
    if frame.kind.startswith("filter"):
        return (Filter(through, where),)
    if frame.kind.startswith("count"):
        return (Count(through, where),)
    return (Holds(frame.quantifier, through, where),)  # type: ignore[arg-type]


def _yes(frame: Frame, given: Arguments, against: str) -> tuple[Output, ...]:
    if against == "company":
        _spare(frame, given)
        left, right = _two(frame, given)
        if frame.by != "level" and (given.years or len(given.periods) > 1):
            base, end = _ends(given)
            sides = [
                _changed(frame, *(_term(frame, given, one, period) for period in (end, base)))
                for one in (left, right)
            ]
            return (Compare(sides[0], frame.sign, sides[1]),)
        period = _one_period(given)
        return (
            Compare(
                _measured(frame, given, left, period),
                frame.sign,
                _measured(frame, given, right, period),
            ),
        )
    if against == "time":
        _spare(frame, given)
        base, end = _ends(given)
        company = _only(given)
        of, before = (_term(frame, given, company, one) for one in (end, base))
        return (Compare(of, frame.sign, before),)
    company = _only(given)
    if frame.by != "level":
        base, end = _ends(given)
        of, before = (_term(frame, given, company, one) for one in (end, base))
        other = _spare(frame, given, int(against == "metric"))
        limit: Value = Number((given.limits or (0.0,))[0])
        if other:
            last, first = (replace(other[0], company=company, period=one) for one in (end, base))
            limit = _changed(frame, last, first)
        return (Compare(_changed(frame, of, before), frame.sign, limit),)
    frame = replace(frame, against="metric" if against == "metric" else "limit")
    return (_condition(frame, given, company, _one_period(given)),)


def decompose(query: Query) -> tuple[Frame, tuple[str, ...]]:
    """The frame of a query, and its metrics (or lines) in the order of their parts.

    Raises Unfit for queries that no frame makes.
    """
    first = query.outputs[0]
    if isinstance(first, Absolute):
        frame, terms = decompose(Query((first.of,)))
        return replace(frame, absolute=True), terms
    if isinstance(first, Defined):
        return decompose(Query((first.of,)))
    choices = [
        slot
        for lookup in lookups(query.outputs)
        for slot in (lookup.company, lookup.period)
        if isinstance(slot, Choice)
    ]
    if isinstance(first, Choice) and first.top != 1:
        frame, terms = _choice_frame(first, f"rank.{_over_name(first)}")
        return replace(frame, top=first.top, output="item"), terms
    if isinstance(first, Choice) or choices:
        chosen = first if isinstance(first, Choice) else min(choices, key=lambda one: one.rank)
        return _decomposed_choice(query, chosen)
    match first:
        case Fold() if isinstance(first.over, Options):
            names = tuple(map(_name, lookups(first.over)))
            return Frame("choice.option", output="value", high=first.how == "maximum"), names
        case Fold():
            over = "company" if isinstance(first.over, Companies) else "year"
            shape, terms = _shape(first.of)
            if shape == "a":
                terms = tuple(dict.fromkeys(map(_name, lookups(query.outputs))))
            return Frame(f"fold.{over}.{first.how}", shape), terms
        case Filter() | Count() | Holds():
            kind = type(first).__name__.lower()
            over = "company" if isinstance(first.over, Companies) else "year"
            frame, terms = _decomposed_condition(first.where)
            how = first.how if isinstance(first, Holds) else "all"
            return replace(frame, kind=f"{kind}.{over}", quantifier=how), terms
        case Compare() | Logic():
            return _decomposed_yes(first)
    return _decomposed_value(query)


def _shape(value: object) -> tuple[str, tuple[str, ...]]:
    match value:
        case Lookup():
            return "a", (_name(value),)
        case Arithmetic("/", Arithmetic("*", Number(365), Lookup() as a), Lookup() as b):
            return "365*a/b", (_name(a), _name(b))
        case Arithmetic("/", Arithmetic("-", Lookup() as a, Lookup() as b), Lookup() as c):
            return "(a-b)/c", (_name(a), _name(b), _name(c))
        case Arithmetic("/", Lookup() as a, Arithmetic("+", Lookup() as b, Lookup() as c)):
            return "a/(b+c)", (_name(a), _name(b), _name(c))
        case Arithmetic("-", Arithmetic("+", Lookup() as a, Lookup() as b), Lookup() as c):
            return "a+b-c", (_name(a), _name(b), _name(c))
        case Arithmetic("+", Arithmetic("+", Lookup() as a, Lookup() as b), Lookup() as c):
            return "a+b+c", (_name(a), _name(b), _name(c))
        case Arithmetic("/", Lookup() as a, Lookup() as b) if a.part and replace(a, part="") == b:
            return "part/a", (_name(a),)
        case Arithmetic(sign, Lookup() as a, Lookup() as b) if sign != "*":
            return f"a{sign}b", (_name(a), _name(b))
        case Defined(_, of):
            return _shape(of)
    raise Unfit(f"{value} has no shape")


def _name(lookup: Lookup) -> str:
    return (
        f"{lookup.metric or lookup.line}|{lookup.part}"
        if lookup.part
        else (lookup.metric or lookup.line)
    )


def _same_but(one: object, other: object, slot: str) -> bool:
    """Whether two values differ only in the companies or periods of their look-ups."""
    try:
        shapes = _shape(one), _shape(other)
    except Unfit:
        return False
    if shapes[0] != shapes[1]:
        return False
    kept = "company" if slot == "period" else "period"
    return [getattr(x, kept) for x in lookups(one)] == [getattr(x, kept) for x in lookups(other)]


def _decomposed_value(query: Query) -> tuple[Frame, tuple[str, ...]]:
    first = query.outputs[0]
    match first:
        case Growth(of, base) if _same_but(of, base, "period"):
            shape, terms = _shape(of)
            return Frame("growth", shape), terms
        case Growth(of, base) if _same_but(of, base, "company"):
            shape, terms = _shape(of)
            return Frame("between.growth", shape), terms
        case Cagr(of, base) if _same_but(of, base, "period"):
            shape, terms = _shape(of)
            return Frame("cagr", shape), terms
        case Arithmetic("-" | "/" as sign, left, right) if _same_but(left, right, "period"):
            shape, terms = _shape(left)
            return Frame("change" if sign == "-" else "multiple", shape), terms
        case Arithmetic("-" | "/" as sign, left, right) if _same_but(left, right, "company"):
            shape, terms = _shape(left)
            return Frame(f"between.{'difference' if sign == '-' else 'ratio'}", shape), terms
    if all(isinstance(one, Lookup) for one in query.outputs):
        names = dict.fromkeys(_name(one) for one in lookups(query.outputs))
        return Frame("value"), tuple(names)
    shape, terms = _shape(first)
    return Frame("value", shape), terms


def _over_name(choice: Choice) -> str:
    return {Companies: "company", Years: "year", Options: "option"}[type(choice.over)]


def _choice_frame(choice: Choice, kind: str) -> tuple[Frame, tuple[str, ...]]:
    if isinstance(choice.over, Options):
        names = tuple(_name(one) for one in lookups(choice.over))
        return Frame(kind, high=choice.highest, rank=choice.rank), names
    by, shape, terms = _measure(choice.by)
    return Frame(kind, shape, by, high=choice.highest, rank=choice.rank), terms


def _measure(value: object) -> tuple[str, str, tuple[str, ...]]:
    """What is compared: how it is measured, and the shape and metrics of its term."""
    match value:
        case Growth(of, base) if _same_but(of, base, "period"):
            return "growth", *_shape(of)
        case Arithmetic("-", of, base) if _same_but(of, base, "period"):
            return "difference", *_shape(of)
    return "level", *_shape(value)


def _decomposed_choice(query: Query, choice: Choice) -> tuple[Frame, tuple[str, ...]]:
    frame, terms = _choice_frame(choice, f"choice.{_over_name(choice)}")
    told, others = [], []
    for output in query.outputs:
        if isinstance(output, Choice):
            told.append("item")
        elif len({one.rank for one in nodes(output) if isinstance(one, Choice)}) > 1:
            told.append("lead")
        elif _is_told(output, terms):
            told.append("value")
        elif isinstance(output, Growth | Lookup):
            told.append("growth" if isinstance(output, Growth) else "other")
            others.append(_name(lookups(output)[0]))
        else:
            raise Unfit(f"{output} is told of no choice")
    return replace(frame, output=",".join(told)), (*terms, *others)


def _is_told(output: object, terms: tuple[str, ...]) -> bool:
    """Whether it is what the choice is made by, of the one chosen."""
    try:
        return _measure(output)[2] == terms
    except Unfit:
        return isinstance(output, Fold)


def _decomposed_condition(where: object) -> tuple[Frame, tuple[str, ...]]:
    if not isinstance(where, Compare):
        raise Unfit("a condition of several")
    by, shape, terms = _measure(where.left)
    frame = Frame("", shape, by, sign=where.sign)
    if isinstance(where.right, Number):
        return replace(frame, against="limit"), terms
    if _same_but(where.left, where.right, "period"):
        return replace(frame, against="prior"), terms
    if isinstance(where.right, Lookup):
        return replace(frame, against="metric"), (*terms, _name(where.right))
    raise Unfit("a condition between terms")


def _decomposed_yes(where: Compare | Logic) -> tuple[Frame, tuple[str, ...]]:
    if not isinstance(where, Compare):
        raise Unfit("a condition of several")
    left, right = where.left, where.right
    if _same_but(left, right, "period"):
        shape, terms = _shape(left)
        return Frame("yes.time", shape, sign=where.sign), terms
    by, shape, terms = _measure(left)
    frame = Frame("yes.limit", shape, by, sign=where.sign)
    if isinstance(right, Number):
        return frame, terms
    if _of_others(left, right):
        return replace(frame, kind="yes.company"), terms
    other = _measure(right)
    if (other[0], other[1]) != (by, "a"):
        raise Unfit("a comparison of terms")
    return replace(frame, kind="yes.metric", against="metric"), (*terms, *other[2])


def _of_others(one: object, other: object) -> bool:
    """Whether two values differ in nothing but the company."""
    mine, others = lookups(one), lookups(other)
    companies = {o.company for o in others}
    return (
        len(companies) == 1
        and len(mine) == len(others)
        and all(replace(m, company=o.company) == o for m, o in zip(mine, others, strict=True))
    )
