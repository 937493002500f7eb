"""An answer in, the questions that come next out: why, by period, beside others.

Each is asked in words, and offered only where the words are understood so and the company's filings
can tell it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from secqa.app.ask.asking import Asked, Asking
from secqa.app.workplace import Workplace
from secqa.errors import CannotAnswer
from secqa.query.period import EACH
from secqa.query.query import Lookup, Narrative, Series, lookups


@dataclass(frozen=True, slots=True)
class Step:
    """A way on."""

    name: str
    address: str
    question: str


@dataclass(frozen=True, slots=True)
class _Figure:
    """What an answer is about."""

    company: str
    metric: str
    year: int | None


def steps_of(asked: Asked, place: Workplace) -> tuple[Step, ...]:
    """Where to go from an answer; () where that is not about one figure of one company."""
    figure = _figure_of(asked, place)
    return tuple(_steps(asked, figure, place)) if figure else ()


def _steps(asked: Asked, figure: _Figure, place: Workplace) -> Iterator[Step]:
    asking = place.kept(Asking)
    company = asking.choices.shown("company", figure.company)
    name = place.corpus.catalogue[figure.metric].name
    kind = type(asked.query.outputs[0]) if asked.query else None
    year = figure.year
    if kind is not Narrative and year:
        why = f"Why did the {name} of {company} change in {year}?"
        if _is_told(asking, why):
            yield Step("Why did it change?", f"/ask?{urlencode({'q': why})}", why)
    if kind is not Series:
        by_year = f"Show the {name} of {company} by year"
        if _is_series(asking, by_year):
            yield Step("By year", f"/ask?{urlencode({'q': by_year})}", by_year)
    told = {"company": company, "metric": figure.metric}
    yield Step("Compare", f"/compare?{urlencode(told)}", f"The {name} of {company} beside others")


def _figure_of(asked: Asked, place: Workplace) -> _Figure | None:
    if asked.query is None or asked.answer.value is None:
        return None
    found = lookups(asked.query)
    owners = {one.company for one in found}
    metrics = {one.metric for one in found}
    if len(owners) == len(metrics) == 1 and all(metrics):
        company, years = owners.pop(), [_year(one) for one in found]
        if isinstance(company, str) and company not in ("", EACH):
            return _Figure(company, metrics.pop(), max(filter(None, years), default=None))
    return _told_of(asked, place)


def _year(one: Lookup) -> int | None:
    return getattr(one.period, "year", None)


def _told_of(asked: Asked, place: Workplace) -> _Figure | None:
    """The figure that words were wanted about, where their question names one."""
    narratives = asked.query.narratives if asked.query else ()
    if len(narratives) != 1 or not narratives[0].company:
        return None
    try:
        links = place.kept(Asking).understood(asked.question).mentions.links
    except CannotAnswer:
        return None
    metric = links[0].metrics[0] if links else ""
    return _Figure(narratives[0].company, metric, narratives[0].period.year) if metric else None


def _is_told(asking: Asking, question: str) -> bool:
    try:
        return bool(asking.understood(question).query.narratives)
    except CannotAnswer:
        return False


def _is_series(asking: Asking, question: str) -> bool:
    try:
        return isinstance(asking.understood(question).query.outputs[0], Series)
    except CannotAnswer:
        return False
