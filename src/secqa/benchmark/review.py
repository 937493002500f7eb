"""A person's judgement of a benchmark: questions and decisions in, what was accepted out.

Every decision is a line of `review.jsonl` in the benchmark's folder, on the disk at once: who
decided what of which question, and when. The last decision on a question counts, so a review goes
on where it stopped and can be changed. The benchmark itself is never changed.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

from secqa.benchmark.dataset import Benchmark, Question, id_again, json_line
from secqa.errors import SecqaError
from secqa.files import append

REVIEW = "review.jsonl"
Verdict = Literal["accept", "edit", "reject", "skip"]
KEPT: tuple[Verdict, ...] = ("accept", "edit")


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided of a question."""

    question_id: str
    decision: Verdict
    text: str
    """As it is to be asked."""
    who: str
    when: str
    """UTC, as 2026-01-31T12:00:00Z."""


def decisions_of(folder: Path) -> dict[str, Decision]:
    """The last decision on each question; SecqaError for a file that is not whole."""
    path = folder / REVIEW
    try:
        lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise SecqaError(f"{path}: cannot be read ({error}); mend it or move it away") from error
    found: dict[str, Decision] = {}
    for number, line in enumerate(filter(None, lines), 1):
        try:
            made = Decision(**_texts(json.loads(line)))
        except (ValueError, TypeError) as error:
            raise SecqaError(f"{path}: line {number} is no decision ({error}); mend it") from error
        if made.decision not in get_args(Verdict):
            raise SecqaError(f"{path}: line {number}: {made.decision!r} is no decision; mend it")
        found[made.question_id] = made
    return found


def _texts(record: Any) -> dict[str, Any]:
    if not isinstance(record, dict) or not all(isinstance(one, str) for one in record.values()):
        raise ValueError("not an object of texts")
    return record


def keep(folder: Path, decision: Decision) -> None:
    """Put a decision on the disk; SecqaError where it cannot be written."""
    append(folder / REVIEW, json_line(asdict(decision)) + "\n", "make the folder writable")


def waiting(benchmark: Benchmark, decided: Mapping[str, Decision]) -> tuple[Question, ...]:
    """Questions without a decision, those that were skipped at the end."""
    new = [one for one in benchmark.questions if one.question_id not in decided]
    skipped = [
        one
        for one in benchmark.questions
        if one.question_id in decided and decided[one.question_id].decision == "skip"
    ]
    return (*new, *skipped)


def accepted(benchmark: Benchmark, decided: Mapping[str, Decision], command: str) -> Benchmark:
    """The benchmark of what was accepted, in the words that were accepted.

    Raises SecqaError where nothing was.
    """
    questions = tuple(
        in_words(question, decided[question.question_id].text)
        for question in benchmark.questions
        if question.question_id in decided and decided[question.question_id].decision in KEPT
    )
    if not questions:
        raise SecqaError("--accepted: nothing is accepted yet; `secqa review BENCH` asks about it")
    rejected = {**benchmark.rejected, "not accepted": len(benchmark.questions) - len(questions)}
    return replace(benchmark, questions=questions, command=command, rejected=rejected)


def in_words(question: Question, text: str) -> Question:
    """A question in other words: its id and its program follow."""
    if text == question.text:
        return question
    first, _, rest = question.program.partition("\n")
    program = f"# {' '.join(text.split())}\n{rest}" if first.startswith("#") else question.program
    own_id = id_again(question.question_id, text, question.facts)
    return replace(question, question_id=own_id, text=text, program=program)


def review_text(decisions: Iterable[Decision]) -> str:
    """Who decided what, as a section of a card."""
    counts: dict[tuple[str, str], int] = {}
    for one in decisions:
        counts[one.who, one.decision] = counts.get((one.who, one.decision), 0) + 1
    rows = [f"| {who} | {what} | {number} |" for (who, what), number in sorted(counts.items())]
    return "\n".join(
        ["## Review", "", "| who | decision | questions |", "|---|---|---|", *rows, ""]
    )
