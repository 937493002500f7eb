"""What Python users do with runs, benchmarks and EDGAR beside a corpus."""

import warnings
from collections.abc import Sequence
from pathlib import Path

from secqa.api.filing_corpus import FilingCorpus, Place
from secqa.benchmark.formats.publication import PublishOptions, publish_benchmark
from secqa.evaluation.report.html_report import report_of, write_report
from secqa.evaluation.runs import Run, runs_in
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.fetch_plan import plan
from secqa.ingest.edgar.filers import find_ciks
from secqa.ingest.edgar.filing_fetch import FetchResult, fetch_all
from secqa.ingest.edgar.filing_lists import FilingFilter


def report(*runs: Run | Place, out: Place, corpus: FilingCorpus | None = None) -> Path:
    """Write one HTML file about runs, with the pages of the evidence where a corpus is given."""
    read = [one for run in runs for one in ([run] if isinstance(run, Run) else runs_in(Path(run)))]
    write_report(report_of(read), Path(out), corpus.pages if corpus is not None else None)
    return Path(out)


def publish(benchmark: Place, out: Place, to: str = "huggingface") -> Path:
    """Write a benchmark for other tools: jsonl, parquet, huggingface, trec or inspect."""
    publish_benchmark(Path(benchmark), Path(out), PublishOptions(to))
    return Path(out)


def fetch_filings(
    companies: Sequence[str],
    out: Place,
    forms: Sequence[str] = ("10-K",),
    years: Sequence[int] = (),
    identity: str = "",
) -> Path:
    """Fetch filings of companies, by ticker, CIK or name, from EDGAR into a folder.

    `years` are those in which the periods end. `identity`, your name and e-mail address, is by
    default EDGAR_IDENTITY. Files that are there are not fetched again.
    """
    client, folder = Edgar(identity), Path(out)
    chosen = FilingFilter(frozenset(forms), frozenset(years))
    items = plan(client, find_ciks(client, companies), chosen, folder)
    fetched = FetchResult()
    fetch_all(client, items, {}, fetched)
    for item, reason in fetched.failed:
        warnings.warn(f"{item.folder}: {reason}", stacklevel=2)
    return folder
