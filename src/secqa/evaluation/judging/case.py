"""Define what judges decide: an answer in words with its gold answers.

Every judge is a function with the same signature: the rules (`rule_judge.py`), a language model
(`model_judge.py`) or a person (`secqa judge`). So they are interchangeable and comparable.
"""

from collections.abc import Callable
from dataclasses import dataclass

from secqa.benchmark.dataset import Question
from secqa.systems.answer import Answer


@dataclass(frozen=True, slots=True)
class JudgeCase:
    """An answer in words with its gold answers."""

    question: str
    golds: tuple[str, ...]
    """Texts that each answer the question; at least one."""
    answer: str
    quoted: bool = False
    """Whether the gold texts are passages of a report, which an answer must mostly repeat."""
    choices: tuple[str, ...] = ()
    """Names in the question; if a gold text is one of them, the others are wrong."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether an answer agrees with a gold text, and why."""

    right: bool
    why: str = ""
    """One sentence; a person may give none."""
    coverage: float | None = None
    """Share of the gold text's content words that the answer has; None if it was not measured."""
    figures: float | None = None
    """Share of the gold text's figures that the answer has; None if it was not measured."""


Judge = Callable[[JudgeCase], Judgement]
"""Judges a case; a language model may raise its errors."""


def is_in_words(question: Question) -> bool:
    """Whether the gold answer is a text: a passage, a name, yes or no."""
    return isinstance(question.answer, str)


def case_of(question: Question, answer: Answer) -> JudgeCase | None:
    """The case to judge; None if the gold answer or the answer is no text."""
    if not is_in_words(question) or not isinstance(answer.value, str) or not answer.value.strip():
        return None
    texts = [question.answer, *(other.value for other in question.also)]
    texts += [passage.text for passage in question.passages]
    golds = tuple(dict.fromkeys(text for text in texts if isinstance(text, str)))
    quoted = bool(question.passages)
    return JudgeCase(question.text, golds, answer.value, quoted, question.companies)
