"""A conversation in, questions that go on from its last answer out, each tried beforehand.

They are made of what was answered, and show how a conversation goes: another year of the same row,
the change between two values, the same in percent, another row. What is tried is kept, so that a
question that is taken is answered at once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from secqa.app.chat.holding import Talking
from secqa.app.chat.suggestions import dated_cells, suggestions
from secqa.app.chat.talk import OFFLINE, Talk
from secqa.conversation.language import parse
from secqa.conversation.record import Record, Spot
from secqa.conversation.session import Reply

_OFFERED = 3
_SURE = 0.5
"""What is less sure than this when tried is not offered."""


def next_questions(talking: Talking, talk: Talk, record: Record) -> tuple[str, ...]:
    """What may be asked next; nothing where a model answers, which would have to be asked."""
    thinker = talking.thinker(OFFLINE)
    begin = suggestions(record, thinker.ask)
    if not talk.turns:
        return begin
    if talk.by != OFFLINE:
        return ()
    replies = talking.hold(talk, record).replies
    if len(replies) < len(talk.turns) or not replies[-1].answered:
        return ()
    asked = {turn.question.casefold() for turn in talk.turns}

    def is_new(question: str) -> bool:
        return question.casefold() not in asked

    going_on = [
        question
        for question, spot in _going_on(record, replies)
        if question.casefold() not in asked
        and _answers(talking, talk.asking(question), record, spot)
    ]
    return (*going_on, *filter(is_new, begin))[:_OFFERED]


def _going_on(record: Record, replies: Sequence[Reply]) -> Iterator[tuple[str, Spot | None]]:
    """Questions that build on the last answers, with the cell that they are about."""
    last = replies[-1]
    program = parse(last.program)
    before = [one for one in replies[:-1] if one.answered]
    taken = {operand.spot for one in replies for operand in one.operands}
    if program.picked is not None:
        if before and before[-1].operands != last.operands and _is_value(before[-1]):
            yield "What was the change?", None
        yield from _other_years(record, last, taken)
    elif program.steps[-1].operation == "subtract":
        yield "What is that in percent?", None


def _is_value(reply: Reply) -> bool:
    return parse(reply.program).picked is not None


def _other_years(
    record: Record, last: Reply, taken: set[Spot | None]
) -> Iterator[tuple[str, Spot]]:
    """The nearest year of the same row that was not asked for."""
    spot = last.operands[0].spot if last.operands else None
    if spot is None or spot.sentence >= 0:
        return
    years = {column: year for year, column in dated_cells(record.tables[spot.table], spot.row)}
    now = years.get(spot.column, 0)
    for column, year in sorted(years.items(), key=lambda pair: (abs(pair[1] - now), -pair[1])):
        other = replace(spot, column=column)
        if now and other not in taken:
            yield f"And in {year}?", other
            return


def _answers(talking: Talking, talk: Talk, record: Record, spot: Spot | None) -> bool:
    """Whether the last question of a conversation gets an answer that is sure enough."""
    reply = talking.hold(talk, record).replies[-1]
    places = [operand.spot for operand in reply.operands]
    fits = places == [spot] if spot else len(places) > 1
    return reply.answered and reply.confidence >= _SURE and fits
