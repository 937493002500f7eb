"""Hold a conversation about one record: answer questions, remember turns, save and resume.

A session can take a turn back or change an earlier question; then it answers all later ones again.
It offers choices instead of a guess for a question that is not clear.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from secqa.conversation.programs.generator import (
    AlternativeProgram,
    Exchange,
    Generator,
    in_words,
    operand_places,
    operands_of,
)
from secqa.conversation.programs.program_language import ProgramError, parse, run
from secqa.conversation.records.conversation_record import Record, check_usable
from secqa.errors import SecqaError
from secqa.files import read_text, write_file
from secqa.record import from_plain

SCHEMA = 1
ASK_BELOW = 0.5
"""What is less likely right than wrong is asked back."""


@dataclass(slots=True)
class Session:
    """A record, a generator, and the turns so far."""

    record: Record
    generator: Generator
    turns: tuple[Exchange, ...] = ()

    def __post_init__(self) -> None:
        check_usable(self.record)

    def ask(self, question: str) -> Exchange:
        """Answer a question after the turns so far, or offer choices; both are remembered."""
        if not question.strip():
            raise SecqaError("question: empty; ask for a value or a change")
        reply = self._reply(self.turns, question)
        self.turns = (*self.turns, reply)
        return reply

    def choose(self, number: int) -> Exchange:
        """Answer the last question by one of its choices, counted from 1."""
        if not self.turns or not 1 <= number <= len(self.turns[-1].choices):
            raise SecqaError(f"{number}: no such choice; ask a question, or choose a number shown")
        *earlier, last = self.turns
        choices = list(last.choices)
        choice = choices.pop(number - 1)
        reply = self._run(earlier, last.question, choice.program, 1.0)
        self.turns = (*earlier, replace(reply, choices=tuple(choices)))
        return self.turns[-1]

    def undo(self) -> Exchange:
        """Take the last turn back, and return it."""
        if not self.turns:
            raise SecqaError("undo: nothing was asked yet")
        *earlier, last = self.turns
        self.turns = tuple(earlier)
        return last

    def edit(self, number: int, question: str) -> tuple[Exchange, ...]:
        """Replace the question of turn `number` (from 1); answer it and all later ones again."""
        if not 1 <= number <= len(self.turns):
            raise SecqaError(f"{number}: no such turn; there are {len(self.turns)}")
        questions = [question, *(turn.question for turn in self.turns[number:])]
        turns = self.turns[: number - 1]
        for text in questions:
            turns = (*turns, self._reply(turns, text))
        self.turns = turns
        return turns[number - 1 :]

    @property
    def saved(self) -> bytes:
        """The content of the file that `save` writes."""
        state = {
            "schema": SCHEMA,
            "record": self.record.id,
            "generator": self.generator.name,
            "turns": [asdict(turn) for turn in self.turns],
        }
        return (json.dumps(state, ensure_ascii=False, indent=1) + "\n").encode()

    def save(self, path: Path) -> None:
        """Write the session to a file, as a whole or not at all."""
        write_file(path, self.saved)

    def _reply(self, turns: Sequence[Exchange], question: str) -> Exchange:
        generated = self.generator.generate(self.record, turns, question)
        alternatives = generated.alternatives
        if generated.program and generated.confidence >= ASK_BELOW:
            reply = self._run(turns, question, generated.program, generated.confidence)
            if generated.operands:
                reply = replace(reply, operands=generated.operands, words=generated.words)
            return replace(reply, choices=alternatives)
        if generated.program:
            best = AlternativeProgram(generated.program, generated.words, generated.confidence)
            alternatives = (best, *alternatives)
        words = "which of these?" if alternatives else generated.words
        return Exchange(question, "", None, generated.confidence, words=words, choices=alternatives)

    def _run(
        self, turns: Sequence[Exchange], question: str, source: str, confidence: float
    ) -> Exchange:
        """The reply of a program; without an answer if it cannot run."""
        try:
            program = parse(source)
            answer = run(program, self.record.number_rows)
        except ProgramError as error:
            return Exchange(question, "", None, 0.0, words=str(error))
        operands = operands_of(program, self.record, operand_places(turns))
        words = in_words(program, operands)
        return Exchange(question, source, answer, confidence, operands, words)


def saved_state(path: Path) -> dict[str, Any]:
    """The JSON of a saved session: record id, generator name and turns.

    Raises:
        SecqaError: the file is not a session, or of another version.
    """
    text, name = read_text(path, "give a session that /save wrote"), str(path)
    try:
        state = json.loads(text)
    except (ValueError, RecursionError):
        state = None
    if not isinstance(state, dict) or "schema" not in state:
        raise SecqaError(f"{name}: not a saved session; give a file that /save wrote")
    if state["schema"] != SCHEMA:
        raise SecqaError(
            f"{name}: saved by another version (schema {state['schema']}, this one reads "
            f"{SCHEMA}); start a new session on {state.get('record', 'its record')}"
        )
    return state


def resume(path: Path, record: Record, generator: Generator) -> Session:
    """Load a saved session; SecqaError if it is damaged or about another record."""
    state = saved_state(path)
    if state.get("record") != record.id:
        raise SecqaError(
            f"{path}: is about {state.get('record')}, not {record.id}; open that record"
        )
    try:
        turns = tuple(from_plain(Exchange, turn) for turn in state["turns"])
    except (KeyError, TypeError, ValueError):
        raise SecqaError(f"{path}: damaged; start a new session on {record.id}") from None
    return Session(record, generator, turns)
