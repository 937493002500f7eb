"""Derive the kind of answer that a question expects, to read an answer in words.

Only the kind is taken from the gold answer (numbers in a unit and their count, a name, yes or no),
never the value.
"""

import re
from dataclasses import dataclass

from secqa.benchmark.dataset import Question
from secqa.evaluation.prose.notation import cue
from secqa.filings.dates import STATED_YEAR
from secqa.query.query import Filter

_IN_SCALE = re.compile(
    r"\bin (?:us[d$]? |u\.s\. |\$ ?)?(?:dollars? )?(thousand|million|billion)s?\b"
)
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9}


def scale_in(text: str) -> float:
    """The scale that a text names for its numbers: 1e6 for "in USD millions", else 1."""
    found = _IN_SCALE.search(text.lower())
    return _SCALES[found[1]] if found else 1.0


YEAR = "year"
"""The unit of a year, which in benchmarks has none."""
_WHICH_YEAR = re.compile(
    r"\b(?:which|what)\b(?:\s[\w-]+){0,8}?\s(?:years?|quarters?)\b|\byear in which\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class ExpectedAnswer:
    """The expected answer of a question."""

    question: str
    unit: str
    """Unit of its numbers: `USD`, `USD/shares`, `shares`, `count`, `pure`, `year` or ""."""
    count: int = 1
    """Number of answers, in order."""
    names: tuple[str, ...] = ()
    """Names to choose among."""
    ordered: bool = True
    """Whether the order of several names matters."""

    @property
    def years(self) -> tuple[int, ...]:
        """Years that it names, in order."""
        return tuple(dict.fromkeys(int(year) for year in STATED_YEAR.findall(self.question)))

    @property
    def scale(self) -> float:
        """The scale that it names for its numbers."""
        return scale_in(self.question)

    @property
    def percent(self) -> bool:
        """Whether a bare number may be a percentage."""
        is_percentage = "%" in self.question or cue("percentage").search(self.question)
        return bool(is_percentage) and not cue("ratio").search(self.question)

    @property
    def change(self) -> bool:
        """Whether it asks for the difference of two values."""
        if cue("change").search(self.question):
            return True
        amount = cue("amount").search(self.question)
        return bool(amount and cue("comparative").search(self.question, amount.end()))

    @property
    def down(self) -> bool:
        """Whether it asks for a decrease or a loss, which an answer may give without a sign."""
        return bool(cue("downward_question").search(self.question))


def expected_answer(question: Question) -> ExpectedAnswer:
    """The expected answer of a benchmark's question."""
    gold = question.answer
    golds = gold if isinstance(gold, tuple) else (gold,)
    numbers = [one for one in golds if isinstance(one, int | float)]
    unit = question.unit
    if not unit and numbers and _WHICH_YEAR.search(question.text):
        unit = YEAR
    outputs = question.query.outputs if question.query else ()
    return ExpectedAnswer(
        question.text,
        unit,
        len(golds) if numbers else 1,
        question.companies,
        not any(isinstance(output, Filter) for output in outputs),
    )
