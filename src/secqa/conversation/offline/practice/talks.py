"""Conversations that we wrote, over made-up pages: how people ask, beyond a few hundred records.

Each takes one or more courses (`courses.toml`) about series of a table or a sentence, with
wordings drawn for each turn. The choice of programs is fitted to these beside the real ones.
"""

import random
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from secqa.conversation.language import Program, parse, run
from secqa.conversation.offline.practice.pages import MadePage, made_page
from secqa.conversation.offline.practice.wording import worded
from secqa.conversation.record import Record, Turn

_VALUE = re.compile(r"\b[nmot][123]\b")
_GOING_ON = (0, 0, 0, 0, 0, 0, 1, 1, 1, 3)
"""How many times people go on about the same page, each time about something new."""


def practice_records(count: int, seed: int = 1) -> list[Record]:
    """Made-up records with turns; the same for the same seed."""
    draw = random.Random(seed)
    return [_record(f"practice {seed}/{number}", draw) for number in range(count)]


@cache
def _courses() -> dict[str, dict[str, Any]]:
    return tomllib.loads(resources.files(__package__).joinpath("courses.toml").read_text())


def _record(name: str, draw: random.Random) -> Record:
    course = _drawn(list(_courses().values()), draw)
    page = made_page(course.get("page", "amounts"), draw)
    turns = _talk(course, page, draw)
    if page.text:
        others = [other for other in _courses().values() if "page" not in other]
        for _ in range(draw.choice(_GOING_ON)):
            turns += _talk(_drawn(others, draw), page, draw)
    return Record(name, page.text, (page.grid,), (), tuple(turns))


def _drawn(courses: list[dict[str, Any]], draw: random.Random) -> dict[str, Any]:
    return draw.choices(courses, [course["weight"] for course in courses])[0]


def _talk(course: Mapping[str, Any], page: MadePage, draw: random.Random) -> list[Turn]:
    """The turns of one course."""
    names, values = _cast(course, page, draw)
    turns: list[Turn] = []
    computed = ""
    for ways in course["stages"]:
        _, *way = draw.choices(ways, [weight for weight, *_ in ways])[0]
        for turn in way:
            head, _, written = turn.partition(": ")
            kind, *renamed = head.split()
            terms, program = _written(written, computed, values)
            given = dict(pair.split("=") for pair in renamed)
            said = {**names, "k": terms, **{n: names.get(v, v) for n, v in given.items()}}
            question = worded(draw, kind, **said)
            turns.append(Turn(question, str(program), run(program)))
            computed = str(program) if program.steps else computed
    return turns


def _written(written: str, computed: str, values: Mapping[str, str]) -> tuple[str, Program]:
    """(how many numbers it adds, a program of a course with what its signs stand for)."""
    last = len(parse(computed).steps) - 1 if computed else 0
    text = _VALUE.sub(lambda match: values[match[0]], written)
    text = re.sub(r"#(?!\d)", f"#{last}", text.replace("> ", f"{computed}, "))
    terms = str(text.count("add(") + 1)
    return terms, parse(text.replace("const_k", f"const_{terms}"))


def _cast(
    course: Mapping[str, Any], page: MadePage, draw: random.Random
) -> tuple[dict[str, str], dict[str, str]]:
    """What the letters of a course stand for: names and years, and values."""
    series = dict(zip("nmo", draw.sample(page.series, 3), strict=True)) | {"t": page.total}
    if draw.random() < course.get("total", 0):
        series["m"] = page.total
    late = draw.randrange(len(page.years) - 1)
    third = -1 if late + 2 < len(page.years) else 0
    places = (late, late + 1, third)
    names = {letter: _called(one.name, draw) for letter, one in series.items()}
    names |= dict(zip("abc", (page.years[place] for place in places), strict=True))
    names["y"] = names["a"]
    values = {
        f"{letter}{number}": one.values[place]
        for letter, one in series.items()
        for number, place in enumerate(places, 1)
    }
    return names, values


def _called(name: str, draw: random.Random) -> str:
    """What a person calls it: not always all of its name."""
    words = name.split()
    if len(words) > 2 and draw.random() < 0.3:
        del words[draw.randrange(len(words))]
    return " ".join(words)
