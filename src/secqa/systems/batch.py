"""Answer many questions from a file with lines of `id` and `question`.

Each answer is written at once, so that a stopped run can continue; an incomplete last line is
removed. Invalid lines are reported by number and skipped. Answers below the minimum confidence are
withheld, with the reason.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from secqa.errors import SecqaError
from secqa.files import append, read_text
from secqa.models.model import Stopped, Unanswered
from secqa.progress import OnProgress
from secqa.reading.reading import Passage, Reading
from secqa.systems.answer import Answer, System
from secqa.systems.confidence import DOUBTFUL, load_fit

Item = TypeVar("Item")
Result = TypeVar("Result")
Outcome: TypeAlias = Result | Stopped | Unanswered
PrintedLabel = Callable[[str, int], str]
"""Returns the printed number of a page, or "": (document_id, page)."""

_REMEDY = "choose another --out"


@dataclass(frozen=True, slots=True)
class FileQuestion:
    """A question in the file."""

    id: str
    question: str


@dataclass(frozen=True, slots=True)
class BadLine:
    """An invalid line of the file."""

    number: int
    """1-based."""
    problem: str


def read_questions(path: Path) -> tuple[list[FileQuestion], list[BadLine]]:
    """Read the questions of a file in order, and its invalid lines."""
    questions: dict[str, FileQuestion] = {}
    bad: list[BadLine] = []
    for number, line in enumerate(read_text(path, "name a file of questions").split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except ValueError as error:
            bad.append(BadLine(number, f"is not JSON ({error})"))
            continue
        if isinstance(record, dict) and "schema" in record and "question" not in record:
            continue
        found = _question_of(record)
        if isinstance(found, str):
            bad.append(BadLine(number, found))
        elif found.id in questions:
            bad.append(BadLine(number, f"has the id {found.id!r} a second time"))
        else:
            questions[found.id] = found
    return list(questions.values()), bad


def answer_all(
    system: System,
    questions: Sequence[FileQuestion],
    out: Path,
    record: Callable[[FileQuestion, Answer], dict[str, Any]],
    on_progress: OnProgress,
    at_once: int = 1,
) -> None:
    """Append the answers that `out` lacks, in the order of the questions.

    `record` converts an answer to JSON, like `answer_record`. Raises SecqaError if `out` has other
    content or cannot be written; `Stopped` and `Unanswered` like `keep_answers`.
    """
    done = _answered(out, {question.id: question.question for question in questions})
    waiting = [question for question in questions if question.id not in done]
    append(out, "", _REMEDY)  # fail before any work if it cannot be written

    def record_of(question: FileQuestion) -> dict[str, Any]:
        return record(question, system.answer(question.question))

    def keep(answer: dict[str, Any]) -> None:
        append(out, json.dumps(answer, ensure_ascii=False) + "\n", _REMEDY)

    def answers(left: Iterable[FileQuestion]) -> Iterator[Outcome[dict[str, Any]]]:
        with ThreadPoolExecutor(at_once) as pool:
            try:
                for outcome in pool.map(partial(outcome_of, record_of), left):
                    yield outcome
                    if isinstance(outcome, Stopped):
                        return
            finally:
                pool.shutdown(cancel_futures=True)

    keep_answers(answers, waiting, keep, on_progress, total=len(questions))


def keep_answers(
    answers: Callable[[Iterable[Item]], Iterator[Outcome[Result]]],
    waiting: Sequence[Item],
    keep: Callable[[Result], None],
    on_progress: OnProgress,
    total: int,
) -> None:
    """Answer the waiting questions, of `total` in all, and store each answer at once.

    If the model does not reply to some questions, the others are still answered, and `Unanswered`
    is raised at the end. After `Stopped`, no further question begins.
    """
    done = total - len(waiting)
    on_progress(done, total)
    stopped: list[Stopped] = []
    unanswered: list[Unanswered] = []
    for outcome in answers(takewhile(lambda _: not stopped, waiting)):
        if isinstance(outcome, Stopped):
            stopped.append(outcome)
        elif isinstance(outcome, Unanswered):
            unanswered.append(outcome)
        else:
            keep(outcome)
            done += 1
            on_progress(done, total)
    if stopped:
        raise stopped[0]
    if unanswered:
        raise Unanswered(f"{len(unanswered):,} of {len(waiting):,} answers: {unanswered[0]}")


def outcome_of(answer: Callable[[Item], Result], question: Item) -> Outcome[Result]:
    """The answer to a question, or the exception of the model."""
    try:
        return answer(question)
    except (Stopped, Unanswered) as reason:
        return reason


def answer_record(
    question: FileQuestion, answer: Answer, least: float | None, printed: PrintedLabel
) -> dict[str, Any]:
    """The JSON of an answer; without a `value`, `reason` says why.

    Without `least`, the minimum confidence is the fitted threshold for figures, and `DOUBTFUL` for
    passages alone, whose confidence is lower in general.
    """
    if least is None:
        are_words = answer.passages and not answer.readings
        least = DOUBTFUL if are_words else load_fit().threshold
    value, reason = answer.value, answer.error
    if answer.table and answer.passages:
        value = answer.text
    if value is not None and answer.confidence < least:
        reason = f"not sure enough: confidence {answer.confidence:.2f} is under {least:.2f}"
        value = None
    return {
        "id": question.id,
        "question": question.question,
        "value": value,
        "unit": answer.unit,
        "labels": answer.labels,
        "figures": () if value is None else answer.figures,
        "confidence": round(answer.confidence, 4),
        "reason": reason,
        "program": answer.program,
        "parts": [
            _part(reading, printed) for reading in dict.fromkeys(answer.readings) if reading.page
        ],
        "passages": [_passage(passage, printed) for passage in answer.passages],
        "notes": answer.notes,
        "seconds": round(answer.seconds, 4),
    }


def _part(reading: Reading, printed: PrintedLabel) -> dict[str, Any]:
    return {
        "question": reading.question,
        "value": reading.value,
        "unit": reading.unit,
        "confidence": reading.confidence,
        "document": reading.document_id,
        "page": reading.page,
        "page_label": printed(reading.document_id, reading.page),
        "text": reading.quote,
    }


def _passage(passage: Passage, printed: PrintedLabel) -> dict[str, Any]:
    return {
        "document": passage.document_id,
        "page": passage.page,
        "page_label": printed(passage.document_id, passage.page),
        "section": passage.section,
        "heading": passage.heading,
        "text": passage.text,
        "score": passage.score,
    }


def _question_of(record: object) -> FileQuestion | str:
    """The question of a record, or its problem."""
    if not isinstance(record, dict):
        return 'is no object with "id" and "question"'
    name, question = record.get("id"), record.get("question")
    if not isinstance(question, str) or not question.strip():
        return 'has no text as "question"'
    if isinstance(name, bool) or not isinstance(name, str | int) or name == "":
        return 'has no text or number as "id"'
    if any("\ud800" <= character <= "\udfff" for character in f"{name}{question}"):
        return "has half a character (a lone surrogate) in it"
    return FileQuestion(str(name), question)


def _answered(out: Path, questions: dict[str, str]) -> set[str]:
    """Ids of the answers in `out`; removes an incomplete last line."""
    try:
        text = out.read_bytes()
    except FileNotFoundError:
        return set()
    except OSError as error:
        raise SecqaError(f"{out}: cannot be read ({error.strerror}); {_REMEDY}") from error
    whole = text.rfind(b"\n") + 1
    done: set[str] = set()
    for number, line in enumerate(text[:whole].splitlines() or [text], 1):
        if not line:
            continue
        try:
            record = json.loads(line)
            # Questions have no value, so a file of questions is not mistaken for answers.
            name, question, _ = (record[key] for key in ("id", "question", "value"))
            if questions.get(name, question) != question:
                raise ValueError
        except (ValueError, KeyError, TypeError):
            raise SecqaError(
                f"{out} line {number}: not an answer to these questions; {_REMEDY}"
            ) from None
        done.add(name)
    if whole < len(text):
        os.truncate(out, whole)
    return done
