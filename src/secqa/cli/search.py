"""`secqa search`: the pages that fit a question, and why."""

from typing import TYPE_CHECKING, Annotated

import typer

from secqa.cli.options import CorpusOption, JsonOption

if TYPE_CHECKING:
    from secqa.corpus.store import Corpus
    from secqa.retrieval.rank import RankedPage

_PASSAGE = 240


def search(
    question: Annotated[str, typer.Argument(help="A question, or words to look for.")],
    corpus: CorpusOption,
    document: Annotated[
        list[str] | None, typer.Option(help="Look in this document only; can be repeated.")
    ] = None,
    pages: Annotated[int, typer.Option(help="How many pages.")] = 8,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show what each signal adds to a page's score.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Find pages in one document or the whole corpus, best first."""
    from secqa.cli.output import print_json
    from secqa.corpus.store import open_corpus
    from secqa.retrieval.rank import retrieve_pages

    opened = open_corpus(corpus)
    found = retrieve_pages(opened, question, pages, document or None)
    if as_json:
        print_json([_record(opened, page) for page in found])
        return
    for rank, page in enumerate(found, 1):
        _print(rank, page, _record(opened, page), explain)


def _record(corpus: "Corpus", found: "RankedPage") -> dict[str, object]:
    from secqa.retrieval.chunking import element_chunks

    page = corpus.page(found.document_id, found.page)
    chunks = element_chunks(page)
    return {
        "document_id": found.document_id,
        "page": found.page,
        "label": page.label,
        "score": found.score,
        "signals": found.signals,
        "headings": chunks[found.chunk].headings if chunks else (),
        "passage": chunks[found.chunk].text if chunks else "",
    }


def _print(rank: int, page: "RankedPage", record: dict[str, object], explain: bool) -> None:
    label = f' (printed "{record["label"]}")' if record["label"] else ""
    typer.echo(f"{rank}. {page.document_id} page {page.page}{label}  {page.score:.2f}")
    passage = " ".join(str(record["passage"]).split())
    typer.echo(f"   {passage if len(passage) <= _PASSAGE else passage[: _PASSAGE - 1] + '…'}")
    if explain:
        shares = sorted(page.signals.items(), key=lambda share: -share[1])
        typer.echo("   " + ", ".join(f"{name} {share:.2f}" for name, share in shares))
