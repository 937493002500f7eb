"""Make up conversations to fit on: a table of amounts, of stock indexes or of share purchases."""

import random
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from secqa.conversation.programs.program_language import Program, parse, run
from secqa.conversation.records.conversation_record import Grid, Record, Turn

_TOTALS = ("total assets", "total revenue", "total costs", "total liabilities", "total")
_MONTHS = ("october", "november", "december", "january", "february", "march", "may", "june")
_INDEXES = ("common stock", "the s&p 500", "the industry index", "the nasdaq composite", "peers")
_YEARS = 3


@dataclass(frozen=True, slots=True)
class PracticeSeries:
    """A row with a value per year."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PracticePage:
    """A page and the rows that questions are about."""

    years: tuple[str, ...]
    """The latest first."""
    series: tuple[PracticeSeries, ...]
    total: PracticeSeries
    """The sum of the others."""
    grid: Grid
    text: tuple[str, ...] = ()


def practice_page(kind: str, draw: random.Random) -> PracticePage:
    """A page of a kind: "amounts", "index" or "purchases"."""
    makers = {"amounts": _amounts, "index": _index, "purchases": _purchases}
    return makers[kind](draw)


def _amounts(draw: random.Random) -> PracticePage:
    """Amounts by year with a total below, and a few that only sentences tell."""
    items = draw.sample(phrases()["items"], 10)
    last = draw.randint(2003, 2019)
    years = tuple(str(last - back) for back in range(_YEARS))
    scale = draw.choice((100, 1000, 10_000, 1_000_000))
    rows = [PracticeSeries(name, _figures(draw, scale)) for name in items[:8]]
    total = PracticeSeries(draw.choice(_TOTALS), _figures(draw, scale * 9))
    grid = Grid(("", *years), tuple((s.name, *s.values) for s in (*rows, total)))
    told = [PracticeSeries(name, _figures(draw, 100)) for name in items[8:]]
    dates = dict(zip("abc", years, strict=True))
    text = [
        worded(
            draw, "fact", n=s.name, **dates, **dict(zip(("va", "vb", "vc"), s.values, strict=True))
        )
        for s in told
    ]
    return PracticePage(years, (*rows, *told), total, grid, tuple(text))


def _index(draw: random.Random) -> PracticePage:
    """What a stock and indexes came to, year by year, from a base of 100."""
    last = draw.randint(2005, 2019)
    years = tuple(str(last - back) for back in range(6))
    rows = [
        PracticeSeries(name, (*(f"{draw.uniform(60, 240):.2f}" for _ in years[1:]), "100.00"))
        for name in draw.sample(_INDEXES, 3)
    ]
    grid = Grid(("", *reversed(years)), tuple((s.name, *reversed(s.values)) for s in rows))
    return PracticePage(years, tuple(rows), rows[0], grid)


def _purchases(draw: random.Random) -> PracticePage:
    """Shares bought back month by month, and their average price."""
    header = ("total number of shares purchased", "average price paid per share")
    rows = [
        PracticeSeries(month, (str(draw.randint(10_000, 900_000)), f"{draw.uniform(5, 90):.2f}"))
        for month in draw.sample(_MONTHS, 4)
    ]
    grid = Grid(("", *header), tuple((s.name, *s.values) for s in rows))
    return PracticePage(header, tuple(rows), rows[0], grid)


def _figures(draw: random.Random, scale: int) -> tuple[str, ...]:
    values = [draw.uniform(0.05, 1) * scale for _ in range(_YEARS)]
    return tuple(f"{v:.1f}" if scale <= 1000 else str(int(v) + 1) for v in values)


_VALUE = re.compile(r"\b[nmot][123]\b")
_GOING_ON = (0, 0, 0, 0, 0, 0, 1, 1, 1, 3)
"""How many times people go on about the same page, each time about something new."""


def practice_records(count: int, seed: int = 1) -> list[Record]:
    """Made-up records with turns; the same for the same seed."""
    draw = random.Random(seed)
    return [_record(f"practice {seed}/{number}", draw) for number in range(count)]


@cache
def _courses() -> dict[str, dict[str, Any]]:
    return tomllib.loads(Path(__file__).with_name("courses.toml").read_text())


def _record(name: str, draw: random.Random) -> Record:
    course = _drawn(list(_courses().values()), draw)
    page = practice_page(course.get("page", "amounts"), draw)
    turns = _talk(course, page, draw)
    if page.text:
        others = [other for other in _courses().values() if "page" not in other]
        for _ in range(draw.choice(_GOING_ON)):
            turns += _talk(_drawn(others, draw), page, draw)
    return Record(name, page.text, (page.grid,), (), tuple(turns))


def _drawn(courses: list[dict[str, Any]], draw: random.Random) -> dict[str, Any]:
    return draw.choices(courses, [course["weight"] for course in courses])[0]


def _talk(course: Mapping[str, Any], page: PracticePage, draw: random.Random) -> list[Turn]:
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
    course: Mapping[str, Any], page: PracticePage, draw: random.Random
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


_CHOICE = re.compile(r"\[([^\[\]]*)\]")


@cache
def phrases() -> dict[str, list[str]]:
    """Wordings by what a turn does; [x|y] is one of several, {n} is filled."""
    return tomllib.loads(Path(__file__).with_name("wording.toml").read_text())


def worded(draw: random.Random, kind: str, **names: object) -> str:
    """One of the wordings of a kind, filled."""
    text = draw.choice(phrases()[kind])
    while match := _CHOICE.search(text):
        chosen = draw.choice(match[1].split("|"))
        text = text[: match.start()] + chosen + text[match.end() :]
    return " ".join(text.format(**names).split())
