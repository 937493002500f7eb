"""`secqa chat`: a conversation about a record or a page, in the terminal or from a pipe.

A line that begins with `/` is a command, a bare number picks an offered reading, any other line is
a question. An error prints one line, and the conversation goes on.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import typer

from secqa.app.chat.reply_text import reply_text
from secqa.app.models import OFFLINE
from secqa.cli.model_options import opened_within
from secqa.cli.options import SpendingOptions
from secqa.cli.terminal import aligned, cut
from secqa.conversation.chat_session import Session, saved_state
from secqa.conversation.chat_session import resume as resumed
from secqa.conversation.generators.model_generators import make_generator
from secqa.conversation.page_chat.follow_ups import FollowUps
from secqa.conversation.programs.generator import Exchange, number_text
from secqa.conversation.records.conversation_record import Record, RecordSpot
from secqa.conversation.records.record_store import CorpusRecords, Records, open_records
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError
from secqa.filings.decoding import whole_number
from secqa.models.model import Stopped, Unanswered
from secqa.models.open_model import ModelLimits

_HELP = """\
A question gets an answer, the program that computes it and the places of its numbers.
  /program        the program of the last answer, step by step
  /table          the tables, with the numbers of the last answer marked [like this]
  /turns          the questions so far
  /undo           take the last question back
  /edit N TEXT    ask question N differently; those after it are answered again
  /save FILE      save the conversation; `secqa chat --resume FILE` goes on with it
  /records WORDS  other records that hold the words;  /open ID  talk about one of them
  /help  /quit
