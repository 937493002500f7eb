"""Conversations that we wrote, over made-up pages: how people ask, beyond a few hundred records.

Each talk is a course of turns that analysts take (two values, their change, its percentage; a
sum that grows; a part of a total; an index less its base) about series of a table or a sentence,
with phrases drawn for each turn. The choice of programs is fitted to these beside the real ones.
"""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from secqa.conversation.language import parse, run
from secqa.conversation.offline.phrases import phrases
from secqa.conversation.record import Grid, Record, Turn

_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_TOTALS = ("total assets", "total revenue", "total costs", "total liabilities", "total")
_MONTHS = ("october", "november", "december", "january", "february", "march", "may", "june")
_INDEXES = ("common stock", "the s&p 500", "the industry index", "the nasdaq composite", "peers")


@dataclass(frozen=True)
class _Series:
    """Something with a value a year."""

    name: str
    years: tuple[str, ...]
    """The latest first."""
    values: tuple[str, ...]


@dataclass
class _Talk:
    """A conversation being made."""

    draw: random.Random
    series: list[_Series]
    """What can be asked about; the last of the table is a total."""
    total: _Series
    turns: list[Turn] = field(default_factory=list)
    second: bool = False

    def say(self, kind: str, program: str, **names: object) -> str:
        """Add a turn in one of the wordings of its kind, and return its program."""
        question = worded(self.draw, kind, **names)
        self.turns.append(Turn(question, program, run(parse(program)), self.second))
        return program

    def chance(self, share: float) -> bool:
        return self.draw.random() < share

    def some(self, count: int) -> list[_Series]:
        return self.draw.sample(self.series, count)

    def pair(self, series: _Series) -> tuple[int, int]:
        """Places of a later and an earlier year."""
        late = self.draw.randrange(len(series.years) - 1)
        return late, late + 1


def worded(draw: random.Random, kind: str, **names: object) -> str:
    """One of the wordings of a kind, filled."""
    text = draw.choice(phrases()[kind])
    while match := _CHOICE.search(text):
        chosen = draw.choice(match[1].split("|"))
        text = text[: match.start()] + chosen + text[match.end() :]
    return " ".join(text.format(**names).split())


def _called(talk: _Talk, series: _Series) -> str:
    """What a person calls it: not always all of its name."""
    words = series.name.split()
    if len(words) > 2 and talk.chance(0.3):
        del words[talk.draw.randrange(len(words))]
    return " ".join(words)


def _two_values(talk: _Talk, series: _Series, late: int, early: int) -> dict[str, object]:
    """Ask for both years, one after the other."""
    name = _called(talk, series)
    talk.say("start", series.values[late], n=name, y=series.years[late])
    kind = "before" if early == late + 1 and talk.chance(0.1) else "other_year"
    talk.say(kind, series.values[early], n=name, y=series.years[early])
    return {"n": name, "a": series.years[late], "b": series.years[early]}


def _change(talk: _Talk) -> None:
    (series,) = talk.some(1)
    late, early = talk.pair(series)
    b, a = series.values[late], series.values[early]
    change = f"subtract({b}, {a})"
    if talk.chance(0.6):
        if talk.chance(0.15):  # what was asked first less what was asked then, whatever the years
            late, early, a, b = early, late, b, a
            change = f"subtract({b}, {a})"
        names = _two_values(talk, series, late, early)
        talk.say("change", change, **names)
    else:
        name = _called(talk, series)
        names = {"n": name, "a": series.years[late], "b": series.years[early]}
        talk.say("change_of", change, **names)
    if talk.chance(0.35):
        talk.say("again", a, **names)
    if talk.chance(0.9):
        rate = talk.say("rate", f"{change}, divide(#0, {a})", **names)
        if talk.chance(0.12):
            talk.say("its_percent", f"{rate}, multiply(#1, const_100)")


