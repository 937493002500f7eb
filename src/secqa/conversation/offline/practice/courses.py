"""Courses that talks take, as analysts do: two values, their change, its percentage; a sum that
grows; a part of a total; a stock index less its base.
"""

from secqa.conversation.offline.practice.pages import Series
from secqa.conversation.offline.practice.talk import Talk


def _two_values(talk: Talk, series: Series, late: int, early: int) -> dict[str, object]:
    """Ask for both years, one after the other."""
    name = talk.called(series)
    talk.say("start", series.values[late], n=name, y=series.years[late])
    kind = "before" if early == late + 1 and talk.chance(0.1) else "other_year"
    talk.say(kind, series.values[early], n=name, y=series.years[early])
    return {"n": name, "a": series.years[late], "b": series.years[early]}


def change(talk: Talk) -> None:
    (series,) = talk.some(1)
    late, early = talk.pair(series)
    b, a = series.values[late], series.values[early]
    change = f"subtract({b}, {a})"
    if talk.chance(0.6):
        if talk.chance(0.15):  # what was asked first less what was asked then, whatever the years
            late, early, a, b = early, late, b, a
            change = f"subtract({b}, {a})"
        names = _two_values(talk, series, late, early)
        if talk.chance(0.1):  # some go on to the percentage at once
            talk.say("rate_then", f"{change}, divide(#0, {a})", **names)
            return
        talk.say("change", change, **names)
    else:
        name = talk.called(series)
        names = {"n": name, "a": series.years[late], "b": series.years[early]}
        talk.say("change_of", change, **names)
    if talk.chance(0.35):
        talk.say("again", a, **names)
    if talk.chance(0.9):
        rate = talk.say("rate", f"{change}, divide(#0, {a})", **names)
        if talk.chance(0.12):
            talk.say("its_percent", f"{rate}, multiply(#1, const_100)")


def two_changes(talk: Talk) -> None:
    one, other = talk.some(2)
    late, early = talk.pair(one)
    if one.years != other.years:
        return change(talk)
    years = {"a": one.years[late], "b": one.years[early]}
    first = f"subtract({one.values[late]}, {one.values[early]})"
    talk.say("change_of", first, n=talk.called(one), **years)
    second = f"subtract({other.values[late]}, {other.values[early]})"
    talk.say("change_too", f"{first}, {second}", n=talk.called(other), **years)
    if talk.chance(0.7):
        talk.say("results_ratio", f"{first}, {second}, divide(#0, #1)")
    return None


def share(talk: Talk) -> None:
    part, whole = talk.some(1)[0], talk.page.total
    if talk.chance(0.2) or part.years != whole.years:
        part, whole = talk.some(2)
    if part.years != whole.years:
        return change(talk)
    late, early = talk.pair(part)
    p, t, y = part.values[late], whole.values[late], part.years[late]
    names = {"n": talk.called(part), "m": talk.called(whole), "y": y}
    share = f"divide({p}, {t})"
    draw = talk.draw.random()
    if draw < 0.45:
        talk.say("share", share, **names)
    elif draw < 0.6:
        talk.say("start", p, **names)
        talk.say("share_of", share, **names)
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


def less_part(talk: Talk) -> None:
    part, whole = talk.some(1)[0], talk.page.total
    if part.years != whole.years:
        return change(talk)
    late, _ = talk.pair(part)
    p, t = part.values[late], whole.values[late]
    names = {"n": talk.called(part), "m": talk.called(whole), "y": part.years[late]}
    rest = talk.say("less_part", f"subtract({t}, {p})", **names)
    if talk.chance(0.4):
        talk.say("sum_over_total", f"{rest}, divide(#0, {t})", **names)
    return None


def ratio(talk: Talk) -> None:
    (series,) = talk.some(1)
    late, early = talk.pair(series)
    ratio = f"divide({series.values[late]}, {series.values[early]})"
    if talk.chance(0.5):
        names = _two_values(talk, series, late, early)
        talk.say("ratio_then", ratio, **names)
    else:
        name = talk.called(series)
        talk.say("ratio", ratio, n=name, a=series.years[late], b=series.years[early])
    if talk.chance(0.75):
        talk.say("less_one", f"{ratio}, subtract(#0, const_1)")


def sum_talk(talk: Talk) -> None:
    one, two, three = talk.some(3)
    if not one.years == two.years == three.years:
        return change(talk)
    late, early = talk.pair(one)
    y = one.years[late]
    a, b, c = (s.values[late] for s in (one, two, three))
    names = {"n": talk.called(one), "m": talk.called(two), "y": y}
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
        added = one.years[-1] if of_years else talk.called(three)
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


def part_of_sum(talk: Talk) -> None:
    one, two = talk.some(2)
    if not one.years == two.years == talk.page.total.years:
        return change(talk)
    late, _ = talk.pair(one)
    y = one.years[late]
    a, b, t = (s.values[late] for s in (one, two, talk.page.total))
    names = {"n": talk.called(one), "m": talk.called(two), "y": y}
    parts = talk.say("sum_of", f"add({a}, {b})", **names)
    total = talk.called(talk.page.total)
    if talk.chance(0.6):
        if talk.chance(0.6):
            talk.say("and_the_total", t, n=total)
        talk.say("sum_over_total", f"{parts}, divide(#0, {t})", m=total)
    else:
        if talk.chance(0.5):
            talk.say("and_the_total", b, n=names["m"])
        talk.say("part_over_sum", f"{parts}, divide({b}, #0)", n=names["m"])
    return None


def units(talk: Talk) -> None:
    (series,) = talk.some(1)
    late, _ = talk.pair(series)
    value = series.values[late]
    talk.say("start", value, n=talk.called(series), y=series.years[late])
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


def greater(talk: Talk) -> None:
    (series,) = talk.some(1)
    late, early = talk.pair(series)
    talk.say("greater", f"greater({series.values[late]}, {series.values[early]})",
             n=talk.called(series), a=series.years[late], b=series.years[early])  # fmt: skip


def index(talk: Talk) -> None:
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


def product(talk: Talk) -> None:
    (month,) = talk.some(1)
    shares, price = month.values
    if talk.chance(0.3):
        talk.say("start", shares, n=f"number of shares purchased in {month.name}", y="the year")
        talk.say("other_row", price, n="average price", y="the year")
    value = talk.say("product", f"multiply({shares}, {price})", n=month.name)
    if talk.chance(0.7):
        talk.say("millions", f"{value}, divide(#0, const_1000000)")
