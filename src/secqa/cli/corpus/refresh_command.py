"""`secqa refresh`: what EDGAR has for a corpus since the last time, and what that changed."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from secqa.cli.corpus.fetch_command import (
    day_in,
    finish,
    print_plan,
    tell,
    tell_file,
    tell_step,
)
from secqa.cli.options import FOLDER, CompanyFactsOption, IdentityOption, ListOnlyOption
from secqa.corpus.address import corpus_path

if TYPE_CHECKING:
    from secqa.ingest.refresh import Changes

_CORPUS: Any = typer.Argument(
    parser=corpus_path, metavar=FOLDER, help="The corpus to bring up to date."
)
_NAMED = 3
"""Documents that are named where there may be many."""


def refresh(
    corpus: Annotated[Any, _CORPUS],
    since: Annotated[
        str, typer.Option(help="First day of filing; the day of the last time if not given.")
    ] = "",
    out: Annotated[Path | None, typer.Option(help="Folder to keep the files in.")] = None,
    identity: IdentityOption = "",
    facts: CompanyFactsOption = False,
    dry_run: ListOnlyOption = False,
) -> None:
    """Bring a corpus up to date with EDGAR, and say what changed.

    Looked for are filings of its companies in the forms that it holds, and amendments to them,
    since the last refresh; the first time, and for companies that came since, what was filed
    after each company's newest period. An interrupted refresh goes on when it is started again.
    """
    from secqa.corpus.store import open_corpus
    from secqa.ingest.edgar.client import Edgar
    from secqa.ingest.edgar.plan import items_in
    from secqa.ingest.from_edgar import bring, folder_for
    from secqa.ingest.held import Held
    from secqa.ingest.refresh import find_news, note_known, what_changed, without_company

    before = open_corpus(corpus)
    first = day_in(since)
    edgar = Edgar(identity)
    if strangers := without_company(before.documents):
        more = ", …" if len(strangers) > _NAMED else ""
        tell(
            f"{len(strangers)} documents without a CIK, whose companies are not looked for: "
            f"{', '.join(strangers[:_NAMED])}{more}"
        )
    news = find_news(edgar, before, first, tell)
    with folder_for(out) as folder:
        items = items_in(folder, news.filings)
        if dry_run:
            print_plan(items)
            return
        brought = bring(
            edgar,
            items,
            corpus,
            Held.of(before.documents),
            keep=out is not None,
            facts=facts,
            on_step=tell_step,
            on_file=tell_file,
        )
    if brought.ingested:
        _print_changes(what_changed(before, brought.ingested))
    if not brought.interrupted:
        note_known(corpus, news.known, [item.submission for item, _ in brought.fetched.failed])
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
    for one in changes.restated:
        typer.echo(
            f"restated: {one.company}  {one.metric}  {one.fiscal_period} {one.fiscal_year}  "
            f"{one.value:,.10g}, before {one.expected:,.10g}  {one.why}  "
            f"({', '.join(one.documents)})"
        )
