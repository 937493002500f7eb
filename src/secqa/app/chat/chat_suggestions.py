"""Questions to begin or go on with, which the rules of follow-ups answer by the cells meant.

First questions are about the rows and years of the page. Others build on the last answers: another
year of the same row, the change between two values, the same in percent.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from secqa.app.chat.chat_address import ChatAddress
from secqa.conversation.page_chat.follow_ups import is_difference, row_figure
from secqa.conversation.page_chat.question_rows import dated_cells
from secqa.conversation.programs.generator import Exchange
from secqa.conversation.programs.program_language import parse
from secqa.conversation.records.conversation_record import Record, RecordSpot

_OFFERED = 4
_NEXT = 3
"""Questions that are offered after the first."""
_LONGEST = 60
"""Characters of a row's name that reads well in a question."""
_SURE = 0.5
"""What is less sure than this is not offered."""


def first_questions(record: Record) -> Iterator[str]:
    """Values and changes in turn of rows that have years, where the rules read them so."""
    rows = [
        (row[0], sorted((year for year, _ in dated_cells(grid, at)), reverse=True), (table, at))
        for table, grid in enumerate(record.tables)
        for at, row in enumerate(grid.rows)
        if 0 < len(row[0]) <= _LONGEST
    ]
    dated = [row for row in rows if len(row[1]) > 1]
    step = max(len(dated) // _OFFERED, 1)
    # The first few stand all over the page.
    spread = [dated[at] for at in sorted(range(len(dated)), key=lambda at: (at % step, at))]
    values = ((f"What was {name} in {years[0]}?", at) for name, years, at in spread)
    changes = (
        (f"How much did {name} change from {years[1]} to {years[0]}?", at)
        for name, years, at in reversed(spread)
    )
    for question, row in chain.from_iterable(zip(values, changes, strict=True)):
        read = row_figure(record, (), question)
        spots = (
            {(one.spot.table, one.spot.row) for one in read.operands if one.spot} if read else ()
        )
        if read and read.confidence >= _SURE and spots == {row}:
            yield question


def follow_up_questions(
    chat: ChatAddress, record: Record, replies: Sequence[Exchange]
) -> tuple[str, ...]:
    """What may be asked next."""
    if not chat.turns:
        return tuple(islice(first_questions(record), _OFFERED))
    if len(replies) < len(chat.turns) or not replies[-1].answered:
        return ()
    earlier = {turn.text.casefold() for turn in chat.turns}
    possible = chain(_going_on(record, replies), first_questions(record))
    return tuple(islice((one for one in possible if one.casefold() not in earlier), _NEXT))


def _going_on(record: Record, replies: Sequence[Exchange]) -> Iterator[str]:
    """Questions that build on the last answers."""
    last = replies[-1]
    spots = _spots(last)
    if parse(last.program).picked is None:
        if is_difference(last):
            yield "What is that in percent?"
        return
    rows = {(spot.table, spot.row) for one in replies[-2:] for spot in _spots(one)}
    if len(rows) == 1 < len(replies):
        yield "What was the change?"
    yield from _other_years(record, spots, {spot for one in replies for spot in _spots(one)})


def _other_years(
    record: Record, spots: Sequence[RecordSpot], taken: set[RecordSpot]
) -> Iterator[str]:
    """The nearest year of the same row that was not asked for."""
    if not spots or spots[0].sentence >= 0:
        return
    spot = spots[0]
    years = {column: year for year, column in dated_cells(record.tables[spot.table], spot.row)}
    now = years.get(spot.column, 0)
    for column, year in sorted(years.items(), key=lambda pair: (abs(pair[1] - now), -pair[1])):
        if now and replace(spot, column=column) not in taken:
            yield f"And in {year}?"
            return


def _spots(reply: Exchange) -> tuple[RecordSpot, ...]:
    """Where the operands of a reply stand, as far as that is known."""
    return tuple(operand.spot for operand in reply.operands if operand.spot)
