"""Topics: found by phrase, told in parts that reports have."""

import pytest

from secqa.filings.document import Statement
from secqa.parsing.lexicon import TRANSPARENT, stem, words
from secqa.retrieval.topics import find_topics, load_topics, part_of

SECTIONS = {
    "10-K": ("", *(f"I/{n}" for n in ("1", "1A", "1C", "2", "3", "4")), "II/5", "II/7", "II/7A"),
    "10-Q": ("I/1", "I/4", "II/1", "II/2"),
    "8-K": ("5.02",),
}
PARTS = {part_of(form, section) for form, own in SECTIONS.items() for section in own}
PARTS |= {part_of("10-K", section) for section in ("III/10", "II/9")}


def names(question: str) -> set[str]:
    return {topic.id for topic in find_topics(question, load_topics())}


def test_a_topic_is_found_by_its_stems() -> None:
    assert "acquisitions" in names("Which companies has it acquired?")
    assert "legal_proceedings" in names("What lawsuits are pending?")
    assert names("What is the net income?") == set()


def test_words_must_stand_together() -> None:
    assert "market_risk" in names("How large is the interest rate risk?")
    assert "market_risk" not in names("What is the rate of interest, and which risk is there?")


def test_why_asks_for_drivers() -> None:
    assert "drivers" in names("Why did margins fall?")
    assert "drivers" in names("What were the main drivers of revenue?")


def test_words_that_only_look_like_a_topic_find_none() -> None:
    assert "drivers" not in names("Which driver-classification cases and risk factors are new?")
    assert "registered_securities" not in names("List the lawsuits")


def test_every_topic_says_where_it_is_told() -> None:
    for topic in load_topics():
        assert topic.asked
        assert topic.printed or topic.statements
        assert set(topic.parts) <= PARTS
        assert set(topic.statements) <= set(Statement)


def test_phrases_are_not_cut_down_to_one_common_word() -> None:
    """ "operate in" would be "operate", and operating income a question about the industry."""
    for topic in load_topics():
        for phrase in topic.asked:
            telling = [word for word in words(phrase) if stem(word) not in TRANSPARENT]
            assert len(telling) > (" " in phrase), f"{topic.id}: {phrase!r}"


def test_who_is_asked_for_by_a_verb() -> None:
    assert "executives" in names("Who runs the company?")
    assert "executives" not in names("Which machines does it run?")


def test_a_statement_is_named() -> None:
    assert "cash_flow_statement" in names("Use details of the statements of cash flows.")
    assert "balance_sheet" in names("According to the balance sheet, what are the inventories?")


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("How large were net charge-offs?", "credit_losses"),
        ("Did the combined ratio improve?", "insurance"),
        ("When do most leases expire?", "landlords"),
        ("What are the proved reserves?", "oil_and_gas"),
        ("Is a rate case pending?", "utilities"),
        ("What was the load factor?", "carriers"),
        ("Is there any ongoing legal trouble?", "legal_proceedings"),
    ],
)
def test_industries_have_topics_of_their_own(question: str, topic: str) -> None:
    assert topic in names(question)
    assert topic not in names("What is the net income?")
