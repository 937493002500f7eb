"""`secqa fetch`: filings from EDGAR into a folder that `secqa ingest` takes, or into a corpus."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from secqa.cli.options import (
    AnyCorpusOption,
    CompanyFactsOption,
    IdentityOption,
    ListOnlyOption,
)
from secqa.corpus.address import CorpusPath
from secqa.errors import SecqaError

if TYPE_CHECKING:
    from secqa.ingest.edgar.client import Edgar
    from secqa.ingest.edgar.listing import Wanted
    from secqa.ingest.edgar.plan import Item
    from secqa.ingest.edgar.several import Fetched
    from secqa.ingest.from_edgar import Brought


def fetch(
    companies: Annotated[
        list[str] | None, typer.Argument(help="Companies.", metavar="TICKER|CIK|NAME...")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder to write to; with --corpus, to keep the files.")
    ] = None,
    corpus: AnyCorpusOption = None,
    forms: Annotated[
        str, typer.Option(help="Forms, by commas; amendments have names of their own (10-K/A).")
    ] = "10-K,10-Q",
    years: Annotated[
        str,
        typer.Option(help="Years in which the periods reported on end: 2021-2024 or 2019,2023."),
    ] = "",
    since: Annotated[str, typer.Option(help="First day of filing, such as 2024-01-31.")] = "",
    universe: Annotated[
        str,
        typer.Option(
            help="More companies: a file with one a line; sp500 and other indexes, by what a fund "
            "that follows them reports; fund:TICKER, what any fund held; largest:500, the first of "
            "EDGAR's list of tickers, which begins with the largest; or all who file.",
            metavar="FILE|sp500|fund:TICKER|largest:N|all",
        ),
    ] = "",
    identity: IdentityOption = "",
    facts: CompanyFactsOption = False,
    dry_run: ListOnlyOption = False,
) -> None:
    """Fetch filings from EDGAR, with their exhibits 13 and 99.

    With --corpus they are read into it as they come, and what it has is not fetched. With --facts
    also each company's facts, as EDGAR has gathered them since 2009: `secqa ingest` takes values
    from there where a filing has no tags, and looks for them on its pages. What is there already
    is not fetched again; an interrupted fetch goes on when it is started again. Where --since is
    given and companies are many, EDGAR's indexes are read instead of each company's list.
    EDGAR_IDENTITY, EDGAR_BASE_URL and EDGAR_DATA_URL are used where they are set.
    """
    from secqa.ingest.edgar.client import Edgar
    from secqa.ingest.edgar.listing import Wanted, years_in

    if out is None and corpus is None:
        raise SecqaError("nowhere to write to; give --out FOLDER, or --corpus, or both")
    if not companies and not universe:
        raise SecqaError("no companies; give tickers, CIKs or names, or a --universe")
    wanted = Wanted(
        forms=frozenset(form.strip().upper() for form in forms.split(",") if form.strip()),
        years=years_in(years),
        since=day_in(since),
    )
    edgar = Edgar(identity)
    ciks = _ciks(edgar, companies or [], universe, wanted)
    if corpus is not None:
        _into_corpus(edgar, ciks, wanted, corpus, out, facts=facts, dry_run=dry_run)
    elif out is not None:
        _into_folder(edgar, ciks, wanted, out, facts=facts, dry_run=dry_run)


def _ciks(
    edgar: "Edgar", companies: Sequence[str], universe: str, wanted: "Wanted"
) -> list[int] | None:
    from secqa.ingest.edgar.companies import find_ciks
    from secqa.ingest.edgar.universe import find_universe

    named = find_ciks(edgar, companies)
    many = find_universe(edgar, universe, tell) if universe else []
    if many is None and wanted.years:
        raise SecqaError("--universe all goes by the day of filing; give --since, not --years")
    return None if many is None else list(dict.fromkeys([*named, *many]))


def _into_folder(
    edgar: "Edgar",
    ciks: list[int] | None,
    wanted: "Wanted",
    out: Path,
    *,
    facts: bool,
    dry_run: bool,
) -> None:
    from secqa.ingest.edgar.fetch import wanted_facts
    from secqa.ingest.edgar.plan import plan
    from secqa.ingest.edgar.several import Fetched, fetch_several

    items = plan(edgar, ciks, wanted, out, tell)
    wanted_too = wanted_facts(items) if facts else {}
    if dry_run:
        print_plan(items)
        for path in wanted_too:
            typer.echo(f"company facts: {path}")
        return
    fetched = Fetched()
    try:
        fetch_several(edgar, items, wanted_too, fetched, on_step=tell_step)
    except KeyboardInterrupt:
        _interrupted()
    there = sum(item.there for item in items)
    typer.echo(f"{out}: {len(fetched.whole)} filings fetched, {there} were there")
    tell_failed(fetched)


def _into_corpus(
    edgar: "Edgar",
    ciks: list[int] | None,
    wanted: "Wanted",
    corpus: CorpusPath,
    out: Path | None,
    *,
    facts: bool,
    dry_run: bool,
) -> None:
    from secqa.corpus.store import held_documents
    from secqa.ingest.edgar.plan import find_listed, items_in
    from secqa.ingest.from_edgar import bring, folder_for
    from secqa.ingest.held import Held

    held = Held.of(held_documents(corpus))
    found = find_listed(edgar, ciks, wanted, tell).filings
    lacking = [one for one in found if not held.has(*one)]
    typer.echo(
        f"{len(found):,} filings, {len(found) - len(lacking):,} in {corpus} already", err=True
    )
    with folder_for(out) as folder:
        items = items_in(folder, lacking)
        if dry_run:
            print_plan(items)
            return
        try:
            brought = bring(
                edgar,
                items,
                corpus,
                held,
                keep=out is not None,
                facts=facts,
                on_step=tell_step,
                on_file=tell_file,
            )
        except KeyboardInterrupt:
            _interrupted()
        finish(brought, corpus)


def finish(brought: "Brought", corpus: CorpusPath) -> None:
    """Say what came into a corpus, and end as it went."""
    pages = sum(entry.pages for entry in brought.ingested)
    typer.echo(
        f"{corpus}: {len(brought.ingested)} filings added, {pages:,} pages; "
        f"{brought.already + brought.fetched.held} were there"
    )
    for path, reason in brought.refused:
        typer.echo(f"  refused {path.name} of {path.parent.name}: {reason}")
    if brought.interrupted:
        _interrupted()
    tell_failed(brought.fetched)


def tell_failed(fetched: "Fetched") -> None:
    """Name what EDGAR lacks; where it lacks a filing, the command ends as failed."""
    for path in fetched.untagged:
        typer.echo(f"  {path}: no facts, EDGAR has none of this company")
    for _, reason in fetched.failed:
        typer.echo(f"  failed: {reason}")
    if fetched.failed:
        raise typer.Exit(2)


def _interrupted() -> None:
    typer.echo("interrupted; what is whole is kept, run the same command to go on", err=True)
    raise typer.Exit(130)


def tell(line: str) -> None:
    """A line about how far it is."""
    typer.echo(line, err=True)


def tell_step(number: int, of: int, path: Path) -> None:
    """What is fetched now."""
    tell(f"{number} of {of}: {path}")


def tell_file(path: Path, outcome: str) -> None:
    """What became of a file."""
    tell(f"{path.name}: {outcome}")


def print_plan(items: "Sequence[Item]") -> None:
    """What would be fetched, as a table."""
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
    """A day as people give it; SecqaError for what is none."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        raise SecqaError(f"{text}: no such day; give it like 2024-01-31") from error
