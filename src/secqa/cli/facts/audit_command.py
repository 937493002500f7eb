"""`secqa audit`: how well the reader reads a corpus, by what its filings are tagged with."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from secqa.cli.options import FOLDER, JsonOption
from secqa.corpus.address import CorpusPath, corpus_path

if TYPE_CHECKING:
    from secqa.evaluation.reading_audit import Audited

_WORST = 10
"""Documents and metrics listed, those read worst first."""


def audit(
    corpus: Annotated[
        CorpusPath,
        typer.Argument(
            parser=corpus_path, metavar=FOLDER, help="Folder of the corpus, made by `secqa ingest`."
        ),
    ],
    ticker: Annotated[str, typer.Option(help="Only filings with this trading symbol.")] = "",
    metric: Annotated[str, typer.Option(help="Only this metric, by its id.")] = "",
    failures: Annotated[
        int, typer.Option(min=0, help="Failures shown: page, line read and line meant.")
    ] = 20,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; as many as there are cores if not given.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Read what filings are tagged with from their pages alone, and count what comes out right.

    Tells which filings read badly, and which metrics.
    """
    from secqa.cli.terminal import print_json
    from secqa.evaluation.reading_audit import audit as run
    from secqa.evaluation.reading_audit import in_one_line, rates

    metrics, tickers = [metric] if metric else [], [ticker.upper()] if ticker else []
    audited = run(corpus, metrics, tickers, workers or os.cpu_count() or 1)
    failed = [one for one in audited if one.outcome != "right"]
    if as_json:
        print_json({
            "line": in_one_line(audited),
            "documents": rates(audited, "document"),
            "metrics": rates(audited, "metric"),
            "failures": [_shown(one) for one in failed],
        })  # fmt: skip
        return
    typer.echo(in_one_line(audited))
    for by in ("document", "metric"):
        counts = {key: (r, w, n) for key, (r, w, n) in rates(audited, by).items() if w + n}
        for key, (right, wrong, none) in list(counts.items())[:_WORST]:
            share = right / (right + wrong + none)
            typer.echo(f"  {key:<40}{share:>7.1%} right{wrong:>6} wrong{none:>6} not found")
    _print_failures(failed[:failures], len(failed))


def _print_failures(shown: "Sequence[Audited]", count: int) -> None:
    for one in shown:
        told = _shown(one)
        typer.echo(
            f"{told['document']}  {told['metric']}  {told['period']}\n"
            f"  meant {told['meant']}, page {told['page_meant']}: {told['line_meant']}\n"
            f"  read  {told['read']}, page {told['page_read']}: {told['line_read']}"
            f"  ({told['confidence']})"
        )
    if count > len(shown):
        typer.echo(f"{count - len(shown):,} failures more; --failures {count} lists all")


def _shown(one: "Audited") -> dict[str, object]:
    meant, read = one.fact.evidence[0], one.reading
    value = read.value
    return {
        "document": one.fact.document_id,
        "metric": one.fact.metric,
        "period": f"{one.fact.fiscal_period} {one.fact.fiscal_year}",
        "meant": f"{one.fact.value:,.10g}",
        "page_meant": meant.page,
        "line_meant": meant.quote[:120],
        "read": f"{value:,.10g}" if isinstance(value, float | int) else "nothing",
        "page_read": read.page or "-",
        "line_read": (read.quote or read.why)[:120],
        "confidence": read.confidence,
    }
