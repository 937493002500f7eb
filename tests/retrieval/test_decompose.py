"""Questions in parts: a search for each company, period and metric, whatever is asked of them."""

import pytest

from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.entities.company_index import Company, CompanyIndex
from secqa.parsing.figure_question import questions_of
from secqa.parsing.ground import ground
from secqa.query.leaves import Companies as Over
from secqa.query.leaves import Narrative, Parts, Years
from secqa.query.period import Period
from secqa.query.query import Aggregate, Choose, Growth, Lookup, Output, Query

YEARS = (2021, 2022, 2023, 2024)
QUARTERS = tuple((year, quarter) for year in YEARS for quarter in (1, 2, 3))
KNOWN = CompanyIndex(
    Company(name, ticker, fiscal_years=YEARS, quarters=QUARTERS)
    for name, ticker in (("Acme", "ACME"), ("Bolt", "BOLT"))
)
DEBT = Lookup("total_debt", "each", Period(2024))
REVENUE = Lookup("revenue", "Acme", Period(2024))
EAST = 'What is the "East total revenues" of Acme (ACME) in fiscal year 2024 in US dollars?'
EACH_YEAR = Period(each=True)


def searches(output: Output) -> list[str]:
    query = ground(Query((output,)), KNOWN)
    return list(map(str, questions_of(query, KNOWN, load_catalogue())))


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        (
            Growth(
                Lookup("revenue", "Acme", Period(2024)), Lookup("revenue", "Acme", Period(2022))
            ),
            [
                "What is the total revenues of Acme (ACME) in fiscal year 2024 in US dollars?",
                "What is the total revenues of Acme (ACME) in fiscal year 2022 in US dollars?",
            ],
        ),
        (
            Lookup("net_income", Choose(Over(("Acme", "Bolt")), DEBT), Period(2024)),
            [
                "What is the net income of Acme (ACME) in fiscal year 2024 in US dollars?",
                "What is the net income of Bolt (BOLT) in fiscal year 2024 in US dollars?",
                "What is the total debt of Acme (ACME) in fiscal year 2024 in US dollars?",
                "What is the total debt of Bolt (BOLT) in fiscal year 2024 in US dollars?",
            ],
        ),
        (
            Aggregate("sum", Lookup("net_income", "Bolt", EACH_YEAR), Years(last=2)),
            [
                "What is the net income of Bolt (BOLT) in fiscal year 2024 in US dollars?",
                "What is the net income of Bolt (BOLT) in fiscal year 2023 in US dollars?",
            ],
        ),
        (
            Aggregate(
                "sum", Lookup("revenue", "Acme", Period(2024), part="each"), Parts(("East", "West"))
            ),
            [
                EAST,
                EAST.replace("East", "West"),
            ],
        ),
        (
            Lookup("net_income", "Acme", Period(2024, "quarter", 4)),
            [
                "What is the net income of Acme (ACME) in fiscal year 2024 in US dollars?",
                "What is the net income of Acme (ACME) in the first nine months of fiscal year 2024"
                " in US dollars?",
            ],
        ),
    ],
)
def test_each_figure_is_searched_for(output: Output, expected: list[str]) -> None:
    assert sorted(searches(output)) == sorted(expected)


def test_words_have_no_figures() -> None:
    assert searches(Narrative("risks", "Acme", Period(2024))) == []
