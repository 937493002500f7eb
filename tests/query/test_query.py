"""What is asked: how a query reads, and how periods are written."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secqa.errors import SecqaError
from secqa.query.leaves import Companies, Parts, Scope, Years
from secqa.query.period import EACH, LATEST, Period, parse_period
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
    Node,
    Number,
    Options,
    Query,
    lookups,
)
from secqa.query.tree import map_children, map_nodes, nodes

NOW = Period(2024)
SALES = Lookup("revenue", "KO", NOW)
EARLIER = Lookup("revenue", "KO", Period(2022))
EACH_SALES = Lookup("revenue", EACH, NOW)
BOTH = Companies(("KO", "PG"))
MOST = Choose(BOTH, EACH_SALES)

YEARS = st.none() | st.integers(1990, 2100)
BACK = st.integers(0, 12)
PERIODS = st.one_of(
    st.builds(Period, YEARS, back=BACK),
    st.builds(Period, YEARS, st.just("quarter"), st.integers(0, 4), BACK),
    st.builds(Period, YEARS, st.sampled_from(["to_date", "trailing"]), st.integers(0, 4), BACK),
    st.builds(Period, YEARS, st.just("half"), st.just(0), BACK),
    st.builds(Period, back=BACK, each=st.just(True)),
    st.builds(
        Period,
        span=st.sampled_from(["year", "quarter", "to_date", "trailing", "half"]),
        end=st.dates(date(1990, 1, 1), date(2100, 1, 1)),
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (SALES, "revenue of KO in FY2024"),
        (Lookup("cash", "KO"), "cash of KO in latest"),
        (
            Lookup("", "KO", NOW, line="Other assets, net"),
            '"Other assets, net" of KO in FY2024',
        ),
        (Lookup("revenue", "KO", NOW, part="Asia"), "revenue of Asia of KO in FY2024"),
        (
            Lookup("revenue", "KO", NOW, place=Scope("cash_flow", form="10-K")),
            "revenue of KO in FY2024 according to the cash flow of Form 10-K",
        ),
        (Number(1234.5), "1,234.5"),
        (Arithmetic("/", SALES, Number(2)), "(revenue of KO in FY2024 / 2)"),
        (Growth(SALES, EARLIER), "percent change from FY2022 to FY2024 of revenue of KO"),
        (
            Growth(SALES, Lookup("revenue", "PG", NOW)),
            "percentage by which revenue of KO in FY2024 is above revenue of PG in FY2024",
        ),
        (
            Cagr(SALES, EARLIER),
            "compound annual growth rate from revenue of KO in FY2022 to revenue of KO in FY2024",
        ),
        (Absolute(SALES), "size of revenue of KO in FY2024"),
        (Defined("yield", SALES), "yield defined as revenue of KO in FY2024"),
        (BOTH, "companies KO, PG"),
        (Companies(), "all companies"),
        (Years((Period(2023), NOW)), "years FY2023, FY2024"),
        (Years(last=3), "the last 3 years"),
        (Years(last=3, final=NOW), "the last 3 years up to FY2024"),
        (Years(last=2, final=Period(span="quarter")), "the last 2 quarters up to latest quarter"),
        (Years(first=Period(2021), final=NOW), "every year from FY2021 to FY2024"),
        (Years(first=Period(2021)), "every year from FY2021 to the latest"),
        (Parts(kind="region"), "all regions"),
        (Parts(("Asia", "Europe"), "region"), "regions Asia, Europe"),
        (
            Aggregate("sum", EACH_SALES, BOTH),
            "sum over companies KO, PG of [revenue of each in FY2024]",
        ),
        (MOST, "the one of companies KO, PG with the highest [revenue of each in FY2024]"),
        (
            Choose(BOTH, EACH_SALES, highest=False, rank=2),
            "the one of companies KO, PG with the second lowest [revenue of each in FY2024]",
        ),
        (
            Choose(BOTH, EACH_SALES, top=0),
            "companies KO, PG ranked from highest [revenue of each in FY2024]",
        ),
        (
            Choose(Companies(), EACH_SALES, rank=4, top=2),
            "the 2 of all companies with the 4th highest [revenue of each in FY2024]",
        ),
        (
            Choose(Options((SALES, EARLIER))),
            "the one of options revenue of KO in FY2024, revenue of KO in FY2022 with the highest"
            " value",
        ),
        (Compare(SALES, ">=", Number(5e9)), "revenue of KO in FY2024 >= 5,000,000,000"),
        (
            Logic("and", (Compare(SALES, ">", Number(1)), Compare(SALES, "<", Number(2)))),
            "(revenue of KO in FY2024 > 1) and (revenue of KO in FY2024 < 2)",
        ),
        (Logic("not", (Compare(SALES, ">", Number(1)),)), "not (revenue of KO in FY2024 > 1)"),
        (
            Holds("all", BOTH, Compare(EACH_SALES, ">", Number(1))),
            "for all of companies KO, PG: revenue of each in FY2024 > 1",
        ),
        (
            Filter(BOTH, Compare(EACH_SALES, ">", Number(1))),
            "those of companies KO, PG where revenue of each in FY2024 > 1",
        ),
        (
            Count(BOTH, Compare(EACH_SALES, ">", Number(1))),
            "number of companies KO, PG where revenue of each in FY2024 > 1",
        ),
        # Figure 6 of the paper: the net income of the company with the most debt.
        (
            Lookup("net_income", Choose(BOTH, Lookup("total_debt", EACH, NOW)), NOW),
            "net income of (the one of companies KO, PG with the highest"
            " [total debt of each in FY2024]) in FY2024",
        ),
    ],
)
def test_a_query_reads_as_words(node: Node, text: str) -> None:
    assert str(node) == text


def test_several_outputs_are_listed() -> None:
    assert str(Query((SALES, EARLIER))) == f"{SALES}; {EARLIER}"
    assert str(Query(())) == ""


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("latest", LATEST),
        ("2024", NOW),
        ("FY 2024", NOW),
        ("fy2024q2", Period(2024, "quarter", 2)),
        ("2024Q3 YTD", Period(2024, "to_date", 3)),
        ("2024Q3 ttm", Period(2024, "trailing", 3)),
        ("latest TTM", Period(span="trailing")),
        ("latest quarter-1", Period(span="quarter", back=1)),
        ("latest report", Period(span="report")),
        ("2024H2", Period(2024, "half")),
        ("FY2024-2", Period(2024, back=2)),
        ("each-1", Period(back=1, each=True)),
        ("each+1", Period(back=-1, each=True)),
        (" 2024-09-28 ", Period(end=date(2024, 9, 28))),
        ("2024-06-30YTD", Period(span="to_date", end=date(2024, 6, 30))),
    ],
)
def test_periods_are_read(text: str, period: Period) -> None:
    assert parse_period(text) == period


@given(PERIODS)
def test_periods_are_read_back_as_they_were_written(period: Period) -> None:
    assert parse_period(str(period)) == period


@pytest.mark.parametrize("text", ["", "soon", "FY24", "2024Q5", "2024-02-31", "2024 to 2025", "-1"])
def test_what_is_no_period_is_said_in_one_line(text: str) -> None:
    with pytest.raises(SecqaError) as caught:
        parse_period(text)
    assert repr(text) in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(max_size=20))
def test_any_text_is_a_period_or_none(text: str) -> None:
    try:
        period = parse_period(text)
    except SecqaError:
        return
    assert parse_period(str(period)) == period


def test_a_tree_is_walked_from_its_root() -> None:
    tree = Query((Growth(Lookup("net_income", MOST, NOW), EARLIER),))
    walked = list(nodes(tree))
    assert walked[0] is tree
    assert [one.metric for one in lookups(tree)] == ["net_income", "revenue", "revenue"]
    assert BOTH in walked
    assert lookups(Number(1.0)) == ()


def test_children_are_mapped_one_level_deep() -> None:
    growth = Growth(Lookup("revenue", "KO"), Lookup("revenue", MOST))
    seen: list[object] = []

    def look(child: object) -> object:
        seen.append(child)
        return child

    assert map_children(growth, look) is growth
    assert seen == [growth.of, growth.base]
    assert map_children(growth, lambda _child: Number(1)) == Growth(Number(1), Number(1))


def test_nodes_are_mapped_children_first() -> None:
    query = Query((Aggregate("sum", EACH_SALES, Years((Period(2023), Period(2024)))),))
    order: list[object] = []

    def later(node: object) -> object:
        order.append(type(node))
        return replace(node, year=node.year + 1) if isinstance(node, Period) and node.year else node

    changed = str(query).replace("2024", "2025").replace("2023", "2024")
    assert str(map_nodes(query, later)) == changed
    assert order[-1] is Query
    assert order.index(Period) < order.index(Lookup) < order.index(Aggregate)
