"""`secqa audit`: how often the reader finds the tagged values of a corpus on its pages."""

import os
from collections.abc import Sequence

import typer

from secqa.cli.terminal import print_json
from secqa.corpus.corpus_address import CorpusPath
from secqa.evaluation.reading_audit import Audited, in_one_line, rates
from secqa.evaluation.reading_audit import audit as run

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
    metrics, tickers = [metric] if metric else [], [ticker.upper()] if ticker else []
    audited = run(corpus, metrics, tickers, workers or os.cpu_count() or 1)
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


def _print_failures(failures: Sequence[Audited], count: int) -> None:
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


def _failure_record(failure: Audited) -> dict[str, object]:
    meant, read = failure.fact.evidence[0], failure.reading
    value = read.value
    return {
        "document": failure.fact.document_id,
        "metric": failure.fact.metric,
        "period": f"{failure.fact.fiscal_period} {failure.fact.fiscal_year}",
        "meant": f"{failure.fact.value:,.10g}",
        "page_meant": meant.page,
        "line_meant": meant.quote[:120],
        "read": f"{value:,.10g}" if isinstance(value, float | int) else "nothing",
        "page_read": read.page or "-",
        "line_read": (read.quote or read.why)[:120],
        "confidence": read.confidence,
    }
