"""The judge by rule."""

import pytest
from tests.support.judging_words import HAMMERS, PEOPLE, STALE

from secqa.evaluation.judging.case import JudgeCase
from secqa.evaluation.judging.rule_judge import judge_offline
from secqa.evaluation.judging.text_overlap import sentence_coverage

ABOUT = "What does Acme's annual report say about hammers and mallets?"


def of_passage(answer: str) -> JudgeCase:
    return JudgeCase(ABOUT, (HAMMERS,), answer, quoted=True)


@pytest.mark.parametrize(
    "answer",
    [
        HAMMERS,
        f"{PEOPLE}\n\n{HAMMERS}",
        HAMMERS.rpartition(" We buy")[0] + " We buy it from mills.",
    ],
)
def test_a_passage_is_given_alone_among_others_or_the_most_of_it(answer: str) -> None:
    assert judge_offline(of_passage(answer)).right


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (PEOPLE, "of what tells something"),
        (HAMMERS[:90], "of what tells something"),
        ("Acme's annual report says much about hammers and mallets.", "of what tells something"),
        (STALE, "has none of 4,100, 2024, but other figures"),
    ],
)
def test_another_passage_is_not_the_answer(answer: str, why: str) -> None:
    judged = judge_offline(of_passage(answer))
    assert not judged.right
    assert why in judged.why


@pytest.mark.parametrize(
    ("question", "gold", "answer", "right"),
    [
        ("Does it pay dividends?", "Yes", "Yes, every quarter.", True),
        ("Does it pay dividends?", "Yes, it does.", "No, it does not.", False),
        ("Are notes listed?", "There are none", "None are.", True),
        ("Are notes listed?", "There are none", "Yes, the 3% notes.", False),
        ("Did margins improve?", "Yes, from 4.8% to 5.3%.", "Yes, from 10% to 12%.", False),
        ("How did margins change?", "They improved by 2%.", "They fell by 2%.", False),
        ("How did margins change?", "They improved by 2%.", "An increase of 2.0 percent", True),
        ("How much was paid?", "$30 million to the bank", "$30 million", True),
        ("How much was paid?", "$30 million to the bank", "$45 million to the bank", False),
        ("Which plant made most?", "Ohio, with 82% of the total", "The plant in Ohio", True),
        ("Which plant made most?", "Ohio, with 82% of the total", "Texas", False),
        ("Who are its customers?", "Builders and carpenters", "carpenters; builders", True),
        ("Who are its customers?", "Builders and carpenters", "Who are its customers?", False),
    ],
)
def test_somebodys_own_words(question: str, gold: str, answer: str, right: bool) -> None:
    assert judge_offline(JudgeCase(question, (gold,), answer)).right == right


def test_a_choice_is_what_is_named_first() -> None:
    names = ("Acme Tools", "Bolt Works")
    question = "Which of Acme Tools and Bolt Works sold more?"

    def chosen(answer: str) -> bool:
        return judge_offline(JudgeCase(question, names[:1], answer, choices=names)).right

    assert chosen("Acme sold more than Bolt.")
    assert not chosen("Bolt sold more than Acme.")


def test_any_gold_text_will_do_and_measures_are_told() -> None:
    judged = judge_offline(JudgeCase(ABOUT, (PEOPLE, HAMMERS), HAMMERS, quoted=True))
    assert (judged.right, judged.coverage, judged.figures) == (True, 1.0, 1.0)


def test_sentences_are_held_word_for_word() -> None:
    assert sentence_coverage(HAMMERS, f"{PEOPLE}\n\n{HAMMERS.upper()}") == 1
    assert sentence_coverage(HAMMERS, STALE) == 0.75
    assert sentence_coverage(HAMMERS, PEOPLE) == 0
