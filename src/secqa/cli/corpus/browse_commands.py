"""`secqa documents`, `pages`, `search` and `convert`: look at what was read from filings."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import typer

from secqa.api.corpus_tables import document_table, page_table
from secqa.cli.terminal import aligned, cut, print_json, print_rows
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_rows import Entry
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError
from secqa.export.document_formats import (
    document_html,
    document_json,
    document_markdown,
    document_schema,
)
from secqa.export.library_formats import document_docling
from secqa.facts.tags.ixbrl import facts_of
from secqa.files import write_file
from secqa.filings.document import Document, Element, Page
from secqa.filings.read import is_pdf, load_file, read_filing
from secqa.retrieval.retriever import RANKED, ChosenRetriever, open_retriever
from secqa.retrieval.select import matching_documents

_LABEL_WIDTH = 60
_PASSAGE_WIDTH = 240


def documents(corpus: CorpusPath, as_json: bool = False) -> None:
    """List the documents of a corpus."""
    entries = open_corpus(corpus).entries
    if as_json:
        print_json([_entry_record(entry) for entry in entries])
        return
    table = document_table(entries)
    print_rows(table.columns, table.rows)
    typer.echo(f"{len(entries)} documents")


def _entry_record(entry: Entry) -> dict[str, Any]:
    counts = asdict(entry)
    metadata: dict[str, Any] = counts.pop("metadata")
    return metadata | counts


def pages(
    document: str, corpus: CorpusPath, number: int | None = None, as_json: bool = False
) -> None:
    """List the pages of a document, or print one."""
    opened = open_corpus(corpus)
    if number is not None:
        page = opened.page(document, number)
        if as_json:
            print_json(page)
        else:
            _print_page(document, page)
        return
    rows = [(p.number, p.label, p.tables, p.title) for p in opened.document(document).pages]
    headers = ("page", "label", "tables", "title")
    if as_json:
        print_json([dict(zip(headers, row, strict=True)) for row in rows])
    else:
        print_rows(headers, rows)


def _print_page(document: str, page: Page) -> None:
    printed = f', printed number "{page.label}"' if page.label else ""
    typer.echo(f"{document}, page {page.number}{printed}\n")
    for element in page.elements:
        typer.echo("\n".join(_table_lines(element)) if element.table else element.text)
        typer.echo()


def _table_lines(element: Element) -> list[str]:
    table = element.table
    if table is None or not table.cells:
        return []
    rows = [[cut(row[0], _LABEL_WIDTH), *row[1:]] for row in table.cells] if table.cells[0] else []
    lines = aligned(rows, [False] + [True] * (len(table.cells[0]) - 1))
    if 0 < table.header_rows < len(lines):
        lines.insert(table.header_rows, "-" * max(map(len, lines)))
    return lines


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """Where to search, and the form of the result."""

    document: list[str] | None = None
    pages: int = 8
    explain: bool = False


def search(
    question: str,
    corpus: CorpusPath,
    options: SearchOptions,
    retrieval: ChosenRetriever,
    as_json: bool = False,
) -> None:
    """Find pages of a document or the corpus, best first."""
    opened = open_corpus(corpus)
    retrieve = open_retriever(retrieval, opened)
    ranked = retrieve(question, options.pages, options.document or None)
    hits = page_table(opened, ranked)
    if as_json:
        print_json(list(hits))
        return
    if options.explain and retrieval.retriever == RANKED and not options.document:
        for fit in matching_documents(opened, question):
            typer.echo(f"in {fit.document_id}: {', '.join(fit.reasons)}")
    if not ranked:
        typer.echo(f"no page of {corpus} has a word of the question")
    for rank, hit in enumerate(hits, 1):
        _print_hit(rank, hit, options.explain)


def _print_hit(rank: int, hit: dict[str, Any], explain: bool) -> None:
    label = f' (printed "{hit["label"]}")' if hit["label"] else ""
    typer.echo(f"{rank}. {hit['document_id']} page {hit['page']}{label}  {hit['score']:.2f}")
    typer.echo(f"   {cut(hit['passage'], _PASSAGE_WIDTH)}")
    if explain:
        shares = sorted(hit["signals"].items(), key=lambda share: -share[1])
        typer.echo("   " + ", ".join(f"{name} {share:.2f}" for name, share in shares))


ExportFormat = Literal["json", "markdown", "html", "docling"]
_WRITERS: dict[ExportFormat, Callable[[Document], str]] = {
    "markdown": document_markdown,
    "html": document_html,
}


def convert(
    file: Path | None = None,
    to: ExportFormat = "json",
    out: Path | None = None,
    schema: bool = False,
) -> None:
    """Convert one filing to another format.

    json: all content, with the tagged facts apart, as --schema documents. markdown, html: for
    reading. docling: a DoclingDocument; of a PDF with the box of each element, of other files,
    which have no measures, with the whole page as the box.
    """
    if schema:
        typer.echo(document_schema())
        return
    if file is None:
        raise SecqaError("convert: give a filing, or --schema")
    filing = read_filing(file)
    document = filing.document
    if to == "json":
        text = document_json(document, facts_of(filing))
    elif to == "docling":
        data, _ = load_file(file)
        text = document_docling(document, data if is_pdf(data) else b"")
    else:
        text = _WRITERS[to](document)
    if out is None:
        typer.echo(text, nl=not text.endswith("\n"))
    else:
        write_file(out, text.encode())
    for warning in document.warnings:
        typer.echo(f"{file}: {warning}", err=True)
