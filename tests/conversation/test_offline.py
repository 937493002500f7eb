"""What the offline generator tells from a page and from the turns before."""

from secqa.conversation.generator import Exchange
from secqa.conversation.mentions import mentions_of
from secqa.conversation.offline.asked import read_question
from secqa.conversation.offline.candidates import candidates, phrase_of
from secqa.conversation.offline.fit import gold_turns
from secqa.conversation.offline.generate import OfflineGenerator, confidence_features
from secqa.conversation.offline.grounding import readings_of
from secqa.conversation.offline.learning import Group, learn
from secqa.conversation.offline.memory import Memory, remember
from secqa.conversation.offline.model import Weights
from secqa.conversation.offline.page import prepared
from secqa.conversation.offline.practice.records import practice_records
from secqa.conversation.record import Grid, Record, Turn

BALANCES = Record(
    "balances",
    ("claims settled in 2014 took 12 months ; the s&p 500 rose .",),
    (
        Grid(
            ("", "2015", "2014"),
            (("balance at beginning", "70", "85"), ("balance at end", "47", "70")),
        ),
    ),
    (),
    (
        Turn("what was the balance at end of 2015?", "47", 47.0),
        Turn("and in 2014?", "70", 70.0),
        Turn("what was the change?", "subtract(47, 70)", -23.0),
    ),
)
NOTHING_LEARNT = OfflineGenerator(Weights({}, {}, {}))


def test_a_number_that_stands_twice_is_the_one_asked_for() -> None:
    turns = [Exchange(t.question, t.program, t.answer) for t in BALANCES.turns[:2]]
    memory = remember(prepared(BALANCES), turns)
    assert {known.value: known.years for known in memory.known} == {47.0: (2015,), 70.0: (2014,)}
    assert [spot.row for spot in memory.last_used] == [1]


def test_a_question_without_end_is_read() -> None:
    assert read_question("what about " + "these and " * 2_000) is not None


def test_years_are_numbers_only_where_a_year_is_asked() -> None:
    page = prepared(BALANCES)

    def texts(question: str) -> set[str]:
        phrase = phrase_of(Memory((), (), (), ()), read_question(question))
        return {text for _, text in readings_of(page, phrase)}

    assert "2014" not in texts("how long did claims take in 2014?")
    assert "2014" in texts("in what year were the claims settled?")


def test_the_number_of_an_index_is_part_of_its_name() -> None:
    assert "500" not in {mention.text for mention in mentions_of(BALANCES)}


def test_a_number_typed_is_not_combined_with_itself() -> None:
    page = prepared(BALANCES)
    asked = read_question("what is 47 times 4?")
    programs = {str(c.program) for c in candidates(page, remember(page, ()), asked, {})}
    assert "multiply(47, const_4)" in programs
    assert "multiply(47, const_47)" not in programs


def test_turns_after_a_wrong_answer_are_told() -> None:
    right = gold_turns(BALANCES)
    own = gold_turns(BALANCES, NOTHING_LEARNT)
    assert [turn.misled for turn in right] == [False, False, False]
    assert own[-1].misled
    assert own[0].memory == right[0].memory


def test_an_answer_is_less_sure_when_what_it_builds_on_is() -> None:
    page = prepared(BALANCES)

    def features(confidence: float) -> dict[str, float]:
        turns = [Exchange(t.question, t.program, t.answer, confidence) for t in BALANCES.turns[:2]]
        memory = remember(page, turns)
        asked = read_question("what was the change?", memory.years)
        ranked = OfflineGenerator(Weights({}, {"subtract(known, known)": 5.0}, {})).rank(
            page, memory, asked
        )
        return confidence_features(ranked, memory)

    name = "log confidence of what it builds on"
    assert features(0.3)[name] < features(0.9)[name] < 0 == features(1.0)[name]


def test_learning_prefers_what_is_right_and_counts_shared_features() -> None:
    options = ({"a": 1.0}, {"b": 1.0}, {"a": 1.0})
    groups = [Group(options, (1, 2), ({"x": 1.0}, {"y": 1.0}), (0, 0, 1))] * 20
    weights = learn(groups, 0.1)
    assert weights["y"] > weights["x"]
    assert weights["b"] + weights["x"] > weights["a"] + weights["x"]


def test_practice_talks_answer_themselves() -> None:
    records = practice_records(40, seed=3)
    assert records == practice_records(40, seed=3)
    assert all(record.turns for record in records)
    questions = [turn.question for record in records for turn in record.turns]
    assert not any(mark in question for question in questions for mark in "[]{}|")
    assert any(record.pre_text for record in records)
