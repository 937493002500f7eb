"""`secqa index`: the page index of a corpus, and vectors where an embedder is named."""

from typing import Annotated

import typer

from secqa.cli.options import CorpusOption


def index(
    corpus: CorpusOption,
    embedder: Annotated[
        str,
        typer.Option(
            help="none, sentence-transformers:NAME, openai:NAME, ollama:NAME or local:PATH."
        ),
    ] = "none",
    store: Annotated[
        str, typer.Option(help="Where vectors are kept: lancedb, milvus:URI or weaviate:URL.")
    ] = "lancedb",
) -> None:
    """Bring the indexes of a corpus up to date.

    What is there already is left alone.
    """
    from secqa.corpus.store import open_corpus
    from secqa.corpus.writer import CorpusWriter
    from secqa.retrieval.embedding.open import open_embedder
    from secqa.retrieval.index import update_index
    from secqa.retrieval.vectors.dense import Dense, update_vectors
    from secqa.retrieval.vectors.open import open_store

    open_corpus(corpus)  # what is none is told, and not made
    embeds = open_embedder(embedder)
    with CorpusWriter(corpus):  # nobody else is at it
        opened = open_corpus(corpus)
        typer.echo(f"page index: {update_index(opened)} documents added")
        if embeds is not None:
            dense = Dense(embeds, open_store(store, opened, embeds.name))
            made = update_vectors(
                opened, dense, lambda count, of: typer.echo(f"{count} of {of} embedded", err=True)
            )
            typer.echo(
                f"vectors of {embeds.name}: {made.added} documents added, {made.removed} removed"
            )
