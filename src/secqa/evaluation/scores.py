"""One prediction scored: its value, its verdict, why it is wrong and what was retrieved for it.

A share of such scores has its count and a 95% Wilson interval, which stays inside 0 to 1 and holds
for small counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from secqa.benchmark.dataset import Question
from secqa.evaluation.answer_failures import Failure, failure_of
from secqa.evaluation.judging.case import Judge, Judgement, case_of
from secqa.evaluation.judging.rule_judge import judge_offline
from secqa.evaluation.prose.prose_values import read_value
from secqa.evaluation.retrieval_scores import PassageScore, RetrievalScore, passage_score
from secqa.evaluation.runs import Prediction
from secqa.evaluation.verdict import Value, Verdict, judge_question
from secqa.learning.calibration import wilson_interval
from secqa.systems.answer import Answer


@dataclass(frozen=True, slots=True)
class Proportion:
    """So many right of so many."""

    right: int
    total: int

    @property
    def value(self) -> float:
        """0 to 1; 0 of nothing is 0."""
        return self.right / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95% Wilson interval; (0, 1) of nothing."""
        return wilson_interval(self.right, self.total)


@dataclass(frozen=True, slots=True)
class Score:
    """What one prediction is worth."""

    question: Question
    prediction: Prediction
    value: Value
    """The value of the answer, read from prose where it is in words."""
    verdict: Verdict
    failure: Failure | None
    """None when the answer is right."""
    retrieval: RetrievalScore
    judgement: Judgement | None = None
    """Of the judge, where both answers are texts and not the same."""
    passage: PassageScore | None = None
    """None where no passage answers the question."""

    @property
    def right(self) -> bool:
        return self.verdict == Verdict.RIGHT

    @property
    def is_answer(self) -> bool:
        """Whether there is any answer at all."""
        return self.value not in (None, "")


def score_prediction(
    question: Question, prediction: Prediction, retrieval: RetrievalScore, judge: Judge
) -> Score:
    """Compare a prediction with the gold answer of its question."""
    answer = read_answer(question, prediction.answer)
    verdict, judgement = verdict_of(question, answer, judge)
    failure = None if verdict is Verdict.RIGHT else failure_of(question, answer)
    passage = passage_score(question, answer)
    return Score(
        question, prediction, answer.value, verdict, failure, retrieval, judgement, passage
    )


def read_answer(question: Question, answer: Answer) -> Answer:
    """The answer with its value read from words, where it is in words and quotes no passage."""
    if answer.passages:
        return answer
    return replace(answer, value=read_value(answer.value, question))


def verdict_of(
    question: Question, answer: Answer, judge: Judge = judge_offline
) -> tuple[Verdict, Judgement | None]:
    """The verdict on a value that was read, and the judge's reason where a judge decided."""
    verdict = judge_question(answer.value, question)
    case = case_of(question, answer)
    if case is None or verdict is Verdict.RIGHT:
        return verdict, None
    judgement = judge(case)
    return Verdict.RIGHT if judgement.right else verdict, judgement


def accuracy_of(scores: Sequence[Score]) -> Proportion:
    """How many of these answers are right."""
    return Proportion(sum(score.right for score in scores), len(scores))