A number picks a reading when several are offered."""

_CELL = 44
"""Characters of a cell on the screen."""


@dataclass(frozen=True, slots=True)
class ChatOptions:
    """Where the record comes from, and who answers."""

    page: int | None = None
    records: str | None = None
    generator: str = "offline"
    resume: Path | None = None


def chat(
    options: ChatOptions,
    spending: SpendingOptions,
    record: str | None = None,
    corpus: CorpusPath | None = None,
) -> None:
    """Ask one question after another about a page.

    Each becomes a small program that is run. When --budget or --max-calls is reached, the
    conversation can still be saved, and earlier questions are still answered.
    """
    if (corpus is None) == (options.records is None):
        raise SecqaError("chat: nothing to talk about; give --corpus FOLDER or --records FILE")
    store = CorpusRecords(open_corpus(corpus)) if corpus else open_records(str(options.records))
    read = _line_reader()
    page, resume = options.page, options.resume
    record_id = record if page is None or record is None else f"{record}#{page}"
    if resume and not record_id:
        record_id = str(saved_state(resume).get("record", ""))
    chosen = store.get(record_id) if record_id else _choose_record(store, read)
    limits = ModelLimits(spending.budget, spending.max_calls)
    generator = make_generator(options.generator, opened=lambda name: opened_within(name, limits))
    if generator.name == OFFLINE:
        generator = FollowUps(generator)
    session = resumed(resume, chosen, generator) if resume else Session(chosen, generator)
    _Terminal(session, store, read).run()


def _choose_record(store: Records, read: Callable[[str], str | None]) -> Record:
    """Search by words until the user chooses a record."""
    while True:
        words = read("search records: ")
        if words is None:
            raise SecqaError("chat: no record chosen; give its id as the argument")
        hits = store.search(words)
        if len(hits) == 1:
            return store.get(hits[0])
        if words in hits:
            return store.get(words)
        for number, record_id in enumerate(hits, 1):
            typer.echo(f"  {number}  {record_id}")
        if not hits:
            typer.echo("  none; try other words")
            continue
        choice = read("number, or other words: ")
        if choice and choice.isdigit() and 1 <= int(choice) <= len(hits):
            return store.get(hits[int(choice) - 1])


def _line_reader() -> Callable[[str], str | None]:
    """A reader of lines: with editing and history on a terminal, plain from a pipe."""
    if sys.stdin.isatty():
        import readline  # noqa: F401  (gives input() editing and history)

    def read(prompt: str) -> str | None:
        try:
            line = input(prompt if sys.stdin.isatty() else "")
        except EOFError:
            return None
        return line.strip()

    return read


@dataclass
class _Terminal:
    """A conversation in the terminal."""

    session: Session
    store: Records
    read: Callable[[str], str | None]

    def run(self) -> None:
        self._introduce()
        while (line := self.read("? ")) is not None:
            if not line:
                continue
            if not sys.stdin.isatty():
                typer.echo(f"? {line}")  # a pipe's questions stand beside the answers
            if line.split()[:1] == ["/quit"]:
                return
            try:
                self._take(line)
            except (SecqaError, Stopped, Unanswered) as error:
                typer.echo(f"! {error}")

    def _introduce(self) -> None:
        typer.echo(f"{self.session.record.id} (/help lists what you can type)\n")
        self._table()
        for number, turn in enumerate(self.session.turns, 1):
            typer.echo(f"{number}. {turn.question}")
            self._show(turn)

    def _take(self, line: str) -> None:
        if line.isdigit() and self.session.turns and self.session.turns[-1].choices:
            self._show(self.session.choose(int(line)))
        elif line.startswith("/"):
            self._command(*line[1:].partition(" ")[::2])
        else:
            self._show(self.session.ask(line))

    def _command(self, name: str, rest: str) -> None:
        commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: typer.echo(_HELP),
            "program": lambda _: self._program(),
            "table": lambda _: self._table(),
            "turns": lambda _: self._turns(),
            "undo": lambda _: typer.echo(f"taken back: {self.session.undo().question}"),
            "edit": self._edit,
            "save": self._save,
            "records": self._records,
            "open": self._open,
        }
        if name not in commands:
            raise SecqaError(f"/{name}: no such command; /help lists them")
        commands[name](rest.strip())

    def _show(self, reply: Exchange) -> None:
        if reply.answered:
            text, detail = reply_text(reply, self.session.record)
            typer.echo(f"= {text} ({detail})" if detail else f"= {text}")
            typer.echo(f"  {reply.words}")
            typer.echo(f"  {reply.confidence:.0%} sure")
            return
        typer.echo(f"? {reply.words}")
        for number, choice in enumerate(reply.choices, 1):
            typer.echo(f"  {number}  {choice.words}")

    def _program(self) -> None:
        answered = [turn for turn in self.session.turns if turn.answered]
        if not answered:
            raise SecqaError("/program: nothing was answered yet; ask a question")
        last = answered[-1]
        typer.echo(last.program)
        for operand in last.operands:
            typer.echo(f"  {operand.text}  {operand.where}")

    def _turns(self) -> None:
        for number, turn in enumerate(self.session.turns, 1):
            answer = "asked back" if turn.answer is None else number_text(turn.answer)
            typer.echo(f"{number}. {turn.question}  = {answer}")

    def _edit(self, rest: str) -> None:
        number, _, question = rest.partition(" ")
        turn_number = whole_number(number)
        if turn_number is None or not question.strip():
            raise SecqaError("/edit: give a number and a question, as in /edit 2 and in 2007?")
        for turn in self.session.edit(turn_number, question.strip()):
            typer.echo(f"{turn.question}")
            self._show(turn)

    def _save(self, rest: str) -> None:
        if not rest:
            raise SecqaError("/save: no file named; as in /save talk.json")
        self.session.save(Path(rest))
        typer.echo(f"saved to {rest}")

    def _records(self, words: str) -> None:
        for record_id in self.store.search(words) or ("none; try other words",):
            typer.echo(f"  {record_id}")

    def _open(self, record_id: str) -> None:
        # An unknown record raises here, before the old conversation is replaced.
        self.session = Session(self.store.get(record_id), self.session.generator)
        self._introduce()

    def _table(self) -> None:
        turns = [turn for turn in self.session.turns if turn.answered]
        marked = {o.spot for o in turns[-1].operands if o.spot} if turns else set()
        for line in _table_lines(self.session.record, marked):
            typer.echo(line)


def _table_lines(record: Record, marked: set[RecordSpot]) -> Iterator[str]:
    """The tables in columns; marked cells and sentences in brackets."""
    for t, grid in enumerate(record.tables):
        rows = [[cut(cell, _CELL) for cell in grid.header]]
        for r, row in enumerate(grid.rows):
            rows.append(
                [
                    f"[{cell}]" if RecordSpot(t, r, c) in marked else cut(cell, _CELL)
                    for c, cell in enumerate(row)
                ]
            )
        if grid.caption:
            yield grid.caption
        yield from aligned(rows, [False] + [True] * (len(grid.header) - 1))
        yield ""
    for spot in sorted(marked, key=lambda s: s.sentence):
        if spot.sentence >= 0:
            yield f"[sentence {spot.sentence + 1}] {record.sentences[spot.sentence]}"
