"""The model generators over the test server's rules: what they write is read back and answered."""

from dataclasses import replace

import pytest
from tests.support.conversation_records import CLEANED

from secqa.conversation.chat_session import Session
from secqa.conversation.generators.model_generators import KINDS, conversation_thoughts, with_model
from secqa.conversation.generators.prompts import Library, library_of, read_turn, turn_prompt
from secqa.conversation.offline.offline_generator import offline_generator
from secqa.conversation.programs.generator import Exchange
from secqa.conversation.records.conversation_record import Grid, Record
from secqa.conversation.records.record_layouts import records_from
from secqa.models.model import Model
from secqa.serving.offline_model import offline_model

(TOLD,) = records_from([CLEANED], "made.json")
RECORD = replace(TOLD, turns=())
LIBRARY = library_of([replace(TOLD, id="Single_OTHER/2012/page_9.pdf-1")])


def rules() -> Model:
    return offline_model(lambda prompt: "a plain question", conversation_thoughts())


@pytest.mark.parametrize("library", [None, LIBRARY])
@pytest.mark.parametrize("kind", KINDS)
def test_each_way_of_asking_gets_the_rules_programs(kind: str, library: Library | None) -> None:
    generator = with_model(kind, "offline", rules(), library)
    session = Session(RECORD, generator)
    replies = [session.ask(turn.question) for turn in TOLD.turns]
    assert [reply.program for reply in replies] == [turn.program for turn in TOLD.turns]
    # With tools, every step and every answer is a call.
    assert generator.spent.calls == (4 + 3 if kind == "tools" else 4)


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_page_cannot_be_asked_gets_no_program(kind: str) -> None:
    generator = with_model(kind, "offline", rules())
    question = "who plays tennis on mars?"
    assert not offline_generator().generate(RECORD, (), question).program
    generated = generator.generate(RECORD, (), question)
    assert generated.program == ""
    assert "does not speak of" in generated.words


def test_a_prompt_reads_back_as_the_turn_it_was_written_from() -> None:
    record = Record(
        "",
        ("Sales grew.", "They were $ 40 million in 2012."),
        (
            Grid(("", "2012", "2011"), (("sales", "$ 40", ""), ("", "( 3 )", "-")), "Results"),
            Grid(("item", "2012"), (("wages", "7%"),)),
        ),
        ("Rent was 3.",),
    )
    history = (
        Exchange("what were sales?", "40", 40.0),
        Exchange("and the most?", "table_max(sales, none)", 40.0),
        Exchange("was it more than 3?", "greater(40, 3)", "yes"),
    )
    for page in (record, replace(record, pre_text=()), replace(record, tables=())):
        told = page if page.tables else replace(page, pre_text=page.sentences, post_text=())
        history_here = history if page.tables else history[:1]
        prompt = turn_prompt(page, history_here, "and in 2011?")
        assert read_turn(prompt) == (told, history_here, "and in 2011?")
        complaint = "\n(The last reply was no program: x.)"
        assert read_turn(prompt + complaint) == read_turn(prompt)


def test_earlier_turns_that_cannot_run_have_no_answer() -> None:
    prompt = turn_prompt(RECORD, (Exchange("what?", "divide(1, 0)", None),), "and then?")
    assert read_turn(prompt)[1] == (Exchange("what?", "divide(1, 0)", None),)
