"""Conversations that we wrote, over made-up tables: how people ask, beyond a few hundred records.

Each talk is a course of turns that analysts take (two values, their change, its percentage; a
sum that grows; a part of a total; an index less its base) with phrases drawn for each turn. The
choice of programs is fitted to these beside the real ones; the pages are invented.
"""

import random
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import resources

from secqa.conversation.language import parse, run
from secqa.conversation.record import Grid, Record, Turn

_PHRASES: dict[str, list[str]] = tomllib.loads(
    resources.files(__package__).joinpath("practice.toml").read_text()
)


@dataclass
class _Talk:
    """A conversation being made."""

    draw: random.Random
    grid: Grid
    turns: list[Turn] = field(default_factory=list)

    def say(self, phrases: Sequence[str], program: str, *args: object, **kwargs: object) -> None:
        """Add a turn with one of the phrases."""
        phrase = self.draw.choice(phrases).format(*args, **kwargs)
        answer = run(parse(program))
        self.turns.append(Turn(phrase, program, answer))

    def cell(self, row: int, column: int) -> str:
        return self.grid.rows[row][column]

    def name(self, row: int) -> str:
        return self.grid.rows[row][0]

    def year(self, column: int) -> str:
        return self.grid.header[column]

    def rows(self, count: int) -> list[int]:
        return self.draw.sample(range(len(self.grid.rows) - 1), count)

    def columns(self) -> tuple[int, int]:
        """(later, earlier)."""
        late = self.draw.randrange(1, len(self.grid.header) - 1)
        return late, late + 1


def _change(talk: _Talk) -> None:
    (row,) = talk.rows(1)
    late, early = talk.columns()
    b, a, name = talk.cell(row, late), talk.cell(row, early), talk.name(row)
    change = f"subtract({b}, {a})"
    if talk.draw.random() < 0.6:
        talk.say(_with_year(_PHRASES["starts"]), b, name, y=talk.year(late))
        talk.say(_PHRASES["other_year"], a, talk.year(early))
        talk.say(_PHRASES["change"], change)
    else:
        talk.say(_PHRASES["change_of"], change, name, a=talk.year(early), b=talk.year(late))
    if talk.draw.random() < 0.4:
        talk.say(_PHRASES["again"], a, talk.year(early), n=name)
    if talk.draw.random() < 0.9:
        talk.say(_PHRASES["rate"], f"{change}, divide(#0, {a})", talk.year(early), n=name)
        if talk.draw.random() < 0.15:
            talk.say(_PHRASES["its_percent"], f"{change}, divide(#0, {a}), multiply(#1, const_100)")


def _share(talk: _Talk) -> None:
    part, total = talk.rows(1)[0], len(talk.grid.rows) - 1
    column = talk.columns()[0]
    p, t, y = talk.cell(part, column), talk.cell(total, column), talk.year(column)
    share = f"divide({p}, {t})"
    draw = talk.draw.random()
    if draw < 0.55:
        talk.say(_PHRASES["share"], share, p=talk.name(part), t=talk.name(total), y=y)
    elif draw < 0.85:
        talk.say(_with_year(_PHRASES["starts"]), p, talk.name(part), y=y)
        talk.say(("and what was the {}?", "what is the {}?", "what was the {} in that year?"), t,
                 talk.name(total))  # fmt: skip
        talk.say(_PHRASES["share_then"], share, talk.name(total))
    else:
        talk.say(
            _PHRASES["less_part"], f"subtract({t}, {p})", p=talk.name(part), t=talk.name(total), y=y
        )
        return
    if talk.draw.random() < 0.3:
        talk.say(_PHRASES["its_percent"], f"{share}, multiply(#0, const_100)")


def _ratio(talk: _Talk) -> None:
    (row,) = talk.rows(1)
    late, early = talk.columns()
    name = talk.name(row)
    ratio = f"divide({talk.cell(row, late)}, {talk.cell(row, early)})"
    talk.say(_PHRASES["ratio"], ratio, name, a=talk.year(late), b=talk.year(early), n=name)
    if talk.draw.random() < 0.7:
        talk.say(_PHRASES["less_one"], f"{ratio}, subtract(#0, const_1)")


def _sum(talk: _Talk) -> None:
    one, two, three = talk.rows(3)
    late, early = talk.columns()
    y = talk.year(late)
    a, b, c = (talk.cell(row, late) for row in (one, two, three))
    draw = talk.draw.random()
    if draw < 0.4:
        talk.say(_PHRASES["sum_of"], f"add({a}, {b})", talk.name(one), o=talk.name(two), y=y)
    elif draw < 0.6:
        b, c = talk.cell(one, early), talk.cell(two, late)
        talk.say(_PHRASES["sum_years"], f"add({a}, {b})", talk.name(one), a=y, b=talk.year(early))
    else:
        talk.say(_with_year(_PHRASES["starts"]), a, talk.name(one), y=y)
        talk.say(
            ("and the {}?", "what is the value of {}?", "and what was the {}?"), b, talk.name(two)
        )
        talk.say(_PHRASES["sum"], f"add({a}, {b})")
    total = f"add({a}, {b})"
    last = 0
    if draw >= 0.6 or draw < 0.4:
        if talk.draw.random() < 0.5:
            total += f", add(#0, {c})"
            last = 1
            talk.say(_PHRASES["including"], total, talk.name(three))
        if talk.draw.random() < 0.4:
            talk.say(_PHRASES["average"], f"{total}, divide(#{last}, const_{last + 2})")
    elif talk.draw.random() < 0.5:
        talk.say(_PHRASES["average"], f"{total}, divide(#0, const_2)")
    else:
        talk.say(_PHRASES["thousands"], f"{total}, divide(#0, const_1000)")