def _two_changes(talk: _Talk) -> None:
    one, other = talk.some(2)
    late, early = talk.pair(one)
    if one.years != other.years:
        return _change(talk)
    years = {"a": one.years[late], "b": one.years[early]}
    first = f"subtract({one.values[late]}, {one.values[early]})"
    talk.say("change_of", first, n=_called(talk, one), **years)
    second = f"subtract({other.values[late]}, {other.values[early]})"
    talk.say("change_too", f"{first}, {second}", n=_called(talk, other), **years)
    if talk.chance(0.7):
        talk.say("results_ratio", f"{first}, {second}, divide(#0, #1)")
    return None


def _share(talk: _Talk) -> None:
    part, whole = talk.some(1)[0], talk.total
    if talk.chance(0.2) or part.years != whole.years:
        part, whole = talk.some(2)
    if part.years != whole.years:
        return _change(talk)
    late, early = talk.pair(part)
    p, t, y = part.values[late], whole.values[late], part.years[late]
    names = {"n": _called(talk, part), "m": _called(talk, whole), "y": y}
    share = f"divide({p}, {t})"
    draw = talk.draw.random()
    if draw < 0.55:
        talk.say("share", share, **names)
    else:
        if talk.chance(0.7):
            talk.say("start", p, **names)
            talk.say("and_the_total", t, n=names["m"])
        else:
            talk.say("start", t, n=names["m"], y=y)
            talk.say("other_row", p, **names)
        if draw < 0.85:
            talk.say("share_then", share, **names)
        else:
            talk.say("less_part_then", f"subtract({t}, {p})", **names)
            return None
    if talk.chance(0.25):
        talk.say("its_percent", f"{share}, multiply(#0, const_100)")
    elif talk.chance(0.3):
        other = f"divide({part.values[early]}, {whole.values[early]})"
        talk.say("share_too", f"{share}, {other}", y=part.years[early])
        if talk.chance(0.7):
            talk.say("results_apart", f"{share}, {other}, subtract(#0, #1)")
    return None


def _less_part(talk: _Talk) -> None:
    part, whole = talk.some(1)[0], talk.total
    if part.years != whole.years:
        return _change(talk)
    late, _ = talk.pair(part)
    p, t = part.values[late], whole.values[late]
    names = {"n": _called(talk, part), "m": _called(talk, whole), "y": part.years[late]}
    rest = talk.say("less_part", f"subtract({t}, {p})", **names)
    if talk.chance(0.4):
        talk.say("sum_over_total", f"{rest}, divide(#0, {t})", **names)
    return None


def _ratio(talk: _Talk) -> None:
    (series,) = talk.some(1)
    late, early = talk.pair(series)
    ratio = f"divide({series.values[late]}, {series.values[early]})"
    if talk.chance(0.5):
        names = _two_values(talk, series, late, early)
        talk.say("ratio_then", ratio, **names)
    else:
        name = _called(talk, series)
        talk.say("ratio", ratio, n=name, a=series.years[late], b=series.years[early])
    if talk.chance(0.75):
        talk.say("less_one", f"{ratio}, subtract(#0, const_1)")


def _sum(talk: _Talk) -> None:
    one, two, three = talk.some(3)
    if not one.years == two.years == three.years:
        return _change(talk)
    late, early = talk.pair(one)
    y = one.years[late]
    a, b, c = (s.values[late] for s in (one, two, three))
    names = {"n": _called(talk, one), "m": _called(talk, two), "y": y}
    of_years = talk.chance(0.35)
    if of_years:
        a, b, c = one.values[late], one.values[early], one.values[-1]
    if talk.chance(0.5):
        kind = "sum_years" if of_years else "sum_of"
        talk.say(kind, f"add({a}, {b})", a=y, b=one.years[early], **names)
    elif of_years:
        _two_values(talk, one, late, early)
        talk.say("sum", f"add({a}, {b})")
    else:
        talk.say("start", a, **names)
        talk.say("other_row", b, n=names["m"], y=y)
        talk.say("sum", f"add({a}, {b})")
    total, terms = f"add({a}, {b})", 2
    if talk.chance(0.5) and len({a, b, c}) == 3:
        added = one.years[-1] if of_years else _called(talk, three)
        if talk.chance(0.3):
            kind = "other_year" if of_years else "other_row"
            talk.say(kind, c, n=names["n"] if of_years else added, y=added if of_years else y)
        total, terms = f"{total}, add(#0, {c})", 3
        talk.say("including", total, n=f"{added} value" if of_years else added)
    kind, divisor = talk.draw.choice(
        (("average", f"const_{terms}"), ("average", f"const_{terms}"), ("thousands", "const_1000"))
    )
    if talk.chance(0.6):
        talk.say(kind, f"{total}, divide(#{terms - 2}, {divisor})", k=terms, n=names["n"])
    return None


