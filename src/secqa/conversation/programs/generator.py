"""What every generator of programs takes and gives: a record, the turns so far, a question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from secqa.conversation.records.conversation_record import Record, RecordSpot


@dataclass(frozen=True, slots=True)
class Operand:
    """A number that a program takes from the record."""

    text: str
    spot: RecordSpot | None
    """None where the generator does not say, or the number stands nowhere in the record."""
    where: str
    """The place in words."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """An earlier turn."""

    question: str
    program: str
    """Complete: it repeats the steps of the turns it builds on. "" where there was no answer."""
    answer: float | str | None
    confidence: float = 1.0
    """How likely the answer is right, 1 where that is certain. Above 0 without a program: it was
    asked back about."""
    operands: tuple[Operand, ...] = field(default=(), compare=False)
    """What its program takes from the record, as far as that is known."""


@dataclass(frozen=True, slots=True)
class AlternativeProgram:
    """Another reading of the question."""

    program: str
    words: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Generated:
    """A program for a question, or, where `program` is "", only what it might be."""

    program: str
    confidence: float
    """How likely its answer is right, 0 to 1."""
    operands: tuple[Operand, ...] = ()
    words: str = ""
    """The program said in words, or why there is none."""
    alternatives: tuple[AlternativeProgram, ...] = ()
    """The next best readings, the likeliest first."""


def operand_places(history: Sequence[Exchange]) -> Mapping[str, RecordSpot]:
    """Number -> where the last turn that took it did."""
    taken = (operand for exchange in history for operand in exchange.operands)
    return {operand.text: operand.spot for operand in taken if operand.spot}


class Generator(Protocol):
    """Turns a question into a program."""

    @property
    def name(self) -> str:
        """As the command line takes it."""

    def generate(self, record: Record, history: Sequence[Exchange], question: str) -> Generated:
        """A program for `question`, asked of `record` after `history`."""
