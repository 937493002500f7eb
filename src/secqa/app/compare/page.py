"""A comparison in an address in, its page out: what is compared, the table, pictures, notes."""

from dataclasses import dataclass, replace

from starlette.datastructures import QueryParams

from secqa.app.compare.asked import Asked, Read, read_address
from secqa.app.compare.choosing import companies_like, metrics_like, starting_companies
from secqa.app.compare.explained import explain
from secqa.app.compare.metric_sets import METRIC_SETS
from secqa.app.compare.plot import Picture, picture_of
from secqa.app.compare.rows import titled
from secqa.app.compare.table import Table, make_table, years_of
from secqa.app.compare.truth import Truth
from secqa.app.workplace import Workplace
from secqa.metrics.catalogue import Metric
from secqa.parsing.entities.company_index import Company

_STARTING_METRICS = ("revenue", "net_income")


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be added to a comparison."""

    name: str
    about: str
    address: str


def compared(place: Workplace, given: QueryParams) -> tuple[Read, Table]:
    """What an address compares; where it names no companies or metrics, some to begin with."""
    truth = place.kept(Truth)
    read = _begun(read_address(given, truth), truth)
    return read, make_table(truth, read.companies, read.metrics, read.asked)


def compare_page(place: Workplace, given: QueryParams) -> str:
    """The page."""
    truth = place.kept(Truth)
    read, table = compared(place, given)
    asked = read.asked
    years = years_of(truth, read.companies, asked)
    return place.render(
        "compare.html.j2",
        view="compare",
        read=read,
        asked=asked,
        table=table,
        chips=_chips(truth, read),
        found=found_in(truth, read),
        sets=[(name, asked.with_metrics(metrics)) for name, metrics in METRIC_SETS.items()],
        years=years,
        start=table.periods[0].year if table.periods else 0,
        end=table.periods[-1].year if table.periods else 0,
        pictures=_pictures(table, read.metrics),
        explained=explain(truth, asked, given.get("cell", "")),
        count=len(truth.companies),
    )


def found_part(place: Workplace, given: QueryParams) -> str:
    """Only what fits the words that are being typed, to be put into the page."""
    truth = place.kept(Truth)
    read = _begun(read_address(given, truth), truth)
    typed = {name: given.get(f"typed_{name}", "").strip() for name in ("company", "metric")}
    read = replace(read, company_words=typed["company"], metric_words=typed["metric"])
    name = "company" if typed["company"] else "metric"
    return place.render(
        "compare_found.html.j2", found=found_in(truth, read)[name], words=typed[name]
    )


def found_in(truth: Truth, read: Read) -> dict[str, list[Choice]]:
    """What fits words that are no name: companies and metrics to add."""
    asked = read.asked
    companies = (
        companies_like(read.company_words, truth, asked.companies) if read.company_words else []
    )
    metrics = (
        metrics_like(read.metric_words, truth.catalogue, asked.metrics) if read.metric_words else []
    )
    return {
        "company": [
            Choice(one.short_name, one.ticker, asked.with_company(truth.key(one)))
            for one in companies
        ],
        "metric": [
            Choice(titled(one.name), one.definition, asked.with_metric(one.id)) for one in metrics
        ],
    }


def _begun(read: Read, truth: Truth) -> Read:
    companies = read.companies or starting_companies(truth)
    metrics = read.metrics or tuple(truth.catalogue[one] for one in _STARTING_METRICS)
    asked = replace(
        read.asked,
        companies=tuple(truth.key(one) for one in companies),
        metrics=tuple(one.id for one in metrics),
    )
    return replace(read, companies=companies, metrics=metrics, asked=asked)


def _chips(truth: Truth, read: Read) -> dict[str, list[Choice]]:
    """What is compared, each with the address without it."""
    asked: Asked = read.asked

    def company(one: Company) -> Choice:
        key = truth.key(one)
        return Choice(one.short_name, key, asked.without(key))

    def metric(one: Metric) -> Choice:
        return Choice(titled(one.name), one.id, asked.without(one.id))

    return {
        "company": [company(one) for one in read.companies],
        "metric": [metric(one) for one in read.metrics],
    }


def _pictures(table: Table, metrics: tuple[Metric, ...]) -> list[Picture]:
    found = []
    for metric in metrics:
        rows = [row for row in table.rows if row.metric is metric]
        plot, scales = table.asked.plot, table.scales
        if picture := picture_of(titled(metric.name), rows, table.periods, plot, scales):
            found.append(picture)
    return found
