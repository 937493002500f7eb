"""Whether words or figures are wanted, and what is to be told."""

import pytest
from tests.support.known_companies import COMPANIES

from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.ground import ground
from secqa.parsing.understand import understand
from secqa.query.form.schema import from_json, to_json
from secqa.query.leaves import Narrative, Scope
from secqa.query.period import LATEST, Period
from secqa.query.query import Lookup, Query

CATALOGUE = load_catalogue()


def asked(question: str) -> Query:
    return understand(question, COMPANIES, CATALOGUE).query


@pytest.mark.parametrize(
    "question",
    [
        "What was Apple's revenue in 2024?",
        "By how much did Boeing's inventories change in 2023?",
        "Did Coca-Cola's net income rise in 2024?",
        "How many people work for Walmart?",
        "Which of Apple and Nvidia had the higher gross margin in 2024?",
        "What did Boeing's operating expenses come to in 2024?",
        "Did Intel pay dividends of more than $2 billion in 2023?",
    ],
)
def test_figures_are_wanted(question: str) -> None:
    assert asked(question).narratives == ()


@pytest.mark.parametrize(
    "question",
    [
        "What does Boeing say about supply risk?",
        "Why did Intel's revenue fall in 2023?",
        "What drove the change in Apple's gross margin in 2024?",
        "What are the main risks that Boeing describes?",
        "Who supplies the chips that Apple uses, and where are they made?",
        "What squeezed Intel's operating margin in 2024?",
        "What sent Boeing's tax rate up in 2023?",
        "What did Intel's restructuring charge consist of?",
    ],
)
def test_words_are_wanted(question: str) -> None:
    assert asked(question).answer_kind in ("passages", "explanation")


def test_the_topic_has_neither_company_nor_time() -> None:
    question = "What does Boeing say about supply risk in its 10-K for fiscal 2023?"
    (telling,) = asked(question).narratives
    assert telling.company == "BOEING CO"
    form = Scope(form="10-K")
    assert telling == Narrative("supply risk", telling.company, Period(2023), "what", form)


def test_an_item_is_a_section() -> None:
    (telling,) = asked("What does Apple say about tariffs in Item 1A of its 10-K?").narratives
    assert (telling.topic, telling.place.section) == ("tariffs", "I/1A")


def test_a_reason_is_asked_of_the_later_year_alone() -> None:
    query = asked("Why did Intel's gross margin fall from 2022 to 2023?")
    assert [one.period for one in query.narratives] == [Period(2023)]
    assert query.answer_kind == "explanation"


def test_companies_are_told_of_side_by_side() -> None:
    found = asked("What do Apple and Boeing say about tariffs in 2024?").narratives
    assert len({one.company for one in found}) == 2
    assert {one.topic for one in found} == {found[0].topic}


def test_a_company_that_is_not_there_is_refused() -> None:
    with pytest.raises(CannotAnswer, match="Microsoft is not a company of the corpus"):
        asked("What does Microsoft say about supply risk?")


def test_the_latest_report_tells_what_is_known_of_the_year_after_it() -> None:
    latest = COMPANIES[0].latest_year
    assert latest is not None
    name = COMPANIES[0].name
    ahead = ground(Query((Narrative("tariffs", name, Period(latest + 1)),)), COMPANIES)
    assert ahead.narratives[0].period == LATEST
    with pytest.raises(CannotAnswer, match="no report of"):
        ground(Query((Narrative("tariffs", name, Period(latest + 2)),)), COMPANIES)


def test_what_is_told_is_grounded_and_has_a_json_form() -> None:
    query = Query((Narrative("tariffs", "AAPL", Period(2024)),))
    assert from_json(to_json(query)) == query
    assert ground(query, COMPANIES).narratives[0].company == "Apple"
    with pytest.raises(CannotAnswer, match="no report of Apple on fiscal year 1999"):
        ground(Query((Narrative("tariffs", "AAPL", Period(1999)),)), COMPANIES)


def test_only_series_are_asked_for_beside_words() -> None:
    both = Query((Narrative("tariffs", "AAPL"), Lookup("revenue", "AAPL")))
    with pytest.raises(Exception, match="figures beside words must be series"):
        from_json(to_json(both))


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("What was Apple's revenue in 2024?", "figure"),
        ("What was Apple's revenue in 2023 and 2024?", "series"),
        ("Was Apple's revenue above $300 billion in 2024?", "yes or no"),
        ("Which of Apple and Boeing had the higher revenue in 2024?", "name"),
        ("Which company had the most debt in 2024?", "name"),
        ("Who earned the most in 2024?", "name"),
    ],
)
def test_what_kind_of_answer_is_wanted(question: str, wanted: str) -> None:
    assert asked(question).answer_kind == wanted
