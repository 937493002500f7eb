"""What the offline generator tells from a page and from the turns before."""

import pytest

from practice.practice_talks import practice_records
from secqa.conversation.offline.dialogue_state import Memory, beliefs, remember
from secqa.conversation.offline.number_grounding import readings_of
from secqa.conversation.offline.offline_generator import offline_generator
from secqa.conversation.offline.page_numbers import prepared
from secqa.conversation.offline.program_candidates import candidates, phrase_of
from secqa.conversation.offline.question_traits import read_question
from secqa.conversation.programs.generator import Exchange
from secqa.conversation.records.conversation_record import Grid, Record, Turn, mentions_of
from secqa.learning.linear import Choice, code_of

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


def test_a_number_that_stands_twice_is_the_one_asked_for() -> None:
    turns = [Exchange(t.question, t.program, t.answer) for t in BALANCES.turns[:2]]
    memory = remember(prepared(BALANCES), turns)
    assert {known.value: known.years for known in memory.known} == {47.0: (2015,), 70.0: (2014,)}
    assert [spot.row for spot in memory.last_used] == [1]


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("how much did it fall?", "down"),
        ("by how much did sales go up?", "up"),
        ("how much more was that than in 2014?", "difference"),
    ],
)
def test_words_that_ask_for_a_change(question: str, asked: str) -> None:
    assert asked in read_question(question).classes


def test_a_question_without_end_is_read() -> None:
    assert read_question("what about " + "these and " * 2_000) is not None


@pytest.mark.parametrize(
    ("question", "earlier", "years"),
    [
        ("how did they change from 2013?", (2015,), (2015, 2013)),
        ("what was the growth over fiscal 2013?", (2015,), (2015, 2013)),
        ("what was the change from 2013 to 2014?", (2015,), (2013, 2014)),
        ("what was the change in 2013?", (2015,), (2013,)),
        ("how did they change from 2013?", (), (2013,)),
    ],
)
def test_a_change_from_a_year_is_to_the_year_spoken_of(
    question: str, earlier: tuple[int, ...], years: tuple[int, ...]
) -> None:
    assert read_question(question, earlier).years == years


def test_years_are_numbers_only_where_a_year_is_asked() -> None:
    page = prepared(BALANCES)

    def texts(question: str) -> set[str]:
        phrase = phrase_of(Memory((), (), ()), read_question(question))
        return {text for _, text in readings_of(page, phrase)}

    assert "2014" not in texts("how long did claims take in 2014?")
    assert "2014" in texts("in what year were the claims settled?")


def test_the_number_of_an_index_is_part_of_its_name() -> None:
    assert "500" not in {mention.text for mention in mentions_of(BALANCES)}


def test_a_number_typed_is_not_combined_with_itself() -> None:
    page = prepared(BALANCES)
    asked = read_question("what is 47 times 4?")
    programs = {str(c.program) for c in candidates(page, remember(page, ()), asked, Choice({}))}
    assert "multiply(47, const_4)" in programs
    assert "multiply(47, const_47)" not in programs


def test_no_value_is_compared_with_itself() -> None:
    page = prepared(BALANCES)
    turn = BALANCES.turns[0]
    memory = remember(page, [Exchange(turn.question, turn.program, turn.answer)])
    asked = read_question("and what is that less the balance at end of 2014?", memory.years)
    programs = {str(c.program) for c in candidates(page, memory, asked, Choice({}))}
    assert "subtract(47, 70)" in programs
    assert not programs & {"subtract(47, 47)", "divide(47, 47)", "subtract(47, 47), divide(#0, 47)"}


def _toy_read(history: tuple[Exchange, ...], question: str) -> list[tuple[Exchange, float]]:
    """A first question is 1 or, less likely, 2; what follows repeats it, 2 more surely."""
    if not history:
        return [(Exchange(question, "1", 1.0), 0.6), (Exchange(question, "2", 2.0), 0.4)]
    first = history[0].program
    return [(Exchange(question, first, history[0].answer), 0.9 if first == "2" else 0.5)]


