"""One question, what each system retrieved for it (SEC-QA, table 4): settings in, pages out."""

from collections.abc import Sequence
from dataclasses import dataclass

from secqa.benchmark.dataset import Question, qrels_of
from secqa.errors import SecqaError
from secqa.evaluation.analysis.compare import comparable
from secqa.evaluation.analysis.labels import labels_of
from secqa.evaluation.score import Scored, Setting

_SHOWN = 4
"""Pages of each system, as many as the paper shows."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What one setting retrieved first."""

    name: str
    right: bool
    """Whether its answer was."""
    pages: tuple[tuple[str, int, int], ...]
    """(document_id, page, grade of its evidence), best first; 0 is no evidence."""


@dataclass(frozen=True, slots=True)
class Case:
    """One question in several settings."""

    question: Question
    systems: tuple[Retrieved, ...]


def case_of(settings: Sequence[Setting], question_id: str) -> Case:
    """The case of one question; SecqaError where no setting answered it."""
    answers = [(s, found) for s in settings if (found := _answer(s, question_id)) is not None]
    if not answers:
        raise SecqaError(
            f"--case {question_id}: not answered in these runs; take the id of a question in their "
            "benchmark/questions.jsonl"
        )
    names = labels_of([setting for setting, _ in answers])
    return Case(
        answers[0][1].question,
        tuple(_retrieved(name, found) for name, (_, found) in zip(names, answers, strict=True)),
    )


def telling_case(settings: Sequence[Setting]) -> Case | None:
    """The question whose evidence the settings of a benchmark differ most on retrieving among their
    first pages, the first of equals; None where they all differ on none."""
    found: list[tuple[int, Case]] = []
    for group in comparable(settings):
        for question in dict.fromkeys(s.question.question_id for one in group for s in one.answers):
            case = case_of(group, question)
            matched = sum(any(grade for *_, grade in one.pages) for one in case.systems)
            found.append((min(matched, len(case.systems) - matched), case))
    most, case = max(found, key=lambda one: one[0], default=(0, None))
    return case if most else None


def _answer(setting: Setting, question_id: str) -> Scored | None:
    return next((s for s in setting.answers if s.question.question_id == question_id), None)


def _retrieved(name: str, scored: Scored) -> Retrieved:
    grades = qrels_of([scored.question])[scored.question.question_id]
    first = scored.prediction.answer.pages[:_SHOWN]
    pages = tuple((doc, page, grades.get(f"{doc}#{page}", 0)) for doc, page in first)
    return Retrieved(name, scored.right, pages)
