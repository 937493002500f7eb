"""Verdicts of judges, saved beside a run in `verdicts.jsonl`, and how far the judges agree.

A verdict is on an answer to a question, so the same answer at another number of pages has it, too.
The last verdict of a judge on an answer counts. A line that a killed writer left unfinished is no
verdict, and is cut off before the next one is written.

Cohen's kappa is how much more often two judges agree than they would by chance, each giving as many
rights and wrongs as it does (A coefficient of agreement for nominal scales, 1960): 1 is full
agreement, 0 what chance gives.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from secqa.benchmark.dataset import json_line
from secqa.evaluation.judging.case import JudgeCase, Judgement, case_of
from secqa.evaluation.judging.rule_judge import judge_offline
from secqa.evaluation.runs import Run
from secqa.files import append, cut_unfinished_line, saved_records, utc_now

VERDICTS = "verdicts.jsonl"
BY_HAND = "by hand: "
"""Prefix of the name of a person as judge."""
OFFLINE = "offline"


@dataclass(frozen=True, slots=True)
class SavedVerdict:
    """A verdict of one judge on one answer."""

    question_id: str
    answer: str
    """Key of question and answer, by `case_key`."""
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
    """A short key of a question and its answer."""
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


def saved_verdicts(folder: Path) -> dict[tuple[str, str], SavedVerdict]:
    """The last verdict of each judge on each answer, by (judge, key).

    Raises SecqaError for a damaged file.
    """
    saved = saved_records(folder / VERDICTS, "verdict", _verdict_of_record)
    return {(verdict.judge, verdict.answer): verdict for verdict in saved}


def verdicts_of(folder: Path) -> Verdicts:
    """All verdicts beside a run, by judge."""
    found: dict[str, dict[str, Judgement]] = {}
    for (judge, key), verdict in saved_verdicts(folder).items():
        found.setdefault(judge, {})[key] = Judgement(verdict.right, verdict.why)
    return found


def save_verdict(
    folder: Path, judge: str, question_id: str, case: JudgeCase, judgement: Judgement
) -> None:
    """Append a verdict to the file; raises SecqaError if it cannot be written."""
    right, why = judgement.right, judgement.why
    verdict = SavedVerdict(question_id, case_key(case), judge, right, why, utc_now())
    cut_unfinished_line(folder / VERDICTS)
    append(folder / VERDICTS, json_line(asdict(verdict)) + "\n", "make the folder writable")


def _verdict_of_record(record: Any) -> SavedVerdict:
    if not isinstance(record, dict) or not isinstance(record.get("right"), bool):
        raise ValueError("says neither right nor wrong")
    if not all(isinstance(text, str) for name, text in record.items() if name != "right"):
        raise ValueError("not an object of texts")
    return SavedVerdict(**record)


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two judges on the answers that both judged."""

    run: str
    judges: tuple[str, str]
    answers: int
    same: int
    right: tuple[int, int]
    """How many each calls right."""
    kappa: float | None
    """None if both judges agree on everything and chance explains that."""


def agreements_of(run: Run) -> tuple[Agreement, ...]:
    """The agreement of every pair of judges of a run, with the offline judge among them."""
    cases = cases_of(run)
    kept = {
        name: {key: judgement for key, judgement in verdicts.items() if key in cases}
        for name, verdicts in verdicts_of(run.folder).items()
    }
    judges: dict[str, Mapping[str, Judgement]] = {name: own for name, own in kept.items() if own}
    if judges:
        judged = set().union(*judges.values())
        judges[OFFLINE] = {key: judge_offline(cases[key][1]) for key in cases if key in judged}
    return tuple(_agreement(run, pair, judges) for pair in combinations(judges, 2))


def kappa(one: Sequence[bool], other: Sequence[bool]) -> float | None:
    """Cohen's kappa of two judges' verdicts on the same answers; None if chance explains all."""
    count = len(one)
    if not count:
        return None
    observed = sum(a == b for a, b in zip(one, other, strict=True)) / count
    share, other_share = sum(one) / count, sum(other) / count
    expected = share * other_share + (1 - share) * (1 - other_share)
    return None if expected == 1 else (observed - expected) / (1 - expected)


def _agreement(
    run: Run, pair: tuple[str, str], judges: Mapping[str, Mapping[str, Judgement]]
) -> Agreement:
    first, second = (judges[name] for name in pair)
    both = [key for key in first if key in second]
    one, other = ([own[key].right for key in both] for own in (first, second))
    same = sum(a == b for a, b in zip(one, other, strict=True))
    right = sum(one), sum(other)
    return Agreement(str(run.folder), pair, len(both), same, right, kappa(one, other))
