"""Kinds of questions without an answer."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from secqa.benchmark.dataset import AlternativeAnswer
from secqa.benchmark.draft import Draft
from secqa.benchmark.fact_table import Entity
from secqa.benchmark.grammar.draw import Draw, EmptyDraw, figure, require
from secqa.errors import CannotAnswer
from secqa.facts.table.gates.identities import load_identities
from secqa.files import bundled_toml
from secqa.filings.document import Document
from secqa.metrics.catalogue import all_parts
from secqa.metrics.formula import metrics_in, parse
from secqa.metrics.metric import Metric
from secqa.parsing.ground import find_company, ground
from secqa.parsing.lexicon import words
from secqa.parsing.periods.period_grounding import COMPARATIVE_YEARS
from secqa.query.period import Period
from secqa.query.query import Arithmetic, Lookup, Query
from secqa.word_lists import any_of

_OF_SEVERAL = any_of(
    "Africa, America*, Asia*, Europe*, Oceania, Pacific, Middle East, EMEA, APAC, LatAm, Latam, "
    "International, Int, Non, Other, Rest, World*, U.S, operations, sales, and, including"
)
"""Words for several countries: figures of countries may add up to "the Americas"."""
_LEAST_CHANGE = 0.02
"""A smaller rise or fall is a matter of taste, not a false premise."""


def unknown_company(draw: Draw, metric: Metric) -> Draft:
    """Ask about a company without reports in the corpus."""
    period = draw.cell(metric)[1] if draw.available(metric) else None
    known = bundled_toml("secqa.benchmark.grammar", "well_known.toml")
    name = draw.rng.choice(known["companies"])
    parts = (metric, *map(draw.catalogue.__getitem__, all_parts(metric, draw.catalogue)))
    lacking = {industry for part in parts for industry in part.not_in}
    if period is not None and not any(name in known["industries"].get(one, ()) for one in lacking):
        try:
            find_company(name, draw.table.known)
        except CannotAnswer:
            query = Query((figure(metric, name, period),))
            why = f"no report of {name}"
            return Draft("company_not_there", (), (metric.id,), query, None, why=why)
    raise EmptyDraw


def uncovered_year(draw: Draw, metric: Metric) -> Draft:
    """Ask for the year after the last report, or for one before those that reports cover."""
    company, period = draw.cell(metric)
    value = draw.table.value(company.name, metric.id, period)
    # Nobody asks for the preferred stock of a company that has none.
    require(value is not None and value.value)
    years = draw.table.known.by_spelling[company.cik].fiscal_years
    after, before = years[-1] + 1, years[0] - COMPARATIVE_YEARS - 1
    year = draw.rng.choice((after, before))
    require(not any(_has_column(text, year) for text in _texts(draw, company)))
    query = Query((figure(metric, company, Period(year)),))
    try:
        ground(query, draw.table.known)
    except CannotAnswer:
        why = f"no report of {company.name} tells of fiscal {year}"
        return Draft("year_not_there", (company,), (metric.id,), query, None, why=why)
    raise EmptyDraw


def absent_metric(draw: Draw, metric: Metric) -> Draft:
    """Ask for a figure that an industry does not have: a bank's cost of revenue."""
    without = [
        company
        for company in draw.companies
        if draw.peers.industries.get(company.cik) in metric.not_in
        and not draw.table.periods(company, metric.id)
    ]
    company = draw.choice(without)
    period = Period(draw.table.latest_year(company))
    require(not _follows(draw, company, metric, period))
    query = Query((figure(metric, company, period),))
    why = f"{company.name} has no {metric.name}"
    return Draft("metric_not_there", (company,), (metric.id,), query, None, why=why)


