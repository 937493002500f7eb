"""Analyses of scored runs after SEC-QA: what accuracy depends on, the pages that each system
retrieved for one question, which part of a compound metric was lost, and how good confidence is.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import correlation

from secqa.benchmark.dataset import Question
from secqa.errors import SecqaError
from secqa.evaluation.analysis.run_comparison import best_of_runs, comparable, labels_of
from secqa.evaluation.run_scores import RunScores
from secqa.evaluation.scores import RETRIEVAL, RetrievedPage, Score
from secqa.evaluation.verdict import cause_of_fact
from secqa.facts.fact import StatedFact
from secqa.learning.calibration import Calibration, Proportion, calibration

_FEWEST_RUNS = 3
"""Two points always lie on a line."""
_CASE_PAGES = 4
"""Pages of each system in a case study, as many as the paper shows."""
_FORMULA = "formula"
"""Marks, in the structure of a question, that it needs the parts of a compound metric."""


@dataclass(frozen=True, slots=True)
class RetrievalEffect:
    """How far measures of retrieval explain accuracy on one benchmark (SEC-QA, 5.1, figure 3a).

    Every run is a point: its mean of a measure, and its accuracy.
    """

    benchmark: str
    settings: int
    """Runs, each at one number of pages."""
    r_squared: dict[str, float | None]
    """Measure -> share of the differences in accuracy that a straight line over it explains; None
    where it or accuracy is the same in all runs."""


@dataclass(frozen=True, slots=True)
class RetrievedPages:
    """The pages that one run retrieved first."""

    name: str
    right: bool
    """Whether its answer was."""
    pages: tuple[RetrievedPage, ...]
    """Best first."""


@dataclass(frozen=True, slots=True)
class CaseStudy:
    """One question in several runs (SEC-QA, table 4)."""

    question_id: str
    text: str
    systems: tuple[RetrievedPages, ...]


@dataclass(frozen=True, slots=True)
class CompoundPart:
    """One sub-metric of one compound metric (SEC-QA, 4.4)."""

    compound: str
    part: str
    read: Proportion
    """How many of its required values were read right."""
    causes: dict[str, int]
    """The others by the stage at which they were lost, the most frequent first."""


def retrieval_effects(runs: Sequence[RunScores]) -> tuple[RetrievalEffect, ...]:
    """One for every benchmark with three runs or more."""
    groups = [group for group in comparable(runs) if len(group) >= _FEWEST_RUNS]
    return tuple(
        RetrievalEffect(
            group[0].benchmark,
            len(group),
            {
                measure.name: r_squared(
                    [run.mean(measure.name) or 0.0 for run in group],
                    [run.accuracy.value for run in group],
                )
                for measure in RETRIEVAL
            },
        )
        for group in groups
    )


def r_squared(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Of a straight line through points; None where either number is always the same."""
    if max(first) == min(first) or max(second) == min(second):
        return None
    return correlation(first, second) ** 2


def case_of(runs: Sequence[RunScores], question_id: str) -> CaseStudy:
    """The case of one question, each run at its best; SecqaError where none answered it."""
    answers = _by_question(best_of_runs(runs)).get(question_id)
    if answers is None:
        raise SecqaError(
            f"--case {question_id}: not answered in these runs; take the id of a question in their "
            "benchmark/questions.jsonl"
        )
    return _case(answers)


def telling_case(runs: Sequence[RunScores]) -> CaseStudy | None:
    """The question on which the runs of a benchmark differ most in retrieving evidence.

    Each run counts at its best number of pages; None if no question separates them.
    """
    most, chosen = 0, None
    for group in comparable(best_of_runs(runs)):
        for answers in _by_question(group).values():
            case = _case(answers)
            hits = [any(page.grade for page in run.pages) for run in case.systems]
            apart = min(hits.count(True), hits.count(False))
            if apart > most:
                most, chosen = apart, case
    return chosen


def _by_question(runs: Sequence[RunScores]) -> dict[str, list[tuple[RunScores, Score]]]:
    answers: dict[str, list[tuple[RunScores, Score]]] = {}
    for run in runs:
        for score in run.answers:
            answers.setdefault(score.question.question_id, []).append((run, score))
    return answers


def _case(answers: Sequence[tuple[RunScores, Score]]) -> CaseStudy:
    question = answers[0][1].question
    labels = labels_of([run for run, _ in answers])
    systems = tuple(
        _retrieved(label, score) for label, (_, score) in zip(labels, answers, strict=True)
    )
    return CaseStudy(question.question_id, question.text, systems)


def _retrieved(name: str, score: Score) -> RetrievedPages:
    return RetrievedPages(name, score.right, score.page_grades[:_CASE_PAGES])


def compound_parts(run: RunScores) -> tuple[CompoundPart, ...]:
    """Sub-metrics of the compound metrics that questions ask for, also in answers where another
    part was lost first.

    () where values are not looked up singly: a system that reads one value from all pages shows
    nothing of its parts.
    """
    answers = [score for score in run.answers if _parts(score.question)]
    if max((len(score.prediction.answer.readings) for score in answers), default=0) < 2:
        return ()
    lost: dict[tuple[str, str], list[str]] = {}
    for score in answers:
        for compound, fact in _parts(score.question):
            cause = cause_of_fact(fact, score.question, score.prediction.answer)
            lost.setdefault((compound, fact.metric), []).append(cause.value if cause else "")
    return tuple(
        CompoundPart(
            compound,
            part,
            Proportion(causes.count(""), len(causes)),
            dict(Counter(filter(None, causes)).most_common()),
        )
        for (compound, part), causes in sorted(lost.items())
    )


def _parts(question: Question) -> list[tuple[str, StatedFact]]:
    """(compound metric, value of a part) where a question asks for one metric with a formula."""
    if len(question.metrics) != 1 or _FORMULA not in question.complexity.structure:
        return []
    (compound,) = question.metrics
    return [(compound, fact) for fact in question.facts if fact.metric != compound]


def calibration_of(run: RunScores) -> Calibration | None:
    """Calibration of the confidence of a run's answers; None if the run records no confidence."""
    answers = [score for score in run.answers if score.is_answer]
    return calibration(
        [score.prediction.answer.confidence for score in answers],
        [score.right for score in answers],
        len(run.answers),
    )
