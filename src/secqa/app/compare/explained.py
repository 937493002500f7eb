"""A value in, how it is worked out and what other filings say of it out, with all pages."""

import re
from dataclasses import dataclass

from secqa.app.compare.asked import Asked
from secqa.app.compare.notes import Note, Notes, notes_on
from secqa.app.compare.picked import Picker, name_of
from secqa.app.compare.places import Place, places_of
from secqa.app.compare.rows import titled
from secqa.app.compare.truth import Truth
from secqa.app.compare.words import value_said
from secqa.facts.fiscal import FiscalPeriod
from secqa.facts.table.compound import CompoundFact, stated_parts

_CELL = re.compile(r"(?P<company>.+):(?P<metric>[a-z0-9_]+):(?P<period>FY|Q[1-4])(?P<year>\d{4})")


@dataclass(frozen=True, slots=True)
class PartSaid:
    """One figure that a value is made of."""

    name: str
    period: str
    said: str
    document_id: str
    concept: str
    places: tuple[Place, ...]
    """Those that print it: of a sum, the figures it adds up."""


@dataclass(frozen=True, slots=True)
class Explained:
    """How a value came about."""

    title: str
    said: str
    how: str
    parts: tuple[PartSaid, ...]
    none: tuple[str, ...]
    """Names of what the company does not have, which counted as zero."""
    notes: tuple[Note, ...]


def explain(truth: Truth, asked: Asked, cell: str) -> Explained | None:
    """The value that an address names as `AAPL:net_margin:FY2024`; None where there is none."""
    named = _CELL.fullmatch(cell)
    company = truth.company(named["company"]) if named else None
    metric = truth.catalogue.metrics.get(named["metric"]) if named else None
    if named is None or company is None or metric is None:
        return None
    picker = Picker(truth.of(company), truth.catalogue, asked.told == "first")
    period = FiscalPeriod(int(named["year"]), named["period"])
    picked = picker.pick(metric, period)
    if picked is None:
        return None
    found = picked.found
    lacking = found.not_applicable if isinstance(found, CompoundFact) else ()
    return Explained(
        f"{company.short_name}, {metric.name}, {name_of(period)}",
        value_said(found.value, metric),
        titled(picked.how),
        tuple(
            PartSaid(
                truth.catalogue[part.metric].name,
                name_of(FiscalPeriod(part.fiscal_year, part.fiscal_period)),
                value_said(part.value, truth.catalogue[part.metric]),
                part.document_id,
                part.concept,
                places_of(part),
            )
            for part in stated_parts(found)
        ),
        tuple(truth.catalogue[one].name for one in lacking),
        tuple(notes_on(Notes((period,)), picker, metric, period, picked)),
    )
