"""What decided an answer, and how figures are best written."""

from dataclasses import replace

import pytest

from secqa.metrics.catalogue import load_catalogue
from secqa.query.decisive_figures import compared_figures, form_of_answer, idle_companies
from secqa.query.evaluate import Evaluator, evaluate
from secqa.query.leaves import AnswerForm, Companies, Years
from secqa.query.period import Period
from secqa.query.query import (
    Aggregate,
    Arithmetic,
    Choose,
    Compare,
    Count,
    Filter,
    Lookup,
    Number,
    Options,
    Output,
    Query,
)
from secqa.systems.value_words import value_text

YEAR = Period(2024)
SALES = {("A", 2024): 5.0, ("B", 2024): 7.0, ("A", 2023): 9.0}


def revenue(company: str, year: int = 2024) -> Lookup:
    return Lookup("revenue", company, Period(year))


@pytest.mark.parametrize(
    ("output", "compared"),
    [
        (
            Choose(Companies(("A", "B")), Lookup("revenue", "each", YEAR)),
            [("B", 7.0), ("A", 5.0)],
        ),
        (
            Choose(
                Years((Period(2023), YEAR)),
                Lookup("revenue", "A", Period(each=True)),
                highest=False,
            ),
            [("2024", 5.0), ("2023", 9.0)],
        ),
        (
            Compare(revenue("A"), ">", revenue("B")),
            [("revenue of A in FY2024", 5.0), ("revenue of B in FY2024", 7.0)],
        ),
        (
            Filter(Companies(("A", "B")), Compare(Lookup("revenue", "each", YEAR), "<", Number(6))),
            [("A", 5.0), ("B", 7.0)],
        ),
        (
            Count(Companies(("A", "B")), Compare(Lookup("revenue", "each", YEAR), ">", Number(6))),
            [("B", 7.0), ("A", 5.0)],
        ),
        (Compare(revenue("A"), ">", Number(6)), [("revenue of A in FY2024", 5.0)]),
        (
            # A company that paid none passes or fails as zero, but has no figure to show.
            Filter(
                Companies(("A", "D")),
                Compare(Lookup("dividends_paid", "each", YEAR), ">", Number(6)),
            ),
            [],
        ),
        (revenue("A"), []),
    ],
)
def test_what_decided_is_named(output: Output, compared: list[tuple[str, float]]) -> None:
    watched: dict[object, object] = {}
    evaluator = Evaluator(
        lambda one: SALES.get((str(one.company), getattr(one.period, "year", 0))),
        watch=watched.__setitem__,
        stepwise=True,
    )
    query = Query((output,))
    evaluator.answers(query)
    figures = compared_figures(query, watched, evaluator, load_catalogue())  # type: ignore[arg-type]
    assert [(one.name, one.value) for one in figures] == compared


ALL = Companies(("A", "B", "C"), every=True)
EACH = Lookup("revenue", "each", YEAR)


@pytest.mark.parametrize(
    ("output", "idle"),
    [
        (Choose(ALL, EACH), "AC"),
        (Choose(ALL, EACH, top=2), "C"),
        (Count(ALL, Compare(EACH, ">", Number(4.0))), "C"),
        (Aggregate("sum", EACH, ALL), ""),
        (Choose(Companies(("A", "B")), EACH), ""),
    ],
)
def test_companies_that_change_no_answer_are_idle(output: Output, idle: str) -> None:
    figures: dict[Lookup, float | None] = {
        revenue("A"): 5.0, revenue("B"): 7.0, revenue("C"): 3.0,
    }  # fmt: skip
    query = Query((output,))
    answers = evaluate(query, figures.__getitem__)
    assert idle_companies(query, figures, answers, {}) == set(idle)


def test_companies_are_idle_where_the_answer_names_a_metric() -> None:
    cash = replace(EACH, metric="cash")
    figures = {replace(one, company=name): 9.0 for one in (EACH, cash) for name in "ABC"}
    figures |= {revenue("B"): 20.0, replace(cash, company="C"): 10.0}
    options = tuple(Aggregate("maximum", one, ALL) for one in (EACH, cash))
    query, names = Query((Choose(Options(options)),)), {"revenue": "total revenues"}
    answers = evaluate(query, figures.__getitem__, names)
    assert answers == ("total revenues",)
    assert idle_companies(query, figures, answers, names) == {"A", "C"}


def margin(year: int) -> Lookup:
    return Lookup("gross_margin", "A", Period(year))


@pytest.mark.parametrize(
    ("output", "value", "text"),
    [
        (Lookup("debt_to_equity", "A", YEAR), 1.7243, "1.72 times"),
        (Arithmetic("-", margin(2024), margin(2023)), -0.023, "-2.30 points"),
        (Arithmetic("-", revenue("A"), revenue("B")), 0.5, "50%"),
        (margin(2024), 0.241, "24.1%"),
    ],
)
def test_ratios_are_written_as_they_are_read_best(output: Output, value: float, text: str) -> None:
    form = form_of_answer(Query((output,)), load_catalogue())
    assert value_text(value, "pure", form) == text


def test_what_the_question_says_wins() -> None:
    asked = Query((Lookup("debt_to_equity", "A", YEAR),), AnswerForm("percent", decimals=1))
    assert value_text(1.7243, "pure", form_of_answer(asked, load_catalogue())) == "172.4%"
