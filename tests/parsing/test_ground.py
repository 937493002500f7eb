"""Queries become concrete: whose, and which fiscal period the collection means by it."""

from dataclasses import replace
from datetime import date

import pytest
from tests.support.known_companies import COMPANIES, DOCUMENTS

from secqa.errors import CannotAnswer
from secqa.filings.document import Metadata
from secqa.parsing.entities.company_index import companies_of
from secqa.parsing.ground import MOST_COMPANIES, find_company, ground, years_needed
from secqa.query.leaves import Companies, Narrative, Parts, Years
from secqa.query.period import EACH, Period
from secqa.query.query import (
    Aggregate,
    Choose,
    Compare,
    Growth,
    Lookup,
    Number,
    Options,
    Output,
    Query,
)
from secqa.query.tree import nodes

EACH_YEAR = Period(each=True)


def grounded(output: Output) -> str:
    return str(ground(Query((output,)), COMPANIES))


def look_up(company: str, period: Period, metric: str = "revenue") -> str:
    return grounded(Lookup(metric, company, period))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("KO", "Coca Cola"),
        ("COCA COLA CO", "Coca Cola"),
        ("Coca-Cola", "Coca Cola"),
        ("0000000009", "Coca Cola"),
        ("AT&T", "AT&T"),
    ],
)
def test_companies_get_the_name_that_the_collection_has(name: str, shown: str) -> None:
    assert find_company(name, COMPANIES).short_name == shown
    assert look_up(name, Period(2024)) == f"revenue of {shown} in FY2024"


@pytest.mark.parametrize(
    ("company", "period", "said"),
    [
        ("KO", Period(), "FY2024"),
        ("KO", Period(back=1), "FY2023"),
        ("KO", Period(2024, back=1), "FY2023"),
        ("KO", Period(span="quarter"), "2024Q3"),
        ("KO", Period(span="quarter", back=1), "2024Q2"),
        ("KO", Period(span="quarter", back=3), "2023Q4"),
        ("KO", Period(span="to_date"), "2024Q3 YTD"),
        # The year is closed: its last twelve months are itself.
        ("KO", Period(span="trailing"), "FY2024"),
        ("KO", Period(end=date(2024, 12, 31)), "FY2024"),
        ("KO", Period(end=date(2024, 6, 28)), "2024Q2"),
        ("AAPL", Period(end=date(2024, 9, 28)), "FY2024"),
        ("AAPL", Period(span="quarter", end=date(2024, 9, 28)), "2024Q4"),
        ("AAPL", Period(span="to_date", end=date(2024, 6, 29)), "2024Q3 YTD"),
        ("AAPL", Period(span="trailing", end=date(2024, 6, 29)), "2024Q3 TTM"),
        # A calendar year is a fiscal year of some companies only.
        ("KO", Period(span="trailing", end=date(2023, 12, 31)), "FY2023"),
        ("AAPL", Period(span="trailing", end=date(2023, 12, 31)), "2024Q1 TTM"),
        ("HD", Period(end=date(2025, 2, 2)), "FY2024"),
        ("WMT", Period(end=date(2025, 1, 31)), "FY2025"),
        ("KO", Period(2020), "FY2020"),
    ],
)
def test_periods_are_those_of_the_company(company: str, period: Period, said: str) -> None:
    assert look_up(company, period).rpartition(" in ")[2] == said


def test_companies_that_are_compared_have_one_latest_year() -> None:
    behind = [replace(d, fiscal_year=d.fiscal_year and d.fiscal_year - 1)
              for d in DOCUMENTS if d.ticker == "PG"]  # fmt: skip
    known = companies_of([*behind, *(d for d in DOCUMENTS if d.ticker == "KO")])
    choice = Choose(Companies(("KO", "PG")), Lookup("revenue", EACH))
    assert str(ground(Query((choice,)), known)).endswith("[revenue of each in FY2023]")
    assert str(ground(Query((Lookup("revenue", "KO"),)), known)).endswith("FY2024")


@pytest.mark.parametrize(
    ("years", "said"),
    [
        (Years(last=3), {"FY2022", "FY2023", "FY2024"}),
        (Years(last=2, final=Period(2023)), {"FY2022", "FY2023"}),
        (Years(last=3, final=Period(span="quarter")), {"2024Q1", "2024Q2", "2024Q3"}),
        (Years(first=Period(2021)), {"FY2021", "FY2022", "FY2023", "FY2024"}),
        (Years(first=Period(2022), final=Period(2023)), {"FY2022", "FY2023"}),
        (Years(), {"FY2022", "FY2023", "FY2024"}),
        (Years((Period(2024), Period(back=2))), {"FY2024", "FY2022"}),
    ],
)
def test_years_that_are_gone_through(years: Years, said: set[str]) -> None:
    fold = Aggregate("maximum", Lookup("revenue", "KO", EACH_YEAR), years)
    (output,) = ground(Query((fold,)), COMPANIES).outputs
    assert isinstance(output, Aggregate)
    assert isinstance(output.over, Years)
    assert {str(one) for one in output.over.periods} == said
    assert output.of == Lookup("revenue", "Coca Cola", EACH_YEAR)


def test_all_companies_are_those_with_an_annual_report() -> None:
    two = companies_of(d for d in DOCUMENTS if d.ticker in ("KO", "PG"))
    choice = Choose(Companies(), Lookup("revenue", EACH))
    (output,) = ground(Query((choice,)), two).outputs
    assert isinstance(output, Choose)
    assert output.over == Companies(("Coca Cola", "Procter & Gamble"), every=True)
    assert str(output) == "the one of all companies with the highest [revenue of each in FY2024]"
    (named,) = ground(Query((replace(choice, over=Companies(("KO",))),)), two).outputs
    assert isinstance(named, Choose)
    assert named.over == Companies(("Coca Cola",))


