"""`secqa facts`: values of metrics, their source, and every place that shows them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from secqa.cli.options import CorpusOption, JsonOption
from secqa.corpus.address import CorpusPath
from secqa.errors import SecqaError

if TYPE_CHECKING:
    from secqa.facts.fact import MetricFact
    from secqa.facts.table.compound import Found


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
    parquet: Annotated[
        Path | None, typer.Option("--parquet", help="Write the table to this file as Parquet.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="List values that should agree and do not, and why.")
    ] = False,
    coverage: Annotated[
        bool,
        typer.Option(
            "--coverage", help="Count which metrics annual reports state, list those missing."
        ),
    ] = False,
) -> None:
    """Print values of metrics, and where they stand."""
    from secqa.cli.terminal import print_json
    from secqa.facts.table.lookup import query
    from secqa.facts.table.table_files import write_csv, write_parquet

    if check or coverage:
        others: dict[str, object] = {
            "--metric": metric,
            "--year": year,
            "--period": period,
            "--csv": csv,
            "--parquet": parquet,
            "--coverage": check and coverage,
        }
        _refuse_beside("--check" if check else "--coverage", others)
    if check:
        _check(corpus, ticker, as_json)
        return
    if coverage:
        _coverage(corpus, ticker, as_json)
        return
    found = query(corpus, ticker=ticker, metric=metric, year=year, period=period)
    if csv is not None:
        write_csv(found, csv)
    elif parquet is not None:
        write_parquet(found, parquet)
    elif as_json:
        print_json(found)
    else:
        for fact in found:
            _print(fact)


def _refuse_beside(option: str, others: dict[str, object]) -> None:
    given = [name for name, value in others.items() if value not in (None, "", False)]
    if given:
        raise SecqaError(
            f"{option} goes with --ticker and --json only; leave out {', '.join(given)}"
        )


def _check(corpus: CorpusPath, ticker: str, as_json: bool) -> None:
    from dataclasses import asdict

    from secqa.cli.terminal import print_json
    from secqa.corpus.store import open_corpus
    from secqa.facts.table.check import check_table
    from secqa.facts.table.load import load_facts, load_table
    from secqa.facts.table.lookup import query

    symbols = [ticker.upper()] if ticker else []
    if symbols:
        query(corpus, ticker=ticker)  # names the tickers there are, should this not be one
    rows = load_table(corpus, tickers=symbols)
    opened = open_corpus(corpus)
    checked = check_table(rows, opened.documents, lambda d: load_facts(corpus, d), opened.catalogue)
    if as_json:
        print_json(asdict(checked))
        return
    if not checked.compared:
        typer.echo("nothing to compare")
    for name, compared in checked.compared.items():
        findings = [finding for finding in checked.findings if finding.check == name]
        typer.echo(f"{name}: {compared:,} compared, {len(findings):,} disagree")
        for f in findings:
            typer.echo(
                f"  {f.company} ({f.ticker})  {f.metric}  {f.fiscal_period} {f.fiscal_year}  "
                f"{f.value:,.10g}, not {f.expected:,.10g}  {f.why}  ({', '.join(f.documents)})"
            )
    if checked.doubtful:
        typer.echo(f"doubtful: {len(checked.doubtful):,} values, of which no question is made")
    for d in checked.doubtful:
        typer.echo(
            f"  {d.document_id} ({d.ticker})  {d.metric}  {d.fiscal_period} {d.fiscal_year}  "
            f"{d.value:,.10g}  {d.gate}: {d.why}"
        )


def _coverage(corpus: CorpusPath, ticker: str, as_json: bool) -> None:
    from secqa.cli.terminal import print_json
    from secqa.facts.table.coverage import corpus_coverage
    from secqa.facts.table.lookup import query

    if ticker:
        query(corpus, ticker=ticker)  # names the tickers there are, should this not be one
    covered = corpus_coverage(corpus, [ticker.upper()] if ticker else [])
    if as_json:
        print_json({"share": covered.share, "counts": covered.counts, "cells": covered.cells})
        return
    reports = len({cell.document_id for cell in covered.cells})
    typer.echo(f"{covered.share:.1%} of the metrics that apply are there, in {reports} reports")
    for state, count in covered.counts.items():
        typer.echo(f"  {state:<42}{count:>7,}")
    for metric, cells in covered.missing.items():
        typer.echo(f"missing {metric}: {len(cells)}")
        for cell in cells:
            typer.echo(f"  {cell.document_id}: {cell.where}")


def _print(found: "Found") -> None:
    from secqa.facts.fact import MetricFact
    from secqa.facts.table.compound import CompoundFact
    from secqa.metrics.number_text import exact

    value = exact(found.value, found.unit)
    of_part = isinstance(found, MetricFact) and found.member
    what = f"{found.metric} of {of_part}" if of_part else found.metric
    typer.echo(
        f"{found.company} ({found.ticker})  {what}  {found.fiscal_period} "
        f"{found.fiscal_year}  {value}"
    )
    if isinstance(found, CompoundFact):
        typer.echo(f"  worked out in {found.document_id}: {found.formula}")
        if found.not_applicable:
            typer.echo(
                f"  counted as zero, the company has none: {', '.join(found.not_applicable)}"
            )
        for part in found.parts:
            part_value = exact(part.value, part.unit)
            typer.echo(f"  {part.metric} {part.fiscal_period} {part.fiscal_year}: {part_value}")
            _print_source(part, "    ")
    else:
        _print_source(found, "  ")


def _print_source(fact: "MetricFact", indent: str) -> None:
    typer.echo(f"{indent}from {fact.concept} in {fact.document_id}, {_dates(fact)}")
    for place in fact.evidence:
        kind = "mainly" if place.grade == 2 else "also"
        cell = f", row {place.row + 1}, column {place.column + 1}" if place.row >= 0 else ""
        typer.echo(f"{indent}{kind:<6} page {place.page}{cell}: {place.quote}")
    if not fact.evidence:
        typer.echo(f"{indent}no page shows it: it stands in the file's hidden part only")


def _dates(fact: "MetricFact") -> str:
    if fact.period_start is None:
        return f"on {fact.period_end}"
    return f"{fact.period_start} to {fact.period_end}"
