"""Questions to begin or go on with, each tried beforehand.

First questions are about the rows and years of the page. Follow-up questions build on the answers:
another year of the same row, the change between two values, the same in percent, another row. A
question is offered only where the offline generator answers it by the very cells that it was made
of. Replies are kept, so that a chosen question is answered at once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, zip_longest

from secqa.app.chat.chat_address import ChatAddress
from secqa.app.chat.chat_service import ChatService
from secqa.app.chat.follow_ups import dated_cells
from secqa.app.models import OFFLINE
from secqa.conversation.programs.generator import Exchange, Generator
from secqa.conversation.programs.program_language import parse
from secqa.conversation.records.conversation_record import Grid, Record, RecordSpot

_OFFERED = 4
_LONGEST = 60
"""Characters of a row's name that reads well in a question."""
_FOLLOW_UPS_TRIED = 3
"""Questions after the first that are tried: each takes about as long as an answer."""
_SURE = 0.5
"""What is less sure than this when tried is not offered."""


@dataclass(frozen=True, slots=True)
class SuggestedQuestion:
    """A question and the cells that its answer takes, in the order of the program."""

    question: str
    spots: tuple[RecordSpot, ...]


def first_questions(record: Record, generator: Generator) -> Iterator[SuggestedQuestion]:
    """Values and changes in turn of rows that have years, where a generator reads them so."""
    rows = [
        (table, row)
        for table, grid in enumerate(record.tables)
        for row, (name, *_) in enumerate(grid.rows)
        if 0 < len(name) <= _LONGEST and any(letter.isalnum() for letter in name)
    ]
    dated = _spread([(t, r) for t, r in rows if len(dated_cells(record.tables[t], r)) > 1])
    values = (_value(record.tables[table], table, row) for table, row in dated)
    changes = (_change(record.tables[table], table, row) for table, row in reversed(dated))
    for one in filter(None, chain.from_iterable(zip_longest(values, changes))):
        operands = generator.generate(record, (), one.question).operands
        if tuple(operand.spot for operand in operands) == one.spots:
            yield one


def _spread(rows: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Rows in an order whose first few stand all over the page."""
    step = max(len(rows) // _OFFERED, 1)
    return [rows[at] for at in sorted(range(len(rows)), key=lambda at: (at % step, at))]


def _value(grid: Grid, table: int, row: int) -> SuggestedQuestion:
    (year, column), *_ = dated_cells(grid, row)
    return SuggestedQuestion(
        f"What was {grid.rows[row][0]} in {year}?", (RecordSpot(table, row, column),)
    )


def _change(grid: Grid, table: int, row: int) -> SuggestedQuestion:
    (later, now), (earlier, before), *_ = sorted(dated_cells(grid, row), reverse=True)
    spots = (RecordSpot(table, row, now), RecordSpot(table, row, before))
    name = grid.rows[row][0]
    return SuggestedQuestion(f"How much did {name} change from {earlier} to {later}?", spots)


def follow_up_questions(service: ChatService, chat: ChatAddress, record: Record) -> tuple[str, ...]:
    """What may be asked next; nothing where a model answers, which would have to be asked."""
    begin = tuple(islice(first_questions(record, service.generator(OFFLINE).ask), _OFFERED))
    if not chat.turns:
        return tuple(one.question for one in begin)
    if chat.by != OFFLINE:
        return ()
    replies = service.history(chat, record).replies
    if len(replies) < len(chat.turns) or not replies[-1].answered:
        return ()
    earlier = {turn.text.casefold() for turn in chat.turns}
    possible = (*_going_on(record, replies), *begin)
    new = (one for one in possible if one.question.casefold() not in earlier)
    return tuple(
        one.question for one in islice(new, _FOLLOW_UPS_TRIED) if _fits(one, service, chat, record)
    )


def _going_on(record: Record, replies: Sequence[Exchange]) -> Iterator[SuggestedQuestion]:
    """Questions that build on the last answers."""
    last = replies[-1]
    spots = _spots(last)
    program = parse(last.program)
    if program.picked is None:
        if program.steps[-1].operation == "subtract" and len(program.steps) == 1:
            yield SuggestedQuestion("What is that in percent?", spots)
        return
    before = next((one for one in reversed(replies[:-1]) if one.answered), None)
    if before and parse(before.program).picked is not None and _spots(before) != spots:
        yield SuggestedQuestion("What was the change?", (*_spots(before), *spots))
    yield from _other_years(record, spots, {spot for one in replies for spot in _spots(one)})


def _other_years(
    record: Record, spots: Sequence[RecordSpot], taken: set[RecordSpot]
) -> Iterator[SuggestedQuestion]:
    """The nearest year of the same row that was not asked for."""
    if not spots or spots[0].sentence >= 0:
        return
    spot = spots[0]
    years = {column: year for year, column in dated_cells(record.tables[spot.table], spot.row)}
    now = years.get(spot.column, 0)
    for column, year in sorted(years.items(), key=lambda pair: (abs(pair[1] - now), -pair[1])):
        other = replace(spot, column=column)
        if now and other not in taken:
            yield SuggestedQuestion(f"And in {year}?", (other,))
            return


def _fits(
    suggested: SuggestedQuestion, service: ChatService, chat: ChatAddress, record: Record
) -> bool:
    """Whether a question, asked next, is answered by the figures it is about, and surely enough."""
    reply = service.history(chat.with_question(suggested.question), record).replies[-1]
    sure = reply.answered and reply.confidence >= _SURE
    return sure and set(_spots(reply)) == set(suggested.spots)


def _spots(reply: Exchange) -> tuple[RecordSpot, ...]:
    """Where the operands of a reply stand, as far as that is known."""
    return tuple(operand.spot for operand in reply.operands if operand.spot)