def test_an_unsure_answer_may_have_meant_something_else() -> None:
    unsure = [Exchange("a", "1", 1.0, 0.6)]
    found = beliefs(unsure, _toy_read)
    assert [(b.history[0].program, b.chance) for b in found] == [("1", 0.6), ("2", 0.4)]
    assert all(b.history[0].confidence == 1 for b in found)
    later = beliefs([*unsure, Exchange("b", "1", 1.0, 0.6)], _toy_read)
    assert [b.history[1].program for b in later] == ["2", "1"]
    assert sum(b.chance for b in later) == pytest.approx(1)


@pytest.mark.parametrize(
    "exchange",
    [
        Exchange("a", "1", 1.0),
        Exchange("a", "", None, 0.0),
        Exchange("a", "7", 7.0, 0.6),
    ],
    ids=["certain", "refused", "of another generator"],
)
def test_such_a_turn_is_taken_as_said(exchange: Exchange) -> None:
    assert [b.history for b in beliefs([exchange], _toy_read)] == [(exchange,)]


def test_a_question_asked_back_about_still_means_something() -> None:
    found = beliefs([Exchange("a", "", None, 0.2)], _toy_read)
    assert [b.history[0].program for b in found] == ["1", "2"]


def test_numbers_of_one_name_are_found_by_their_years() -> None:
    page = prepared(BALANCES)
    asked = read_question("what is the sum of balance at end in 2014 and 2015?")
    weights = Choice({code_of("cell: asked year last"): 5.0})
    found = candidates(page, remember(page, ()), asked, weights)
    (sum_of_years,) = [c for c in found if str(c.program) == "add(70, 47)"]
    assert sum_of_years.part == "as asked"


@pytest.mark.parametrize(
    ("question", "history", "refused"),
    [
        ("how many employees are there?", (), True),
        ("and a year earlier?", (Exchange("what was it in 2015?", "", None, 0.2),), False),
    ],
    ids=["one unknown thing", "after a question that was asked back about"],
)
def test_what_is_not_on_the_page(
    question: str, history: tuple[Exchange, ...], refused: bool
) -> None:
    words = offline_generator().generate(BALANCES, history, question).words
    assert words.startswith("the page does not speak of") == refused


def test_the_caption_tells_tables_apart() -> None:
    grids = tuple(
        Grid(("", "2015"), (("revenue", value),), caption)
        for caption, value in (("Consolidated results", "70"), ("Domestic segment results", "47"))
    )
    record = Record("two tables", (), grids, ())
    generated = offline_generator().generate(record, (), "what was domestic revenue in 2015?")
    assert generated.program == "47"


def test_only_a_ratio_is_turned_into_percent() -> None:
    page = prepared(BALANCES)

    def programs(*turns: Turn) -> set[str]:
        history = [Exchange(t.question, t.program, t.answer) for t in turns]
        memory = remember(page, history)
        asked = read_question("what is that in percent?", memory.years)
        return {str(c.program) for c in candidates(page, memory, asked, Choice({}))}

    ratio = Turn("and the ratio?", "divide(47, 70)", 47 / 70)
    assert "divide(47, 70), multiply(#0, const_100)" in programs(ratio)
    assert "subtract(47, 70), multiply(#0, const_100)" not in programs(*BALANCES.turns)


def test_an_answer_is_less_sure_when_what_it_builds_on_is() -> None:
    def confidence(of_earlier: float) -> float:
        turns = [Exchange(t.question, t.program, t.answer, of_earlier) for t in BALANCES.turns[:2]]
        return offline_generator().generate(BALANCES, turns, "what was the change?").confidence

    assert confidence(0.5) < confidence(1.0)


def test_practice_talks_answer_themselves() -> None:
    records = practice_records(40, seed=3)
    assert records == practice_records(40, seed=3)
    assert all(record.turns for record in records)
    questions = [turn.question for record in records for turn in record.turns]
    assert not any(mark in question for question in questions for mark in "[]{}|")
    assert any(record.pre_text for record in records)
