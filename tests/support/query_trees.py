"""Hypothesis strategies for `Query` trees: all nodes, well scoped, a few levels deep."""

from datetime import date
from typing import Any, get_args

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from secqa.filings.document import Statement
from secqa.metrics.catalogue import load_catalogue
from secqa.query.leaves import AnswerForm, Companies, Narrative, Parts, Scope, Years
from secqa.query.period import EACH, Period
from secqa.query.query import (
    Absolute,
    Aggregate,
    Arithmetic,
    Cagr,
    Choose,
    Compare,
    Comparison,
    Count,
    Defined,
    Filter,
    Growth,
    Holds,
    Logic,
    Lookup,
    Number,
    Options,
    Query,
    Sign,
)

_NAMES = st.text(
    st.characters(categories=["L", "N", "P", "Zs"], include_characters=" "), min_size=1, max_size=20
).filter(lambda text: text != EACH and text.isprintable())
_METRICS = st.sampled_from(sorted(load_catalogue().metrics))
_COMPANIES = st.sampled_from(["KO", "Acme Tools", "AT&T", "O'Reilly"])
_PLACES = st.builds(
    Scope, st.sampled_from(["", *Statement]), *(st.just("") | _NAMES for _ in range(3))
)
_NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
_YEARS = st.none() | st.integers(1990, 2100)
_BACK = st.integers(0, 12)
PERIODS: SearchStrategy[Period] = st.one_of(
    st.builds(Period, year=_YEARS, back=_BACK),
    st.builds(Period, _YEARS, st.just("quarter"), st.integers(0, 4), _BACK),
    st.builds(Period, _YEARS, st.sampled_from(["to_date", "trailing"]), st.integers(0, 4), _BACK),
    st.builds(Period, _YEARS, st.just("half"), st.just(0), _BACK),
    st.builds(
        Period,
        span=st.sampled_from(["year", "quarter", "to_date"]),
        end=st.dates(date(1990, 1, 1), date(2100, 1, 1)),
    ),
)  # fmt: skip
FORMS = st.builds(
    AnswerForm,
    st.sampled_from(["", "dollars", "percent", "points"]),
    st.sampled_from(["", "millions"]),
    st.none() | st.integers(0, 6),
)
Each = frozenset[str]
NOTHING: Each = frozenset()


def queries(depth: int = 2) -> SearchStrategy[Query]:
    """Whole queries."""
    output = st.one_of(
        values(NOTHING, depth),
        conditions(NOTHING, depth),
        choices(NOTHING, depth),
        _passing(Filter, NOTHING, depth),
    )
    topics = _NAMES.filter(str.strip)
    asks = st.sampled_from(["what", "why"])
    telling = st.builds(Narrative, topics, st.just("") | _COMPANIES, PERIODS, asks, _PLACES)
    # Words and figures are not asked for at once.
    figures = st.lists(output, min_size=1, max_size=2).map(tuple)
    words = st.lists(telling, min_size=1, max_size=2).map(tuple)
    return st.builds(Query, figures | words, st.just(AnswerForm()) | FORMS)


def lookups(each: Each = NOTHING, depth: int = 0) -> SearchStrategy[Lookup]:
    """Look-ups that may say `each` of what is gone through."""
    companies: SearchStrategy[Any] = _COMPANIES
    periods: SearchStrategy[Any] = PERIODS
    parts: SearchStrategy[Any] = st.just("") | _NAMES
    if "companies" in each:
        companies |= st.just(EACH)
    if "years" in each:
        periods |= st.builds(Period, back=_BACK, each=st.just(True))
    if "parts" in each:
        parts |= st.just(EACH)
    if depth > 0:
        companies |= st.deferred(lambda: _chosen(Companies, each, depth - 1))
        periods |= st.deferred(lambda: _chosen(Years, each, depth - 1))
        parts |= st.deferred(lambda: _chosen(Parts, each, depth - 1))
    more = {"part": parts, "place": _PLACES}
    return st.one_of(
        st.builds(Lookup, _METRICS, companies, periods),
        st.builds(Lookup, _METRICS, companies, periods, **more),
        st.builds(Lookup, st.just(""), companies, periods, _NAMES, **more),
    )


