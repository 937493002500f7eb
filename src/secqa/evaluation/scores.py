"""From predictions to scores: a run in, tables by setting, type, metric and cause out.

Every share has its count and a 95% Wilson interval, which stays inside 0 to 1 and holds for
small counts. A question without a prediction is not counted: an unfinished run says so by its
count.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from secqa.benchmark.dataset import Question
from secqa.benchmark.difficulty import LEVELS
from secqa.evaluation.failures import Failure, failure_of
from secqa.evaluation.judging.case import Judge, Judgement, case_of
from secqa.evaluation.judging.passages import PassageScore, shown_of
from secqa.evaluation.judging.rule_judge import judge_offline
from secqa.evaluation.prose.prose_values import value_said
from secqa.evaluation.retrieval_scores import RetrievalScore, SetScores, measure_retrieval
from secqa.evaluation.runs import Prediction, Run
from secqa.evaluation.verdict import Value, Verdict, judge_question
from secqa.learning.calibration import wilson_interval
from secqa.retrieval.retriever import RANKED
from secqa.systems.answer import Answer
from secqa.systems.thinking import OFFLINE


@dataclass(frozen=True, slots=True)
class Proportion:
    """How many of how many."""

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
    """One answer, measured."""

    question: Question
    prediction: Prediction
    value: Value
    """What its answer gives, read from prose where it is in words."""
    verdict: Verdict
    failure: Failure | None
    """None when the answer is right."""
    retrieval: RetrievalScore
    judgement: Judgement | None = None
    """What a judge said of it, where both answers are texts and not the same."""
    shown: PassageScore | None = None
    """What it shows of the passage that answers, where one does."""

    @property
    def right(self) -> bool:
        return self.verdict == Verdict.RIGHT

    @property
    def given(self) -> bool:
        """Whether there is any answer at all."""
        return self.value not in (None, "")


@dataclass(frozen=True, slots=True)
class RunScores:
    """One system at one number of pages, scored."""

    run: str
    """The run's folder, as it was given."""
    system: str
    model: str
    benchmark: str
    """Fingerprint of the questions: what has the same can be compared."""
    retriever: str
    pages: int
    asked: int
    """Questions of the benchmark."""
    answers: tuple[Score, ...]
    """Those that have a prediction, in the order of the benchmark."""
    version: int | None = None
    """The fiscal year as of which the questions are asked, where they are a yearly version."""

    @property
    def name(self) -> str:
        """System, model and retriever, as far as they are not what they are if nothing is said."""
        model = self.model if self.model != OFFLINE.label else ""
        retriever = self.retriever if self.retriever != RANKED else ""
        return ", ".join(filter(None, (self.system, model, retriever)))

    @property
    def accuracy(self) -> Proportion:
        return share(self.answers)

    @property
    def in_words(self) -> tuple[Score, ...]:
        """Answers to questions that a passage answers."""
        return tuple(scored for scored in self.answers if scored.shown)

    @property
    def page_accuracy(self) -> Proportion:
        """Of those: a page of the passage was retrieved."""
        return Proportion(sum(one.page for one in self._shown), len(self._shown))

    @property
    def passage_accuracy(self) -> Proportion:
        """Of those: the passage is among the texts shown."""
        return Proportion(sum(one.passage for one in self._shown), len(self._shown))

    @property
    def words(self) -> float:
        """Of those: words an answer."""
        return _mean_of([one.words for one in self._shown])

    @property
    def answered(self) -> Proportion:
        """Questions with any answer at all."""
        return Proportion(sum(scored.given for scored in self.answers), len(self.answers))

    @property
    def documents(self) -> SetScores:
        """Document precision, recall and F1, the mean over questions with evidence."""
        return _mean([one.documents for one in self._expected])

    @property
    def page_measures(self) -> SetScores:
        """Page precision, recall and F1, the mean over questions with evidence."""
        return _mean([one.pages for one in self._expected])

    @property
    def fact_recall(self) -> float:
        return _mean_of([one.facts for one in self._expected])

    @property
    def mrr(self) -> float:
        """Mean reciprocal rank of the first evidence page, over questions with evidence."""
        return _mean_of([one.reciprocal_rank for one in self._expected])

    @property
    def ndcg(self) -> float:
        """nDCG of graded evidence pages, the mean over questions with evidence."""
        return _mean_of([one.ndcg for one in self._expected])

    @property
    def retrieved(self) -> float:
        """Pages retrieved a question."""
        return self._mean(lambda scored: scored.retrieval.retrieved)

    @property
    def calls(self) -> float:
        """Calls a question (figure 4 of the paper)."""
        return self._mean(lambda scored: scored.prediction.answer.calls)

    @property
    def tokens(self) -> float:
        return self._mean(lambda scored: scored.prediction.answer.tokens)

    @property
    def cost(self) -> float | None:
        """US dollars a question; None where the price of any answer is not known."""
        costs = [scored.prediction.answer.cost for scored in self.answers]
        known = [cost for cost in costs if cost is not None]
        return fmean(known) if known and len(known) == len(costs) else None

    @property
    def seconds(self) -> float:
        return self._mean(lambda scored: scored.prediction.answer.seconds)

    @property
    def by_type(self) -> dict[str, Proportion]:
        return grouped(self.answers, lambda scored: (scored.question.type,))

    @property
    def by_difficulty(self) -> dict[str, Proportion]:
        """The easy ones first; without those whose difficulty is not known."""
        found = grouped(self.answers, lambda scored: (scored.question.difficulty,))
        return {level: found[level] for level in LEVELS if level in found}

    @property
    def by_metric(self) -> dict[str, Proportion]:
        """A question with two metrics counts under both."""
        return grouped(self.answers, lambda scored: scored.question.metrics)

    @property
    def causes(self) -> dict[str, int]:
        """Wrong answers by cause, the most frequent first."""
        wrong = Counter(scored.failure.cause.value for scored in self.answers if scored.failure)
        return dict(wrong.most_common())

    @property
    def _shown(self) -> list[PassageScore]:
        return [scored.shown for scored in self.answers if scored.shown]

    @property
    def _expected(self) -> list[RetrievalScore]:
        """What was retrieved for questions that have evidence."""
        return [one.retrieval for one in self.answers if one.retrieval.expected]

    def _mean(self, value: Callable[[Score], float]) -> float:
        return _mean_of([value(scored) for scored in self.answers])


