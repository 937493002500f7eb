"""The name of an embedder -> the embedder.

In: `sentence-transformers:NAME`, `openai:NAME`, `ollama:NAME`, `local:PATH` or `none`.
"""

from secqa.errors import SecqaError
from secqa.retrieval.embedding.embedder import Embedder

KINDS = ("sentence-transformers", "openai", "ollama", "local")


def open_embedder(name: str) -> Embedder | None:
    """The embedder of a name, None for "none".

    Raises SecqaError for a name that is none of these, or when what it needs is not there.
    """
    kind, _, model = name.partition(":")
    if name == "none":
        return None
    if kind not in KINDS or not model:
        raise SecqaError(
            f"{name}: no such embedder; give none, " + ", ".join(f"{kind}:NAME" for kind in KINDS)
        )
    if kind in ("openai", "ollama"):
        from secqa.retrieval.embedding.service import open_service

        return open_service(kind, model)
    from secqa.retrieval.embedding.transformer import open_transformer

    return open_transformer(kind, model)
