"""A question for words that asks several things is answered part by part."""

from secqa.query.leaves import Narrative
from secqa.reading.passages.question_parts import Part, by_part, parts_of
from secqa.reading.reading import Passage, PassageAnswer


def parts(topic: str, asks: str = "what") -> list[tuple[str, str, str]]:
    return [said(one) for one in parts_of(Narrative(topic, asks=asks))]  # type: ignore[arg-type]


def said(part: Part) -> tuple[str, str, str]:
    return part[0], part[1].asks, part[1].topic


def passage(text: str) -> Passage:
    return Passage("ACME-10-K", 3, "II/9A", "Controls", text)


def test_each_question_is_a_part_and_later_ones_have_the_subject_of_the_first() -> None:
    licence, commits = "new Macau concession", "what it has to commit to"
    assert parts(f"{licence} and {commits}") == [
        (licence, "what", licence),
        (commits, "what", f"{commits}: {licence}"),
    ]
    dispute, stand = "the dispute with the tax authority", "where does the case stand"
    assert parts(f"{dispute} and {stand}")[1][2] == f"{stand}: {dispute}"
    tariffs, sales = "what happened to tariffs", "why did steel sales in Ohio fall"
    assert parts(f"{tariffs}, and {sales}?") == [(tariffs, "what", tariffs), (sales, "why", sales)]


def test_what_asks_nothing_more_stays_whole() -> None:
    for topic in ("how did sales develop and why", "risks and opportunities of steel"):
        assert parts(topic) == [(topic, "what", topic)]
    assert len(parts("new notes, and why they were issued", "list")) == 1


def test_things_that_may_have_changed_are_parts_where_they_are_named_side_by_side() -> None:
    assert parts("auditors or audit committee expert", "changes") == [
        ("auditors", "changes", "auditors"),
        ("audit committee expert", "changes", "audit committee expert"),
    ]
    assert len(parts("risk factors", "changes")) == 1


def test_passages_say_which_of_several_parts_they_answer_and_are_not_repeated() -> None:
    same = PassageAnswer((passage("Sales rose."),), 0.5)
    other = PassageAnswer((passage("Costs fell."),), 0.5)
    assert [one.about for one in by_part([("sales", same)], None)] == [""]
    found = by_part([("sales", same), ("costs", same), ("costs", other)], None)
    assert [(one.about, one.text) for one in found] == [
        ("sales", "Sales rose."),
        ("costs", "Costs fell."),
    ]
