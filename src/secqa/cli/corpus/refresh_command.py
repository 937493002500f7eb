"""`secqa refresh`: bring a corpus up to date with EDGAR, and list the changes."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from secqa.cli.corpus.fetch_command import (
    FetchOptions,
    day_in,
    finish,
    print_plan,
    tell,
    tell_file,
    tell_step,
)
from secqa.cli.options import IdentityOption, corpus_argument
from secqa.corpus.corpus_address import CorpusPath

if TYPE_CHECKING:
    from secqa.ingest.edgar_refresh import Changes

_LISTED = 3
"""Documents named where there may be many."""


def refresh(
    corpus: Annotated[CorpusPath, corpus_argument("The corpus to bring up to date.")],
    options: FetchOptions,
    since: Annotated[
        str, typer.Option(help="First day of filing; by default that of the last refresh.")
    ] = "",
    out: Annotated[Path | None, typer.Option(help="Folder to keep the files in.")] = None,
    identity: IdentityOption = "",
) -> None:
    """Bring a corpus up to date with EDGAR, and list what changed.

    It fetches filings of the corpus's companies in the forms that it holds, and their amendments,
    since the last refresh; the first time, and for new companies, filings after each company's
    newest period. Start an interrupted refresh again to go on.
    """
    from secqa.corpus.corpus_store import open_corpus
    from secqa.ingest.edgar.edgar_client import Edgar
    from secqa.ingest.edgar.fetch_plan import items_in
    from secqa.ingest.edgar_ingest import bring, folder_for
    from secqa.ingest.edgar_refresh import (
        find_news,
        save_refresh_state,
        what_changed,
        without_company,
    )
    from secqa.ingest.edgar_tasks import CorpusFilings

    before = open_corpus(corpus)
    first = day_in(since)
    edgar = Edgar(identity)
    if unidentified := without_company(before.documents):
        more = ", …" if len(unidentified) > _LISTED else ""
        tell(
            f"{len(unidentified)} documents have no CIK, so their companies are not refreshed: "
            f"{', '.join(unidentified[:_LISTED])}{more}"
        )
    news = find_news(edgar, before, first, tell)
    with folder_for(out) as folder:
        items = items_in(folder, news.filings)
        if options.dry_run:
            print_plan(items)
            return
        brought = bring(
            edgar,
            items,
            corpus,
            CorpusFilings.of(before.documents),
            keep=out is not None,
            facts=options.facts,
            on_step=tell_step,
            on_file=tell_file,
        )
    if brought.ingested:
        _print_changes(what_changed(before, brought.ingested))
    if not brought.interrupted:
        save_refresh_state(
            corpus, news.known, [item.submission for item, _ in brought.fetched.failed]
        )
    finish(brought, corpus)


def _print_changes(changes: "Changes") -> None:
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
