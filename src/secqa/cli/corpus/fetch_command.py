"""`secqa fetch`: filings from EDGAR into a folder that `secqa ingest` takes, or into a corpus."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from secqa.cli.options import AnyCorpusOption, CompanyFactsOption, IdentityOption, ListOnlyOption
from secqa.corpus.corpus_address import CorpusPath
from secqa.errors import SecqaError

if TYPE_CHECKING:
    from secqa.ingest.edgar.edgar_client import Edgar
    from secqa.ingest.edgar.fetch_plan import Item
    from secqa.ingest.edgar.filing_fetch import FetchResult
    from secqa.ingest.edgar.filing_lists import FilingFilter
    from secqa.ingest.edgar_ingest import EdgarIngestResult


@dataclass(frozen=True, slots=True)
class FilingOptions:
    """Which filings of which companies are fetched."""

    forms: Annotated[
        str, typer.Option(help="Forms, by commas; amendments have names of their own (10-K/A).")
    ] = "10-K,10-Q"
    years: Annotated[
        str,
        typer.Option(help="Years in which the reported periods end: 2021-2024 or 2019,2023."),
    ] = ""
    since: Annotated[str, typer.Option(help="First day of filing, such as 2024-01-31.")] = ""
    universe: Annotated[
        str,
        typer.Option(
            help="More companies: a file with one a line; sp500 and other indexes, by what a fund "
            "that follows them reports; fund:TICKER, what any fund held; largest:500, the first of "
            "EDGAR's list of tickers, which begins with the largest; or all who file.",
            metavar="FILE|sp500|fund:TICKER|largest:N|all",
        ),
    ] = ""
    identity: IdentityOption = ""


@dataclass(frozen=True, slots=True)
class FetchOptions:
    """What is fetched beside the filings."""

    facts: CompanyFactsOption = False
    dry_run: ListOnlyOption = False


def fetch(
    filings: FilingOptions,
    options: FetchOptions,
    companies: Annotated[
        list[str] | None, typer.Argument(help="Companies.", metavar="TICKER|CIK|NAME...")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder to write to; with --corpus, to keep the files.")
    ] = None,
    corpus: AnyCorpusOption = None,
) -> None:
    """Fetch filings from EDGAR, with their exhibits 13 and 99.

    With --corpus they are read into it as they come, and filings that it holds are not fetched.
    With --facts also each company's facts, as EDGAR has gathered them since 2009: `secqa ingest`
    takes values from there where a filing has no tags, and looks for them on its pages. Files that
    are already there are not fetched again; start an interrupted fetch again to go on. With --since
    and many companies, EDGAR's indexes are read instead of each company's list. EDGAR_IDENTITY,
    EDGAR_BASE_URL and EDGAR_DATA_URL are used where they are set.
    """
    from secqa.ingest.edgar.edgar_client import Edgar
    from secqa.ingest.edgar.filing_lists import FilingFilter, years_in

    if out is None and corpus is None:
        raise SecqaError("nowhere to write to; give --out FOLDER, or --corpus, or both")
    if not companies and not filings.universe:
        raise SecqaError("no companies; give tickers, CIKs or names, or a --universe")
    wanted = FilingFilter(
        forms=frozenset(form.strip().upper() for form in filings.forms.split(",") if form.strip()),
        years=years_in(filings.years),
        since=day_in(filings.since),
    )
    edgar = Edgar(filings.identity)
    ciks = _ciks(edgar, companies or [], filings.universe, wanted)
    if corpus is not None:
        _fetch_into_corpus(edgar, (ciks, wanted), corpus, out, options)
    elif out is not None:
        _fetch_into_folder(edgar, (ciks, wanted), out, options)


def _ciks(
    edgar: "Edgar", companies: Sequence[str], universe: str, wanted: "FilingFilter"
) -> list[int] | None:
    """The companies to fetch; None for all who file."""
    from secqa.ingest.edgar.filers import find_ciks
    from secqa.ingest.edgar.universe import find_universe

    ciks = find_ciks(edgar, companies)
    members = find_universe(edgar, universe, tell) if universe else []
    if members is None and wanted.years:
        raise SecqaError("--universe all goes by the day of filing; give --since, not --years")
    return None if members is None else list(dict.fromkeys([*ciks, *members]))


def _fetch_into_folder(
    edgar: "Edgar",
    selection: "tuple[list[int] | None, FilingFilter]",
    out: Path,
    options: FetchOptions,
) -> None:
    from secqa.ingest.edgar.fetch_plan import plan
    from secqa.ingest.edgar.filing_fetch import FetchResult, company_fact_files, fetch_all

    items = plan(edgar, *selection, out, tell)
    company_facts = company_fact_files(items) if options.facts else {}
    if options.dry_run:
        print_plan(items)
        for path in company_facts:
            typer.echo(f"company facts: {path}")
        return
    fetched = FetchResult()
    try:
        fetch_all(edgar, items, company_facts, fetched, on_step=tell_step)
    except KeyboardInterrupt:
        _exit_interrupted()
    there = sum(item.there for item in items)
    typer.echo(f"{out}: {len(fetched.whole)} filings fetched, {there} were there")
    _print_failures(fetched)


def _fetch_into_corpus(
    edgar: "Edgar",
    selection: "tuple[list[int] | None, FilingFilter]",
    corpus: CorpusPath,
    out: Path | None,
    options: FetchOptions,
) -> None:
    from secqa.corpus.corpus_store import stored_documents
    from secqa.ingest.edgar.fetch_plan import find_filings_listed, items_in
    from secqa.ingest.edgar_ingest import bring, folder_for
    from secqa.ingest.edgar_tasks import CorpusFilings

    held = CorpusFilings.of(stored_documents(corpus))
    listed = find_filings_listed(edgar, *selection, tell).filings
    missing = [filing for filing in listed if not held.has(*filing)]
    in_corpus = len(listed) - len(missing)
    typer.echo(f"{len(listed):,} filings, {in_corpus:,} in {corpus} already", err=True)
    with folder_for(out) as folder:
        items = items_in(folder, missing)
        if options.dry_run:
            print_plan(items)
            return
        try:
            brought = bring(
                edgar,
                items,
                corpus,
                held,
                keep=out is not None,
                facts=options.facts,
                on_step=tell_step,
                on_file=tell_file,
            )
        except KeyboardInterrupt:
            _exit_interrupted()
        finish(brought, corpus)


def finish(brought: "EdgarIngestResult", corpus: CorpusPath) -> None:
    """Print what was added to a corpus, and exit with the code that fits."""
    pages = sum(entry.pages for entry in brought.ingested)
    typer.echo(
        f"{corpus}: {len(brought.ingested)} filings added, {pages:,} pages; "
        f"{brought.already + brought.fetched.held} were there"
    )
    for path, reason in brought.refused:
        typer.echo(f"  refused {path.name} of {path.parent.name}: {reason}")
    if brought.interrupted:
        _exit_interrupted()
    _print_failures(brought.fetched)


def _print_failures(fetched: "FetchResult") -> None:
    """Print what EDGAR lacks; exit code 2 where it lacks a filing."""
    for path in fetched.untagged:
        typer.echo(f"  {path}: no facts, EDGAR has none of this company")
    for _, reason in fetched.failed:
        typer.echo(f"  failed: {reason}")
    if fetched.failed:
        raise typer.Exit(2)


def _exit_interrupted() -> None:
    typer.echo("interrupted; whole files are kept, run the same command to go on", err=True)
    raise typer.Exit(130)


def tell(line: str) -> None:
    """Print a line of progress."""
    typer.echo(line, err=True)


def tell_step(number: int, of: int, path: Path) -> None:
    """Print what is being fetched."""
    tell(f"{number} of {of}: {path}")


def tell_file(path: Path, outcome: str) -> None:
    """Print what became of a file."""
    tell(f"{path.name}: {outcome}")


def print_plan(items: "Sequence[Item]") -> None:
    """Print what would be fetched, as a table."""
    from secqa.cli.terminal import print_rows

    print_rows(
        ("company", "form", "period", "filed", "accession", "folder", "there"),
        [
            (
                item.company.name,
                item.submission.form,
                item.submission.period or "",
                item.submission.filed,
                item.submission.accession,
                item.folder,
                "yes" if item.there else "no",
            )
            for item in items
        ],
    )


def day_in(text: str) -> date | None:
    """A day written like 2024-01-31; raises SecqaError for any other text."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        raise SecqaError(f"{text}: no such day; give it like 2024-01-31") from error
