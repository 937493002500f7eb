"""Link the values of a comparison to the pages that print them, or to their calculation.

An address names a cell as `AAPL:net_margin:FY2024`.
"""

from collections.abc import Callable

from secqa.app.addresses import number_in, place_address
from secqa.app.compare.companies import CompanyDirectory
from secqa.facts.comparison.comparison_notes import NoteList
from secqa.facts.comparison.figures import capitalized, value_text
from secqa.facts.comparison.table import ComparisonCell
from secqa.facts.comparison.values import ValuePicker, period_name, place_of
from secqa.facts.fiscal import FiscalPeriod
from secqa.facts.table.compound import CompoundFact, stated_parts
from secqa.metrics.metric import Metric

_PERIODS = ("FY", "Q1", "Q2", "Q3", "Q4")


def cell_address(
    company: str, metric: Metric, cell: ComparisonCell, explained: Callable[[str], str]
) -> str:
    """The address of the page that prints a value, or of its explanation; "" if there is none."""
    if cell.value is None:
        return ""
    if cell.value.is_printed:
        printed = place_of(cell.value.fact)
        return place_address(printed) if printed else ""
    return explained(f"{company}:{metric.id}:{cell.period.period}{cell.period.year}")


def explained_value(
    directory: CompanyDirectory, cell: str, first_filed: bool
) -> dict[str, object] | None:
    """How the value of a cell is calculated; None if there is no value."""
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
    return {
        "title": f"{company.short_name}, {metric.name}, {period_name(period)}",
        "text": value_text(fact.value, metric),
        "formula": capitalized(picked.formula),
        "parts": [
            (
                part,
                catalogue[part.metric].name,
                period_name(FiscalPeriod(part.fiscal_year, part.fiscal_period)),
                value_text(part.value, catalogue[part.metric]),
            )
            for part in stated_parts(fact)
        ],
        "zeros": [catalogue[one].name for one in zeros],
        "notes": NoteList((period,)).add_for(picker, metric, period, picked),
    }
