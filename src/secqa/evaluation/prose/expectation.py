"""What kind of answer a question wants, so that an answer in words can be read.

Only the kind is taken from the benchmark (a number in a unit, how many of them, a name, yes or no),
as the scorer knows it of every answer; never the value.
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
    """What a question wants numbers in, or an answer gives them in: "in USD millions" is 1e6; 1
    where it says nothing."""
    found = _IN_SCALE.search(text.lower())
    return _SCALES[found[1]] if found else 1.0


YEAR = "year"
"""The unit of a year, which in benchmarks has none."""
_WHICH_YEAR = re.compile(
    r"\b(?:which|what)\b(?:\s[\w-]+){0,8}?\s(?:years?|quarters?)\b|\byear in which\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class ExpectedAnswer:
    """What is asked for."""

    question: str
    unit: str
    """Of its numbers: `USD`, `USD/shares`, `shares`, `count`, `pure`, `year` or ""."""
    count: int = 1
    """How many answers in order."""
    names: tuple[str, ...] = ()
    """Names that it chooses among."""
    ordered: bool = True
    """Whether the order of several names is asked for."""

    @property
    def years(self) -> tuple[int, ...]:
        """Years that it names, in order."""
        return tuple(dict.fromkeys(int(year) for year in STATED_YEAR.findall(self.question)))

    @property
    def scale(self) -> float:
        """What it wants numbers in."""
        return scale_in(self.question)

    @property
    def percent(self) -> bool:
        """Whether a bare number may be a percentage."""
        is_percentage = "%" in self.question or cue("percentage").search(self.question)
        return bool(is_percentage) and not cue("ratio").search(self.question)

    @property
    def change(self) -> bool:
        """Whether it asks how far apart two values are."""
        if cue("change").search(self.question):
            return True
        amount = cue("amount").search(self.question)
        return bool(amount and cue("comparative").search(self.question, amount.end()))

    @property
    def down(self) -> bool:
        """Whether it asks of falling or loss, so that an answer need not say it by its sign."""
        return bool(cue("downward_question").search(self.question))


def expected_answer(question: Question) -> ExpectedAnswer:
    """What a question of a benchmark asks for."""
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
