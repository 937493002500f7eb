"""Words that turn the sense of a question: read, or the question is refused; never passed over."""

import pytest
from secqa.understanding.question import Ask, understand
from secqa.understanding.wanted import Kind
from tests.understanding.made import COMPANIES

from secqa.metrics.catalogue import load_catalogue

CATALOGUE = load_catalogue()


def asked(question: str) -> Ask:
    return understand(question, COMPANIES, CATALOGUE)


@pytest.mark.parametrize(
    ("question", "above"),
    [
        ("Was Coca-Cola's net income not above 9 billion dollars in 2023?", False),
        ("Did Coca-Cola's revenue not exceed $40 billion in 2023?", False),
        ("Did Coca-Cola not have more than $9 billion of net income in 2023?", False),
        ("Did Coca-Cola fail to exceed $9 billion of net income in 2023?", False),
        ("Was Coca-Cola's net income not below $9 billion in 2023?", True),
        ("Was Coca-Cola's net income no less than $9 billion in 2023?", True),
        ("How many of Apple, Coca-Cola and Netflix did not exceed $9 billion in revenue in 2023?",
         False),
        ("Whose revenue didn't exceed $9 billion in 2023: Apple, Coca-Cola or Netflix?", False),
        ("Which of Apple, Coca-Cola and Netflix did not have revenue of more than $9 billion in "
         "2023?", False),
    ],
)  # fmt: skip
def test_a_limit_denied_is_the_other_side(question: str, above: bool) -> None:
    ask = asked(question)
    assert (ask.wanted.above, ask.undone) == (above, "")
    assert ask.wanted.limit


@pytest.mark.parametrize(
    "question",
    [
        "Why did Apple's revenue fall in 2023?",
        "Will Apple's revenue be higher in 2030?",
        "Is it false that Coca-Cola's net income was above $9 billion in 2023?",
        "Didn't Coca-Cola's net income exceed $9 billion in 2023?",
        "Which of Apple, Coca-Cola and Netflix had no net loss in 2023?",
        "How much did Apple's revenue change each year from 2020 to 2023?",
        "Was Apple's revenue above $9 billion, but at most $12 billion in 2023?",
        "Did Apple's revenue exceed $9 billion from 2021 to 2023?",
        "Since when has Apple paid dividends?",
        "In which of the last three years was Apple's revenue highest, and in which lowest?",
        "Did Apple invest more than it earned in 2023?",
        "Was 2023 a record year for Apple's revenue?",
        "Are Apple's employees happy?",
        "Is Apple's revenue more than double Netflix's in 2023?",
        "How much of Apple's 2024 revenue came from the US?",
    ],
)
def test_what_is_not_read_is_refused(question: str) -> None:
    assert asked(question).undone


@pytest.mark.parametrize(
    "question",
    [
        "What was Apple's revenue in each year from 2021 to 2023?",
        "In how many of all the years from 2021 to 2023 was Apple's revenue above $9 billion?",
        "What was Apple's average revenue over all years from 2021 to 2023?",
        "True or false: Apple's revenue exceeded $9 billion in 2023.",
        "Tell me whether or not Apple's revenue exceeded $9 billion in 2023?",
        "Did Apple's revenue grow by more than 5% from 2022 to 2023?",
        "What was Apple's revenue in 2023 according to its 10K report?",
        "Will you be able to tell me Apple's revenue in 2023?",
        "I am to compare firms, that is why I need Apple's revenue in 2023.",
        "I don't know Apple's revenue in 2023, what was it?",
    ],
)
def test_what_is_read_is_not_refused(question: str) -> None:
    assert asked(question).undone == ""


@pytest.mark.parametrize(
    ("question", "limit"),
    [
        ("Did Apple's revenue more than double from 2021 to 2023?", 1.0),
        ("Did Apple's revenue triple from 2021 to 2023?", 2.0),
        ("Which of Apple, Coca-Cola and Netflix doubled its revenue from 2022 to 2023?", 1.0),
    ],
)
def test_double_is_growth_by_a_hundred_percent(question: str, limit: float) -> None:
    ask = asked(question)
    assert (ask.wanted.change, ask.wanted.limit, ask.undone) == (Kind.GROWTH, limit, "")
    assert ask.wanted.above


@pytest.mark.parametrize("mark", ["µ", "¤", "µ¤"])
def test_the_marks_of_skeletons_in_a_question_are_blank(mark: str) -> None:
    question = "Which of Coca-Cola and NVIDIA had the highest net income {} in 2023?"
    marked, plain = asked(question.format(mark)), asked(question.format(""))
    assert (marked.wanted, marked.companies) == (plain.wanted, plain.companies)
    assert [link.metric for link in marked.metrics] == [link.metric for link in plain.metrics]