def overs(each: Each) -> SearchStrategy[tuple[Any, Each]]:
    """What is gone through but options, and what `each` stands for then."""
    bound = st.none() | PERIODS
    last = st.builds(Years, last=st.integers(1, 9), final=bound)
    span = st.builds(Years, first=bound, final=bound)
    several = st.lists(PERIODS, min_size=1, max_size=3, unique=True).map(tuple)
    names = st.lists(_NAMES, max_size=3, unique=True).map(tuple)
    kinds = st.sampled_from(["segment", "region", "product"])
    return st.one_of(
        st.tuples(st.builds(Companies, names), st.just(each | {"companies"})),
        st.tuples(last | span | st.builds(Years, several), st.just(each | {"years"})),
        st.tuples(st.builds(Parts, names, kinds), st.just(each | {"parts"})),
    )


def choices(each: Each, depth: int) -> SearchStrategy[Choose]:
    """Choices of companies, years, parts and options."""
    rest = (st.booleans(), st.integers(1, 4), st.integers(0, 3))
    among = overs(each).flatmap(
        lambda o: st.builds(Choose, st.just(o[0]), values(o[1], depth - 1), *rest)
    )
    several = st.lists(values(each, depth - 1), min_size=1, max_size=3, unique=True)
    options = several.map(lambda items: Options(tuple(items)))
    return among | st.builds(Choose, options, st.none(), *rest)


def _chosen(kind: type, each: Each, depth: int) -> SearchStrategy[Choose]:
    """One company, year or part."""
    rest = (st.booleans(), st.integers(1, 3))
    return (
        overs(each)
        .filter(lambda over: isinstance(over[0], kind))
        .flatmap(lambda o: st.builds(Choose, st.just(o[0]), values(o[1], depth), *rest))
    )


def values(each: Each, depth: int) -> SearchStrategy[Any]:
    """Anything that has a figure."""
    numbers = st.builds(Number, _NUMBERS)
    if depth <= 0:
        return lookups(each) | numbers
    inner = st.deferred(lambda: values(each, depth - 1))
    hows = st.sampled_from(["sum", "average", "median", "minimum", "maximum"])
    return st.one_of(
        lookups(each, depth),
        numbers,
        st.builds(Arithmetic, st.sampled_from(get_args(Sign)), inner, inner),
        st.builds(Growth, inner, inner),
        st.builds(Cagr, inner, inner),
        st.builds(Absolute, inner),
        st.builds(Defined, _NAMES, inner),
        overs(each).flatmap(
            lambda o: st.builds(Aggregate, hows, values(o[1], depth - 1), st.just(o[0]))
        ),
        _passing(Count, each, depth),
    )


def conditions(each: Each, depth: int) -> SearchStrategy[Any]:
    """Anything that holds or does not."""
    inner = st.deferred(lambda: values(each, depth - 1))
    compare = st.builds(Compare, inner, st.sampled_from(get_args(Comparison)), inner)
    if depth <= 0:
        return compare
    several = st.lists(conditions(each, depth - 1), min_size=1, max_size=2).map(tuple)
    hows = st.sampled_from(["all", "any", "none"])
    return st.one_of(
        compare,
        st.builds(Logic, st.sampled_from(["and", "or", "not"]), several),
        overs(each).flatmap(
            lambda o: st.builds(Holds, hows, st.just(o[0]), conditions(o[1], depth - 1))
        ),
    )


def _passing(made: Any, each: Each, depth: int) -> SearchStrategy[Any]:
    return overs(each).flatmap(
        lambda o: st.builds(made, st.just(o[0]), conditions(o[1], depth - 1))
    )
