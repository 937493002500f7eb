"""Questions that the collection cannot answer, each with what makes it so."""

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from secqa.benchmark.draft import Draft
from secqa.benchmark.kinds.draw import Draw
from secqa.benchmark.names import Entity
from secqa.benchmark.readings import Alternative
from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import Metric
from secqa.parsing.ground import company_named, ground
from secqa.parsing.lexicon import words
from secqa.parsing.periods.period_grounding import COMPARATIVE_YEARS
from secqa.query.period import Period
from secqa.query.query import Arithmetic, Lookup, Query

_MOVED = 0.02
"""What rose or fell by less is no false premise but a matter of taste."""


def company_not_there(draw: Draw, metric: Metric) -> Draft | None:
    """A figure of a company of which no report is there."""
    cell, name = draw.cell(metric), draw.rng.choice(_well_known())
    if cell is None:
        return None
    try:
        company_named(name, draw.truth.known)
        return None
    except CannotAnswer:
        query = Query((Lookup(metric.id, name, cell[1]),))
        return Draft("company_not_there", (), (metric.id,), query, None, why=f"no report of {name}")


def year_not_there(draw: Draw, metric: Metric) -> Draft | None:
    """A figure of a year after the last report, or long before the first."""
    cell = draw.cell(metric)
    if cell is None:
        return None
    company = cell[0]
    years = draw.truth.known.by_spelling[company.cik].fiscal_years
    after, before = years[-1] + 1, years[0] - COMPARATIVE_YEARS - 1
    year = draw.rng.choice((after, after + 1, before - draw.rng.randint(0, 3)))
    query = Query((draw.lookup(metric, company, Period(year)),))
    try:
        ground(query, draw.truth.known)
        return None
    except CannotAnswer:
        why = f"no report of {company.name} tells of fiscal {year}"
        return Draft("year_not_there", (company,), (metric.id,), query, None, why=why)


def metric_not_there(draw: Draw, metric: Metric) -> Draft | None:
    """A figure that companies of an industry do not have: a bank's cost of revenue."""
    without = [
        company
        for company in draw.companies
        if draw.industries.get(company.cik) in metric.not_in
        and not draw.truth.periods(company, metric.id)
    ]
    if not without:
        return None
    company = draw.rng.choice(without)
    query = Query((draw.lookup(metric, company, Period(draw.truth.latest_year(company))),))
    why = f"{company.name} has no {metric.name}"
    return Draft("metric_not_there", (company,), (metric.id,), query, None, why=why)


def part_not_there(draw: Draw, metric: Metric) -> Draft | None:
    """A figure of a part that only another company has."""
    everyone = frozenset(company.cik for company in draw.companies)
    parts = draw.truth.parts(metric.id, everyone)
    if not parts:
        return None
    owner, part, _ = draw.rng.choice(parts)
    if part.lower() in draw.truth.regions:
        # Any company may have sold something there.
        return None
    company = draw.rng.choice(parts)[0]
    if not _part_words(draw, company).isdisjoint(words(part)):
        return None
    period = Period(draw.truth.latest_year(company))
    query = Query((Lookup(metric.id, company.name, period, part=part),))
    why = f"{part} is a part of {owner.name}, not of {company.name}"
    return Draft("part_not_there", (company,), (metric.id,), query, None, why=why)


def _part_words(draw: Draw, company: Entity) -> set[str]:
    """All words of the names of a company's parts."""
    own = frozenset((company.cik,))
    return {
        word
        for metric in draw.truth.metrics
        for _, part, _ in draw.truth.parts(metric, own)
        for word in words(part)
    }


def false_premise(draw: Draw, metric: Metric) -> Draft | None:
    """By how much something fell that rose, or rose that fell."""
    span = draw.span(metric, 2, 2)
    if span is None or not metric.positive:
        return None
    company, (first, last) = span
    found = [draw.truth.value(company.name, metric.id, period) for period in (first, last)]
    before, after = (row.value if row is not None else 0.0 for row in found)
    told = premise(before, after)
    if told is None:
        return None
    ends = [draw.lookup(metric, company, period) for period in (last, first)]
    change = Arithmetic("-", ends[0], ends[1])
    return Draft(
        "false_premise",
        (company,),
        (metric.id,),
        Query((change,)),
        None,
        why=told.why,
        also=told.also,
        slots=(("fell", told.said), ("first", str(first.year)), ("last", str(last.year))),
    )


@dataclass(frozen=True, slots=True)
class Premise:
    """What is said of a change, and is false."""

    said: str
    """`fall` or `rise`."""
    why: str
    """What it did instead, and from what to what."""
    also: tuple[Alternative, ...]
    """Who answers "-5" to "by how much did it rise" has seen that it fell."""

    @property
    def was(self) -> str:
        """What it did, in words."""
        return self.why.partition(",")[0]


def premise(before: float, after: float) -> Premise | None:
    """What is false to say of a change; None for one that is too small, or from a loss."""
    if before <= 0 or abs(after - before) < _MOVED * before:
        return None
    said, was = ("fall", "rose") if after > before else ("rise", "fell")
    also = (Alternative(-abs(after - before), "as a change the other way"),)
    return Premise(said, f"it {was}, from {before:,.10g} to {after:,.10g}", also)


@lru_cache(maxsize=1)
def _well_known() -> tuple[str, ...]:
    text = (files("secqa.benchmark.kinds") / "well_known.toml").read_text(encoding="utf-8")
    return tuple(tomllib.loads(text)["companies"])
