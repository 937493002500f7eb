"""Random grounded queries of every kind of node, over a small made-up collection."""

from dataclasses import fields, is_dataclass, replace
from datetime import date
from typing import Any

from hypothesis import strategies as st

from secqa.filings.document import Metadata
from secqa.parsing.entities.company_index import companies_of
from secqa.query.leaves import AnswerForm, Companies, Parts, Scope, Years
from secqa.query.period import EACH, Period
from secqa.query.query import (
    Absolute,
    Aggregate,
    Arithmetic,
    Cagr,
    Choose,
    Compare,
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
)

NAMES = {"Alpha Works, Inc.": "AW", "BETA FOODS COMPANY": "BFC", "Gamma's Corp": "GAM"}
PARTS = ("Greater China", 'The "Home" Line')
FLOWS = ("revenue", "net_income", "dividends_paid", "free_cash_flow", "gross_profit")
BALANCES = ("total_assets", "long_term_debt", "working_capital", "total_debt")
OTHERS = ("eps_diluted", "employees", "gross_margin", "return_on_assets", "revenue_growth")
YEARS = (2021, 2022, 2023, 2024)


def reports() -> list[Metadata]:
    """Annual reports of every company and year, and all quarterly reports."""
    terms = [(year, "FY") for year in YEARS]
    terms += [(year, f"Q{n}") for year in (YEARS[0] - 1, *YEARS) for n in (1, 2, 3)]
    return [
        Metadata(
            document_id=f"{symbol}-{year}-{period}",
            company=company,
            ticker=symbol,
            cik=f"{place:010d}",
            form="10-K" if period == "FY" else "10-Q",
            fiscal_year=year,
            fiscal_period=period,
            period_end=date(year, 12, 31) if period == "FY" else None,
        )
        for place, (company, symbol) in enumerate(NAMES.items(), 1)
        for year, period in terms
    ]


KNOWN = companies_of(reports())
SHOWN = tuple(KNOWN.display_name(company) for company in KNOWN)

_years = st.sampled_from(YEARS)
_annual = st.builds(Period, _years)
_quarters = st.builds(Period, _years, st.just("quarter"), st.integers(1, 4))
_parts_of_years = st.one_of(
    _quarters,
    st.builds(Period, _years, st.just("to_date"), st.integers(1, 3)),
    st.builds(Period, _years, st.just("trailing"), st.integers(1, 3)),
    st.builds(Period, _years, st.just("half")),
)
_signs = st.sampled_from(["+", "-", "*", "/"])
_comparisons = st.sampled_from([">", ">=", "<", "<=", "="])
_companies = st.one_of(
    st.builds(Companies, st.permutations(SHOWN).map(lambda names: tuple(names[:2]))),
    st.just(Companies(SHOWN, every=True)),
)
_numbers = st.builds(Number, st.integers(-1000, 1000).map(float) | st.just(2.5))


def _several(periods: st.SearchStrategy[Period]) -> st.SearchStrategy[Years]:
    return st.builds(Years, st.lists(periods, min_size=2, max_size=3, unique=True).map(tuple))


@st.composite
def overs(draw: Any) -> Any:
    """What is gone through, but for options."""
    return draw(
        st.one_of(_companies, _several(_annual), _several(_quarters), st.just(Parts(PARTS)))
    )


def _bound(over: object, outer: frozenset[str]) -> frozenset[str]:
    """What `each` stands for below an `over`."""
    if isinstance(over, Years):
        own = "year" if over.periods[0].span == "year" else "quarter"
        return (outer - {"year", "quarter"}) | {own}
    return outer | {"company" if isinstance(over, Companies) else "part"}


@st.composite
def lookups(draw: Any, each: frozenset[str] = frozenset(), depth: int = 0) -> Lookup:
    """A look-up below something that is gone through, which it may or may not depend on."""
    period: Any
    if "year" in each or "quarter" in each:
        period = Period(each=True, back=draw(st.integers(0, 1)))
    elif depth and draw(st.integers(0, 5)) == 0:
        period = draw(choices(_several(_annual | _quarters), each, depth - 1))
    else:
        period = draw(_annual | _parts_of_years)
    whole = isinstance(period, Period) and period.span == "year" and "quarter" not in each
    metric = draw(st.sampled_from([*FLOWS, *BALANCES, *(OTHERS if whole else ())]))
    company: Any = EACH if "company" in each else draw(st.sampled_from(SHOWN))
    if depth and draw(st.integers(0, 4)) == 0:
        company = draw(choices(_companies, each, depth - 1))
    part: Any = ""
    if "part" in each:
        metric, part = "revenue", EACH
    elif draw(st.integers(0, 9)) == 0:
        metric, part = "net_income", draw(st.sampled_from(PARTS))
        if depth and draw(st.booleans()):
            part = draw(choices(st.just(Parts(PARTS)), each, depth - 1))
    if not part and whole and draw(st.integers(0, 9)) == 0:
        return Lookup("", company, period, line="Net sales, other")
    return Lookup(metric, company, period, part=part)


@st.composite
def choices(draw: Any, over: Any, each: frozenset[str], depth: int) -> Choose:
    """The one that has the highest or lowest of something."""
    through = draw(over)
    by = draw(values(_bound(through, each), depth))
    return Choose(through, by, draw(st.booleans()), draw(st.integers(1, 2)))


@st.composite
def _options(draw: Any, each: frozenset[str], depth: int) -> Options:
    found = draw(st.lists(values(each, depth), min_size=2, max_size=3, unique_by=str))
    return Options(tuple(found))


