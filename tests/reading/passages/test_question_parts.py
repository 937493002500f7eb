"""A question for words that asks several things is answered part by part."""

from secqa.query.leaves import Narrative
from secqa.reading.passages.question_parts import parts_of


def parts(topic: str, asks: str = "what") -> list[tuple[str, str]]:
    return [(one.asks, one.topic) for one in parts_of(Narrative(topic, asks=asks))]  # type: ignore[arg-type]


def test_each_question_is_a_part_and_later_ones_have_the_subject_of_the_first() -> None:
    assert parts("new Macau concession and what it has to commit to") == [
        ("what", "new Macau concession"),
        ("what", "what it has to commit to: new Macau concession"),
    ]
    assert parts("what happened to tariffs, and why did steel sales in Ohio fall?") == [
        ("what", "what happened to tariffs"),
        ("why", "why did steel sales in Ohio fall"),
    ]


def test_what_asks_nothing_more_stays_whole() -> None:
    for topic in ("how did sales develop and why", "risks and opportunities of steel"):
        assert parts(topic) == [("what", topic)]
    assert len(parts("how did sales develop, and why are margins so high", "why")) == 1
