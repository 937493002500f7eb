"""Verdicts kept beside a run: `verdicts.jsonl`, one line a verdict, on the disk at once.

A verdict is on an answer to a question, so the same answer at another number of pages has it, too.
The last verdict of a judge on an answer counts. A line that a killed writer left unfinished is no
verdict, and is cut off before the next one is written.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from secqa.benchmark.dataset import json_line
from secqa.errors import SecqaError
from secqa.evaluation.judging.case import JudgeCase, Judgement, case_of
from secqa.evaluation.runs import Run
from secqa.files import append, cut_unfinished_line

VERDICTS = "verdicts.jsonl"
BY_HAND = "by hand: "
"""What the name of a judge begins with that is a person."""


@dataclass(frozen=True, slots=True)
class SavedVerdict:
    """A verdict of one judge on one answer."""

    question_id: str
    answer: str
    """Names question and answer, as `case_key` does."""
    judge: str
    """`by hand: ` and who, or a model's name."""
    right: bool
    why: str
    """A person's note, a model's reason."""
    when: str
    """UTC, as 2026-01-31T12:00:00Z."""


Verdicts = Mapping[str, Mapping[str, Judgement]]
"""Judge -> key of a case -> its verdict."""


def case_key(case: JudgeCase) -> str:
    """Names a question and its answer."""
    return hashlib.sha256(f"{case.question}\n{case.answer}".encode()).hexdigest()[:16]


def cases_of(run: Run) -> dict[str, tuple[str, JudgeCase]]:
    """Key -> (question id, case) of all answers in words, each once, as the benchmark has them."""
    questions = {question.question_id: question for question in run.benchmark.questions}
    places = {question_id: place for place, question_id in enumerate(questions)}
    found: dict[str, tuple[str, JudgeCase]] = {}
    for prediction in sorted(
        run.predictions, key=lambda p: (places.get(p.question_id, 0), p.pages)
    ):
        question = questions.get(prediction.question_id)
        case = case_of(question, prediction.answer) if question else None
        if case is not None:
            found.setdefault(case_key(case), (prediction.question_id, case))
    return found


def kept_of(folder: Path) -> dict[tuple[str, str], SavedVerdict]:
    """The last verdict of each judge on each answer, by (judge, key).

    Raises SecqaError for a file that is not whole.
    """
    path = folder / VERDICTS
    try:
        lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise SecqaError(f"{path}: cannot be read ({error}); mend it or move it away") from error
    found: dict[tuple[str, str], SavedVerdict] = {}
    for number, line in enumerate(lines, 1):
        try:
            kept = _kept(json.loads(line))
        except (ValueError, TypeError) as error:
            raise SecqaError(f"{path}: line {number} is no verdict ({error}); mend it") from error
        found[kept.judge, kept.answer] = kept
    return found


def verdicts_of(folder: Path) -> Verdicts:
    """All verdicts beside a run, by judge."""
    found: dict[str, dict[str, Judgement]] = {}
    for (judge, key), kept in kept_of(folder).items():
        found.setdefault(judge, {})[key] = Judgement(kept.right, kept.why)
    return found


def keep(folder: Path, judge: str, question_id: str, case: JudgeCase, judgement: Judgement) -> None:
    """Put a verdict on the disk; SecqaError where it cannot be written."""
    when = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    kept = SavedVerdict(question_id, case_key(case), judge, judgement.right, judgement.why, when)
    cut_unfinished_line(folder / VERDICTS)
    append(folder / VERDICTS, json_line(asdict(kept)) + "\n", "make the folder writable")


def _kept(record: Any) -> SavedVerdict:
    if not isinstance(record, dict) or not isinstance(record.get("right"), bool):
        raise ValueError("says neither right nor wrong")
    if not all(isinstance(text, str) for name, text in record.items() if name != "right"):
        raise ValueError("not an object of texts")
    return SavedVerdict(**record)
