"""One question, what each system retrieved for it (SEC-QA, table 4): settings in, pages out."""

from collections.abc import Sequence
from dataclasses import dataclass

from secqa.benchmark.dataset import Question, qrels_of
from secqa.errors import SecqaError
from secqa.evaluation.analysis.comparison import best_of_runs, comparable
from secqa.evaluation.analysis.labels import labels_of
from secqa.evaluation.scores import RunScores, Score

_SHOWN = 4
"""Pages of each system, as many as the paper shows."""


@dataclass(frozen=True, slots=True)
class RetrievedPages:
    """What one setting retrieved first."""

    name: str
    right: bool
    """Whether its answer was."""
    pages: tuple[tuple[str, int, int], ...]
    """(document_id, page, grade of its evidence), best first; 0 is no evidence."""


@dataclass(frozen=True, slots=True)
class CaseStudy:
    """One question in several settings."""

    question: Question
    systems: tuple[RetrievedPages, ...]


def case_of(settings: Sequence[RunScores], question_id: str) -> CaseStudy:
    """The case of one question, each run at its best; SecqaError where none answered it."""
    case = _case(best_of_runs(settings), question_id)
    if case is None:
        raise SecqaError(
            f"--case {question_id}: not answered in these runs; take the id of a question in their "
            "benchmark/questions.jsonl"
        )
    return case


def telling_case(settings: Sequence[RunScores]) -> CaseStudy | None:
    """The question whose evidence the runs of a benchmark, each at its best, differ most on
    retrieving among their first pages, the first of equals; None where they differ on none."""
    most, chosen = 0, None
    for group in comparable(best_of_runs(settings)):
        for question in dict.fromkeys(s.question.question_id for one in group for s in one.answers):
            case = _case(group, question)
            found = [any(grade for *_, grade in one.pages) for one in case.systems] if case else []
            apart = min(found.count(True), found.count(False))
            if apart > most:
                most, chosen = apart, case
    return chosen


def _case(settings: Sequence[RunScores], question_id: str) -> CaseStudy | None:
    answers = [(s, found) for s in settings if (found := _answer(s, question_id)) is not None]
    if not answers:
        return None
    names = labels_of([setting for setting, _ in answers])
    systems = (_retrieved(name, found) for name, (_, found) in zip(names, answers, strict=True))
    return CaseStudy(answers[0][1].question, tuple(systems))


def _answer(setting: RunScores, question_id: str) -> Score | None:
    return next((s for s in setting.answers if s.question.question_id == question_id), None)


def _retrieved(name: str, scored: Score) -> RetrievedPages:
    grades = qrels_of([scored.question])[scored.question.question_id]
    first = scored.prediction.answer.pages[:_SHOWN]
    pages = tuple((doc, page, grades.get(f"{doc}#{page}", 0)) for doc, page in first)
    return RetrievedPages(name, scored.right, pages)
