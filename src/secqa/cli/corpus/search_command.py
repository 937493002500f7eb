"""`secqa search`: the pages that fit a question, and why."""

from typing import TYPE_CHECKING, Annotated

import typer

from secqa.cli.options import (
    CorpusOption,
    EmbedderOption,
    JsonOption,
    RetrieverOption,
    StoreOption,
    as_text,
)

if TYPE_CHECKING:
    from secqa.corpus.store import Corpus
    from secqa.retrieval.rank import RankedPage

_PASSAGE = 240
_RERANKED = 32
"""Pages that a reranker looks at, at least."""


def search(
    question: Annotated[
        str, typer.Argument(help="A question, or words to look for.", callback=as_text)
    ],
    corpus: CorpusOption,
    document: Annotated[
        list[str] | None, typer.Option(help="Look in this document only; can be repeated.")
    ] = None,
    pages: Annotated[int, typer.Option(help="How many pages.")] = 8,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show what each signal adds to a page's score.")
    ] = False,
    retriever: RetrieverOption = "ranked",
    embedder: EmbedderOption = "none",
    store: StoreOption = "lancedb",
    reranker: Annotated[
        str, typer.Option(help="Order what is found anew: cross-encoder:NAME.")
    ] = "none",
    as_json: JsonOption = False,
) -> None:
    """Find pages of a document or the corpus, best first."""
    from secqa.cli.terminal import print_json
    from secqa.corpus.store import open_corpus
    from secqa.retrieval.embedding.reranker import open_reranker
    from secqa.retrieval.rerank import rerank
    from secqa.retrieval.retriever import RANKED, ChosenRetriever, open_retriever
    from secqa.retrieval.select import documents_meant

    opened = open_corpus(corpus)
    reorders = open_reranker(reranker)
    retrieve = open_retriever(ChosenRetriever(retriever, embedder, store), opened)
    wanted = pages if reorders is None else max(pages, _RERANKED)
    found = retrieve(question, wanted, document or None)
    if reorders is not None:
        found = rerank(opened, question, found, pages, reorders)
    if as_json:
        print_json([_record(opened, page) for page in found])
        return
    if explain and retriever == RANKED and not document:
        for fit in documents_meant(opened, question):
            typer.echo(f"in {fit.document_id}: {', '.join(fit.reasons)}")
    if not found:
        typer.echo(f"no page of {corpus} has a word of the question")
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
    from secqa.cli.terminal import cut

    label = f' (printed "{record["label"]}")' if record["label"] else ""
    typer.echo(f"{rank}. {page.document_id} page {page.page}{label}  {page.score:.2f}")
    typer.echo(f"   {cut(str(record['passage']), _PASSAGE)}")
    if explain:
        shares = sorted(page.signals.items(), key=lambda share: -share[1])
        typer.echo("   " + ", ".join(f"{name} {share:.2f}" for name, share in shares))
