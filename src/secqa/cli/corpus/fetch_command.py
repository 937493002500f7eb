"""`secqa fetch` and `secqa refresh`: filings from EDGAR into a folder or a corpus."""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

import typer

from secqa.cli.terminal import print_rows
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus, stored_documents
from secqa.errors import SecqaError
from secqa.filings.containers.sidecar import EdgarFiling
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.fetch_plan import Item, items_in, search_filings
from secqa.ingest.edgar.filers import find_ciks
from secqa.ingest.edgar.filing_fetch import FetchResult, company_fact_files, fetch_all
from secqa.ingest.edgar.filing_lists import FilingFilter, years_in
from secqa.ingest.edgar.universe import find_universe
from secqa.ingest.edgar_ingest import EdgarIngestOptions, ingest_from_edgar
from secqa.ingest.edgar_refresh import (
    Changes,
    find_news,
    save_refresh_state,
    what_changed,
    without_company,
)
from secqa.ingest.edgar_tasks import CorpusFilings
from secqa.ingest.ingest_pipeline import IngestSummary

_EXAMPLES = 3
"""Most documents that one message names."""


@dataclass(frozen=True, slots=True)
class FilingOptions:
    """Which filings of which companies are fetched."""

    forms: str = "10-K,10-Q"
    years: str = ""
    since: str = ""
    universe: str = ""
    identity: str = ""


@dataclass(frozen=True, slots=True)
class FetchOptions:
    """Further files to fetch, and the folder that keeps them."""

    out: Path | None = None
    facts: bool = False
    dry_run: bool = False


def fetch(
    filings: FilingOptions,
    options: FetchOptions,
    companies: list[str] | None = None,
    corpus: CorpusPath | None = None,
) -> None:
    """Fetch filings from EDGAR, with their exhibits 13 and 99.

    With --corpus they are read into it as they come, and filings that it holds are not fetched.
    With --facts also each company's facts, as EDGAR has gathered them since 2009: `secqa ingest`
    takes values from there where a filing has no tags, and looks for them on its pages. Files that
    are already there are not fetched again; start an interrupted fetch again to go on. With --since
    and many companies, EDGAR's indexes are read instead of each company's list. EDGAR_IDENTITY,
    EDGAR_BASE_URL and EDGAR_DATA_URL are used where they are set.
    """
    out = options.out
    if out is None and corpus is None:
        raise SecqaError("nowhere to write to; give --out FOLDER, or --corpus, or both")
    if not companies and not filings.universe:
        raise SecqaError("no companies; give tickers, CIKs or names, or a --universe")
    forms = (form.strip().upper() for form in filings.forms.split(","))
    selection = FilingFilter(
        frozenset(filter(None, forms)), years_in(filings.years), _parse_day(filings.since)
    )
    edgar = Edgar(filings.identity)
    unknown: list[str] | None = [] if filings.universe else None
    ciks = _find_companies(edgar, companies or [], filings.universe, selection, unknown)
    listed = search_filings(edgar, ciks, selection, _report, unknown).filings
    try:
        if corpus is not None:
            stored = CorpusFilings.of(stored_documents(corpus))
            missing = [filing for filing in listed if not stored.has(filing)]
            _report(f"{len(listed):,} filings, {len(listed) - len(missing):,} in {corpus} already")
            if (result := _ingest(edgar, missing, corpus, stored, options)) is not None:
                _finish(*result)
        elif out is not None:
            _fetch_into_folder(edgar, items_in(out, listed), out, options)
    finally:
        for line in unknown or ():
            _report(f"  left out: {line}")
    if unknown:
        raise typer.Exit(SecqaError.exit_code)


def refresh(corpus: CorpusPath, options: FetchOptions, since: str = "", identity: str = "") -> None:
    """Bring a corpus up to date with EDGAR, and list what changed.

    It fetches filings of the corpus's companies in the forms that it holds, and their amendments,
    since the last refresh; the first time, and for new companies, filings after each company's
    newest period. Start an interrupted refresh again to go on.
    """
    before = open_corpus(corpus)
    first = _parse_day(since)
    edgar = Edgar(identity)
    if unidentified := without_company(before.documents):
        more = ", …" if len(unidentified) > _EXAMPLES else ""
        _report(
            f"{len(unidentified)} documents have no CIK, so their companies are not refreshed: "
            f"{', '.join(unidentified[:_EXAMPLES])}{more}"
        )
    news = find_news(edgar, before, first, _report)
    stored = CorpusFilings.of(before.documents)
    result = _ingest(edgar, news.filings, corpus, stored, options)
    if result is None:
        return
    fetched, summary = result
    if summary.ingested:
        _print_changes(what_changed(before, summary.ingested))
    if not summary.interrupted:
        save_refresh_state(corpus, news.known, [item.filing for item, _ in fetched.failed])
    _finish(fetched, summary)


