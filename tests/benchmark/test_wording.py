"""How questions are worded: the paper's words to the letter, and grammar in all others."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from tests.support.benchmark_tables import CATALOGUE, NAMES
from tests.support.generate_cases import EVERYTHING, PAPER, by_type, made

from secqa.benchmark.dataset import Question
from secqa.benchmark.question_wording import patterns
from secqa.query.leaves import Years
from secqa.query.period import Period
from secqa.query.saying.english import had_most, is_plural, number_word, possessive
from secqa.query.tree import nodes

TICKERS = {"Alpha Works": "AW", "Beta Foods": "BFC", "Gamma's": "GAM", "Delta & Sons": "DELT"}
TICKERS |= {"Epsilon Bank": "EPSB"}


def forms_of(name: str) -> tuple[str, str, str]:
    return name, f"{name} ({TICKERS[name]})", TICKERS[name]


def in_papers_words(question: Question) -> set[str]:
    """A paper question with its company named in each way."""
    metrics = [CATALOGUE[metric].name for metric in question.metrics]
    whose = [[possessive(form) for form in forms_of(name)] for name in question.companies]
    who = [forms_of(name) for name in question.companies]
    verb, those = ("are", "those") if is_plural(metrics[0]) else ("is", "that")
    span = [one.last for one in nodes(question.query) if isinstance(one, Years)]
    back = [one.back for one in nodes(question.query) if isinstance(one, Period) and one.back]
    year = question.facts[0].fiscal_year
    match question.type:
        case "value_latest":
            return {f"What {verb} {name} {metrics[0]}?" for name in whose[0]}
        case "value_in_period":
            return {f"What {verb} {name} {metrics[0]} in {year}?" for name in whose[0]}
        case "dividends_over_years":
            return {
                f"How much common dividends did {name} pay in the last {number_word(span[0])} "
                "years in US dollars?"
                for name in who[0]
            }
        case "growth_over_years":
            return {
                f"What is {name} overall revenue growth over the last {back[0]}-year period?"
                for name in whose[0]
            }
        case "difference_between_companies":
            return {
                f"What is the percentage difference of {one} {metrics[0]} compared to "
                f"{those} of {other}?"
                for one in whose[0]
                for other in who[1]
            }
    return set()


@pytest.mark.parametrize("seed", range(3))
def test_the_papers_wording_is_exact(seed: int) -> None:
    asked = made(PAPER, count=80, seed=seed)
    for question in asked.questions:
        if question.type != "metric_of_highest":
            assert question.text in in_papers_words(question)
    for question in by_type(asked)["metric_of_highest"]:
        found = re.fullmatch(
            r"Among (.+), (?:and )?(.+), what (is|are) the (.+) of the company that has the "
            r"highest (.+)\?",
            question.text,
        )
        assert found, question.text
        asked_of, ranked_by = found[4], found[5]
        # What a company is chosen by is looked up first.
        assert question.facts[0].metric == metric_called(ranked_by)
        assert question.facts[-1].metric == metric_called(asked_of)
        assert (found[3] == "are") == is_plural(asked_of)


def metric_called(name: str) -> str:
    (found,) = (metric.id for metric in CATALOGUE.metrics.values() if metric.name == name)
    return found


def test_companies_are_named_by_name_mostly_and_by_symbol_now_and_then() -> None:
    ways: Counter[int] = Counter()
    for seed in range(4):
        for question in by_type(made(PAPER, count=80, seed=seed))["value_latest"]:
            verb = "are" if is_plural(CATALOGUE[question.metrics[0]].name) else "is"
            told = [f"What {verb} {possessive(f)} " for f in forms_of(question.companies[0])]
            # "Beta Foods' (BFC)" begins like "Beta Foods'".
            ways[max(at for at, one in enumerate(told) if question.text.startswith(one))] += 1
    assert ways[0] > ways[1] > 0
    assert ways[2] > 0


def test_varied_questions_use_other_words_and_synonyms() -> None:
    asked = made(replace(PAPER, wording="varied"), count=80)
    starts = {" ".join(question.text.split()[:2]) for question in asked.questions}
    assert len(starts) > 15
    texts = " ".join(question.text for question in asked.questions)
    assert patterns()["value_latest"][0].split("{")[0] in texts
    assert {question.text for question in asked.questions} != {
        question.text for question in made(PAPER, count=80).questions
    }


def test_the_wording_changes_nothing_that_is_asked() -> None:
    paper, varied, plain = (
        made(PAPER, count=48, wording=wording) for wording in ("paper", "varied", "plain")
    )
    for one, other, third in zip(paper.questions, varied.questions, plain.questions, strict=True):
        assert one.query == other.query == third.query
        assert one.answer == other.answer == third.answer


def test_plain_questions_say_in_full_what_is_asked() -> None:
    plain = made(PAPER, count=48, wording="plain")
    latest = by_type(plain)["value_latest"]
    assert all("in the latest fiscal year?" in question.text for question in latest)
    stated = by_type(plain)["value_in_period"]
    assert all(question.text == question.plain for question in stated)


@pytest.mark.parametrize("wording", ["paper", "varied", "plain"])
def test_sentences_are_english(wording: str) -> None:
    texts = [q.text for seed in range(3) for q in made(EVERYTHING, seed, count=200,
             wording=wording).questions]  # fmt: skip
    for text in texts:
        # No span of one year, no slot left open, no gap, no possessive of a possessive.
        assert not re.search(r"\b(?:last|past|recent) (?:1|one|no) |\b[01]-year", text), text
        assert not re.search(r"[{}]|  | [.,?]|\bNone\b|'s's|'s'", text), text
        assert text[0].isupper()
        assert text[-1] in ".?"
        assert not re.search(r"\bwhat (?:deposits|loans) did", text, re.I), text
        for name, wrong in AGREEING.items():
            asks = rf"(?:What|How high|How much) (?:{wrong}) \S+(?:'s|')? {name}\?"
            assert not re.search(asks, text), text
            assert not re.search(rf"(?:What|How high|How much) (?:{wrong}) the {name} of", text), (
                text
            )


AGREEING = {
    "total revenues": "is|was",
    "dividends": "is|was",
    "total assets": "is|was",
    "net income": "are|were",
    "cost of revenue": "are|were",
}
"""Metrics, and the verbs that do not go with them."""


def test_every_company_of_a_question_stands_in_it() -> None:
    for question in made(EVERYTHING, count=200).questions:
        for name in question.companies:
            assert name in question.text or TICKERS[name] in question.text, question.text
    assert set(TICKERS) == set(NAMES.values())


@pytest.mark.parametrize(
    ("rank", "by", "said"),
    [
        ("largest", "inventories in 2024", "had the largest inventories in 2024"),
        ("lowest", "dividends paid in 2024", "paid the lowest dividends in 2024"),
        ("smallest", "cash paid for interest", "paid the least cash for interest"),
        (
            "second highest",
            "cash paid for interest",
            "had the second highest cash paid for interest",
        ),
    ],
)
def test_companies_pay_what_is_paid(rank: str, by: str, said: str) -> None:
    assert had_most(rank, by) == said


def test_segments_are_called_so() -> None:
    suite = replace(EVERYTHING, kinds=(("value_of_part", 1.0), ("share_of_part", 1.0)))
    texts = [
        one.text for one in made(suite, count=12).questions if "segment_revenue" in str(one.facts)
    ]
    assert texts
    assert all(" segment" in text for text in texts)
