"""What each node is worth: queries over a small table of figures."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from secqa.errors import CannotAnswer
from secqa.query.answer_rules import AnswerValue
from secqa.query.evaluate import Evaluator, evaluate
from secqa.query.leaves import Companies, Parts, Years
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
    Output,
    Query,
)

FIGURES = {
    ("revenue", "KO", 2022): 100.0,
    ("revenue", "KO", 2023): 110.0,
    ("revenue", "KO", 2024): 121.0,
    ("revenue", "PG", 2024): 200.0,
    ("revenue", "T", 2024): 150.0,
    ("net_income", "KO", 2023): -5.0,
    ("net_income", "KO", 2024): 20.0,
    ("net_income", "PG", 2024): 10.0,
    ("net_income", "T", 2024): 15.0,
    ("goodwill", "KO", 2024): 0.0,
}
ALL = Companies(("KO", "PG", "T"))
LAST3 = Years((Period(2022), Period(2023), Period(2024)))


def source(lookup: Lookup) -> float | None:
    assert isinstance(lookup.period, Period)
    if lookup.part:
        return {"Asia": 70.0, "Europe": 51.0}[str(lookup.part)]
    return FIGURES.get((lookup.metric or lookup.line, str(lookup.company), lookup.period.year or 0))


def of(metric: str, company: str = "KO", year: int = 2024) -> Lookup:
    return Lookup(metric, company, Period(year))


def answers(*outputs: Output) -> tuple[AnswerValue, ...]:
    return evaluate(Query(outputs), source)


EVERY = of("revenue", EACH)
OF_YEAR = Lookup("revenue", "KO", Period(each=True))
LARGEST = Choose(ALL, EVERY)
BEST_YEAR = Choose(LAST3, OF_YEAR)
PROFIT = Compare(of("net_income"), ">", Number(0))


@pytest.mark.parametrize(
    ("output", "value"),
    [
        (of("revenue"), 121.0),
        (Number(3.5), 3.5),
        (Arithmetic("+", of("revenue"), Number(4)), 125.0),
        (Arithmetic("-", of("revenue"), of("net_income")), 101.0),
        (Arithmetic("*", of("net_income"), Number(2)), 40.0),
        (Arithmetic("/", of("revenue"), Number(11)), 11.0),
        (Growth(of("revenue"), of("revenue", year=2022)), 0.21),
        (Cagr(of("revenue"), of("revenue", year=2022)), 0.1),
        (Absolute(of("net_income", year=2023)), 5.0),
        (Defined("sales", of("revenue")), 121.0),
        (Aggregate("sum", EVERY, ALL), 471.0),
        (Aggregate("average", OF_YEAR, LAST3), 331 / 3),
        (Aggregate("median", EVERY, ALL), 150.0),
        (Aggregate("minimum", EVERY, ALL), 121.0),
        (Aggregate("maximum", OF_YEAR, LAST3), 121.0),
        (
            Aggregate(
                "sum", Lookup("revenue", "KO", Period(2024), part=EACH), Parts(("Asia", "Europe"))
            ),
            121.0,
        ),
        (Count(ALL, Compare(EVERY, ">", Number(130))), 2.0),
        (Lookup("net_income", LARGEST, Period(2024)), 10.0),
        (Lookup("revenue", "KO", BEST_YEAR), 121.0),
        (Aggregate("sum", Growth(OF_YEAR, Lookup("revenue", "KO", Period(each=True, back=1))),
              Years((Period(2023), Period(2024)))), 0.2),
    ],
)  # fmt: skip
def test_figures(output: Output, value: float) -> None:
    (answer,) = answers(output)
    assert answer == pytest.approx(value)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (LARGEST, ("PG",)),
        (Choose(ALL, EVERY, highest=False), ("KO",)),
        (Choose(ALL, EVERY, rank=2), ("T",)),
        (Choose(ALL, EVERY, top=2), ("PG", "T")),
        (Choose(ALL, EVERY, top=0), ("PG", "T", "KO")),
        (BEST_YEAR, (2024.0,)),
        (Choose(Parts(("Asia", "Europe")), Lookup("revenue", "KO", Period(2024), part=EACH)),
         ("Asia",)),
        (Choose(Options((of("net_income"), of("revenue")))), ("revenue",)),
        (Filter(ALL, Compare(EVERY, ">", Number(130))), ("PG", "T")),
        (Filter(ALL, Compare(EVERY, ">", Number(999))), ("none",)),
        (PROFIT, ("Yes",)),
        (Compare(of("revenue"), "<", of("revenue", "PG")), ("Yes",)),
        (Compare(of("revenue"), ">=", Number(121)), ("Yes",)),
        (Compare(of("revenue"), "<=", Number(120)), ("No",)),
        (Compare(of("revenue"), "=", Number(121)), ("Yes",)),
        (Logic("and", (PROFIT, Compare(of("revenue"), ">", Number(999)))), ("No",)),
        (Logic("or", (PROFIT, Compare(of("revenue"), ">", Number(999)))), ("Yes",)),
        (Logic("not", (PROFIT,)), ("No",)),
        (Holds("all", ALL, Compare(of("net_income", EACH), ">", Number(9))), ("Yes",)),
        (Holds("any", ALL, Compare(of("net_income", EACH), ">", Number(19))), ("Yes",)),
        (Holds("none", ALL, Compare(of("net_income", EACH), ">", Number(19))), ("No",)),
        # A payment that no report shows was not made; any other figure is missing.
        (Compare(of("dividends_paid"), ">", Number(0)), ("No",)),
    ],
)  # fmt: skip
def test_names_and_conditions(output: Output, said: tuple[AnswerValue, ...]) -> None:
    assert answers(output) == said


EVERYONE = Companies(("KO", "PG", "HD", "T", "WMT"), every=True)
POSITIVE = Compare(of("net_income", EACH), ">", Number(12))


@pytest.mark.parametrize("stepwise", [False, True])
@pytest.mark.parametrize(
    ("output", "said"),
    [
        (Choose(EVERYONE, EVERY), ("PG",)),
        (Choose(EVERYONE, EVERY, top=0), ("PG", "T", "KO")),
        (Choose(EVERYONE, EVERY, rank=3), ("KO",)),
        (Lookup("net_income", Choose(EVERYONE, EVERY), Period(2024)), (10.0,)),
        (Aggregate("average", EVERY, EVERYONE), (157.0,)),
        (Count(EVERYONE, POSITIVE), (2.0,)),
        (Filter(EVERYONE, POSITIVE), ("KO", "T")),
        (Holds("all", EVERYONE, POSITIVE), ("No",)),
    ],
)
def test_all_companies_are_those_that_have_the_figure(
    output: Output, said: tuple[AnswerValue, ...], stepwise: bool
) -> None:
    evaluator = Evaluator(source, stepwise=stepwise)
    assert evaluator.answers(Query((output,))) == said
    assert list(evaluator.remarks) == ["3 of 5 companies compared; no such figure of HD, WMT"]


def test_what_all_companies_have_needs_no_word() -> None:
    evaluator = Evaluator(source)
    assert evaluator.answers(Query((Choose(replace(ALL, every=True), EVERY),))) == ("PG",)
    assert not evaluator.remarks


@pytest.mark.parametrize(
    ("over", "by"),
    [
        (Companies(EVERYONE.names), EVERY),
        (EVERYONE, of("cash", EACH)),
        (EVERYONE, of("revenue", EACH, 2023)),
        (Companies(("HD", "KO"), every=True), EVERY),
    ],
)
def test_fewer_than_two_are_no_comparison(over: Companies, by: Lookup) -> None:
    evaluator = Evaluator(source)
    with pytest.raises(CannotAnswer, match=f"found no {by.metric} of"):
        evaluator.answers(Query((Choose(over, by),)))


IN_DEBT = {of("debt_to_equity", "PG"): "equity", of("debt_to_equity", "KO", 2023): "equity"}
RATIOS = {"KO": 2.0, "PG": -4.0, "T": 3.0}
RATIO = of("debt_to_equity", EACH)
OVER_YEARS = Lookup("debt_to_equity", "KO", Period(each=True))


@pytest.mark.parametrize("over", [ALL, replace(ALL, every=True)])
@pytest.mark.parametrize(
    ("node", "said"),
    [
        (lambda over: Choose(over, RATIO, highest=False), ("KO",)),
        (lambda over: Choose(over, RATIO, top=0), ("T", "KO")),
        (lambda over: Filter(over, Compare(RATIO, "<", Number(9))), ("KO", "T")),
        (lambda over: Count(over, Compare(RATIO, "<", Number(9))), (2.0,)),
        (lambda over: Aggregate("average", RATIO, over), (2.5,)),
    ],
)
def test_a_ratio_to_a_negative_figure_is_compared_with_none(
    over: Companies, node: Callable[[Companies], Output], said: tuple[AnswerValue, ...]
) -> None:
    evaluator = Evaluator(lambda one: RATIOS[str(one.company)], negative_bases=IN_DEBT)
    assert evaluator.answers(Query((node(over),))) == said
    assert list(evaluator.remarks) == ["PG left out: its equity is negative"]


def test_who_is_left_out_of_all_companies_is_told_by_reason() -> None:
    everyone = Companies((*ALL.names, "HD", "WMT", "M"), every=True)
    bases = {of("debt_to_equity", "PG"): "equity", of("debt_to_equity", "WMT"): "equity"}
    values = {**RATIOS, "WMT": -1.0, "M": None, "HD": 5.0}
    evaluator = Evaluator(lambda one: values[str(one.company)], negative_bases=bases)
    assert evaluator.answers(Query((Choose(everyone, RATIO),))) == ("HD",)
    assert list(evaluator.remarks) == [
        "3 of 6 companies compared; no such figure of M",
        "PG, WMT left out: their equity is negative",
    ]


def test_years_of_a_ratio_to_a_negative_figure_are_left_out() -> None:
    evaluator = Evaluator(lambda one: RATIOS[str(one.company)], negative_bases=IN_DEBT)
    assert evaluator.answers(Query((Choose(LAST3, OVER_YEARS, top=0),))) == (2022.0, 2024.0)
    assert list(evaluator.remarks) == ["2023 left out: its equity is negative"]
    options = Options((of("debt_to_equity"), of("debt_to_equity", "PG")))
    with pytest.raises(CannotAnswer, match="PG has negative equity"):
        evaluator.answers(Query((Choose(options),)))


def test_a_ratio_to_a_negative_figure_alone_has_a_remark() -> None:
    evaluator = Evaluator(lambda _one: -4.0, negative_bases=IN_DEBT)
    assert evaluator.answers(Query((of("debt_to_equity", "PG"),))) == (-4.0,)
    (remark,) = evaluator.remarks
    assert remark == "PG has negative equity: the debt_to_equity is not meaningful."


def test_several_outputs_answer_in_order() -> None:
    assert answers(LARGEST, Lookup("revenue", LARGEST, Period(2024))) == ("PG", 200.0)


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        (of("cash"), "found no cash"),
        (Compare(of("cash"), ">", Number(0)), "found no cash"),
        (Arithmetic("/", of("revenue"), of("goodwill")), "divides by zero"),
        (Growth(of("revenue"), of("goodwill")), "divides by zero"),
        (Cagr(of("net_income"), of("net_income", year=2023)), "negative figure"),
        (Cagr(of("revenue", year=2022), of("revenue")), "the later one last"),
        (Choose(ALL, EVERY, rank=4), "only 3 to choose from"),
    ],
)
def test_what_has_no_value_is_said_in_one_line(output: Output, reason: str) -> None:
    with pytest.raises(CannotAnswer, match=reason) as caught:
        answers(output)
    assert "\n" not in str(caught.value)
