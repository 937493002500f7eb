"""What a writer of free questions had before him, and what is refused there."""

import pytest

from language.free import FreeQuestion, agrees, companies_of
from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.entities.company_index import Company, CompanyIndex
from secqa.parsing.ground import ground
from secqa.query.leaves import Years
from secqa.query.period import Period
from secqa.query.query import Arithmetic, Choose, Compare, Lookup, Number, Output, Query

KNOWN = CompanyIndex(
    [
        Company("ACME CORP", "ACME", fiscal_years=(2022, 2023)),
        Company("OTHER INC", "OTHR", fiscal_years=(2022, 2023)),
    ]
)
QUESTION = FreeQuestion("f1-1", "Acme revenue 2024", 'C("ACME", 2024, "revenue")', "USD", "single")


def revenue(company: str, year: int) -> Query:
    return Query((Lookup("revenue", company, Period(year)),))


def test_a_year_of_a_formula_is_reported() -> None:
    catalogue = load_catalogue()
    query = revenue("ACME", 2024)
    assert not agrees(QUESTION, query, KNOWN, catalogue)
    assert agrees(QUESTION, query, companies_of([QUESTION], KNOWN), catalogue)


def test_other_companies_are_refused() -> None:
    with pytest.raises(CannotAnswer):
        ground(revenue("OTHR", 2023), companies_of([QUESTION], KNOWN))


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        ("How much more was Acme's revenue in 2023 than in 2022?", False),
        ("The gap between Acme's revenue of 2023 and of 2022?", True),
        ("The gap in Acme's revenue, 2023 minus 2022?", False),
    ],
)
def test_the_sign_counts_where_words_tell_it(text: str, is_right: bool) -> None:
    formula = 'C("ACME", 2023, "revenue") - C("ACME", 2022, "revenue")'
    question = FreeQuestion("f1-2", text, formula, "USD", "difference")
    (later,), (earlier,) = revenue("ACME", 2023).outputs, revenue("ACME", 2022).outputs
    assert isinstance(later, Lookup)
    assert isinstance(earlier, Lookup)
    catalogue = load_catalogue()
    assert agrees(question, Query((Arithmetic("-", later, earlier),)), KNOWN, catalogue)
    flipped = Query((Arithmetic("-", earlier, later),))
    assert agrees(question, flipped, KNOWN, catalogue) == is_right


def cash(year: int) -> str:
    return f'C("ACME", {year}, "operating_cash_flow")'


CASH = [Lookup("operating_cash_flow", "ACME", Period(year)) for year in (2022, 2023)]
REVENUE = [Lookup("revenue", "ACME", Period(year)) for year in (2022, 2023)]
IN_EACH = Lookup("revenue", "ACME", Period(each=True))
YEARS = Years((Period(2022), Period(2023)))


def truth(test: str) -> FreeQuestion:
    return FreeQuestion("f1-3", "", f'"Yes" if {test} else "No"', "yes-no", "yes-no")


@pytest.mark.parametrize(
    ("question", "output", "is_right"),
    [
        (truth(f"{cash(2023)} < 0"), Compare(CASH[1], "<", Number(0.0)), True),
        (truth(f"{cash(2023)} < 0"), Compare(CASH[0], "<", Number(0.0)), False),
        (truth(f"{cash(2023)} > 5e7"), Compare(CASH[1], ">", Number(5e7)), True),
        (truth(f"{cash(2023)} > 5e7"), Compare(CASH[1], ">", Number(2e7)), False),
        (truth(f"{cash(2023)} > {cash(2022)}"), Compare(CASH[1], ">", CASH[0]), True),
        (truth(f"{cash(2023)} > {cash(2022)}"), Compare(REVENUE[1], ">", CASH[0]), False),
    ],
    ids=str,
)
def test_conditions_are_told_apart(question: FreeQuestion, output: Output, is_right: bool) -> None:
    assert agrees(question, Query((output,)), KNOWN, load_catalogue()) == is_right


def test_what_is_worked_out_is_the_same_as_what_is_printed() -> None:
    formula = 'C("ACME", 2023, "revenue") - C("ACME", 2023, "cost_of_revenue")'
    question = FreeQuestion("f1-4", "Gross profit?", formula, "USD", "difference")
    query = Query((Lookup("gross_profit", "ACME", Period(2023)),))
    assert agrees(question, query, KNOWN, load_catalogue())


@pytest.mark.parametrize("is_highest", [True, False])
def test_the_choice_of_whose_figure_is_meant_counts(is_highest: bool) -> None:
    best = ", ".join(f'"{year}": C("ACME", {year}, "revenue")' for year in (2022, 2023))
    question = FreeQuestion("f1-5", "", cash(2022), "USD", "multi-hop", f"best({{{best}}})")
    year = Choose(YEARS, IN_EACH, highest=is_highest)
    query = Query((Lookup("operating_cash_flow", "ACME", year),))
    assert agrees(question, query, KNOWN, load_catalogue()) == is_highest