@st.composite
def _cagrs(draw: Any, each: frozenset[str]) -> Cagr:
    first, final = sorted(draw(st.lists(_years, min_size=2, max_size=2, unique=True)))
    of = draw(lookups(each - {"year", "quarter"}))
    of = replace(of, metric="" if of.line else "revenue", period=Period(final))
    return Cagr(of, replace(of, period=Period(first)))


@st.composite
def values(draw: Any, each: frozenset[str] = frozenset(), depth: int = 2) -> Any:
    """Anything that has a figure."""
    if depth <= 0:
        return draw(lookups(each))
    below = values(each, depth - 1)
    kind = draw(st.integers(0, 9))
    if kind <= 2:
        return draw(lookups(each, depth))
    if kind == 3:
        return draw(st.builds(Arithmetic, _signs, below, below | _numbers))
    if kind == 4:
        return draw(st.builds(Growth, below, below))
    if kind == 5:
        return draw(_cagrs(each))
    if kind == 6:
        return draw(st.builds(Absolute, below) | st.builds(Defined, st.just("cover"), below))
    if kind == 7:
        options = draw(_options(each, depth - 1))
        how = draw(st.sampled_from(["sum", "average", "minimum", "maximum"]))
        return Aggregate(how, options.values[0], options)
    over = draw(overs())
    if kind == 8:
        return Count(over, draw(conditions(_bound(over, each), depth - 1)))
    how = draw(st.sampled_from(["sum", "average", "median", "minimum", "maximum"]))
    return Aggregate(how, draw(values(_bound(over, each), depth - 1)), over)


@st.composite
def conditions(draw: Any, each: frozenset[str] = frozenset(), depth: int = 1) -> Any:
    """Anything that holds or not."""
    kind = draw(st.integers(0, 4)) if depth > 0 else 0
    if kind <= 2:
        below = values(each, depth)
        return draw(st.builds(Compare, below, _comparisons, below | _numbers))
    if kind == 3:
        below = conditions(each, depth - 1)
        how = draw(st.sampled_from(["and", "or", "not"]))
        return Logic(how, tuple(draw(st.lists(below, min_size=2, max_size=2))))
    over = draw(overs())
    how = draw(st.sampled_from(["all", "any", "none"]))
    return Holds(how, over, draw(conditions(_bound(over, each), depth - 1)))


@st.composite
def outputs(draw: Any) -> Any:
    """Anything that can be asked for."""
    kind = draw(st.integers(0, 6))
    if kind <= 2:
        return draw(values())
    if kind == 3:
        return draw(conditions())
    if kind == 4:
        choice = Choose(draw(_options(frozenset(), 1)), None, draw(st.booleans()))
    else:
        over = draw(overs())
        each = _bound(over, frozenset())
        if kind == 5:
            return Filter(over, draw(conditions(each)))
        choice = Choose(over, draw(values(each)), draw(st.booleans()))
    return replace(choice, rank=draw(st.integers(1, 2)), top=draw(st.sampled_from([0, 1, 2])))


forms = st.builds(
    AnswerForm,
    st.sampled_from(["", "dollars", "percent", "points", "fraction", "times", "days"]),
    st.sampled_from(["", "thousands", "millions", "billions"]),
    st.none() | st.integers(0, 3),
)


def queries() -> st.SearchStrategy[Query]:
    """One or two outputs, and how the answer is wanted."""
    return st.builds(Query, st.lists(outputs(), min_size=1, max_size=2).map(tuple), forms)


_asked_periods = st.one_of(
    _annual,
    st.builds(Period, back=st.integers(0, 3)),
    st.builds(Period, span=st.just("quarter"), back=st.integers(0, 2)),
    st.builds(Period, _years | st.none(), st.sampled_from(["to_date", "trailing"])),
    st.builds(Period, _years, st.sampled_from(["quarter", "to_date"]), st.integers(0, 4)),
    st.builds(
        Period,
        span=st.sampled_from(["year", "quarter", "to_date"]),
        end=st.dates(date(2021, 1, 1), date(2024, 12, 31)),
    ),
)
_asked_years = st.one_of(
    st.builds(Years, last=st.integers(2, 5), final=st.none() | _annual | _quarters),
    st.builds(Years, first=st.none() | _annual, final=st.none() | _annual),
)
_places = st.builds(
    Scope,
    st.sampled_from(["", "cash_flow"]),
    st.sampled_from(["", "leases"]),
    st.sampled_from(["", "II/7"]),
    st.sampled_from(["", "10-K"]),
)


@st.composite
def asked(draw: Any) -> Query:
    """A query as people ask: of the latest year, all companies, the last years, in a note."""
    query: Query = _asked(draw(queries()), draw)
    return query


def _asked(tree: Any, draw: Any) -> Any:
    """The tree with some concrete things said in another way."""
    if isinstance(tree, tuple):
        return tuple(_asked(one, draw) for one in tree)
    if not is_dataclass(tree) or isinstance(tree, type | Cagr):
        return tree
    if isinstance(tree, Period):
        return tree if tree.each or draw(st.booleans()) else draw(_asked_periods)
    if isinstance(tree, Scope):
        return draw(_places) if draw(st.integers(0, 5)) == 0 else tree
    if draw(st.integers(0, 3)) == 0:
        if isinstance(tree, Companies):
            return Companies()
        if isinstance(tree, Parts):
            return Parts(kind=draw(st.sampled_from(["segment", "region", "product"])))
        if isinstance(tree, Years):
            return draw(_asked_years)
    changed = {f.name: _asked(getattr(tree, f.name), draw) for f in fields(tree)}
    if isinstance(tree, Aggregate) and isinstance(tree.over, Options):
        changed["of"] = changed["over"].values[0]
    return replace(tree, **changed)
