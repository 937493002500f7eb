"""`secqa facts` and `audit`: values with all their places, and how well they are read again."""

import io
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import typer

from secqa.cli.options import TableFileOptions
from secqa.cli.terminal import print_csv, print_json
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError
from secqa.facts.fact import MetricFact
from secqa.facts.table.check import check_table
from secqa.facts.table.compound import CompoundFact
from secqa.facts.table.coverage import corpus_coverage
from secqa.facts.table.fact_store import load_facts, load_table
from secqa.facts.table.lookup import query, table_of
from secqa.files import csv_text, write_file
from secqa.metrics.number_text import exact

if TYPE_CHECKING:
    from secqa.evaluation.reading_audit import Audited


@dataclass(frozen=True, slots=True)
class FactFilter:
    """Which values to print."""

    ticker: str = ""
    metric: str = ""
    year: int | None = None
    period: str = ""


def facts(
    corpus: CorpusPath,
    wanted: FactFilter,
    files: TableFileOptions,
    as_json: bool = False,
    check: bool = False,
    coverage: bool = False,
) -> None:
    """Print values of metrics, and where they stand."""
    if check or coverage:
        unusable: dict[str, object] = {
            "--metric": wanted.metric,
            "--year": wanted.year,
            "--period": wanted.period,
            "--csv": files.csv,
            "--parquet": files.parquet,
            "--coverage": check and coverage,
        }
        _refuse_options("--check" if check else "--coverage", unusable)
        if wanted.ticker:
            query(corpus, ticker=wanted.ticker)  # names the tickers there are, should this be none
        report = _check if check else _coverage
        report(corpus, [wanted.ticker.upper()] if wanted.ticker else [], as_json)
        return
    rows = query(corpus, **asdict(wanted))
    table = table_of(rows)
    if files.csv is not None:
        print_csv(csv_text(table.columns, table.rows), files.csv)
    elif files.parquet is not None:
        import pyarrow.parquet as pq

        buffer = io.BytesIO()
        pq.write_table(table.to_arrow(), buffer)
        write_file(files.parquet, buffer.getvalue())
    elif as_json:
        print_json(rows)
    else:
        for fact in rows:
            _print(fact)


def _refuse_options(option: str, others: dict[str, object]) -> None:
    used = [name for name, value in others.items() if value not in (None, "", False)]
    if used:
        raise SecqaError(
            f"{option} goes with --ticker and --json only; leave out {', '.join(used)}"
        )


_DOUBTFUL = ("document_id", "ticker", "fiscal_year", "fiscal_period", "metric", "value")


def _check(corpus: CorpusPath, tickers: list[str], as_json: bool) -> None:
    rows = load_table(corpus, tickers=tickers)
    opened = open_corpus(corpus)
    checked = check_table(rows, opened.documents, lambda d: load_facts(corpus, d), opened.catalogue)
    if as_json:
        print_json({
            "compared": checked.compared,
            "findings": checked.findings,
            "doubtful": [
                {name: getattr(row, name) for name in _DOUBTFUL}
                | {"gate": doubt.gate.value, "why": doubt.why}
                for row, doubt in checked.doubtful
            ],
        })  # fmt: skip
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
    for d, doubt in checked.doubtful:
        typer.echo(
            f"  {d.document_id} ({d.ticker})  {d.metric}  {d.fiscal_period} {d.fiscal_year}  "
            f"{d.value:,.10g}  {doubt.gate}: {doubt.why}"
        )


def _coverage(corpus: CorpusPath, tickers: list[str], as_json: bool) -> None:
    covered = corpus_coverage(corpus, tickers)
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


