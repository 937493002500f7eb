"""Score a generator on conversations: its accuracy, by kind of turn, and its errors.

The measures are those of the ConvFinQA papers. Execution accuracy compares answers to five places,
program accuracy compares programs as mathematics; both of turns, and of conversations by their last
turn. With its own history a generator continues after its own mistakes, as with a user; with gold
history each turn stands alone. An answer counts as given at its turn, even if the generator reads
the question differently later: programs are complete, and take nothing from earlier answers. Errors
are classed as in the report's analysis, by record and programs alone: the likeliest explanation.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import isclose
from time import perf_counter
from typing import Any, Literal

from secqa.conversation.programs.generator import Exchange, Generator
from secqa.conversation.programs.program_equality import equal
from secqa.conversation.programs.program_language import (
    Program,
    ProgramError,
    parse,
    run,
    value_or_none,
)
from secqa.conversation.records.conversation_record import Record, Turn, mentions_of
from secqa.learning.calibration import Proportion
from secqa.models.model import Unanswered

History = Literal["own", "gold"]


@dataclass(frozen=True, slots=True)
class ScoredTurn:
    """A turn with the reply of a generator."""

    record: Record
    index: int
    program: str
    answer: float | str | None
    confidence: float
    right: bool
    same_program: bool
    error: str
    """The class of the error; "" for a right answer."""
    seconds: float

    @property
    def turn(self) -> Turn:
        """Its question, with the gold program and answer."""
        return self.record.turns[self.index]


def score_records(
    records: Iterable[Record], generator: Generator, history: History
) -> list[ScoredTurn]:
    """Answer and score every turn that has a gold program."""
    return [scored for record in records for scored in _score_record(record, generator, history)]


def score_at_once(
    records: Sequence[Record], generator: Generator, history: History, most: int
) -> tuple[list[ScoredTurn], list[Unanswered]]:
    """Like `score_records` with `most` records at a time; also returns the failures of models.

    Raises:
        Stopped: the generator's model may not be called any more.
    """

    def score(record: Record) -> list[ScoredTurn] | Unanswered:
        try:
            return _score_record(record, generator, history)
        except Unanswered as reason:
            return reason

    with ThreadPoolExecutor(most) as pool:
        try:
            results = list(pool.map(score, records))
        finally:
            pool.shutdown(cancel_futures=True)
    failures = [result for result in results if isinstance(result, Unanswered)]
    return [s for turns in results if not isinstance(turns, Unanswered) for s in turns], failures


def _score_record(record: Record, generator: Generator, history: History) -> list[ScoredTurn]:
    exchanges: list[Exchange] = []
    scored = []
    wrong_answers: list[float | str | None] = []
    for index, turn in enumerate(record.turns):
        start = perf_counter()
        generated = generator.generate(record, exchanges, turn.question)
        seconds = perf_counter() - start
        program, answer = generated.program, value_or_none(generated.program, record.number_rows)
        right = same_value(answer, turn.answer)
        error = "" if right else error_class(record, turn, program, answer, wrong_answers)
        if not right and history == "own":
            wrong_answers.append(answer)
        scored.append(
            ScoredTurn(
                record,
                index,
                program,
                answer,
                generated.confidence,
                right,
                _same_program(turn.program, program),
                error,
                seconds,
            )
        )
        exchanges.append(
            Exchange(turn.question, turn.program, turn.answer)
            if history == "gold"
            else Exchange(turn.question, program, answer, generated.confidence)
        )
    return scored


def same_value(answer: float | str | None, gold: float | str | None) -> bool:
    """Equal to five places, as the official scorer rounds."""
    if isinstance(answer, float | int) and isinstance(gold, float | int):
        return round(answer, 5) == round(gold, 5)
    return answer is not None and answer == gold


def _same_program(gold: str, predicted: str) -> bool:
    try:
        return equal(parse(gold), parse(predicted))
    except ProgramError:
        return False


def measures(scored: Sequence[ScoredTurn]) -> dict[str, Proportion]:
    """The measures by name, in the order of display."""
    last = [s for s in scored if s.index == len(s.record.turns) - 1]
    wrong = {s.record.id for s in scored if not s.right}
    conversations = {s.record.id for s in scored}
    surest = sorted(scored, key=lambda s: -s.confidence)
    shares = {
        "turn execution": _share(scored, lambda s: s.right),
        "turn program": _share(scored, lambda s: s.same_program),
        "conversation execution": _share(last, lambda s: s.right),
        "conversation program": _share(last, lambda s: s.same_program),
        "all turns right": Proportion(len(conversations - wrong), len(conversations)),
    }
    for part in (20, 50, 80):
        chosen = surest[: len(scored) * part // 100]
        shares[f"turn execution, surest {part}%"] = _share(chosen, lambda s: s.right)
    return shares


def breakdowns(scored: Sequence[ScoredTurn]) -> dict[str, dict[str, Proportion]]:
    """Turn execution by type and steps of turns, their position, and kind of conversation."""
    ways: dict[str, Callable[[ScoredTurn], str]] = {
        "type": lambda s: parse(s.turn.program).operation or "selection",
        "steps": lambda s: str(len(parse(s.turn.program).steps)),
        "turn": lambda s: str(s.index + 1),
        "conversation": lambda s: "two questions" if s.record.has_two_questions else "one question",
    }
    return {
        name: {
            key: _share([s for s in scored if way(s) == key], lambda s: s.right)
            for key in sorted({way(s) for s in scored})
        }
        for name, way in ways.items()
    }


def error_counts(scored: Sequence[ScoredTurn]) -> dict[str, int]:
    """The number of errors of each class, the most frequent first."""
    return dict(Counter(s.error for s in scored if s.error).most_common())


def as_json(scored: Sequence[ScoredTurn]) -> dict[str, Any]:
    """All figures as JSON."""

    def plain(shares: dict[str, Proportion]) -> dict[str, Any]:
        return {
            name: {
                "value": round(share.value, 4),
                "right": share.right,
                "count": share.total,
                "low": round(share.interval[0], 4),
                "high": round(share.interval[1], 4),
            }
            for name, share in shares.items()
        }

    seconds = sum(s.seconds for s in scored) / max(len(scored), 1)
    return {
        "measures": plain(measures(scored)),
        "by": {way: plain(shares) for way, shares in breakdowns(scored).items()},
        "errors": error_counts(scored),
        "milliseconds a turn": round(1000 * seconds, 2),
    }


def _share(scored: Sequence[ScoredTurn], right: Callable[[ScoredTurn], bool]) -> Proportion:
    return Proportion(sum(map(right, scored)), len(scored))


_SCALES = (10.0, 100.0, 1000.0, 1e6, 1e9)
_TOLERANCE = 1e-6
"""Relative difference of equal numbers."""
_LABEL_TOLERANCE = 1e-4
"""Relative difference between a gold program and its answer, which the data rounds."""


def error_class(
    record: Record,
    turn: Turn,
    predicted: str,
    answer: float | str | None,
    wrong_answers: Sequence[float | str | None] = (),
) -> str:
    """The class of a wrong answer.

    "no program", "missing in document", "wrong label", "sign", "unit", "lost reference",
    "wrong operation" or "wrong cell". `wrong_answers` are those of earlier turns.
    """
    try:
        program = parse(predicted)
    except ProgramError:
        return "no program"
    gold = parse(turn.program)
    printed = [abs(mention.value) for mention in mentions_of(record)]
    for number in gold.numbers:
        value = abs(number.value)
        if not any(_close(figure, value) or _close(figure, value * 100) for figure in printed):
            return "missing in document"
    if not _gold_is_right(gold, turn, record):
        return "wrong label"
    if isinstance(answer, float) and isinstance(turn.answer, float | int):
        expected = turn.answer
        if round(answer, 5) == round(-expected, 5):
            return "sign"
        if any(_close(answer, expected * s) or _close(answer * s, expected) for s in _SCALES):
            return "unit"
    same_operation = gold.operation == program.operation
    needs = len(gold.steps) > 1 and gold.steps[-1].references
    if needs and (same_operation or not (program.steps and program.steps[-1].references)):
        return "lost reference"
    if any(number.value in wrong_answers for number in program.numbers):
        return "lost reference"
    return "wrong cell" if same_operation else "wrong operation"


def _gold_is_right(gold: Program, turn: Turn, record: Record) -> bool:
    """Whether the gold program computes the gold answer."""
    try:
        value = run(gold, record.number_rows)
    except ProgramError:
        return False
    if isinstance(value, str) or isinstance(turn.answer, str) or turn.answer is None:
        return value == turn.answer
    return abs(value - turn.answer) < _LABEL_TOLERANCE * max(1.0, abs(turn.answer))


def _close(first: float, second: float) -> bool:
    return isclose(first, second, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE / 1000)