def _part_of_sum(talk: _Talk) -> None:
    one, two = talk.some(2)
    if not one.years == two.years == talk.total.years:
        return _change(talk)
    late, _ = talk.pair(one)
    y = one.years[late]
    a, b, t = (s.values[late] for s in (one, two, talk.total))
    names = {"n": _called(talk, one), "m": _called(talk, two), "y": y}
    parts = talk.say("sum_of", f"add({a}, {b})", **names)
    total = _called(talk, talk.total)
    if talk.chance(0.6):
        if talk.chance(0.6):
            talk.say("and_the_total", t, n=total)
        talk.say("sum_over_total", f"{parts}, divide(#0, {t})", m=total)
    else:
        if talk.chance(0.5):
            talk.say("and_the_total", b, n=names["m"])
        talk.say("part_over_sum", f"{parts}, divide({b}, #0)", n=names["m"])
    return None


def _units(talk: _Talk) -> None:
    (series,) = talk.some(1)
    late, _ = talk.pair(series)
    value = series.values[late]
    talk.say("start", value, n=_called(talk, series), y=series.years[late])
    draw = talk.draw.random()
    if draw < 0.4:
        factor, unit = talk.draw.choice((("1000", "thousands"), ("1000000", "dollars")))
        talk.say("in_smaller_units", f"multiply({value}, const_{factor})", u=unit)
    elif draw < 0.7:
        number = talk.draw.choice((3, 4, 5, 10, 12))
        word = {12: "month", 4: "quarter"}.get(number, "year")
        talk.say("by_number", f"divide({value}, const_{number})", k=number, w=word)
    else:
        number = talk.draw.choice((2, 3, 4, 5, 12))
        talk.say("times_number", f"multiply({value}, const_{number})", k=number)


def _greater(talk: _Talk) -> None:
    (series,) = talk.some(1)
    late, early = talk.pair(series)
    talk.say("greater", f"greater({series.values[late]}, {series.values[early]})",
             n=_called(talk, series), a=series.years[late], b=series.years[early])  # fmt: skip


def _index(talk: _Talk) -> None:
    """A stock against a base of 100; then, perhaps, another, and the two compared."""
    one, other = talk.some(2)
    last = talk.draw.randrange(len(one.years) - 1)
    program, step = "", 0
    for series in (one, other) if talk.chance(0.35) else (one,):
        value, y, c = series.values[last], series.years[last], series.years[-1]
        names = {"n": series.name, "y": y, "c": c}
        if talk.chance(0.35):
            talk.say("start", value, **names)
            kind = "index_less"
        else:
            kind = "index"
        program += f"{', ' if program else ''}subtract({value}, const_100)"
        talk.say(kind, program, **names)
        program += f", divide(#{step}, const_100)"
        talk.say("by_100", program, **names)
        step += 2
    if step == 4:
        talk.say("results_apart", f"{program}, subtract(#1, #3)")


def _product(talk: _Talk) -> None:
    (month,) = talk.some(1)
    shares, price = month.values
    if talk.chance(0.3):
        talk.say("start", shares, n=f"number of shares purchased in {month.name}", y="the year")
        talk.say("other_row", price, n="average price", y="the year")
    value = talk.say("product", f"multiply({shares}, {price})", n=month.name)
    if talk.chance(0.7):
        talk.say("millions", f"{value}, divide(#0, const_1000000)")


_Course = Callable[[_Talk], None]
_COURSES: tuple[tuple[_Course, int], ...] = (
    (_change, 14), (_two_changes, 1), (_share, 9), (_less_part, 1), (_ratio, 2), (_sum, 6),
    (_part_of_sum, 2), (_units, 2), (_greater, 1),
)  # fmt: skip


