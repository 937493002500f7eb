"""Read the value to score from an answer in words.

Systems from outside answer in prose. The kind of the gold answer decides how to read it: as a
number, several numbers or several names; a refusal as None. An answer to a question about a
passage, a name or yes or no stays as it is, for a judge to compare.
"""

from collections.abc import Sequence
from typing import TypeGuard

from secqa.benchmark.dataset import Answer as Gold
from secqa.benchmark.dataset import Question
from secqa.evaluation.prose.conclusions import mentions_of, read_names, refuses
from secqa.evaluation.prose.expectation import ExpectedAnswer, expected_answer
from secqa.evaluation.prose.notation import plain
from secqa.evaluation.prose.prose_numbers import read_number, read_numbers

_LONG = 400
"""Most characters of a refusal: longer texts with a "not" contain information."""
_ENDS = 3_000
"""Characters at either end of an answer that are searched for the value."""


def read_value(value: Gold, question: Question) -> Gold:
    """The value to score; values other than text pass through."""
    expected = expected_answer(question)
    if isinstance(value, tuple):
        return _read_each(value, expected, question.answer)
    if not isinstance(value, str):
        return value
    gold = question.answer
    if gold is None or isinstance(gold, str):
        short = len(value) <= _LONG and not question.passages
        return None if short and refuses(plain(value), []) else value
    while "  " in (value := value.replace("\t", " ")):
        value = value.replace("  ", " ")
    if len(value) > 2 * _ENDS:
        value = f"{value[:_ENDS]}\n{value[-_ENDS:]}"
    if not isinstance(gold, tuple):
        return read_number(value, expected)
    if _are_names(gold):
        return _spelled(read_names(value, expected.names, expected.ordered), gold) or None
    return read_numbers(value, expected)


def _read_each(value: Sequence[float | str], expected: ExpectedAnswer, gold: Gold) -> Gold:
    """Several values that were given apart, each maybe in words."""
    if isinstance(gold, tuple) and _are_names(gold):
        named = [next(iter(mentions_of(expected.names, str(one))), str(one)) for one in value]
        return _spelled(named, gold)
    if isinstance(gold, str):
        return tuple(value)
    read = [read_number(one, expected) if isinstance(one, str) else one for one in value]
    return tuple(one if number is None else number for one, number in zip(value, read, strict=True))


def _spelled(names: Sequence[str], gold: Sequence[str]) -> tuple[str, ...]:
    """Names as the benchmark spells them: "Amazon" is its "Amazon.com"."""
    spelling = {name: gold_name for gold_name in gold for name in mentions_of(names, gold_name)}
    return tuple(spelling.get(name, name) for name in names)


def _are_names(gold: Sequence[float | str]) -> TypeGuard[Sequence[str]]:
    return all(isinstance(one, str) for one in gold)
