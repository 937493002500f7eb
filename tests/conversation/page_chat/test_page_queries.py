"""Whole questions about a page are programs over its rows, or are refused where it lacks them."""

import pytest

from secqa.conversation.page_chat.page_queries import NOT_HERE, NOT_NAMED, query_program
from secqa.conversation.programs.program_language import parse, run
from secqa.conversation.records.conversation_record import Grid, Record
from secqa.filings.document import Statement, Table

HEADER = ("", "2025", "2024", "2023")
INCOME = (
    ("Total revenues", "$ 1,200", "$ 1,000", "$ 800"),
    ("Cost of revenues", "700", "600", "500"),
    ("Research and development", "150", "120", "90"),
    ("Selling, general and administrative", "100", "90", "80"),
    ("Net income", "$ 240", "$ 190", "$ 150"),
)
BALANCE = (
    ("Total current assets", "$ 900", "$ 800", "$ 700"),
    ("Total current liabilities", "300", "400", "350"),
)


def grid(rows: tuple[tuple[str, ...], ...], statement: Statement) -> Grid:
    """A statement in millions."""
    table = Table((HEADER, *rows), 1, HEADER, (0.0,) * (len(rows) + 1), statement=statement)
    return Grid(HEADER, rows, "(In millions)", table)


RECORD = Record(
    "statement", (), (grid(INCOME, Statement.INCOME), grid(BALANCE, Statement.BALANCE_SHEET)), ()
)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("How much did they spend on R&D in 2024?", 120),
        ("gross margin", 500 / 1200),
        ("What was the gross margin in 2024?", 400 / 1000),
        ("ratio of current assets to current liabilities", 3),
        ("What share of revenue was R&D in 2023?", 90 / 800),
        ("average revenue over the three years", 1000),
        ("sum of R&D and SG&A in 2024", 210),
        ("was net income higher in 2025 than in 2024?", "yes"),
        ("How much did revenue grow from 2023 to 2025, in percent?", 0.5),
    ],
)
def test_a_question_in_plain_words_is_a_program_over_the_rows(
    question: str, value: float | str
) -> None:
    generated = query_program(RECORD, question)
    assert generated is not None
    assert run(parse(generated.program)) == (value if value == "yes" else pytest.approx(value))
    assert all(operand.spot for operand in generated.operands)


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("What was shareholders' equity at the end of 2024?", NOT_NAMED),
        ("What was the gross margin in 2019?", NOT_HERE),
    ],
)
def test_what_the_page_lacks_is_not_guessed(question: str, why: str) -> None:
    generated = query_program(RECORD, question)
    assert generated is not None
    assert (generated.program, generated.words) == ("", why)


@pytest.mark.parametrize("question", ["In which year was revenue highest?", "cash and revenue"])
def test_what_the_program_language_lacks_has_no_program(question: str) -> None:
    assert query_program(RECORD, question) is None
