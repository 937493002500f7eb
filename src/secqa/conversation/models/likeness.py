"""Which examples to show a model: those whose question and talk are most like the one asked."""

from collections.abc import Sequence
from dataclasses import dataclass

from secqa.conversation.generator import Exchange
from secqa.conversation.models.prompts import Example
from secqa.conversation.offline.asked import read_question
from secqa.conversation.offline.halves import page_of
from secqa.conversation.record import Record


@dataclass(frozen=True, slots=True)
class Library:
    """Examples to choose from, each with the page it is from, "" for none."""

    examples: tuple[tuple[str, Example], ...]

    def nearest(
        self, record: Record, history: Sequence[Exchange], question: str, count: int
    ) -> list[Example]:
        """The likest examples, the likest last, where models heed it most; none of this page."""
        wanted = _traits(len(history), question)
        page = page_of(record.id)
        others = [example for of, example in self.examples if of != page]
        ranked = sorted(
            others, key=lambda e: _alike(wanted, _traits(len(e.history), e.question)), reverse=True
        )
        return ranked[:count][::-1]


def library_of(records: Sequence[Record]) -> Library:
    """Every turn with a gold program as an example."""
    examples = []
    for record in records:
        history: tuple[Exchange, ...] = ()
        for turn in record.turns:
            if turn.program:
                example = Example(history, turn.question, turn.program)
                examples.append((page_of(record.id), example))
            history = (*history, Exchange(turn.question, turn.program, turn.answer))
    return Library(tuple(examples))


def _traits(turns: int, question: str) -> frozenset[str]:
    return frozenset((*read_question(question).grams, f"turn {min(turns, 3)}"))


def _alike(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other)
