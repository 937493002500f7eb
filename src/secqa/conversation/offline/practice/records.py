"""Conversations that we wrote, over made-up pages: how people ask, beyond a few hundred records.

Each takes one or more courses about series of a table or a sentence, with wordings drawn for
each turn. The choice of programs is fitted to these beside the real ones.
"""

import random
from collections.abc import Callable

from secqa.conversation.offline.practice import courses
from secqa.conversation.offline.practice.pages import amounts_page, index_page, purchases_page
from secqa.conversation.offline.practice.talk import Talk
from secqa.conversation.record import Record

_COURSES: tuple[tuple[Callable[[Talk], None], int], ...] = (
    (courses.change, 14), (courses.two_changes, 1), (courses.share, 9), (courses.less_part, 1),
    (courses.ratio, 2), (courses.sum_talk, 6), (courses.part_of_sum, 2), (courses.units, 2),
    (courses.greater, 1),
)  # fmt: skip
_FURTHER = (
    courses.change, courses.share, courses.change, courses.share, courses.sum_talk, courses.ratio
)  # fmt: skip
"""What people go on with about the same page."""


def practice_records(count: int, seed: int = 1) -> list[Record]:
    """Made-up records with turns; the same for the same seed."""
    draw = random.Random(seed)
    return [_record(f"practice {seed}/{number}", draw) for number in range(count)]


def _record(name: str, draw: random.Random) -> Record:
    kind = draw.random()
    if kind < 0.08:
        talk = Talk(draw, index_page(draw))
        courses.index(talk)
    elif kind < 0.12:
        talk = Talk(draw, purchases_page(draw))
        courses.product(talk)
    else:
        talk = Talk(draw, amounts_page(draw))
        draw.choice([course for course, weight in _COURSES for _ in range(weight)])(talk)
        # Some people go on about the same page, each time about something new.
        for _ in range(draw.choice((0, 0, 0, 0, 0, 0, 1, 1, 1, 3))):
            _go_on(talk)
    return Record(name, talk.page.text, (talk.page.grid,), (), tuple(talk.turns))


def _go_on(talk: Talk) -> None:
    talk.second = True
    if talk.chance(0.15):
        (series,) = talk.some(1)
        place, _ = talk.pair(series)
        name, year = talk.called(series), series.years[place]
        talk.say("start", series.values[place], n=name, y=year)
    talk.draw.choice(_FURTHER)(talk)
