"""Define the interface of all generators of programs: a record, earlier turns and a question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from secqa.conversation.records.conversation_record import Record, RecordSpot


@dataclass(frozen=True, slots=True)
class Operand:
    """A number that a program takes from the record."""

    text: str
    spot: RecordSpot | None
    """None if the record does not print the number."""
    where: str
    """The location in words."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """An earlier turn."""

    question: str
    program: str
    """Complete: it repeats the steps of earlier turns. "" for a turn without an answer."""
    answer: float | str | None
    confidence: float = 1.0
    """Probability that the answer is right. Positive without a program: the reply was a choice."""
    operands: tuple[Operand, ...] = field(default=(), compare=False)
    """The program's numbers of the record, as far as known."""


@dataclass(frozen=True, slots=True)
class AlternativeProgram:
    """Another reading of the question."""

    program: str
    words: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Generated:
    """The program for a question."""

    program: str
    """"" if the question has no answer, or no clear one."""
    confidence: float
    """Probability that the answer is right."""
    operands: tuple[Operand, ...] = ()
    words: str = ""
    """The program in words, or why there is none."""
    alternatives: tuple[AlternativeProgram, ...] = ()
    """The next readings, the likeliest first."""


def operand_places(history: Sequence[Exchange]) -> Mapping[str, RecordSpot]:
    """The location of each number at the latest turn that uses it."""
    operands = (operand for exchange in history for operand in exchange.operands)
    return {operand.text: operand.spot for operand in operands if operand.spot}


class Generator(Protocol):
    """Turns a question into a program."""

    @property
    def name(self) -> str:
        """The name on the command line."""

    def generate(self, record: Record, history: Sequence[Exchange], question: str) -> Generated:
        """A program for `question` about `record` after the turns of `history`."""
