"""The score of one prediction, and the measures that summarize scores.

Every measure is declared once in `measures.toml`; tables, JSON, Markdown, report and charts render
it. It gives a number for one answer, and a run's score is the mean over the questions that have
one: not all have evidence to retrieve, or a known price. Shares have a 95% Wilson interval, which
stays inside 0 to 1 and holds for small counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from secqa.benchmark.dataset import Question, qrels_of
from secqa.evaluation.judging.case import Judge, Judgement, case_of
from secqa.evaluation.judging.rule_judge import judge_offline
from secqa.evaluation.prose.prose_values import read_value
from secqa.evaluation.retrieval_scores import (
    PassageScore,
    RetrievalScore,
    passage_score,
    retrieval_score,
)
from secqa.evaluation.runs import Prediction
from secqa.evaluation.verdict import Failure, Value, Verdict, failure_of, judge_question
from secqa.files import bundled_toml
from secqa.learning.calibration import Proportion
from secqa.systems.answer import Answer


@dataclass(frozen=True, slots=True)
class RetrievedPage:
    """A page of an answer."""

    document: str
    page: int
    grade: int
    """2 for a primary statement or the passage, 1 for other evidence, 0 for none."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one prediction."""

    question: Question
    prediction: Prediction
    value: Value
    """The value of the answer, read from prose if necessary."""
    verdict: Verdict
    failure: Failure | None
    """None for a right answer."""
    retrieval: RetrievalScore
    judgement: Judgement | None = None
    """Of the judge, for answers in words that differ from the gold answer."""
    passage: PassageScore | None = None
    """None if no passage answers the question."""

    @property
    def right(self) -> bool:
        return self.verdict == Verdict.RIGHT

    @property
    def is_answer(self) -> bool:
        """Whether there is any answer at all."""
        return self.value not in (None, "")

    @property
    def page_grades(self) -> tuple[RetrievedPage, ...]:
        """The pages in the order of retrieval."""
        grades = qrels_of([self.question])[self.question.question_id]
        pages = self.prediction.answer.pages
        return tuple(RetrievedPage(doc, at, grades.get(f"{doc}#{at}", 0)) for doc, at in pages)


def score_prediction(question: Question, prediction: Prediction, judge: Judge) -> Score:
    """Compare a prediction with the gold answer of its question."""
    answer = read_answer(question, prediction.answer)
    verdict, judgement = verdict_of(question, answer, judge)
    failure = None if verdict is Verdict.RIGHT else failure_of(question, answer)
    return Score(
        question,
        prediction,
        answer.value,
        verdict,
        failure,
        retrieval_score(question, prediction.answer),
        judgement,
        passage_score(question, answer),
    )


def read_answer(question: Question, answer: Answer) -> Answer:
    """The answer with its value read from prose, unless it quotes passages."""
    if answer.passages:
        return answer
    return replace(answer, value=read_value(answer.value, question))


def verdict_of(
    question: Question, answer: Answer, judge: Judge = judge_offline
) -> tuple[Verdict, Judgement | None]:
    """The verdict on a read value, and the judge's reason if a judge decided."""
    verdict = judge_question(answer.value, question)
    case = case_of(question, answer)
    if case is None or verdict is Verdict.RIGHT:
        return verdict, None
    judgement = judge(case)
    return Verdict.RIGHT if judgement.right else verdict, judgement


def accuracy_of(scores: Sequence[Score]) -> Proportion:
    """How many of these answers are right."""
    return Proportion(sum(score.right for score in scores), len(scores))


def percent(value: float) -> str:
    """0.8333 -> "83.3%"."""
    return f"{100 * value:.1f}%"


def dollars(value: float | None) -> str:
    """0.01234 -> "0.0123"; a dash for an unknown price."""
    return "–" if value is None else f"{value:.4f}"


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that an answer may have; `measures.toml` explains the fields."""

    name: str
    title: str
    head: str
    definition: str
    kind: str
    value: str
    path: tuple[str, ...] = ()
    is_share: bool = False
    places: int = 4
    text: str = ""
    needs_all: bool = False

    def of(self, score: Score) -> float | None:
        """The number of one answer, or None."""
        if self.kind == "retrieval" and not score.retrieval.expected:
            return None
        if self.kind == "passage" and score.passage is None:
            return None
        number: float | None = attrgetter(self.value)(score)
        return number

    def show(self, mean: float | None) -> str:
        """The mean as tables print it: 0 of nothing, and a dash if it is unknown."""
        if mean is None and self.needs_all:
            return "–"
        return self.text.format(mean or 0.0) if self.text else percent(mean or 0.0)


def _declared() -> dict[str, Measure]:
    records = bundled_toml("secqa.evaluation", "measures.toml")["measures"]
    return {
        record["name"]: Measure(**{**record, "path": tuple(record.get("path", [record["name"]]))})
        for record in records
    }


MEASURES = _declared()
RETRIEVAL = tuple(measure for measure in MEASURES.values() if measure.kind == "retrieval")
COST = tuple(measure for measure in MEASURES.values() if measure.kind == "cost")
QUALITY = (MEASURES["accuracy"], MEASURES["answered"], *RETRIEVAL)
"""The measures that `--fail-under` takes: from 0 to 1, and more is better."""