def behind(symbol: str, years: int) -> list[Metadata]:
    """The reports of a company as if they had come some years earlier."""
    return [
        replace(one, fiscal_year=(one.fiscal_year or 0) - years, period_end=None)
        for one in DOCUMENTS
        if one.ticker == symbol
    ]


FOUR = companies_of(
    [*behind("PG", 9), *behind("WMT", 1), *(d for d in DOCUMENTS if d.ticker in ("KO", "BA"))]
)
RANKED = Choose(Companies(), Lookup("revenue", EACH))


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (RANKED, "[revenue of each in FY2024]"),
        (replace(RANKED, by=Lookup("revenue", EACH, Period(2024))), "[revenue of each in FY2024]"),
        (replace(RANKED, by=Lookup("revenue", EACH, Period(2018))), "[revenue of each in FY2018]"),
        (replace(RANKED, by=Lookup("revenue", EACH, Period(span="quarter"))), "in 2024Q3]"),
        (Lookup("cash", RANKED, Period(2023)), "in FY2024]) in FY2023"),
        (replace(RANKED, by=Aggregate("sum", Lookup("revenue", EACH, EACH_YEAR), Years(last=2))),
         "years FY2024, FY2023 of [revenue of each in each]]"),
    ],
)  # fmt: skip
def test_reports_that_some_of_all_companies_lack_keep_no_other_out(
    output: Output, said: str
) -> None:
    (made,) = ground(Query((output,)), FOUR).outputs
    assert str(made).endswith(said)
    (over,) = (node for node in nodes(made) if isinstance(node, Companies))
    assert len(over.names) == 4
    assert ground(Query((made,)), FOUR).outputs == (made,)


def test_a_year_that_one_of_all_companies_has_is_refused() -> None:
    year = Lookup("revenue", EACH, Period(2030))
    with pytest.raises(CannotAnswer, match=r"no report of .* on fiscal year 2030"):
        ground(Query((replace(RANKED, by=year),)), FOUR)


def test_what_stands_in_a_choice_is_grounded_too() -> None:
    chosen = Choose(Companies(("KO", "PG")), Lookup("total_debt", EACH))
    year = Choose(Years(last=2), Lookup("revenue", "KO", EACH_YEAR))
    assert grounded(Lookup("net_income", chosen)) == (
        "net income of (the one of companies Coca Cola, Procter & Gamble with the highest"
        " [total debt of each in FY2024]) in FY2024"
    )
    assert "Coca Cola" in grounded(Lookup("cash", "KO", year))
    assert grounded(Choose(Options((Lookup("cash", "KO"), Number(1.0))))) == (
        "the one of options cash of Coca Cola in FY2024, 1 with the highest value"
    )
    assert grounded(Compare(Growth(Lookup("cash", "KO"), Lookup("cash", "KO", Period(back=1))),
                            ">", Number(0.0))) == (
        "percent change from FY2023 to FY2024 of cash of Coca Cola > 0"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        (Lookup("cash", "Zebra"), "Zebra is not a company of the corpus"),
        (Lookup("cash"), "no company of the corpus is named"),
        (Lookup("cash", "KO", Period(1999)), "no report of Coca Cola on fiscal year 1999"),
        (Lookup("cash", "KO", Period(2030)), "no report of Coca Cola on fiscal year 2030"),
        (Lookup("cash", "KO", Period(2022, "quarter")), "no quarterly report of 2022 of Coca Cola"),
        (
            Aggregate("sum", Lookup("cash", "KO", EACH_YEAR),
                 Years(first=Period(2024), final=Period(2022))),
            "from 2024 to 2022 is no span of years",
        ),
        (
            Choose(Companies(("AAPL", "KO")), Lookup("cash", EACH, Period(end=date(2024, 9, 28)))),
            "falls in different fiscal periods of the companies",
        ),
        (Choose(Parts(), Lookup("revenue", "KO", part=EACH)), "which segments are meant"),
    ],
)  # fmt: skip
def test_what_the_collection_does_not_have_is_refused_in_one_line(
    output: Output, reason: str
) -> None:
    with pytest.raises(CannotAnswer, match=reason) as caught:
        grounded(output)
    assert "\n" not in str(caught.value)


def test_no_question_takes_the_reports_of_a_whole_market() -> None:
    documents = [
        replace(DOCUMENTS[0], company=f"Number{place} Works", ticker=f"N{place}", cik=f"{place}")
        for place in range(MOST_COMPANIES + 1)
    ]
    with pytest.raises(CannotAnswer, match=f"reports of {MOST_COMPANIES + 1} companies"):
        ground(Query((Choose(Companies(), Lookup("cash", EACH)),)), companies_of(documents))


def test_the_years_that_a_query_needs() -> None:
    fold = Aggregate("sum", Lookup("revenue", "KO", EACH_YEAR), Years(last=3))
    query = ground(Query((fold, Lookup("cash", "KO", Period(2020)))), COMPANIES)
    assert years_needed(query) == (2020, 2022, 2023, 2024)


def test_what_is_told_of_a_day_keeps_it() -> None:
    day, quarter = Period(end=date(2024, 3, 1)), Period(span="quarter", end=date(2024, 9, 30))
    assert grounded(Narrative("news", "Boeing", day)).endswith("(Boeing in 2024-03-01)")
    assert grounded(Narrative("sales", "Boeing", quarter)).endswith("(Boeing in 2024Q3)")
