"""Topics: found by phrase, tied to metrics that exist."""

import pytest

from secqa.metrics.catalogue import load_catalogue
from secqa.retrieval.parts import PARTS
from secqa.retrieval.topics import find_topics, load_topics
from secqa.retrieval.topics import keys as topic_keys
from secqa.retrieval.words import stems


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


def test_every_topic_can_be_found_and_names_metrics_that_exist() -> None:
    catalogue = load_catalogue()
    for topic in load_topics():
        assert topic.asked
        assert topic.printed or topic.metrics
        assert all(catalogue[metric] for metric in topic.metrics)
        for phrase in topic.asked:
            assert phrase == "why" or stems(phrase), f"{topic.id}: {phrase!r} has no stem"
        assert set(topic.parts) <= set(PARTS)


def test_phrases_are_not_cut_down_to_one_common_word() -> None:
    """ "operate in" would be "operate", and operating income a question about the industry."""
    for topic in load_topics():
        for phrase in topic.asked:
            if " " in phrase:
                assert len(topic_keys(phrase)) > 1, f"{topic.id}: {phrase!r}"


def test_who_is_asked_for_by_a_verb() -> None:
    assert "executives" in names("Who runs the company?")
    assert "executives" not in names("Which machines does it run?")


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
