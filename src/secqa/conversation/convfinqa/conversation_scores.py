"""Score a generator on conversations.

The measures are those of the ConvFinQA papers. Execution accuracy compares answers to five places,
program accuracy compares programs as mathematics; both of turns, and of conversations by their last
turn. With its own history a generator continues after its own mistakes, as with a user; with gold
history each turn stands alone. An answer counts as given at its turn, even if the generator reads
the question differently later: programs are complete, and take nothing from earlier answers.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Literal

from secqa.conversation.programs.generator import Exchange, Generator
from secqa.conversation.programs.program_equality import equal
from secqa.conversation.programs.program_language import ProgramError, parse, value_or_none
from secqa.conversation.records.conversation_record import Record, Turn
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
    for index, turn in enumerate(record.turns):
        start = perf_counter()
        generated = generator.generate(record, exchanges, turn.question)
        seconds = perf_counter() - start
        program, answer = generated.program, value_or_none(generated.program, record.number_rows)
        scored.append(
            ScoredTurn(
                record,
                index,
                program,
                answer,
                generated.confidence,
                same_value(answer, turn.answer),
                _same_program(turn.program, program),
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


def as_json(scored: Sequence[ScoredTurn]) -> dict[str, Any]:
    """All figures as JSON."""
    shares = {
        name: {
            "value": round(share.value, 4),
            "right": share.right,
            "count": share.total,
            "low": round(share.interval[0], 4),
            "high": round(share.interval[1], 4),
        }
        for name, share in measures(scored).items()
    }
    seconds = sum(s.seconds for s in scored) / max(len(scored), 1)
    return {"measures": shares, "milliseconds a turn": round(1000 * seconds, 2)}


def _share(scored: Sequence[ScoredTurn], right: Callable[[ScoredTurn], bool]) -> Proportion:
    return Proportion(sum(map(right, scored)), len(scored))
