"""`secqa facts`: values of metrics, their source, and every place that shows them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from secqa.cli.options import CorpusOption, JsonOption

if TYPE_CHECKING:
    from secqa.facts.fact import MetricFact


def facts(
    corpus: CorpusOption,
    ticker: Annotated[str, typer.Option(help="A company's trading symbol.")] = "",
    metric: Annotated[str, typer.Option(help="A metric's id or name, as `revenue`.")] = "",
    year: Annotated[int | None, typer.Option(help="Fiscal year, as the company counts.")] = None,
    period: Annotated[
        str, typer.Option(help="FY, Q1 to Q4, or 'Q2 YTD', 'Q3 YTD': year to date.")
    ] = "",
    as_json: JsonOption = False,
    csv: Annotated[
        Path | None, typer.Option("--csv", help="Write the table to this file; - for the screen.")
    ] = None,
) -> None:
    """Print values of metrics: unit, source, and where they stand."""
    from secqa.cli.output import print_json
    from secqa.facts.query import query, write_csv

    found = query(corpus, ticker=ticker, metric=metric, year=year, period=period)
    if csv is not None:
        write_csv(found, csv)
    elif as_json:
        print_json(found)
    else:
        for fact in found:
            _print(fact)


def _print(fact: "MetricFact") -> None:
    from secqa.facts.query import as_printed

    typer.echo(
        f"{fact.company} ({fact.ticker})  {fact.metric}  {fact.fiscal_period} "
        f"{fact.fiscal_year}, {_dates(fact)}\n"
        f"  {as_printed(fact.value, fact.unit)}\n"
        f"  from {fact.concept} in {fact.document_id}"
    )
    for place in fact.evidence:
        kind = "statement" if place.grade == 2 else "also"
        cell = f", row {place.row + 1}, column {place.column + 1}" if place.row >= 0 else ""
        typer.echo(f"  {kind:<9} page {place.page}{cell}: {place.quote}")
    if not fact.evidence:
        typer.echo("  no page shows it: it is tagged in the file's hidden part only")


def _dates(fact: "MetricFact") -> str:
    if fact.period_start is None:
        return f"on {fact.period_end}"
    return f"{fact.period_start} to {fact.period_end}"
