"""Writes what a program does with its values: an understood question in, lines out.

Each operation is a few lines over terms such as `value("net income", company, year)`; the
last line sets `answer`.
"""

import re
from collections.abc import Callable
from itertools import product

from secqa.errors import CannotAnswer
from secqa.planning.choosing import best, best_metric, ranked
from secqa.planning.conditions import check, passing
from secqa.planning.program import quoted
from secqa.planning.setting import Setting
from secqa.understanding.wanted import Kind, Over

_MAX_ANSWERS = 24
_HOW_MUCH = re.compile(r"\bhow much\b(?!.*\b(?:each|respectively|per|every)\b)", re.IGNORECASE)
_REPEATED = {Kind.SUM, Kind.AVERAGE, Kind.GROWTH, Kind.CAGR}
"""What is done for each of several metrics."""


def body(setting: Setting) -> list[str]:
    """The lines of a program that work the answer out."""
    wanted = setting.ask.wanted
    match wanted.kind, wanted.over:
        case Kind.BEST, Over.COMPANIES:
            return best(setting, "company", "symbols", f"company, {setting.when.latest}")
        case Kind.BEST, Over.METRICS:
            return best_metric(setting)
        case Kind.BEST, _:
            return best(setting, "year", setting.all_years(), f"{setting.first()}, year")
        case Kind.RANK, Over.COMPANIES:
            return ranked(setting, "company", "symbols", f"company, {setting.when.latest}")
        case Kind.RANK, _:
            return ranked(setting, "year", setting.all_years(), f"{setting.first()}, year")
        case Kind.COUNT, _:
            return passing(setting, "answer = len(passing)")
        case Kind.FILTER, _:
            listed = 'answer = "\\n".join([str(item) for item in passing]) or "none"'
            return passing(setting, listed)
        case Kind.CHECK, _:
            return check(setting)
        case ((Kind.SUM | Kind.AVERAGE), _):
            return _each(setting, _total)
        case ((Kind.GROWTH | Kind.CAGR), _):
            return _each(setting, _change)
        case _, Over.COMPANIES:
            return _between_companies(setting)
        case ((Kind.DIFFERENCE | Kind.RATIO), Over.YEARS):
            return _each(setting, _change)
        case _:
            return _values(setting)


def labels(setting: Setting) -> tuple[str, ...]:
    """What each line of the answer is about, where the program writes several values."""
    places = setting.terms.different()
    if setting.ask.wanted.kind in _REPEATED and len(places) > 1:
        return tuple(setting.terms.name(place) for place in places)
    if setting.ask.wanted.kind is not Kind.VALUE or setting.ask.wanted.over is Over.COMPANIES:
        return ()
    if setting.ask.pairs:
        return tuple(
            f"{pair.company.short_name}, {setting.terms.name(pair.metric)}"
            + (f", {pair.year}" if pair.year else "")
            for pair in setting.ask.pairs
        )
    years = _years_named(setting)
    if _adds_up(setting, places, years):
        return ()
    told = [
        (company.short_name, setting.terms.name(place), str(year))
        for company, place, year in product(setting.companies, places, years)
    ]
    varied = [len(set(values)) > 1 for values in zip(*told, strict=True)]
    lines = [[text for text, told in zip(t, varied, strict=True) if told] for t in told]
    return tuple(", ".join(line) for line in lines) if len(lines) > 1 else ()


def _each(setting: Setting, write: Callable[[Setting, int], list[str]]) -> list[str]:
    """The same done for each metric, one answer a line."""
    places = setting.terms.different()
    if len(places) == 1:
        return write(setting, places[0])
    lines = ["answers = []"]
    for place in places:
        *before, last = write(setting, place)
        lines += [*before, f"answers.append({last.removeprefix('answer = ')})"]
    return [*lines, 'answer = "\\n".join([str(value) for value in answers])']


