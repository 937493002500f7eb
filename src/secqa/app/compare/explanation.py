"""How a value of a comparison is worked out, with the pages of its parts."""

from dataclasses import dataclass

from secqa.app.addresses import number_in
from secqa.app.compare.companies import CompanyDirectory
from secqa.facts.comparison.comparison_notes import ComparisonNote, NoteList
from secqa.facts.comparison.figures import capitalized, value_text
from secqa.facts.comparison.values import ValuePicker, period_name
from secqa.facts.fact import Evidence
from secqa.facts.fiscal import FiscalPeriod
from secqa.facts.table.compound import CompoundFact, stated_parts

_PERIODS = ("FY", "Q1", "Q2", "Q3", "Q4")


@dataclass(frozen=True, slots=True)
class ExplainedPart:
    """One figure that a value is made of."""

    name: str
    period: str
    text: str
    document_id: str
    concept: str
    places: tuple[Evidence, ...]
    """Those that print it, the best first."""


@dataclass(frozen=True, slots=True)
class ExplainedValue:
    """How a value came about."""

    title: str
    text: str
    formula: str
    parts: tuple[ExplainedPart, ...]
    zeros: tuple[str, ...]
    """Names of what the company does not have, which counted as zero."""
    notes: tuple[ComparisonNote, ...]


def explain_value(
    directory: CompanyDirectory, cell: str, first_filed: bool
) -> ExplainedValue | None:
    """The value that an address names as `AAPL:net_margin:FY2024`; None where there is none."""
    place, _, when = cell.rpartition(":")
    key, _, metric_id = place.rpartition(":")
    company, metric = directory.find(key), directory.catalogue.metrics.get(metric_id)
    name, year = when[:2], number_in({"year": when[2:]}, "year", 0)
    if company is None or metric is None or name not in _PERIODS or not year:
        return None
    picker = ValuePicker(directory.values_of(company), first_filed)
    period = FiscalPeriod(year, name)
    picked = picker.pick(metric, period)
    if picked is None:
        return None
    fact, catalogue = picked.fact, directory.catalogue
    zeros = fact.not_applicable if isinstance(fact, CompoundFact) else ()
    parts = tuple(
        ExplainedPart(
            catalogue[part.metric].name,
            period_name(FiscalPeriod(part.fiscal_year, part.fiscal_period)),
            value_text(part.value, catalogue[part.metric]),
            part.document_id,
            part.concept,
            part.evidence,
        )
        for part in stated_parts(fact)
    )
    return ExplainedValue(
        f"{company.short_name}, {metric.name}, {period_name(period)}",
        value_text(fact.value, metric),
        capitalized(picked.formula),
        parts,
        tuple(catalogue[metric_id].name for metric_id in zeros),
        NoteList((period,)).add_for(picker, metric, period, picked),
    )
