"""Topics: found by phrase, tied to metrics that exist."""

from secqa.metrics.catalogue import load_catalogue
from secqa.retrieval.topics import find_topics, load_topics
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
