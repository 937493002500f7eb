"""Which part of a compound metric failed (SEC-QA, 4.4): a scored setting in, parts out.

A compound metric, revenue per employee, is worked out from others, its sub-metrics. The gold record
names the value of each; the run tells whether it was read, and if not, at which stage it was lost,
also in answers where another part was lost first. Only systems that look values up one by one can
be asked this: of one that reads a single value from all pages there is nothing to tell, as in the
paper.
"""

from collections import Counter
from dataclasses import dataclass

from secqa.benchmark.dataset import RequiredFact
from secqa.evaluation.failures import cause_of_fact
from secqa.evaluation.scores import Proportion, RunScores, Score

_FORMULA = "formula"
"""In the structure of a question that needs what a compound metric is made of."""


@dataclass(frozen=True, slots=True)
class CompoundPart:
    """One sub-metric of one compound metric."""

    compound: str
    part: str
    read: Proportion
    """How many of its required values were read right."""
    causes: dict[str, int]
    """The others by the stage at which they were lost, the most frequent first."""


def parts_of(setting: RunScores) -> tuple[CompoundPart, ...]:
    """Sub-metrics of the compound metrics asked for; () where values are not looked up singly."""
    answers = [scored for scored in setting.answers if _parts_asked(scored)]
    if max((len(one.prediction.answer.readings) for one in answers), default=0) < 2:
        return ()
    lost: dict[tuple[str, str], list[str]] = {}
    for scored in answers:
        for compound, fact in _parts_asked(scored):
            cause = cause_of_fact(fact, scored.question, scored.prediction.answer)
            lost.setdefault((compound, fact.metric), []).append(cause.value if cause else "")
    return tuple(
        CompoundPart(
            compound,
            part,
            Proportion(causes.count(""), len(causes)),
            dict(Counter(cause for cause in causes if cause).most_common()),
        )
        for (compound, part), causes in sorted(lost.items())
    )


def _parts_asked(scored: Score) -> list[tuple[str, RequiredFact]]:
    """(compound metric, value of a part) where one metric is asked for that is worked out."""
    question = scored.question
    if len(question.metrics) != 1 or _FORMULA not in question.complexity.structure:
        return []
    compound = question.metrics[0]
    facts = [fact for fact in question.facts if fact.metric != compound]
    return [(compound, fact) for fact in facts]
