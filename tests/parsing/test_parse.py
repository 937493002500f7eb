"""Whole questions: a line of `parse.txt` is a question | the query that it means, in words.

None of the lines was fitted on. Those above the dashes must come out; those below stand for what
the parser gets wrong so far, and count only in the share.
"""

from functools import cache

import pytest
from tests.support.cases import cases
from tests.support.known_companies import COMPANIES

from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.understand import understand

CATALOGUE = load_catalogue()
MUST, OPEN = cases("parsing/parse.txt"), cases("parsing/parse.txt", 1)


@cache
def read(question: str) -> str:
    """The likeliest query in words, or why there is none."""
    try:
        return str(understand(question, COMPANIES, CATALOGUE).query)
    except CannotAnswer as reason:
        return f"refused: {reason}"


def test_plain_questions() -> None:
    queries = {line[0]: line[1] for line in MUST}
    assert {question: read(question) for question in queries} == queries


def test_most_questions_come_out() -> None:
    lines = [*MUST, *OPEN]
    missed = [(question, read(question)) for question, query in lines if read(question) != query]
    print(*missed, sep="\n")
    assert 1 - len(missed) / len(lines) > 0.75


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What is Apple's magnificent revenue in 2024?", "magnificent"),
        ("What is Apple's splendid net income in 2024?", "splendid"),
    ],
)
def test_words_that_nothing_accounts_for_are_told(question: str, words: str) -> None:
    plain = understand("What is Apple's revenue in 2024?", COMPANIES, CATALOGUE)
    found = understand(question, COMPANIES, CATALOGUE)
    assert words in found.uncovered
    assert found.probability < plain.probability


@pytest.mark.parametrize("line", MUST[::10], ids=lambda line: line[0])
def test_how_likely_it_is_lies_between_none_and_all(line: tuple[str, ...]) -> None:
    found = understand(line[0], COMPANIES, CATALOGUE)
    assert 0 < found.probability < 1
    assert found.query not in found.others


@pytest.mark.parametrize("mark", ["µ", "¤", "µ¤"])
def test_marks_of_masks_in_a_question_are_blank(mark: str) -> None:
    question = "Which of Coca-Cola and NVIDIA had the highest net income {} in 2023?"
    assert read(question.format(mark)) == read(question.format(""))


def test_a_name_that_is_not_known_is_told_once_and_caps_the_probability() -> None:
    question = "Which of Apple, Zorblat and Intel had the higher revenue in 2024?"
    found = understand(question, COMPANIES, CATALOGUE)
    assert found.uncovered == ("Zorblat",)
    assert found.probability <= 0.5


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What was Apple's crypto revenue in 2024?", ("crypto",)),
        ("Intel AI profit 2024", ("ai",)),
        ("What was Apple's revenue from China in 2024?", ("china",)),
        ("How much operating income did Intel's AI business make in 2024?", ("ai",)),
        ("What was Apple's net revenue in 2024?", ()),
        ("What was the total revenue of Apple in 2024?", ()),
        ("Did Apple distribute dividends in 2024?", ()),
    ],
)
def test_a_word_that_narrows_a_figure_caps_the_probability(
    question: str, words: tuple[str, ...]
) -> None:
    reading = understand(question, COMPANIES, CATALOGUE)
    assert reading.uncovered == words
    assert (reading.probability <= 0.5) == bool(words)
