"""Write the prompts of models: the program language, the page, the turns so far and examples.

Training files contain the same texts, so that a fine-tuned model meets the prompts it knows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from secqa.conversation.programs.generator import Exchange
from secqa.conversation.records.conversation_record import Record

LANGUAGE = """\
You answer questions about one page of a financial report by writing programs, not answers.
A program is either one number copied from the page, such as 25.14, or steps separated by
commas, such as: subtract(60.94, 25.14), divide(#0, 25.14)
Operations take two operands: add, subtract, multiply, divide, exp, greater. Over the numbers of
one table row: table_max(name, none), table_min, table_sum, table_average.
An operand is a number copied from the page without dollar sign or commas, #n for the result of
step n counted from 0, or a constant: const_1, const_100, const_1000, const_1000000, const_m1.
Conventions:
- A question that asks for a number of the page gets that number alone.
- A change is the later value minus the earlier one; its percentage divides by the earlier one.
- Ratios and percentages stay fractions; multiply by const_100 only when asked to.
- A question that builds on earlier turns repeats their steps before its own.
- An index or investment that starts at 100 uses const_100.
"""
ANSWER_ONLY = "Reply with the program alone: no words, no answer, no formatting."


@dataclass(frozen=True, slots=True)
class PromptExample:
    """A question with its program, and the turns before it."""

    history: tuple[Exchange, ...]
    question: str
    program: str


def turn_prompt(record: Record, history: Sequence[Exchange], question: str) -> str:
    """The page, the turns so far and the question, as the user's part of a request."""
    return f"{_page(record)}\n\n{_talk(history, question)}"


def examples_part(examples: Sequence[PromptExample]) -> str:
    """Examples for the instructions, without their pages: they only show the form."""
    return "\n\n".join(
        f"Example:\n{_talk(example.history, example.question)} {example.program}"
        for example in examples
    )


def _page(record: Record) -> str:
    parts = ["\n".join(record.pre_text)]
    for grid in record.tables:
        rows = [" | ".join(row) for row in (grid.header, *grid.rows)]
        parts.append("\n".join(filter(None, ["Table:", grid.caption, *rows])))
    parts.append("\n".join(record.post_text))
    return "\n\n".join(filter(None, parts))


def _talk(history: Sequence[Exchange], question: str) -> str:
    turns = [f"Question: {e.question}\nProgram: {e.program}" for e in history if e.program]
    return "\n".join([*turns, f"Question: {question}\nProgram:"])


_FIRST = Exchange("what was revenue in 2012?", "1200", 1200.0)
_SECOND = Exchange("and in 2011?", "1000", 1000.0)
_CHANGE = Exchange("what was the change?", "subtract(1200, 1000)", 200.0)
EXAMPLES = tuple(
    PromptExample(history, question, program)
    for history, question, program in (
        ((), _FIRST.question, _FIRST.program),
        ((_FIRST,), _SECOND.question, _SECOND.program),
        ((_FIRST, _SECOND), _CHANGE.question, _CHANGE.program),
        (
            (_FIRST, _SECOND, _CHANGE),
            "what was the percent change?",
            "subtract(1200, 1000), divide(#0, 1000)",
        ),
        ((), "what share of total costs of 800 were wages of 300?", "divide(300, 800)"),
        ((), "what is the value of the index in 2012 less 100?", "subtract(137.5, const_100)"),
        (
            (_FIRST, _SECOND),
            "what is the average of the two?",
            "add(1200, 1000), divide(#0, const_2)",
        ),
        ((_FIRST, _SECOND), "was it higher in 2012?", "greater(1200, 1000)"),
    )
)
"""Examples of the few-shot generator."""


def examples_of(record: Record) -> Iterator[PromptExample]:
    """The turns of a record that have a gold program."""
    history: tuple[Exchange, ...] = ()
    for turn in record.turns:
        if turn.program:
            yield PromptExample(history, turn.question, turn.program)
        history = (*history, Exchange(turn.question, turn.program, turn.answer))