def _find_companies(
    edgar: Edgar,
    companies: Sequence[str],
    universe: str,
    selection: FilingFilter,
    unknown: list[str] | None,
) -> list[int] | None:
    """The companies to fetch; None for all companies that file."""
    ciks = find_ciks(edgar, companies)
    members = find_universe(edgar, universe, _report, unknown) if universe else []
    if members is None and selection.years:
        raise SecqaError("--universe all goes by the day of filing; give --since, not --years")
    return None if members is None else list(dict.fromkeys([*ciks, *members]))


def _fetch_into_folder(
    edgar: Edgar, items: Sequence[Item], out: Path, options: FetchOptions
) -> None:
    company_facts = company_fact_files(items) if options.facts else {}
    if options.dry_run:
        _print_plan(items)
        for path in company_facts:
            typer.echo(f"company facts: {path}")
        return
    fetched = FetchResult()
    try:
        fetch_all(edgar, items, company_facts, fetched, on_step=_report_step)
    except KeyboardInterrupt:
        _exit_interrupted()
    stored = sum(item.there for item in items)
    typer.echo(f"{out}: {len(fetched.whole)} filings fetched, {stored} were there")
    _print_failures(fetched)


def _ingest(
    edgar: Edgar,
    filings: Sequence[EdgarFiling],
    corpus: CorpusPath,
    stored: CorpusFilings,
    options: FetchOptions,
) -> tuple[FetchResult, IngestSummary] | None:
    """Fetch filings into a corpus; None after a dry run."""
    with nullcontext(options.out) if options.out else TemporaryDirectory(prefix="secqa-") as place:
        items = items_in(Path(place), filings)
        if options.dry_run:
            _print_plan(items)
            return None
        settings = EdgarIngestOptions(
            keep=options.out is not None,
            facts=options.facts,
            on_step=_report_step,
            on_file=lambda path, outcome: _report(f"{path.name}: {outcome}"),
        )
        try:
            return ingest_from_edgar(edgar, items, corpus, stored, settings)
        except KeyboardInterrupt:
            _exit_interrupted()


def _finish(fetched: FetchResult, summary: IngestSummary) -> None:
    """Print what was added to a corpus, and exit with its code."""
    pages = sum(entry.pages for entry in summary.ingested)
    typer.echo(
        f"{summary.corpus}: {len(summary.ingested)} filings added, {pages:,} pages; "
        f"{len(summary.already) + fetched.skipped} were there"
    )
    for source, reason in summary.refused:
        path = Path(str(source))
        typer.echo(f"  refused {path.name} of {path.parent.name}: {reason}")
    if summary.interrupted:
        _exit_interrupted()
    _print_failures(fetched)


def _print_failures(fetched: FetchResult) -> None:
    """Print what EDGAR lacks; exit code 2 where it lacks a filing."""
    for path in fetched.untagged:
        typer.echo(f"  {path}: no facts, EDGAR has none of this company")
    for _, reason in fetched.failed:
        typer.echo(f"  failed: {reason}")
    if fetched.failed:
        raise typer.Exit(2)


def _exit_interrupted() -> NoReturn:
    _report("interrupted; whole files are kept, run the same command to go on")
    raise typer.Exit(130)


def _report(line: str) -> None:
    typer.echo(line, err=True)


def _report_step(number: int, count: int, path: Path) -> None:
    _report(f"{number} of {count}: {path}")


def _print_plan(items: Sequence[Item]) -> None:
    """Print what would be fetched."""
    rows = [
        (
            item.filing.company,
            item.filing.form,
            item.filing.period or "",
            item.filing.filed,
            item.filing.accession,
            item.folder,
            "yes" if item.there else "no",
        )
        for item in items
    ]
    print_rows(("company", "form", "period", "filed", "accession", "folder", "there"), rows)


def _print_changes(changes: Changes) -> None:
    for name, entries in (
        ("new", changes.added),
        ("amendment", changes.amendments),
        ("replaced", changes.replaced),
    ):
        for entry in entries:
            about = entry.metadata
            typer.echo(f"{name}: {about.document_id} ({about.company}), {entry.pages} pages")
    for entry in changes.periods:
        about = entry.metadata
        typer.echo(
            f"first of its period: {about.company} {about.fiscal_period} {about.fiscal_year}"
        )
    for change in changes.restated:
        typer.echo(
            f"restated: {change.company}  {change.metric}  "
            f"{change.fiscal_period} {change.fiscal_year}  "
            f"{change.value:,.10g}, before {change.expected:,.10g}  {change.why}  "
            f"({', '.join(change.documents)})"
        )


def _parse_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        raise SecqaError(f"{text}: not a date; write it as 2024-01-31") from error
