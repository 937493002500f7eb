"""Conversations and a generator -> how often it is right, where, and what its errors are.

The measures of the ConvFinQA papers: execution accuracy (the answer, to five places) and
program accuracy (mathematically the same program), of turns and of whole conversations (their
last turn), and how many conversations are right throughout. With its own history a system lives
with its earlier mistakes, as it would with a user; with gold history each turn stands alone. An
answer counts as it was given at its turn. What a system makes later of an earlier question is up
to it: programs are whole, and take nothing from what was answered before.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Literal

from secqa.conversation.convfinqa.official_scorer import official_tokens
from secqa.conversation.convfinqa.turn_errors import error_class
from secqa.conversation.programs.generator import Exchange, Generator
from secqa.conversation.programs.program_language import Program, ProgramError, equal, parse, run
from secqa.conversation.records.conversation_record import Record, Turn
from secqa.learning.calibration import wilson_interval
from secqa.models.model import Unanswered

History = Literal["own", "gold"]


@dataclass(frozen=True, slots=True)
class ScoredTurn:
    """One turn as a generator answered it."""

    record: str
    index: int
    turn: Turn
    turns: int
    """How many turns its conversation has."""
    two_questions: bool
    program: str
    answer: float | str | None
    confidence: float
    right: bool
    same_program: bool
    error: str
    """Its class, "" where right."""
    seconds: float


def score_records(
    records: Iterable[Record], generator: Generator, history: History
) -> list[ScoredTurn]:
    """Answer and score every turn that has a gold program."""
    return [scored for record in records for scored in _score_record(record, generator, history)]


def score_at_once(
    records: Sequence[Record], generator: Generator, history: History, most: int
) -> tuple[list[ScoredTurn], list[Unanswered]]:
    """The same for `most` records at a time, and why some have no scores: a turn got no reply of
    the generator's model. Raises `Stopped` where it cannot be asked any more."""

    def score(record: Record) -> list[ScoredTurn] | Unanswered:
        try:
            return _score_record(record, generator, history)
        except Unanswered as reason:
            return reason

    with ThreadPoolExecutor(most) as pool:
        try:
            found = list(pool.map(score, records))
        finally:
            pool.shutdown(cancel_futures=True)
    left_out = [one for one in found if isinstance(one, Unanswered)]
    return [s for one in found if not isinstance(one, Unanswered) for s in one], left_out


def _score_record(record: Record, generator: Generator, history: History) -> list[ScoredTurn]:
    exchanges: list[Exchange] = []
    scored = []
    two = any(turn.second for turn in record.turns)
    wrong_before: list[float | str | None] = []
    for index, turn in enumerate(record.turns):
        start = perf_counter()
        generated = generator.generate(record, exchanges, turn.question)
        seconds = perf_counter() - start
        answer = answer_of(generated.program, record)
        right = same_value(answer, turn.answer)
        error = "" if right else error_class(record, turn, generated.program, answer, wrong_before)
        if not right and history == "own":
            wrong_before.append(answer)
        same = _same_program(turn.program, generated.program)
        scored.append(
            ScoredTurn(record.id, index, turn, len(record.turns), two, generated.program, answer,
                   generated.confidence, right, same, error, seconds)
        )  # fmt: skip
        exchanges.append(
            Exchange(turn.question, turn.program, turn.answer)
            if history == "gold"
            else Exchange(turn.question, generated.program, answer, generated.confidence)
        )
    return scored


def answer_of(program: str, record: Record) -> float | str | None:
    """What a program comes to on a record; None where it does not run."""
    try:
        return run(parse(program), record.number_rows)
    except ProgramError:
        return None


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
    """How many of how many, with Wilson's 95% interval."""

    right: int
    count: int

    @property
    def value(self) -> float:
        """0 where there is nothing to count."""
        return self.right / self.count if self.count else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, 19 times of 20."""
        return wilson_interval(self.right, self.count)


def measures(scored: Sequence[ScoredTurn]) -> dict[str, TurnProportion]:
    """The measures by name, in the order they are shown."""
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
    """Turn execution by kind of turn, number of steps, place in the talk, kind of conversation."""
    ways: dict[str, Callable[[ScoredTurn], str]] = {
        "type": lambda s: turn_type(s.turn),
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


def turn_type(turn: Turn) -> str:
    """What its last step does: "selection", or an operation."""
    program: Program = parse(turn.program)
    return program.steps[-1].operation if program.steps else "selection"


def error_counts(scored: Sequence[ScoredTurn]) -> dict[str, int]:
    """How many errors of each class, the most frequent first."""
    counts: dict[str, int] = {}
    for s in scored:
        if s.error:
            counts[s.error] = counts.get(s.error, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: -item[1]))


def as_json(scored: Sequence[ScoredTurn]) -> dict[str, Any]:
    """All figures, for programs."""

    def plain(share: TurnProportion) -> dict[str, Any]:
        low, high = share.interval
        return {"value": round(share.value, 4), "right": share.right, "count": share.count,
                "low": round(low, 4), "high": round(high, 4)}  # fmt: skip

    return {
        "measures": {name: plain(share) for name, share in measures(scored).items()},
        "by": {
            way: {key: plain(share) for key, share in shares.items()}
            for way, shares in breakdowns(scored).items()
        },
        "errors": error_counts(scored),
        "milliseconds a turn": round(
            1000 * sum(s.seconds for s in scored) / max(len(scored), 1), 2
        ),
    }


def submission(scored: Sequence[ScoredTurn]) -> list[dict[str, Any]]:
    """The official submission: one item a turn, its id `<record>_<turn>`, its program as tokens."""
    return [
        {
            "id": f"{s.record}_{s.index}",
            "predicted": official_tokens(s.program) if s.program else ["EOF"],
        }
        for s in scored
    ]


def _share(scored: Sequence[ScoredTurn], right: Callable[[ScoredTurn], bool]) -> TurnProportion:
    return TurnProportion(sum(map(right, scored)), len(scored))
