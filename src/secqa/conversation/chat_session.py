"""A conversation about one record: questions in, answers with their programs and places out.

The session remembers every turn, so that a question can build on those before; it can take a
turn back, change an earlier question (all later ones are answered again), and be saved and
resumed. Where a question can mean several things, or nothing on this page, it gives choices
instead of a guess.
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
    Operand,
    operand_places,
)
from secqa.conversation.programs.program_language import ProgramError, parse, run
from secqa.conversation.programs.program_text import in_words, operands_of
from secqa.conversation.records.conversation_record import Record, RecordSpot, check_usable
from secqa.errors import SecqaError
from secqa.files import read_text, write_file

SCHEMA = 1
ASK_BELOW = 0.3
"""A program less sure than this is asked about, not answered."""


@dataclass(frozen=True, slots=True)
class TurnReply:
    """What a question got: an answer, or a question back."""

    question: str
    program: str
    """"" where it asks back."""
    answer: float | str | None
    words: str
    """The program in words with the operands' places, or why there is no answer."""
    operands: tuple[Operand, ...]
    confidence: float
    choices: tuple[AlternativeProgram, ...] = ()
    """The readings to choose among, or the next best ones."""

    @property
    def answered(self) -> bool:
        """False where it asks back."""
        return bool(self.program)


@dataclass(slots=True)
class Session:
    """A record, a generator, and the turns so far."""

    record: Record
    generator: Generator
    turns: tuple[TurnReply, ...] = ()
    ask_below: float = ASK_BELOW

    def __post_init__(self) -> None:
        check_usable(self.record)

    def ask(self, question: str) -> TurnReply:
        """Answer a question after the turns so far, or ask back; both are remembered."""
        if not question.strip():
            raise SecqaError("question: empty; ask for a value or a change")
        reply = self._reply(self.turns, question)
        self.turns = (*self.turns, reply)
        return reply

    def choose(self, number: int) -> TurnReply:
        """Answer the last question by one of its choices, 1 the first."""
        if not self.turns or not 1 <= number <= len(self.turns[-1].choices):
            raise SecqaError(f"{number}: no such choice; ask a question first or choose one shown")
        asked = self.turns[-1]
        chosen = asked.choices[number - 1]
        reply = self._answered(self.turns[:-1], asked.question, chosen.program, 1.0)
        others = (c for i, c in enumerate(asked.choices, 1) if i != number)
        self.turns = (*self.turns[:-1], replace(reply, choices=tuple(others)))
        return self.turns[-1]

    def undo(self) -> TurnReply:
        """Take the last turn back, and return it."""
        if not self.turns:
            raise SecqaError("undo: nothing was asked yet")
        last = self.turns[-1]
        self.turns = self.turns[:-1]
        return last

    def edit(self, number: int, question: str) -> tuple[TurnReply, ...]:
        """Ask turn `number` (from 1) differently; it and all later ones are answered again."""
        if not 1 <= number <= len(self.turns):
            raise SecqaError(f"{number}: no such turn; there are {len(self.turns)}")
        questions = [question, *(turn.question for turn in self.turns[number:])]
        turns = self.turns[: number - 1]
        for asked in questions:
            turns = (*turns, self._reply(turns, asked))
        self.turns = turns
        return turns[number - 1 :]

    @property
    def saved(self) -> bytes:
        """The session as a file of it holds it."""
        state = {
            "schema": SCHEMA,
            "record": self.record.id,
            "generator": self.generator.name,
            "turns": [asdict(turn) for turn in self.turns],
        }
        return (json.dumps(state, ensure_ascii=False, indent=1) + "\n").encode()

    def save(self, path: Path) -> None:
        """Write the session; the file is replaced only once all is written."""
        write_file(path, self.saved)

    def _reply(self, turns: Sequence[TurnReply], question: str) -> TurnReply:
        history = _exchanges(turns)
        generated = self.generator.generate(self.record, history, question)
        alternatives = generated.alternatives
        if generated.program and generated.confidence >= self.ask_below:
            reply = self._answered(turns, question, generated.program, generated.confidence)
            if generated.operands:
                reply = replace(reply, operands=generated.operands, words=generated.words)
            return replace(reply, choices=alternatives)
        if generated.program:
            best = AlternativeProgram(generated.program, generated.words, generated.confidence)
            alternatives = (best, *alternatives)
        words = "which of these?" if alternatives else generated.words
        return TurnReply(question, "", None, words, (), generated.confidence, alternatives)

    def _answered(
        self, turns: Sequence[TurnReply], question: str, source: str, confidence: float
    ) -> TurnReply:
        """A turn with its program run; one that cannot run is no answer."""
        try:
            program = parse(source)
            answer = run(program, self.record.number_rows)
        except ProgramError as error:
            return TurnReply(question, "", None, str(error), (), 0.0)
        operands = operands_of(program, self.record, operand_places(_exchanges(turns)))
        words = in_words(program, operands)
        return TurnReply(question, source, answer, words, operands, confidence)


def _exchanges(turns: Sequence[TurnReply]) -> list[Exchange]:
    """Turns as generators see them."""
    return [Exchange(t.question, t.program, t.answer, t.confidence, t.operands) for t in turns]


def saved_state(path: Path) -> dict[str, Any]:
    """A saved session: its record id, generator name and turns.

    Raises:
        SecqaError: not a session, or one of another version.
    """
    return state_in(read_text(path, "give a session that /save wrote"), str(path))


def state_in(text: str, name: str) -> dict[str, Any]:
    """The same from the text of a file; `name` says in errors which."""
    try:
        state = json.loads(text)
    except (ValueError, RecursionError):
        raise SecqaError(f"{name}: not a saved session; give a file that /save wrote") from None
    if not isinstance(state, dict) or "schema" not in state:
        raise SecqaError(f"{name}: not a saved session; give a file that /save wrote")
    if state["schema"] != SCHEMA:
        raise SecqaError(
            f"{name}: saved by another version (schema {state['schema']}, this one reads "
            f"{SCHEMA}); start a new session on {state.get('record', 'its record')}"
        )
    return state


def resume(path: Path, record: Record, generator: Generator) -> Session:
    """The saved session, to go on with; SecqaError where it is of another record or damaged."""
    state = saved_state(path)
    if state.get("record") != record.id:
        raise SecqaError(f"{path}: is about {state.get('record')}, not {record.id}; open that")
    try:
        turns = tuple(_turn(turn) for turn in state["turns"])
    except (KeyError, TypeError):
        raise SecqaError(f"{path}: damaged; start a new session on {record.id}") from None
    return Session(record, generator, turns)


def _turn(saved: dict[str, Any]) -> TurnReply:
    operands = tuple(
        Operand(o["text"], RecordSpot(**o["spot"]) if o["spot"] else None, o["where"])
        for o in saved["operands"]
    )
    choices = tuple(AlternativeProgram(**choice) for choice in saved["choices"])
    return TurnReply(**{**saved, "operands": operands, "choices": choices})
