"""`secqa documents`: what is in a corpus."""

from typing import TYPE_CHECKING, Any

import typer

from secqa.cli.options import CorpusOption, JsonOption

if TYPE_CHECKING:
    from secqa.corpus.rows import Entry


def documents(corpus: CorpusOption, as_json: JsonOption = False) -> None:
    """List the documents of a corpus."""
    from secqa.cli.terminal import print_json, print_rows
    from secqa.corpus.store import open_corpus

    entries = open_corpus(corpus).entries
    if as_json:
        print_json([_record(entry) for entry in entries])
        return
    print_rows(
        ("document", "company", "form", "year", "period", "ends", "pages", "tables", "facts"),
        [
            (
                entry.metadata.document_id,
                entry.metadata.company,
                entry.metadata.form,
                entry.metadata.fiscal_year or "",
                entry.metadata.fiscal_period,
                entry.metadata.period_end or "",
                entry.pages,
                entry.tables,
                entry.facts,
            )
            for entry in entries
        ],
    )
    typer.echo(f"{len(entries)} documents")


def _record(entry: "Entry") -> dict[str, Any]:
    from dataclasses import asdict

    counts = asdict(entry)
    metadata: dict[str, Any] = counts.pop("metadata")
    return metadata | counts
