"""The page of a comparison: what can be chosen, the table, charts and notes."""

from dataclasses import dataclass, replace

from starlette.datastructures import QueryParams

from secqa.app.addresses import place_address
from secqa.app.compare.companies import CompanyDirectory
from secqa.app.compare.explanation import explain_value
from secqa.app.compare.metric_choices import METRIC_SETS, STARTING_METRICS, search_metrics
from secqa.app.compare.pictures import metric_picture
from secqa.app.compare.request import CompareRequest, ParsedAddress, parse_address
from secqa.app.workplace import Workplace
from secqa.facts.comparison.compare import compare_values, compared_years
from secqa.facts.comparison.figures import capitalized
from secqa.facts.comparison.table import CompanyComparison, ComparisonCell, ComparisonRow
from secqa.facts.comparison.values import place_of


@dataclass(frozen=True, slots=True)
class CompareChoice:
    """A company or metric with the address that adds or removes it."""

    name: str
    detail: str
    address: str


def comparison_of(place: Workplace, given: QueryParams) -> tuple[ParsedAddress, CompanyComparison]:
    """The comparison of an address; where it names no companies or metrics, an example."""
    directory = place.cached(CompanyDirectory)
    parsed = _with_examples(parse_address(given, directory), directory)
    values = [directory.values_of(company) for company in parsed.companies]
    return parsed, compare_values(values, parsed.metrics, parsed.request.options)


def compare_page(place: Workplace, given: QueryParams) -> str:
    """The page."""
    directory = place.cached(CompanyDirectory)
    parsed, comparison = comparison_of(place, given)
    request, periods = parsed.request, comparison.periods
    pictures = (metric_picture(comparison, metric, request.plot) for metric in parsed.metrics)
    values = [directory.values_of(company) for company in parsed.companies]
    keys = dict(zip((one.filer for one in values), request.companies, strict=True))

    def cell_address(row: ComparisonRow, cell: ComparisonCell) -> str:
        """The page that prints a value, or how it is worked out; "" where there is neither."""
        if cell.value is None:
            return ""
        if cell.value.is_printed:
            printed = place_of(cell.value.fact)
            return place_address(printed) if printed else ""
        period = f"{cell.period.period}{cell.period.year}"
        return request.cell_address(f"{keys[row.company]}:{row.metric.id}:{period}")

    return place.render(
        "compare.html.j2",
        view="compare",
        parsed=parsed,
        request=request,
        table=comparison,
        chosen=_chosen(directory, parsed),
        found=_matches(directory, parsed),
        sets=[(name, request.with_metrics(metrics)) for name, metrics in METRIC_SETS.items()],
        years=compared_years(values, request.options.by),
        start=periods[0].year if periods else 0,
        end=periods[-1].year if periods else 0,
        pictures=[picture for picture in pictures if picture],
        explained=explain_value(directory, given.get("cell", ""), request.options.first_filed),
        cell_address=cell_address,
        place_address=place_address,
    )


def search_part(place: Workplace, given: QueryParams) -> str:
    """What matches the words that are being typed, as a part of the page."""
    directory = place.cached(CompanyDirectory)
    parsed = _with_examples(parse_address(given, directory), directory)
    typed = {name: given.get(f"typed_{name}", "").strip() for name in ("company", "metric")}
    parsed = replace(parsed, company_words=typed["company"], metric_words=typed["metric"])
    name = "company" if typed["company"] else "metric"
    matches = _matches(directory, parsed)[name]
    return place.render("compare_found.html.j2", found=matches, words=typed[name])


def _matches(directory: CompanyDirectory, parsed: ParsedAddress) -> dict[str, list[CompareChoice]]:
    """Companies and metrics that match the words of an address."""
    request = parsed.request
    companies, metrics = parsed.company_words, parsed.metric_words
    return {
        "company": [
            CompareChoice(one.short_name, one.ticker, request.with_company(directory.key(one)))
            for one in (directory.search(companies, request.companies) if companies else ())
        ],
        "metric": [
            CompareChoice(capitalized(one.name), one.definition, request.with_metric(one.id))
            for one in (
                search_metrics(metrics, directory.catalogue, request.metrics) if metrics else ()
            )
        ],
    }


def _with_examples(parsed: ParsedAddress, directory: CompanyDirectory) -> ParsedAddress:
    companies = parsed.companies or directory.examples()
    metrics = parsed.metrics or tuple(directory.catalogue[one] for one in STARTING_METRICS)
    keys, ids = tuple(map(directory.key, companies)), tuple(metric.id for metric in metrics)
    request: CompareRequest = replace(parsed.request, companies=keys, metrics=ids)
    return replace(parsed, companies=companies, metrics=metrics, request=request)


def _chosen(directory: CompanyDirectory, parsed: ParsedAddress) -> dict[str, list[CompareChoice]]:
    """What is compared, each with the address without it."""
    request = parsed.request
    keys = [(company.short_name, directory.key(company)) for company in parsed.companies]
    metrics = [(capitalized(metric.name), metric.id) for metric in parsed.metrics]
    return {
        "company": [CompareChoice(name, key, request.without(key)) for name, key in keys],
        "metric": [CompareChoice(name, key, request.without(key)) for name, key in metrics],
    }
