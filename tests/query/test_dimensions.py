"""Dimensions of queries: what nobody asks for is refused."""

import pytest

from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import load_catalogue
from secqa.query.dimensions import (
    COUNT,
    MONEY,
    MONEY_PER_SHARE,
    PURE,
    Dimension,
    check_dimensions,
    dimension_of,
    unit_of,
)
from secqa.query.leaves import Companies
from secqa.query.period import Period
from secqa.query.query import (
    Absolute,
    Aggregate,
    Arithmetic,
    Choose,
    Compare,
    Count,
    Growth,
    Lookup,
    Number,
    Output,
    Query,
    Sign,
)


def unit_of_metric(metric: str) -> str:
    return load_catalogue()[metric].unit


def look(metric: str, year: int = 2023) -> Lookup:
    return Lookup(metric, "Acme", Period(year))


def work(sign: Sign, left: str, right: str) -> Arithmetic:
    return Arithmetic(sign, look(left), look(right))


@pytest.mark.parametrize(
    ("output", "dimension"),
    [
        (look("revenue"), MONEY),
        (look("gross_margin"), PURE),
        (work("/", "net_income", "revenue"), PURE),
        (work("/", "net_income", "shares_diluted"), MONEY_PER_SHARE),
        (work("*", "eps_diluted", "shares_diluted"), MONEY),
        (work("/", "revenue", "employees"), Dimension(money=1, count=-1)),
        (Growth(look("revenue"), look("revenue", 2022)), PURE),
        (Absolute(work("-", "revenue", "net_income")), MONEY),
        (Count(Companies(("Acme",)), Compare(look("revenue"), ">", Number(5.0))), COUNT),
        (Lookup(line="Widgets", company="Acme"), None),
        (Choose(Companies(("Acme",)), look("revenue")), None),
    ],
    ids=str,
)
def test_dimensions(output: Output, dimension: Dimension | None) -> None:
    assert dimension_of(output, unit_of_metric) == dimension
    check_dimensions(Query((output,)), unit_of_metric)


@pytest.mark.parametrize(
    "output",
    [
        Arithmetic("/", look("interest_coverage"), look("interest_expense")),
        Arithmetic("/", work("/", "operating_cash_flow", "investing_cash_flow"), look("revenue")),
        work("*", "revenue", "net_income"),
        work("+", "revenue", "shares_diluted"),
        work("-", "gross_margin", "revenue"),
        Arithmetic("+", look("revenue"), Number(5.0)),
        Growth(look("revenue"), look("shares_diluted")),
        Compare(look("revenue"), ">", look("employees")),
        Aggregate("sum", work("*", "revenue", "revenue"), Companies(("Acme", "Bolt"))),
    ],
    ids=str,
)
def test_what_nobody_asks_for_is_refused(output: Output) -> None:
    with pytest.raises(CannotAnswer, match="not understood"):
        check_dimensions(Query((output,)), unit_of_metric)


@pytest.mark.parametrize(
    ("output", "unit"),
    [
        (look("revenue"), "USD"),
        (work("/", "revenue", "employees"), "USD"),
        (work("/", "net_income", "shares_diluted"), "USD/shares"),
        (Arithmetic("-", Number(1.0), look("gross_margin")), "pure"),
        (Compare(look("revenue"), ">", Number(5.0)), ""),
        (Count(Companies(("Acme",)), Compare(look("revenue"), ">", Number(5.0))), "count"),
    ],
    ids=str,
)
def test_units(output: Output, unit: str) -> None:
    assert unit_of(output, unit_of_metric) == unit
