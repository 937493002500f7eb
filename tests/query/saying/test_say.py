"""Queries in words: plain ones to the letter, random ones with all that they name."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.query_cases import asked

from secqa.metrics.catalogue import load_catalogue
from secqa.query.leaves import AnswerForm, Companies, Parts, Scope, Years
from secqa.query.period import EACH, Period
from secqa.query.query import (
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
from secqa.query.saying.english import amount, is_plural, join_names, ordinal, possessive
from secqa.query.saying.say import say
from secqa.query.tree import nodes

CATALOGUE = load_catalogue()
THREE = Companies(("Acme", "Beta", "Gamma's"))
EACH_YEAR = Period(each=True)
Y = Period(2024)


def of(metric: str, company: str | Choose = "Acme", period: Period | Choose = Y) -> Lookup:
    return Lookup(metric, company, period)


DEBTOR = Choose(THREE, of("total_debt", EACH))
THREE_YEARS = Years((Period(2022), Period(2023), Y))
WORST_YEAR = Choose(THREE_YEARS, of("revenue", DEBTOR, EACH_YEAR), highest=False)
BEST_YEAR = Choose(Years((Period(2023), Y)), of("net_income", period=EACH_YEAR))
LEADER = Choose(THREE, of("total_debt", EACH, BEST_YEAR))
COVER = Arithmetic("/", of("operating_income"), of("interest_expense"))
PLAIN: dict[str, tuple[Output, ...]] = {
    "What were the total revenues of Acme in fiscal 2024?": (of("revenue"),),
    "What was the net income of Acme in the second quarter of fiscal 2024?": (
        of("net_income", period=Period(2024, "quarter", 2)),
    ),
    "For Acme in fiscal 2024, what were the net income and the goodwill?": (
        of("net_income"),
        of("goodwill"),
    ),
    "For Acme in fiscal 2024, what was the ratio of (the total current assets minus the "
    "inventories) to the total current liabilities?": (
        Arithmetic(
            "/",
            Arithmetic("-", of("current_assets"), of("inventory")),
            of("current_liabilities"),
        ),
    ),
    "What was the percentage change in the net income of Acme from the fiscal year two years "
    "before the latest to the latest fiscal year?": (
        Growth(of("net_income", period=Period()), of("net_income", period=Period(back=2))),
    ),
    "In fiscal 2024, what was the percentage by which the total revenues of Acme exceeded the "
    "total revenues of Beta?": (Growth(of("revenue"), of("revenue", "Beta")),),
    "What was the compound annual growth rate of the total assets of Acme from fiscal 2020 to "
    "fiscal 2024?": (Cagr(of("total_assets"), of("total_assets", period=Period(2020))),),
    "What was the sum of the dividends paid by Acme over the last three fiscal years?": (
        Aggregate("sum", of("dividends_paid", period=EACH_YEAR), Years(last=3)),
    ),
    "In fiscal 2024, what was the net income of the company among Acme, Beta and Gamma's with the "
    "highest total debt?": (of("net_income", DEBTOR),),
    "Which of Acme, Beta and Gamma's had the highest total debt in fiscal 2024? In fiscal 2024, "
    "what was that company's net income?": (DEBTOR, of("net_income", DEBTOR)),
    "Which company had the second lowest net income in fiscal 2024?": (
        Choose(Companies(), of("net_income", EACH), highest=False, rank=2),
    ),
    "In which of fiscal 2023 and fiscal 2024 were the total revenues of Acme highest?": (
        Choose(Years((Period(2023), Y)), of("revenue", period=EACH_YEAR)),
    ),
    "Rank Acme, Beta and Gamma's by the net income in fiscal 2024, from highest to lowest.": (
        Choose(THREE, of("net_income", EACH), top=0),
    ),
    "For Acme in fiscal 2024, which was highest: the goodwill or the deposits?": (
        Choose(Options((of("goodwill"), of("deposits")))),
    ),
    "For which of Acme, Beta and Gamma's was the gross margin in fiscal 2024 at least 25%?": (
        Filter(THREE, Compare(of("gross_margin", EACH), ">=", Number(0.25))),
    ),
    "For Acme, in how many of the last five fiscal years were the total revenues in that year "
    "above the total revenues in the year before?": (
        Count(
            Years(last=5),
            Compare(
                of("revenue", period=EACH_YEAR),
                ">",
                of("revenue", period=Period(each=True, back=1)),
            ),
        ),
    ),
    "Was the net income of Acme higher in fiscal 2024 than in fiscal 2023?": (
        Compare(of("net_income"), ">", of("net_income", period=Period(2023))),
    ),
    "Did the total revenues of Acme decrease from the year before in all of the last five fiscal "
    "years?": (
        Holds(
            "all",
            Years(last=5),
            Compare(
                of("revenue", period=EACH_YEAR),
                "<",
                of("revenue", period=Period(each=True, back=1)),
            ),
        ),
    ),
    "What was the share of Europe in the total revenues of Acme in fiscal 2024?": (
        Arithmetic("/", Lookup("revenue", "Acme", Y, part="Europe"), of("revenue")),
    ),
    "Was the net income of Acme above $5 billion in all of the last two fiscal years?": (
        Holds(
            "all",
            Years(last=2),
            Compare(of("net_income", period=EACH_YEAR), ">", Number(5e9)),
        ),
    ),
    "In fiscal 2024, is it true that the goodwill of Acme was above $0 or the goodwill of Beta was "
    "above $0?": (
        Logic(
            "or",
            (
                Compare(of("goodwill"), ">", Number(0)),
                Compare(of("goodwill", "Beta"), ">", Number(0)),
            ),
        ),
    ),
    'For Acme in fiscal 2024, what was the cover? Here, "cover" means the ratio of the operating '
    "income to the interest expense.": (Defined("cover", COVER),),
    "Which of the segments Cloud and Devices had the highest goodwill of Acme in fiscal 2024?": (
        Choose(Parts(("Cloud", "Devices")), Lookup("goodwill", "Acme", Y, part=EACH)),
    ),
    "What was the net income of Acme in each of fiscal 2022, fiscal 2023 and fiscal 2024?": tuple(
        of("net_income", period=Period(year)) for year in (2022, 2023, 2024)
    ),
    "What were the total revenues of Acme in each of the first quarter of fiscal 2024 and the "
    "second quarter of fiscal 2024?": tuple(
        of("revenue", period=Period(2024, "quarter", quarter)) for quarter in (1, 2)
    ),
    "For each of Acme, Beta and Gamma's, what were the total revenues in fiscal 2024?": tuple(
        of("revenue", name) for name in THREE.names
    ),
    "Take the company among Acme, Beta and Gamma's that had the highest total debt in fiscal 2024. "
    "Of fiscal 2022, fiscal 2023 and fiscal 2024, take the one in which that company's total "
    "revenues were lowest. What was that company's net income in that year?": (
        of("net_income", DEBTOR, WORST_YEAR),
    ),
    "Of fiscal 2023 and fiscal 2024, take the one in which the net income of Acme was highest. "
    "Take the company among Acme, Beta and Gamma's that had the highest total debt in that year. "
    "What were that company's total revenues in that year?": (of("revenue", LEADER, BEST_YEAR),),
    'What was the "Net sales" line of Acme for Europe in fiscal 2024 according to the income '
    "statement of Form 10-K?": (
        Lookup("", "Acme", Y, "Net sales", "Europe", Scope("income", form="10-K")),
    ),
}


@pytest.mark.parametrize("sentence", PLAIN)
def test_plain_sentences(sentence: str) -> None:
    assert say(Query(PLAIN[sentence]), CATALOGUE) == sentence


def test_the_form_of_the_answer_is_said_last() -> None:
    query = Query((of("revenue"),), AnswerForm("dollars", "millions", 1))
    assert say(query, CATALOGUE).endswith(
        "Give the answer in millions of US dollars, with one decimal."
    )


@settings(max_examples=120, suppress_health_check=list(HealthCheck))
@given(asked(), st.integers(0, 5))
def test_all_that_a_query_names_stands_in_the_sentence(query: Query, seed: int) -> None:
    sentence = say(query, CATALOGUE, seed)
    assert sentence == say(query, CATALOGUE, seed)
    assert not re.search(r"[{}]|  | [.,?]|\bNone\b", sentence)
    for name in named(query):
        # Companies "paid the highest dividends", not "had the highest dividends paid".
        assert name in sentence or all(word in sentence for word in name.split())


def named(query: Query) -> set[str]:
    """Companies, parts, lines, years and metrics of a query."""
    found: set[str] = set()
    for node in nodes(query):
        match node:
            case Lookup():
                found |= {slot for slot in (node.company, node.part) if isinstance(slot, str)}
                found.add(CATALOGUE[node.metric].name if node.metric else node.line)
            case Companies() | Parts():
                found |= set(node.names)
            case Period(year=year, end=end) if year or end:
                found.add(str(end.year if end else year))
    return found - {EACH, ""}


def test_several_hops_are_said_a_sentence_each() -> None:
    said = {say(Query((of("net_income", DEBTOR, WORST_YEAR),)), CATALOGUE, n) for n in range(40)}
    steps = [sentence.split(". ") for sentence in said]
    assert {len(sentences) for sentences in steps} == {3}
    for first, second, last in steps:
        assert first.startswith(("Take the company among ", "First find out which of "))
        assert second.startswith(("Of ", "Then find out in which of "))
        assert "that company's" in second
        assert "that company's net income" in last
        assert "that year" in last
    assert len({tuple(sentence.split()[0] for sentence in one[:2]) for one in steps}) == 4


def test_fiscal_is_said_once_of_a_range_of_years() -> None:
    over = Years(first=Period(2022), final=Y)
    query = Query((Aggregate("maximum", of("revenue", period=EACH_YEAR), over),))
    said = [say(query, CATALOGUE, seed) for seed in range(40)]
    assert not [one for one in said if "the years fiscal" in one]
    assert [one for one in said if re.search(r"fiscal years (?:from )?2022", one)]


def test_two_hops_stay_one_sentence() -> None:
    for seed in range(10):
        assert say(Query((of("net_income", DEBTOR),)), CATALOGUE, seed).count(". ") == 0


def test_figures_of_different_places_or_metrics_are_no_series() -> None:
    revenue, income = of("revenue"), of("net_income", period=Period(2023))
    assert "each of" not in say(Query((revenue, income)), CATALOGUE)
    placed = Lookup("revenue", "Acme", Period(2023), place=Scope("income"))
    sentences = say(Query((revenue, placed)), CATALOGUE)
    assert sentences.count("?") == 2
    assert "according to the income statement" in sentences


@pytest.mark.parametrize(
    "pair",
    [
        (of("revenue", period=BEST_YEAR), of("revenue", period=WORST_YEAR)),
        (of("revenue", DEBTOR), of("revenue", Choose(THREE, of("goodwill", EACH)))),
        (of("revenue", period=BEST_YEAR), of("revenue", period=Y)),
        (of("revenue", period=BEST_YEAR),) * 2,
    ],
)
def test_what_is_chosen_is_no_series(pair: tuple[Lookup, ...]) -> None:
    sentences = say(Query(pair), CATALOGUE)
    assert "each of" not in sentences
    assert sentences.count("?") == 2


def test_other_seeds_say_it_in_other_words() -> None:
    query = Query((Growth(of("revenue"), of("revenue", period=Period(2022))),))
    assert len({say(query, CATALOGUE, seed) for seed in range(30)}) > 10


@pytest.mark.parametrize(
    ("name", "plural"),
    [
        ("total revenues", True),
        ("net income", False),
        ("shares outstanding", True),
        ("goodwill", False),
        ("cost of revenue", False),
        ("proceeds from issuance of debt", True),
        ("property, plant and equipment, net", False),
        ("accounts receivable", True),
        ("days sales outstanding", False),
    ],
)
def test_verbs_agree_with_names_of_metrics(name: str, plural: bool) -> None:
    assert is_plural(name) is plural


def test_possessives() -> None:
    names = ("Apple", "Travelers", "Lowe's", "Lam Research (LRCX)")
    owners = ["Apple's", "Travelers'", "Lowe's", "Lam Research's (LRCX)"]
    assert [possessive(name) for name in names] == owners


def test_lists_ordinals_and_amounts() -> None:
    assert join_names(["A", "B", "C"]) == "A, B and C"
    assert [ordinal(n) for n in (2, 11, 21, 22, 113)] == ["second", "11th", "21st", "22nd", "113th"]
    assert amount(-1.25e9, "USD") == "-$1.25 billion"
    assert amount(1_234_567, "count") == "1,234,567"
    assert amount(0.125, "pure") == "12.5%"
