"""Follow-up questions keep the row of the answer before them; what asks for nothing gets none."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from secqa.app.chat.reply_text import answer_text, plain_words
from secqa.conversation.chat_session import Session
from secqa.conversation.page_chat.follow_ups import (
    NO_QUESTION,
    NOTHING_BEFORE,
    WELCOME,
    WHY,
    FollowUps,
    row_and_year,
    single_figure,
)
from secqa.conversation.page_chat.page_queries import NOT_HERE, NOT_NAMED
from secqa.conversation.programs.generator import AlternativeProgram, Exchange, Generated
from secqa.conversation.records.conversation_record import Grid, Record

RECORD = Record(
    "page",
    (),
    (
        Grid(
            ("", "2024", "2023", "2022"),
            (
                ("Net sales", "1,200", "1,000", "( 900 )"),
                ("Net income", "$ 240", "$ 190", "$ 150"),
            ),
        ),
    ),
    (),
)


STATEMENT = Record(
    "statement",
    (),
    (
        Grid(
            ("", "2024", "2023"),
            (
                ("Total revenues", "$ 44,284", "$ 38,962"),
                ("Research and development", "9,042", "8,893"),
                ("Interest expense", "(664)", "(697)"),
                ("Income before income taxes", "12,663", "10,336"),
                ("Income tax expense", "(7,122)", "226"),
                ("Net income", "5,541", "10,562"),
                ("Diluted earnings (loss) per share:", "", ""),
                ("Net income", "$ 5.01", "$ 8.97"),
                ("Shares used in per share calculations:", "", ""),
                ("Basic", "1,096", "1,116"),
                ("Diluted", "1,105", "1,130"),
            ),
            "(In millions, except per share data)",
        ),
    ),
    (),
)
"""Prints expenses in brackets; in 2023 there was a tax benefit."""


@pytest.mark.parametrize(
    ("questions", "answer", "text"),
    [
        (["income tax expense in 2024"], 7122, "$7,122"),
        (["income tax expense in 2024", "and the year before?"], -226, "-$226"),
        (["interest expense in 2024", "what was the change?"], -33, "-$33"),
        (["interest expense 2024", "what share of revenue is that?"], 664 / 44284, "1.50%"),
        (["R&D in fiscal 2024", "and net income per share diluted?"], 5.01, "$5.01"),
        (["R&D in fiscal 2024", "how much is it up in percent?"], 149 / 8893, "1.68%"),
        (["R&D in fiscal 2024", "in millions?"], 9042, "$9,042"),
        (["diluted shares in 2023"], 1130, "1,130"),
    ],
)
def test_expenses_in_brackets_are_positive_and_dollars_are_shown(
    questions: list[str], answer: float, text: str
) -> None:
    session = Session(STATEMENT, FollowUps(Scripted()))
    for question in questions:
        reply = session.ask(question)
    assert reply.answer == pytest.approx(answer)
    assert answer_text(reply.program, answer, reply.operands, STATEMENT)[0] == text


def test_an_expense_is_asked_for_by_its_own_name_and_as_an_income() -> None:
    rows = (("Sales", "$ 90", "$ 80"), ("Other expense, net", "40", "30"))
    record = Record("page", (), (Grid(("", "2024", "2023"), rows),), ())
    session = Session(record, FollowUps(Scripted()))
    assert session.ask("other expense, net in 2024").answer == 40
    assert session.ask("and the year before?").answer == 30


def test_a_row_of_changes_and_one_of_the_beginning_are_named() -> None:
    rows = (
        ("Cash, beginning of year", "20", "10"),
        ("(Increase) decrease in income taxes recoverable", "(10)", "60"),
    )
    record = Record("page", (), (Grid(("", "2024", "2023"), rows),), ())
    session = Session(record, FollowUps(Scripted()))
    named = session.ask("(Increase) decrease in income taxes recoverable in 2024")
    assert named.answer == -10
    assert session.ask("cash in 2024").answer is None


FIGURE = AlternativeProgram("240", "240", 0.3)
ARITHMETIC = AlternativeProgram("divide(240, 190)", "x", 0.1)


class Scripted:
    """Says what it is given to say, and gives wild programs otherwise."""

    name = "offline"

    def __init__(self, **programs: str) -> None:
        self.programs = programs

    def generate(self, _record: Record, _history: Sequence[Exchange], question: str) -> Generated:
        program = self.programs.get(question.split()[0], "multiply(240, const_100)")
        return Generated(
            program, 0.8, alternatives=(AlternativeProgram("divide(240, const_100)", "x", 0.1),)
        )


@pytest.mark.parametrize(
    ("questions", "program", "answer"),
    [
        (["income 2024?", "and the year before?"], "190", 190),
        (["income 2024?", "and in 2022?"], "150", 150),
        (
            ["income 2024?", "and the year before?", "what was the change?"],
            "subtract(240, 190)",
            50,
        ),
        (
            ["income 2024?", "and the year before?", "how much did it grow in percent?"],
            "subtract(240, 190), divide(#0, 190)",
            50 / 190,
        ),
        (["income 2024?", "how did it change since 2022?"], "subtract(240, 150)", 90),
        (["income 2024?", "thanks", "and the year before?"], "190", 190),
        (["ratio of income to sales 2024?", "and the year before?"], "divide(190, 1000)", 0.19),
        (["sales 2023?", "and the year before?"], "-900", -900),
        (["income 2024?", "and what share of sales was it?"], "divide(240, 1200)", 0.2),
    ],
)
def test_follow_ups_keep_their_row(questions: list[str], program: str, answer: float) -> None:
    fitted = Scripted(income="240", ratio="divide(240, 1200)", sales="1000")
    session = Session(RECORD, FollowUps(fitted))
    for question in questions:
        reply = session.ask(question)
    assert reply.program == program
    assert reply.answer == pytest.approx(answer)


@pytest.mark.parametrize(
    ("questions", "answer"),
    [
        (["income 2024?", "and revenue?"], 1200),
        (["net income in 2023", "and revenue?"], 1000),
        (["income 2024?", "sales in 2022"], -900),
        (["revenue?", "what about profit?"], 240),
        (["income 2024?", "and for Nike?"], NOT_NAMED),
        (["income 2024?", "and R&D?"], NOT_NAMED),
        (["income 2024?", "what about revenue, per share?"], NOT_NAMED),
        (["what share of sales was it?"], NOTHING_BEFORE),
    ],
)
def test_a_named_row_is_taken_by_itself(questions: list[str], answer: float | str) -> None:
    session = Session(RECORD, FollowUps(Scripted(income="240")))
    for question in questions:
        reply = session.ask(question)
    assert (reply.words if isinstance(answer, str) else reply.answer) == answer


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("thanks", WELCOME),
        ("thank you!", WELCOME),
        ("Hello", NO_QUESTION),
        ("???", NO_QUESTION),
        ("売上高はいくらですか", NO_QUESTION),
        ("why?", WHY),
        ("Why did it rise?", WHY),
        ("and in 2019?", NOT_HERE),
    ],
)
def test_what_a_page_cannot_tell_gets_no_number(question: str, words: str) -> None:
    session = Session(RECORD, FollowUps(Scripted(income="240")))
    session.ask("income 2024?")
    reply = session.ask(question)
    assert (reply.answer, reply.words, reply.choices) == (None, words, ())


def test_what_follows_nothing_asks_for_a_figure() -> None:
    session = Session(RECORD, FollowUps(Scripted(income="240")))
    assert session.ask("and the year before?").words == NOTHING_BEFORE


def test_what_follows_readings_of_which_none_was_chosen_takes_no_earlier_row() -> None:
    session = Session(RECORD, FollowUps(Scripted(income="240")))
    session.ask("income 2024?")
    session.turns += (replace(session.turns[0], program="", choices=(ARITHMETIC,)),)
    assert session.ask("and the year before?").words == NOTHING_BEFORE


def test_without_a_year_the_newest_is_meant() -> None:
    session = Session(RECORD, FollowUps(Scripted(income="150")))
    assert session.ask("income now?").program == "240"
    assert session.ask("income in 2022?").program == "150"


def test_one_year_without_arithmetic_asks_for_a_single_figure() -> None:
    generated = single_figure(
        Generated("subtract(240, 190)", 0.4, alternatives=(FIGURE, ARITHMETIC))
    )
    assert (generated.program, generated.alternatives) == ("240", ())
    assert generated.confidence == pytest.approx(0.8)


def test_no_number_is_brought_in_that_nobody_asked_for() -> None:
    follow_ups = FollowUps(Scripted())
    assert follow_ups.generate(RECORD, (), "What about income of sales?").program == ""
    assert follow_ups.generate(RECORD, (), "Net income times 100 in percent?").program


def test_the_row_and_year_of_the_last_answer_are_known() -> None:
    session = Session(RECORD, FollowUps(Scripted(income="240")))
    session.ask("income 2024?")
    session.ask("why?")
    assert row_and_year(RECORD, session.turns) == ("Net income", 2024)
    assert row_and_year(RECORD, ()) == ("", None)


def test_readings_are_named_before_their_figures() -> None:
    words = "3,869 [Net income, 2025] minus 2,963 [Net income, 2024]"
    assert plain_words(words) == "Net income, 2025 (3,869) minus Net income, 2024 (2,963)"