def score_run(run: Run, judge: Judge = judge_offline) -> tuple[RunScores, ...]:
    """Score every number of pages of a run, the smallest first; `judge` says whether answers in
    words are right that are not the gold ones to the letter."""
    return tuple(
        _score(run, pages, [p for p in run.predictions if p.pages == pages], judge)
        for pages in sorted({prediction.pages for prediction in run.predictions})
    )


def share(answers: Sequence[Score]) -> Proportion:
    """How many of these answers are right."""
    return Proportion(sum(scored.right for scored in answers), len(answers))


def grouped(
    answers: Iterable[Score], keys: Callable[[Score], Iterable[str]]
) -> dict[str, Proportion]:
    """Shares by key, in the order keys first come."""
    groups: dict[str, list[Score]] = {}
    for scored in answers:
        for key in keys(scored):
            groups.setdefault(key, []).append(scored)
    return {key: share(members) for key, members in groups.items()}


def _score(run: Run, pages: int, predictions: Sequence[Prediction], judge: Judge) -> RunScores:
    questions = run.benchmark.questions
    given = {prediction.question_id: prediction for prediction in predictions}
    retrieval = measure_retrieval(questions, predictions)
    answers = tuple(
        _scored(question, given[question.question_id], retrieval[question.question_id], judge)
        for question in questions
        if question.question_id in given
    )
    return RunScores(
        run=str(run.folder),
        system=run.settings.system,
        model=run.settings.model,
        benchmark=run.settings.benchmark,
        retriever=run.settings.retriever,
        pages=pages,
        asked=len(questions),
        answers=answers,
        version=run.benchmark.until,
    )


def read_said(question: Question, answer: Answer) -> Answer:
    """The answer with its value as it is scored: read from words, where it is given in words."""
    if answer.passages:  # those are quoted, and say what a report says
        return answer
    return replace(answer, value=value_said(answer.value, question))


def verdict_of(
    question: Question, answer: Answer, judge: Judge = judge_offline
) -> tuple[Verdict, Judgement | None]:
    """Whether a value that was read is right; and what a judge said of it, where one was asked."""
    verdict = judge_question(answer.value, question)
    case = case_of(question, answer)
    if case is None or verdict is Verdict.RIGHT:
        return verdict, None
    judgement = judge(case)
    return Verdict.RIGHT if judgement.right else verdict, judgement


def _scored(
    question: Question, prediction: Prediction, retrieval: RetrievalScore, judge: Judge
) -> Score:
    answer = read_said(question, prediction.answer)
    verdict, judgement = verdict_of(question, answer, judge)
    failure = None if verdict is Verdict.RIGHT else failure_of(question, answer)
    shown = shown_of(question, answer)
    return Score(question, prediction, answer.value, verdict, failure, retrieval, judgement, shown)


def _mean(measures: Sequence[SetScores]) -> SetScores:
    return SetScores(
        _mean_of([m.precision for m in measures]),
        _mean_of([m.recall for m in measures]),
        _mean_of([m.f1 for m in measures]),
    )


def _mean_of(values: Sequence[float]) -> float:
    """0 of nothing."""
    return fmean(values) if values else 0.0
