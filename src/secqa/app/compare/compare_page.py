"""The page of a comparison: its choices, table, charts and notes, and its downloads."""

from dataclasses import replace
from typing import Any

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.routing import Route

from secqa.app.addresses import Link, place_address
from secqa.app.compare.companies import (
    METRIC_SETS,
    STARTING_METRICS,
    CompanyDirectory,
    search_metrics,
)
from secqa.app.compare.compare_request import CompareRequest, ParsedAddress, parse_address
from secqa.app.compare.explained_value import cell_address, explained_value
from secqa.app.period_picture import PictureScale, period_picture, short_name
from secqa.app.web import Exported, To, export_routes, host_of
from secqa.app.workplace import Workplace
from secqa.charts.period_charts import STYLES, PeriodSeries
from secqa.export.comparison import comparison_markdown, values_sheet
from secqa.export.comparison_workbook import comparison_sheets
from secqa.facts.comparison.compare import compare_values, compared_years
from secqa.facts.comparison.figures import AmountScale, capitalized
from secqa.facts.comparison.table import CompanyComparison, ComparisonCell, ComparisonRow
from secqa.facts.comparison.values import period_name
from secqa.metrics.metric import Metric


def routes(to: To) -> list[Route]:
    """A comparison and its exports."""
    return [
        Route("/compare", to(compare_page)),
        *export_routes(to, "/compare", _export),
    ]


def _export(place: Workplace, request: Request) -> Exported:
    parsed, comparison = comparison_of(place, request.query_params)
    names = " ".join((*parsed.request.companies, *(one.name for one in parsed.metrics)))
    host = host_of(request)
    sheets = comparison_sheets(
        comparison, place.corpus.catalogue, lambda printed: host + place_address(printed)
    )
    markdown = comparison_markdown(comparison)
    return Exported(f"compare {names}", markdown, sheets, values_sheet(comparison))


def comparison_of(place: Workplace, given: QueryParams) -> tuple[ParsedAddress, CompanyComparison]:
    """The comparison of an address; where it names no companies or metrics, an example."""
    directory = place.cached(CompanyDirectory)
    parsed = _with_examples(parse_address(given, directory), directory)
    values = [directory.values_of(company) for company in parsed.companies]
    return parsed, compare_values(values, parsed.metrics, parsed.request.options)


def compare_page(place: Workplace, http_request: Request) -> str:
    """The page."""
    directory = place.cached(CompanyDirectory)
    parsed, comparison = comparison_of(place, http_request.query_params)
    request, periods = parsed.request, comparison.periods
    pictures = (metric_picture(comparison, metric) for metric in parsed.metrics)
    values = [directory.values_of(company) for company in parsed.companies]
    keys = dict(zip((one.filer for one in values), request.companies, strict=True))

    def address_of(row: ComparisonRow, cell: ComparisonCell) -> str:
        return cell_address(keys[row.company], row.metric, cell, request.cell_address)

    return place.render(
        "compare.html.j2",
        view="compare",
        parsed=parsed,
        request=request,
        table=comparison,
        chosen=_chosen(directory, parsed),
        matches=_matches(directory, parsed),
        sets=[(name, request.with_names(metrics=metrics)) for name, metrics in METRIC_SETS.items()],
        years=compared_years(values, request.options.by),
        start=periods[0].year if periods else 0,
        end=periods[-1].year if periods else 0,
        pictures=[picture for picture in pictures if picture],
        explained=explained_value(
            directory, http_request.query_params.get("cell", ""), request.options.first_filed
        ),
        cell_address=address_of,
    )


def _matches(directory: CompanyDirectory, parsed: ParsedAddress) -> dict[str, list[Link]]:
    """Companies and metrics that match the words of an address."""
    request = parsed.request
    companies, metrics = parsed.company_words, parsed.metric_words
    links: dict[str, list[Link]] = {"company": [], "metric": []}
    for company in directory.search(companies, request.companies) if companies else ():
        more = request.with_names(companies=(*request.companies, directory.key(company)))
        links["company"].append(Link(company.short_name, more, company.ticker))
    catalogue = directory.catalogue
    for metric in search_metrics(metrics, catalogue, request.metrics) if metrics else ():
        more = request.with_names(metrics=(*request.metrics, metric.id))
        links["metric"].append(Link(capitalized(metric.name), more, metric.definition))
    return links


def _with_examples(parsed: ParsedAddress, directory: CompanyDirectory) -> ParsedAddress:
    """The comparison, with an example where its address names nothing at all."""
    companies, metrics = parsed.companies, parsed.metrics
    if not parsed.is_begun:
        companies = companies or directory.examples()
        metrics = metrics or tuple(directory.catalogue[one] for one in STARTING_METRICS)
    keys, ids = tuple(map(directory.key, companies)), tuple(metric.id for metric in metrics)
    request: CompareRequest = replace(parsed.request, companies=keys, metrics=ids)
    return replace(parsed, companies=companies, metrics=metrics, request=request)


def _chosen(directory: CompanyDirectory, parsed: ParsedAddress) -> dict[str, list[Link]]:
    """What is compared, each with the address without it."""
    request = parsed.request
    keys = [(company.short_name, directory.key(company)) for company in parsed.companies]
    metrics = [(capitalized(metric.name), metric.id) for metric in parsed.metrics]
    return {
        "company": [Link(name, request.without(key), key) for name, key in keys],
        "metric": [Link(name, request.without(key), key) for name, key in metrics],
    }


def metric_picture(comparison: CompanyComparison, metric: Metric) -> dict[str, Any] | None:
    """The picture of a metric."""
    rows = [row for row in comparison.rows if row.metric is metric]
    figures = (cell.figure for row in rows for cell in row.cells)
    unit = next((figure.unit for figure in figures if figure.value is not None), "")
    scale = comparison.scales.get(unit, AmountScale())
    text = next((row.unit for row in rows if row.has_values), "")
    series = [_series(row, style) for style, row in enumerate(rows)]
    return period_picture(
        capitalized(metric.name),
        series,
        comparison.period_names,
        PictureScale(unit, scale, text),
        "line",
    )


def _series(row: ComparisonRow, style: int) -> PeriodSeries:
    company = row.company
    return PeriodSeries(
        short_name(company.ticker or company.short_name),
        style % STYLES,
        tuple(cell.figure.value for cell in row.cells),
        tuple(f"{company.short_name} {period_name(c.period)}: {c.text}" for c in row.cells),
        tuple(cell.is_doubtful for cell in row.cells),
    )
