"""Answer many questions from a file, whose lines have an `id` and a `question`.

Each answer is on disk as soon as it is there, so that a run that was stopped goes on after it; an
unfinished last line is cut off. A line that is no question is reported with its number and skipped.
An answer below the confidence asked for is withheld, with the reason.
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
"""The number printed on a page, "" for none: (document_id, page)."""

_REMEDY = "choose another --out"


@dataclass(frozen=True, slots=True)
class FileQuestion:
    """A question of the file."""

    id: str
    question: str


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line of the file that is no question."""

    number: int
    """1-based."""
    problem: str


def read_questions(path: Path) -> tuple[list[FileQuestion], list[BadLine]]:
    """The questions of a file in order, and what is wrong with its other lines."""
    asked: dict[str, FileQuestion] = {}
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
        elif found.id in asked:
            bad.append(BadLine(number, f"has the id {found.id!r} a second time"))
        else:
            asked[found.id] = found
    return list(asked.values()), bad


def answer_all(
    system: System,
    questions: Sequence[FileQuestion],
    out: Path,
    record: Callable[[FileQuestion, Answer], dict[str, Any]],
    on_progress: OnProgress,
    at_once: int = 1,
) -> None:
    """Append the answers that `out` does not have yet, in the order of the questions.

    `record` makes the record of an answer, as `answer_record` does. Raises SecqaError when `out`
    holds something else, or cannot be written; `Stopped` and `Unanswered` as `keep_answers` does.
    """
    done = _answered(out, {question.id: question.question for question in questions})
    waiting = [question for question in questions if question.id not in done]
    append(out, "", _REMEDY)  # a place that cannot be written to is known before any work

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
    """Answer the questions that wait, of `total` questions, and keep each answer at once.

    A question without a reply of the model has no answer, the others are asked, and `Unanswered`
    tells at the end. After `Stopped` only those that are under way still come.
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
    """The answer to a question, or the reason why the model gives none."""
    try:
        return answer(question)
    except (Stopped, Unanswered) as reason:
        return reason


def answer_record(
    asked: FileQuestion, answer: Answer, least: float | None, printed: PrintedLabel
) -> dict[str, Any]:
    """One answer as a line of JSON has it; `value` is None where `reason` says why.

    Without `least` figures are given from the fitted threshold on, and passages alone from where
    they are not doubtful: their confidence promises less.
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
        "id": asked.id,
        "question": asked.question,
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
    """A question, or what is wrong with the record."""
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
    """Ids that have an answer in `out`, which ends with a whole line afterwards."""
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
            # A question has no value: the file of questions is not taken for their answers.
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
