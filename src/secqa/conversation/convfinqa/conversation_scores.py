"""Score a generator on conversations: its accuracy, by kind of turn, and its errors.

The measures are those of the ConvFinQA papers. Execution accuracy compares answers to five places,
program accuracy compares programs as mathematics; both of turns, and of conversations by their last
turn. With its own history a generator continues after its own mistakes, as with a user; with gold
history each turn stands alone. An answer counts as given at its turn, even if the generator reads
the question differently later: programs are complete, and take nothing from earlier answers.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Literal

from secqa.conversation.convfinqa.official_scorer import official_tokens
from secqa.conversation.convfinqa.turn_errors import error_class
from secqa.conversation.programs.generator import Exchange, Generator
from secqa.conversation.programs.program_language import (
    ProgramError,
    equal,
    parse,
    value_or_none,
)
from secqa.conversation.records.conversation_record import Record, Turn
from secqa.learning.calibration import wilson_interval
from secqa.models.model import Unanswered

History = Literal["own", "gold"]


@dataclass(frozen=True, slots=True)
class ScoredTurn:
    """A turn with the reply of a generator."""

    record: str
    index: int
    turn: Turn
    turns: int
    """The number of turns of its conversation."""
    two_questions: bool
    program: str
    answer: float | str | None
    confidence: float
    right: bool
    same_program: bool
    error: str
    """The class of the error; "" for a right answer."""
    seconds: float


def score_records(
    records: Iterable[Record], generator: Generator, history: History
) -> list[ScoredTurn]:
    """Answer and score every turn that has a gold program."""
    return [scored for record in records for scored in _score_record(record, generator, history)]


def score_at_once(
    records: Sequence[Record], generator: Generator, history: History, most: int
) -> tuple[list[ScoredTurn], list[Unanswered]]:
    """Like `score_records` with `most` records at a time; also the failures of models.

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
                record.id,
                index,
                turn,
                len(record.turns),
                any(turn.second for turn in record.turns),
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


@dataclass(frozen=True, slots=True)
class TurnProportion:
    """A proportion with Wilson's 95% interval."""

    right: int
    count: int

    @property
    def value(self) -> float:
        """0 for an empty count."""
        return self.right / self.count if self.count else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval."""
        return wilson_interval(self.right, self.count)


def measures(scored: Sequence[ScoredTurn]) -> dict[str, TurnProportion]:
    """The measures by name, in the order of display."""
    last = [s for s in scored if s.index == s.turns - 1]
    conversations: dict[str, list[bool]] = {}
    for s in scored:
        conversations.setdefault(s.record, []).append(s.right)
    surest = sorted(scored, key=lambda s: -s.confidence)
    shares = {
        "turn execution": _share(scored, lambda s: s.right),
        "turn program": _share(scored, lambda s: s.same_program),
        "conversation execution": _share(last, lambda s: s.right),
        "conversation program": _share(last, lambda s: s.same_program),
        "all turns right": TurnProportion(
            sum(all(turns) for turns in conversations.values()), len(conversations)
        ),
    }
    for part in (20, 50, 80):
        chosen = surest[: len(scored) * part // 100]
        shares[f"turn execution, surest {part}%"] = _share(chosen, lambda s: s.right)
    return shares


def breakdowns(scored: Sequence[ScoredTurn]) -> dict[str, dict[str, TurnProportion]]:
    """Turn execution by type and steps of turns, their position, and kind of conversation."""
    ways: dict[str, Callable[[ScoredTurn], str]] = {
        "type": lambda s: parse(s.turn.program).operation or "selection",
        "steps": lambda s: str(len(parse(s.turn.program).steps)),
        "turn": lambda s: str(s.index + 1),
        "conversation": lambda s: "two questions" if s.two_questions else "one question",
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

    def plain(shares: dict[str, TurnProportion]) -> dict[str, Any]:
        return {
            name: {
                "value": round(share.value, 4),
                "right": share.right,
                "count": share.count,
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


def submission(scored: Sequence[ScoredTurn]) -> list[dict[str, Any]]:
    """The official submission: an item per turn with id `<record>_<turn>` and program tokens."""
    return [
        {
            "id": f"{s.record}_{s.index}",
            "predicted": official_tokens(s.program) if s.program else ["EOF"],
        }
        for s in scored
    ]


def _share(scored: Sequence[ScoredTurn], right: Callable[[ScoredTurn], bool]) -> TurnProportion:
    return TurnProportion(sum(map(right, scored)), len(scored))
