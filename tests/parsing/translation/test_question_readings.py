"""Readings of a question: what is possible, and what is left over."""

import pytest
from tests.support.known_companies import COMPANIES

from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.grammar.answer_kind import counts_what_is_unknown
from secqa.parsing.grammar.fitted import load_fitted
from secqa.parsing.grammar.metric_links import names_of
from secqa.parsing.grammar.question_mentions import Mentions, find_mentions
from secqa.parsing.translation.possible_queries import is_possible
from secqa.parsing.translation.question_readings import readings
from secqa.parsing.translation.uncovered_words import strangers_of
from secqa.query.leaves import Years
from secqa.query.period import Period
from secqa.query.query import (
    Aggregate,
    Arithmetic,
    Cagr,
    Compare,
    Growth,
    Lookup,
    Number,
    Output,
    Query,
    lookups,
)

CATALOGUE = load_catalogue()
ANY, TRUTH = "Apple's revenue and employees", "Did Apple's revenue grow?"
COUNT, AMOUNT = "How many employees does Apple have?", "How much did Apple's revenue grow?"
LATER, EARLIER = (Lookup("revenue", "Apple", Period(year)) for year in (2024, 2023))


def mentions_of(question: str) -> Mentions:
    return find_mentions(question, COMPANIES, load_fitted(), names=names_of(CATALOGUE))


@pytest.mark.parametrize(
    ("output", "question", "possible"),
    [
        (LATER, ANY, True),
        (LATER, TRUTH, False),
        (LATER, COUNT, False),
        (Lookup("employees", "Apple", Period(2024)), COUNT, True),
        (Compare(LATER, ">", EARLIER), TRUTH, True),
        (Compare(LATER, ">", EARLIER), AMOUNT, False),
        (Compare(LATER, ">", LATER), ANY, False),
        (Compare(LATER, ">", EARLIER), COUNT, False),
        (Arithmetic("-", LATER, LATER), ANY, False),
        (Arithmetic("-", LATER, Arithmetic("*", Number(0.3), LATER)), ANY, True),
        (Growth(LATER, EARLIER), ANY, True),
        (Growth(EARLIER, LATER), ANY, False),
        (Cagr(EARLIER, LATER), ANY, False),
        (Lookup("revenue", "each", Period(2024)), ANY, False),
    ],
    ids=str,
)
def test_what_is_possible(output: Output, question: str, possible: bool) -> None:
    assert is_possible(Query((output,)), mentions_of(question), CATALOGUE) is possible


YEARS = Years(first=Period(2020), final=Period(2024))
CASH = Lookup("cash", "Apple", Period(each=True))


@pytest.mark.parametrize(
    ("question", "output", "possible"),
    [
        ("Apple's average cash in 2020, 2022 and 2024?", Aggregate("average", CASH, YEARS), False),
        ("Apple's average cash from 2020 to 2024?", Aggregate("average", CASH, YEARS), True),
        ("Did Apple's revenue rise in 2024, and by how much?", Compare(LATER, ">", EARLIER), False),
        ("What percentage of revenue did Apple keep in 2024?", Compare(LATER, ">", EARLIER), False),
    ],
    ids=str,
)
def test_what_the_words_demand(question: str, output: Output, possible: bool) -> None:
    assert is_possible(Query((output,)), mentions_of(question), CATALOGUE) is possible


def test_no_amount_is_limited_by_a_percentage() -> None:
    found = readings(
        mentions_of("Did Apple's revenue rise more than 10% in 2024?"), load_fitted(), CATALOGUE
    )
    assert found
    wrong = Compare(LATER, ">", Number(0.1))
    assert all(one.query != Query((wrong,)) for one in found)


def test_the_likeliest_reading_comes_first() -> None:
    found = readings(mentions_of("What was Apple's revenue in 2024?"), load_fitted(), CATALOGUE)
    assert found[0].query == Query((LATER,))
    assert [one.probability for one in found] == sorted(
        (one.probability for one in found), reverse=True
    )


def test_names_that_are_not_known_are_strangers() -> None:
    for name in ("Zorblat", "Zorblat's", "Zorblat’s"):
        question = f"Which of Apple, {name} and Intel had the higher revenue in 2024?"
        assert strangers_of(mentions_of(question), load_fitted()) == ("Zorblat",)


@pytest.mark.parametrize(
    ("question", "is_unknown"),
    [
        ("How many stores did Apple operate at the end of 2024?", True),
        ("How many patents does Intel hold?", True),
        ("How many people did Apple employ in 2024?", False),
        ("How many employees did Apple have in 2024?", False),
        ("In how many years from 2021 to 2024 did Apple's revenue exceed $300?", False),
        ("How many of Apple, Intel and AMD earned more than $5 in 2024?", False),
        ("Apple and Intel: how many earned more than $5 in 2024?", False),
        ("How much revenue did Apple have in 2024?", False),
        ("How many daily active people did Apple have in 2024?", True),
        ("How many travelling workers did Apple have in 2024?", True),
        ("How many full-time employees did Apple have in 2024?", False),
    ],
)
def test_things_that_no_metric_counts_have_no_reading(question: str, is_unknown: bool) -> None:
    mentions = mentions_of(question)
    assert counts_what_is_unknown(mentions, CATALOGUE) is is_unknown
    assert (readings(mentions, load_fitted(), CATALOGUE) == []) is is_unknown


@pytest.mark.parametrize(
    ("question", "metric"),
    [
        ("What was Apple's advertising revenue in 2024?", ""),
        ("Apple's advertising revenue share in 2024", ""),
        ("Apple's advertising services net sales in 2024", ""),
        ("What was Apple's advertising expense in 2024?", "advertising"),
        ("What was the average revenue of the big five tech companies in 2024?", ""),
        ("What was the average revenue of the three largest banks in 2024?", ""),
        ("What was the average revenue of all companies in 2024?", "revenue"),
        ("What was the average revenue of all nine companies in 2024?", "revenue"),
    ],
)
def test_words_that_narrow_a_name_are_not_passed_over(question: str, metric: str) -> None:
    found = readings(mentions_of(question), load_fitted(), CATALOGUE)
    sure = [one.query for one in found if one.query and one.probability > 0.5]
    assert [look.metric for query in sure for look in lookups(query)] == [metric] * bool(metric)