def practice_records(count: int, seed: int = 1) -> list[Record]:
    """Made-up records with turns; the same for the same seed."""
    draw = random.Random(seed)
    courses = [course for course, weight in _COURSES for _ in range(weight)]
    records = []
    for number in range(count):
        kind = draw.random()
        if kind < 0.08:
            talk, grid, text = _index_page(draw)
            _index(talk)
        elif kind < 0.12:
            talk, grid, text = _purchases_page(draw)
            _product(talk)
        else:
            talk, grid, text = _amounts_page(draw)
            draw.choice(courses)(talk)
            # Some people go on about the same page, each time about something new.
            for _ in range(draw.choice((0, 0, 0, 0, 0, 0, 1, 1, 1, 3))):
                talk.second = True
                if talk.chance(0.15):
                    (series,) = talk.some(1)
                    place, _ = talk.pair(series)
                    name, year = _called(talk, series), series.years[place]
                    talk.say("start", series.values[place], n=name, y=year)
                draw.choice([_change, _share, _change, _share, _sum, _ratio])(talk)
        records.append(Record(f"practice {seed}/{number}", text, (grid,), (), tuple(talk.turns)))
    return records


def _amounts_page(draw: random.Random) -> tuple[_Talk, Grid, tuple[str, ...]]:
    items = draw.sample(phrases()["items"], 12)
    last, count = draw.randint(2003, 2019), draw.choice((2, 3, 3, 3))
    years = tuple(str(last - i) for i in range(count))
    scale = draw.choice((100, 1000, 10_000, 1_000_000))
    rows = [_Series(n, years, tuple(_figure(draw, scale) for _ in years)) for n in items[:8]]
    total_name = draw.choice(_TOTALS)
    total = _Series(total_name, years, tuple(_figure(draw, scale * 9) for _ in years))
    grid = Grid(("", *years), tuple((s.name, *s.values) for s in (*rows, total)))
    facts = [_fact(draw, name, last) for name in items[8:11]]
    told = [series for series, _ in facts if draw.random() < 0.7]
    return _Talk(draw, [*rows, *told], total), grid, tuple(text for _, text in facts)


def _fact(draw: random.Random, name: str, last: int) -> tuple[_Series, str]:
    """A series that stands in a sentence."""
    years = [str(last - i) for i in range(3)]
    values = [f"{draw.uniform(1, 90):.1f}" for _ in years]
    text = worded(draw, "fact", n=name, **dict(zip("abc", years, strict=True)),
                  **dict(zip(("va", "vb", "vc"), values, strict=True)))  # fmt: skip
    told = 3 if values[2] in text else 2
    return _Series(name, tuple(years[:told]), tuple(values[:told])), text


def _index_page(draw: random.Random) -> tuple[_Talk, Grid, tuple[str, ...]]:
    last = draw.randint(2005, 2019)
    years = tuple(str(last - i) for i in range(6))
    names = draw.sample(_INDEXES, 3)
    rows = [
        _Series(n, years, (*(f"{draw.uniform(60, 240):.2f}" for _ in years[1:]), "100.00"))
        for n in names
    ]
    header = ("", *reversed(years))
    grid = Grid(header, tuple((s.name, *reversed(s.values)) for s in rows))
    return _Talk(draw, rows, rows[0]), grid, ()


def _purchases_page(draw: random.Random) -> tuple[_Talk, Grid, tuple[str, ...]]:
    header = ("", "total number of shares purchased", "average price paid per share")
    rows = [
        _Series(
            month, header[1:], (str(draw.randint(10_000, 900_000)), f"{draw.uniform(5, 90):.2f}")
        )
        for month in draw.sample(_MONTHS, 4)
    ]
    return _Talk(draw, rows, rows[0]), Grid(header, tuple((s.name, *s.values) for s in rows)), ()


def _figure(draw: random.Random, scale: int) -> str:
    value = draw.uniform(0.05, 1) * scale
    return f"{value:.1f}" if scale <= 1000 and draw.random() < 0.5 else str(int(value) + 1)