def _part_of_sum(talk: _Talk) -> None:
    one, two = talk.rows(2)
    total = len(talk.grid.rows) - 1
    column = talk.columns()[0]
    y = talk.year(column)
    a, b, t = (talk.cell(row, column) for row in (one, two, total))
    parts = f"add({a}, {b})"
    talk.say(_PHRASES["sum_of"], parts, talk.name(one), o=talk.name(two), y=y)
    if talk.draw.random() < 0.5:
        talk.say(_PHRASES["and_the_total"], t, talk.name(total))
        talk.say(_PHRASES["sum_over_total"], f"{parts}, divide(#0, {t})", talk.name(total))
    else:
        if talk.draw.random() < 0.5:
            talk.say(_PHRASES["and_the_total"], b, talk.name(two))
        talk.say(_PHRASES["part_over_sum"], f"{parts}, divide({b}, #0)", talk.name(two))


def _units(talk: _Talk) -> None:
    (row,) = talk.rows(1)
    column = talk.columns()[0]
    value, name, y = talk.cell(row, column), talk.name(row), talk.year(column)
    talk.say(_with_year(_PHRASES["starts"]), value, name, y=y)
    unit = talk.draw.choice(("thousands", "dollars"))
    factor = "const_1000" if unit == "thousands" else "const_1000000"
    talk.say(_PHRASES["in_smaller_units"], f"multiply({value}, {factor})", unit)


def _index(talk: _Talk) -> None:
    (row,) = talk.rows(1)
    column = talk.columns()[0]
    value, name, y = talk.cell(row, column), talk.name(row), talk.year(column)
    if talk.draw.random() < 0.4:
        talk.say(
            ("what is the value of {} in {y}?", "what was the price of {} in {y}?"),
            value,
            name,
            y=y,
        )
        talk.say(("what is that less 100?", "what is that less an initial $100 investment?",
                  "what is the change in value since the initial 100?"),
                 f"subtract({value}, const_100)")  # fmt: skip
    else:
        talk.say(_PHRASES["index"], f"subtract({value}, const_100)", name, y=y)
    talk.say(_PHRASES["by_100"], f"subtract({value}, const_100), divide(#0, const_100)")


def _greater(talk: _Talk) -> None:
    (row,) = talk.rows(1)
    late, early = talk.columns()
    talk.say(_PHRASES["greater"], f"greater({talk.cell(row, late)}, {talk.cell(row, early)})",
             n=talk.name(row), a=talk.year(early), b=talk.year(late))  # fmt: skip


def _product(talk: _Talk) -> None:
    row = talk.rows(1)[0]
    value = f"multiply({talk.cell(row, 1)}, {talk.cell(row, 2)})"
    talk.say(_PHRASES["product"], value, talk.name(row))
    talk.say(_PHRASES["millions"], f"{value}, divide(#0, const_1000000)")


_COURSES: tuple[tuple[Callable[[_Talk], None], int], ...] = (
    (_change, 8), (_share, 5), (_ratio, 2), (_sum, 4),
    (_part_of_sum, 2),
    (_units, 1), (_index, 2), (_greater, 1), (_product, 1),
)  # fmt: skip


def practice_records(count: int, seed: int = 1) -> list[Record]:
    """Made-up records with turns; the same for the same seed."""
    draw = random.Random(seed)
    courses = [course for course, weight in _COURSES for _ in range(weight)]
    records = []
    for number in range(count):
        course = draw.choice(courses)
        grid = _share_prices(draw) if course is _product else _amounts(draw)
        talk = _Talk(draw, grid)
        course(talk)
        if draw.random() < 0.25 and course is not _product:
            draw.choice([_change, _share])(talk)
        records.append(Record(f"practice {seed}/{number}", (), (grid,), (), tuple(talk.turns)))
    return records


def _with_year(phrases: Sequence[str]) -> list[str]:
    return [p + "?" if "{y}" in p else p + " in {y}?" for p in phrases]


def _amounts(draw: random.Random) -> Grid:
    items = draw.sample(_PHRASES["items"], 8)
    last, years = draw.randint(2003, 2019), draw.choice((2, 3, 3))
    scale = draw.choice((100, 1000, 10_000, 1_000_000))
    rows = [(item, *(_figure(draw, scale) for _ in range(years))) for item in items]
    total = draw.choice(
        ("total assets", "total revenue", "total costs", "total liabilities", "total")
    )
    rows.append((total, *(_figure(draw, scale * 9) for _ in range(years))))
    return Grid(("", *(str(last - i) for i in range(years))), tuple(rows))


def _share_prices(draw: random.Random) -> Grid:
    months = draw.sample(("october", "november", "december", "january", "may", "june"), 4)
    rows = [
        (month, str(draw.randint(10_000, 900_000)), f"{draw.uniform(5, 90):.2f}")
        for month in months
    ]
    header = ("", "total number of shares purchased", "average price paid per share")
    return Grid(header, tuple(rows))


def _figure(draw: random.Random, scale: int) -> str:
    value = draw.uniform(0.05, 1) * scale
    return f"{value:.1f}" if scale <= 1000 and draw.random() < 0.5 else str(int(value) + 1)