def foreign_part(draw: Draw, _metric: Metric) -> Draft:
    """Ask for a country that a company never mentions but a competitor reports."""
    # Few metrics are told of parts: turns of all would end in vain.
    metric = draw.choice([one for one in draw.metrics if draw.table.has_parts(one.id)])
    require(metric.period == "duration")
    places = draw.table.regions
    parts = [
        row
        for row in draw.parts(metric)
        if (not places or row[1].lower() in places) and not _OF_SEVERAL.search(row[1])
    ]
    owners = {company.cik: company for company, _, _ in parts}
    owner, company = draw.some_peers(tuple(owners.values()), (), 2, 2)
    part = draw.choice([part for one, part, _ in parts if one == owner])
    # What stands in small letters in a sentence is no name: "high-growth markets".
    require(not any(part.lower() in text for text in _texts(draw, owner, as_printed=True)))
    require(_part_words(draw, company).isdisjoint(words(part)))
    require(not any(part.lower() in text for text in _texts(draw, company)))
    period = Period(draw.table.latest_year(company))
    query = Query((Lookup(metric.id, company.name, period, part=part),))
    why = f"{company.name} does not report {part}, as {owner.name} does"
    return Draft("part_not_there", (company,), (metric.id,), query, None, why=why)


def _follows(draw: Draw, company: Entity, metric: Metric, period: Period) -> bool:
    """Whether other figures of the period give a figure: what is not current is the total less
    what is."""
    formulas = filter(None, (metric.fallback, metric.in_banks))
    sums = [
        {one.total, *one.parts, *one.less}
        for kind in ("sum", "check")
        for one in load_identities(kind)
    ]
    ways = [metrics_in(parse(formula)) for formula in formulas]
    ways += [of_sum - {metric.id} for of_sum in sums if metric.id in of_sum]
    return any(
        all(draw.table.value(company.name, other, period) is not None for other in way)
        for way in ways
    )


def _texts(draw: Draw, company: Entity, as_printed: bool = False) -> Iterator[str]:
    """The texts of a company's reports, in small letters if not `as_printed`."""
    for report in draw.table.documents.values():
        if report.cik == company.cik:
            yield _text_of(draw.document, report.document_id, as_printed)


def _has_column(text: str, year: int) -> bool:
    """Whether a table in the text has a column for a year."""
    cell = str(year)
    return any(cell in line.split(" | ") for line in text.splitlines() if cell in line)


@lru_cache(maxsize=512)
def _text_of(document: Callable[[str], Document], document_id: str, as_printed: bool) -> str:
    text = "\n".join(page.text for page in document(document_id).pages)
    return text if as_printed else text.lower()


def _part_words(draw: Draw, company: Entity) -> set[str]:
    """All words of the names of a company's parts."""
    cik = frozenset((company.cik,))
    parts = (part for metric in draw.table.metrics for part in draw.table.parts(metric, cik))
    return {word for _, part, _ in parts for word in words(part)}


def false_premise(draw: Draw, metric: Metric) -> Draft:
    """Ask how much a metric fell that rose, or rose that fell."""
    scene = draw.run(metric, 2, 2)
    require(metric.positive)
    rows = [draw.table.value(scene.name, metric.id, period) for period in scene.periods]
    false = premise(*(row.value if row is not None else 0.0 for row in rows))
    if false is None:
        raise EmptyDraw
    last, first = (figure(metric, scene.name, period) for period in (scene.last, scene.first))
    return Draft(
        "false_premise",
        scene.companies,
        (metric.id,),
        Query((Arithmetic("-", last, first),)),
        None,
        why=false.why,
        also=false.also,
        slots=(
            ("fell", false.claim),
            ("first", str(scene.first.year)),
            ("last", str(scene.last.year)),
        ),
    )


@dataclass(frozen=True, slots=True)
class Premise:
    """A false statement about a change."""

    claim: str
    """`fall` or `rise`."""
    why: str
    """The change that happened, with both values."""
    also: tuple[AlternativeAnswer, ...]
    """ "-5" to "how much did it rise" also says that it fell."""

    @property
    def truth(self) -> str:
        """The change that happened, in words."""
        return self.why.partition(",")[0]


def premise(first: float, last: float) -> Premise | None:
    """A false statement about a change; None for one that is too small, or from a loss."""
    if first <= 0 or abs(last - first) < _LEAST_CHANGE * first:
        return None
    claim, happened = ("fall", "rose") if last > first else ("rise", "fell")
    also = (AlternativeAnswer(-abs(last - first), "as a change the other way"),)
    return Premise(claim, f"it {happened}, from {first:,.15g} to {last:,.15g}", also)
