"""A conversation in, questions that go on from its last answer out, each tried beforehand.

They are made of what was answered, and show how a conversation goes: another year of the same row,
the change between two values, the same in percent, another row. What is tried is kept, so that a
question that is taken is answered at once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from secqa.app.chat.holding import Talking
from secqa.app.chat.suggestions import Made, dated_cells, suggestions
from secqa.app.chat.talk import Talk
from secqa.app.models import OFFLINE
from secqa.conversation.chat_session import TurnReply
from secqa.conversation.programs.program_language import parse
from secqa.conversation.records.conversation_record import Record, RecordSpot

_TRIED = 3
"""Questions after the first that are tried: each takes about as long as an answer."""
_SURE = 0.5
"""What is less sure than this when tried is not offered."""


def next_questions(talking: Talking, talk: Talk, record: Record) -> tuple[str, ...]:
    """What may be asked next; nothing where a model answers, which would have to be asked."""
    begin = suggestions(record, talking.thinker(OFFLINE).ask)
    if not talk.turns:
        return tuple(one.question for one in begin)
    if talk.by != OFFLINE:
        return ()
    replies = talking.hold(talk, record).replies
    if len(replies) < len(talk.turns) or not replies[-1].answered:
        return ()
    asked = {turn.question.casefold() for turn in talk.turns}
    possible = (*_going_on(record, replies), *begin)
    new = (one for one in possible if one.question.casefold() not in asked)
    return tuple(one.question for one in islice(new, _TRIED) if _fits(one, talking, talk, record))


def _going_on(record: Record, replies: Sequence[TurnReply]) -> Iterator[Made]:
    """Questions that build on the last answers."""
    last = replies[-1]
    spots = _spots(last)
    program = parse(last.program)
    if program.picked is None:
        if program.steps[-1].operation == "subtract" and len(program.steps) == 1:
            yield Made("What is that in percent?", spots)
        return
    before = next((one for one in reversed(replies[:-1]) if one.answered), None)
    if before and parse(before.program).picked is not None and _spots(before) != spots:
        yield Made("What was the change?", (*_spots(before), *spots))
    yield from _other_years(record, spots, {spot for one in replies for spot in _spots(one)})


def _other_years(
    record: Record, spots: Sequence[RecordSpot], taken: set[RecordSpot]
) -> Iterator[Made]:
    """The nearest year of the same row that was not asked for."""
    if not spots or spots[0].sentence >= 0:
        return
    spot = spots[0]
    years = {column: year for year, column in dated_cells(record.tables[spot.table], spot.row)}
    now = years.get(spot.column, 0)
    for column, year in sorted(years.items(), key=lambda pair: (abs(pair[1] - now), -pair[1])):
        other = replace(spot, column=column)
        if now and other not in taken:
            yield Made(f"And in {year}?", (other,))
            return


def _fits(made: Made, talking: Talking, talk: Talk, record: Record) -> bool:
    """Whether a question, asked next, is answered by the figures it is about, and surely enough."""
    reply = talking.hold(talk.asking(made.question), record).replies[-1]
    sure = reply.answered and reply.confidence >= _SURE
    return sure and set(_spots(reply)) == set(made.spots)


def _spots(reply: TurnReply) -> tuple[RecordSpot, ...]:
    """Where the operands of a reply stand, as far as that is known."""
    return tuple(operand.spot for operand in reply.operands if operand.spot)