def _total(setting: Setting, place: int) -> list[str]:
    if setting.ask.wanted.over is Over.COMPANIES:
        value = setting.terms.term(place, "company", str(setting.when.latest))
        lines = [f"values = [{value} for company in symbols]"]
    else:
        value = setting.terms.term(place, setting.first(), "year")
        lines = [f"values = [{value} for year in {setting.all_years()}]"]
    mean = setting.ask.wanted.kind is Kind.AVERAGE
    total = "sum(values) / len(values)" if mean else "sum(values)"
    return [*lines, f"answer = {total}"]


def _change(setting: Setting, place: int) -> list[str]:
    base, latest = setting.when.base, setting.when.latest
    less, more = ("latest", "base") if setting.ask.wanted.swapped else ("base", "latest")
    lines = [
        f"base = {setting.terms.term(place, setting.first(), str(base))}",
        f"latest = {setting.terms.term(place, setting.first(), str(latest))}",
    ]
    match setting.ask.wanted.kind:
        case Kind.GROWTH:
            return [*lines, f"answer = ({more} - {less}) / base"]
        case Kind.CAGR:
            return [*lines, f"answer = (latest / base) ** (1 / {latest - base}) - 1"]
        case Kind.RATIO:
            return [*lines, "answer = latest / base"]
        case _:
            return [*lines, f"answer = {more} - {less}"]


def _between_companies(setting: Setting) -> list[str]:
    if len(setting.companies) != 2:
        raise CannotAnswer("two companies must be named for a difference or a ratio")
    left, right = ("second", "first") if setting.ask.wanted.swapped else ("first", "second")
    formulas = {
        Kind.DIFFERENCE: f"{left} - {right}",
        Kind.RATIO: f"{left} / {right}",
        # The base stays the second company.
        Kind.PERCENT_DIFFERENCE: f"({left} - {right}) / second",
    }
    return [*setting.two_companies(), f"answer = {formulas[setting.ask.wanted.kind]}"]


def _values(setting: Setting) -> list[str]:
    """The value itself; several, one a line, where several things are named."""
    places, years = setting.terms.different(), _years_named(setting)
    if _adds_up(setting, places, years):
        return _total(setting, places[0])
    terms = [setting.of_pair(pair) for pair in setting.ask.pairs] or [
        setting.terms.term(place, quoted(company.short_name), str(year))
        for company, place, year in product(setting.companies, places, years)
    ]
    if len(terms) == 1:
        return [f"answer = {terms[0]}"]
    if len(terms) > _MAX_ANSWERS:
        raise CannotAnswer(f"that asks for {len(terms)} values at once; ask for fewer")
    lines = ["answers = [", *(f"    {term}," for term in terms), "]"]
    return [*lines, 'answer = "\\n".join([str(value) for value in answers])']


def _years_named(setting: Setting) -> list[int]:
    time = setting.ask.periods
    several = len(time.years) > 1 or time.last > 1 or time.is_range
    if time.year_over_year and not several:
        return [setting.when.latest, setting.when.base]
    if not several:
        return [setting.when.latest]
    # "In 2024 and in 2022" is answered in that order.
    text = setting.ask.question
    said = {year: re.search(rf"{year}|\b{year % 100:02}\b", text) for year in setting.when.years}
    places = {year: found.start() for year, found in said.items() if found}
    return sorted(said, key=lambda year: places[year] if len(places) == len(said) else year)


def _adds_up(setting: Setting, places: list[int], years: list[int]) -> bool:
    """ "How much did it pay in the last 3 years" is one amount."""
    link = setting.ask.metrics[0]
    flow = link.metric and link.metric.period == "duration" and link.metric.unit == "USD"
    single = len(places) == 1 and len(setting.companies) == 1
    time = setting.ask.periods
    whole = time.last or (time.is_range and _HOW_MUCH.search(setting.ask.question))
    return bool(flow and single and len(years) > 1 and whole)
