"""Keeps a person's decisions on the questions of a benchmark, and writes the accepted ones.

Every decision is a line of `review.jsonl` in the benchmark's folder, on the disk at once: who
decided what of which question, and when. The last decision on a question counts, so a review goes
on where it stopped and can be changed; "undo" takes the last one back, and the one before counts
again. The benchmark itself is never changed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from getpass import getuser
from pathlib import Path
from typing import Any, Literal, get_args

from secqa.benchmark.card import card_of
from secqa.benchmark.dataset import Benchmark, Question, json_line, write_benchmark
from secqa.benchmark.draft import renewed_id
from secqa.errors import SecqaError
from secqa.files import append, saved_records, utc_now

REVIEW = "review.jsonl"
Verdict = Literal["accept", "edit", "reject", "skip"]
KEPT: tuple[Verdict, ...] = ("accept", "edit")
UNDO = "undo"
"""The decision that takes back the last one on its question."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A person's decision on a question."""

    question_id: str
    decision: Verdict
    text: str
    """The text to ask."""
    who: str
    when: str
    """UTC, as 2026-01-31T12:00:00Z."""


def decisions_of(folder: Path) -> dict[str, Decision]:
    """The valid decision on each question; raises SecqaError for a damaged file."""
    decisions: dict[str, list[Decision]] = {}
    for decision in saved_records(folder / REVIEW, "decision", _decision_of):
        own = decisions.setdefault(decision.question_id, [])
        if decision.decision == UNDO:
            del own[-1:]
        else:
            own.append(decision)
    return {question_id: own[-1] for question_id, own in decisions.items() if own}


def _decision_of(record: Any) -> Decision:
    if not isinstance(record, dict) or not all(isinstance(one, str) for one in record.values()):
        raise ValueError("not an object of texts")
    decision = Decision(**record)
    if decision.decision not in (*get_args(Verdict), UNDO):
        raise ValueError(f"{decision.decision!r}")
    return decision


def decide(folder: Path, question: Question, verdict: Verdict, text: str, who: str) -> None:
    """Save a decision; `text` is the edited text of the question.

    Raises SecqaError for an empty text, or if it cannot be written.
    """
    words = single_line(text) if verdict == "edit" else question.text
    _append(folder, Decision(question.question_id, verdict, words, who, utc_now()))


def single_line(text: str) -> str:
    """A text as one line; raises SecqaError if it is empty or not printable."""
    words = " ".join(text.split())
    if not words or not words.isprintable():
        raise SecqaError("the text must be one line of words")
    return words


def undo(folder: Path, question_id: str, who: str) -> None:
    """Take back the last decision on a question; raises SecqaError if there is none, or on a failed
    write."""
    last = decisions_of(folder).get(question_id)
    if last is None:
        raise SecqaError(f"{question_id}: no decision to undo")
    _append(folder, {**asdict(last), "decision": UNDO, "who": who, "when": utc_now()})


def _append(folder: Path, decision: Decision | dict[str, Any]) -> None:
    record = asdict(decision) if isinstance(decision, Decision) else decision
    append(folder / REVIEW, json_line(record) + "\n", "make the folder writable")


def user() -> str:
    """The user of this machine, who decides by default."""
    try:
        return getuser()
    except (OSError, KeyError):
        # A machine that has no name for its user.
        return "unknown"


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
    """The benchmark of the accepted questions, in the accepted words.

    Raises SecqaError if there are none.
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


def write_accepted(benchmark: Benchmark, folder: Path, out: Path, command: str) -> Benchmark:
    """Write the accepted questions of the benchmark in `folder`, with the reviewers in its card.

    Raises SecqaError if there are none, or if they cannot be written.
    """
    if out.resolve() == folder.resolve():
        raise SecqaError(f"--accepted {out}: is the benchmark itself; give another folder")
    decided = decisions_of(folder)
    made = accepted(benchmark, decided, command)
    own = {one.question_id for one in benchmark.questions}
    decisions = review_text(one for one in decided.values() if one.question_id in own)
    write_benchmark(made, out, f"{card_of(made)}\n{decisions}", replaces=True)
    return made


def in_words(question: Question, text: str) -> Question:
    """A question with another text, and the id and program that follow from it."""
    if text == question.text:
        return question
    first, _, rest = question.program.partition("\n")
    program = f"# {' '.join(text.split())}\n{rest}" if first.startswith("#") else question.program
    own_id = renewed_id(question.question_id, text, question.facts)
    return replace(question, question_id=own_id, text=text, program=program)


def review_text(decisions: Iterable[Decision]) -> str:
    """The decisions by person, as a section of a card."""
    counts: dict[tuple[str, str], int] = {}
    for one in decisions:
        counts[one.who, one.decision] = counts.get((one.who, one.decision), 0) + 1
    rows = [f"| {who} | {what} | {number} |" for (who, what), number in sorted(counts.items())]
    return "\n".join(
        ["## Review", "", "| who | decision | questions |", "|---|---|---|", *rows, ""]
    )