def _print(fact: MetricFact | CompoundFact) -> None:
    value = exact(fact.value, fact.unit)
    of_part = isinstance(fact, MetricFact) and fact.member
    what = f"{fact.metric} of {of_part}" if of_part else fact.metric
    typer.echo(
        f"{fact.company} ({fact.ticker})  {what}  {fact.fiscal_period} {fact.fiscal_year}  {value}"
    )
    if isinstance(fact, CompoundFact):
        typer.echo(f"  computed in {fact.document_id}: {fact.formula}")
        if fact.not_applicable:
            typer.echo(f"  counted as zero, the company has none: {', '.join(fact.not_applicable)}")
        for part in fact.parts:
            part_value = exact(part.value, part.unit)
            typer.echo(f"  {part.metric} {part.fiscal_period} {part.fiscal_year}: {part_value}")
            _print_source(part, "    ")
    else:
        _print_source(fact, "  ")


def _print_source(fact: MetricFact, indent: str) -> None:
    typer.echo(f"{indent}from {fact.concept} in {fact.document_id}, {_dates(fact)}")
    for place in fact.evidence:
        kind = "mainly" if place.grade == 2 else "also"
        cell = f", row {place.row + 1}, column {place.column + 1}" if place.row >= 0 else ""
        typer.echo(f"{indent}{kind:<6} page {place.page}{cell}: {place.quote}")
    if not fact.evidence:
        typer.echo(f"{indent}no page prints it: it is only in the hidden part of the file")


def _dates(fact: MetricFact) -> str:
    if fact.period_start is None:
        return f"on {fact.period_end}"
    return f"{fact.period_start} to {fact.period_end}"


_WORST = 10
"""Documents and metrics listed, those read worst first."""


def audit(
    corpus: CorpusPath,
    ticker: str = "",
    metric: str = "",
    failures: int = 20,
    workers: int | None = None,
    as_json: bool = False,
) -> None:
    """Read every tagged value from the pages alone, and count the right ones.

    Lists the filings and the metrics that are read worst.
    """
    from secqa.evaluation.reading_audit import audit as read_again
    from secqa.evaluation.reading_audit import in_one_line, rates

    metrics, tickers = [metric] if metric else [], [ticker.upper()] if ticker else []
    audited = read_again(corpus, metrics, tickers, workers or os.cpu_count() or 1)
    failed = [one for one in audited if one.outcome != "right"]
    if as_json:
        print_json({
            "line": in_one_line(audited),
            "documents": rates(audited, "document"),
            "metrics": rates(audited, "metric"),
            "failures": [_failure_record(failure) for failure in failed],
        })  # fmt: skip
        return
    typer.echo(in_one_line(audited))
    for by in ("document", "metric"):
        counts = {key: (r, w, n) for key, (r, w, n) in rates(audited, by).items() if w + n}
        for key, (right, wrong, none) in list(counts.items())[:_WORST]:
            share = right / (right + wrong + none)
            typer.echo(f"  {key:<40}{share:>7.1%} right{wrong:>6} wrong{none:>6} not found")
    _print_failures(failed[:failures], len(failed))


def _print_failures(failures: "Sequence[Audited]", count: int) -> None:
    for failure in failures:
        record = _failure_record(failure)
        typer.echo(
            f"{record['document']}  {record['metric']}  {record['period']}\n"
            f"  meant {record['meant']}, page {record['page_meant']}: {record['line_meant']}\n"
            f"  read  {record['read']}, page {record['page_read']}: {record['line_read']}"
            f"  ({record['confidence']})"
        )
    if count > len(failures):
        typer.echo(f"{count - len(failures):,} failures more; --failures {count} lists all")


def _failure_record(failure: "Audited") -> dict[str, object]:
    expected, read = failure.fact.evidence[0], failure.reading
    value = read.value
    return {
        "document": failure.fact.document_id,
        "metric": failure.fact.metric,
        "period": f"{failure.fact.fiscal_period} {failure.fact.fiscal_year}",
        "meant": f"{failure.fact.value:,.10g}",
        "page_meant": expected.page,
        "line_meant": expected.quote[:120],
        "read": f"{value:,.10g}" if isinstance(value, float | int) else "nothing",
        "page_read": read.page or "-",
        "line_read": (read.quote or read.why)[:120],
        "confidence": read.confidence,
    }
