"""`secqa app`: questions, answers and filings in a browser, beside their evidence."""

from dataclasses import dataclass, fields, replace
from pathlib import Path

import typer

from secqa.cli.model_options import modes_of
from secqa.cli.options import ModelOptions, SpendingOptions
from secqa.corpus.corpus_address import CorpusPath

_EXTRA = ("python_multipart", "starlette", "uvicorn", "xlsxwriter")
_DEMO = Path("demo/corpus")
"""Where `secqa demo` keeps the corpus of the bundled sample."""
_TRIES = 3
"""Tries of a model request: a person waits, and can press the button again."""


@dataclass(frozen=True, slots=True)
class FolderOptions:
    """Folders that the app shows beside the corpus."""

    filings: list[Path] | None = None
    benchmarks: list[Path] | None = None
    runs: list[Path] | None = None


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """Models and records that the app offers, and where it listens."""

    model: list[str] | None = None
    planner: str = "model-query"
    reader: str = "offline-first"
    records: str | None = None
    generator: list[str] | None = None
    host: str = "127.0.0.1"
    open_folders: bool = False
    port: int = 8321


def app(
    folders: FolderOptions,
    server: ServerOptions,
    spending: SpendingOptions,
    corpus: CorpusPath | None = None,
    demo: bool = False,
) -> None:
    """Open questions, answers and filings in a browser on this machine; stop with Ctrl-C."""
    from importlib.util import find_spec

    from secqa.errors import SecqaError

    if any(find_spec(name) is None for name in _EXTRA):
        raise SecqaError("app: needs its extra; install it with `pip install 'secqa[app]'`")
    if demo:
        corpus, folders = _sample(corpus or _DEMO, folders)
    if corpus is None:
        raise SecqaError("app: give --corpus FOLDER, or --demo for the bundled sample")
    from secqa.app.chat.chat_service import ChatService, chat_generators
    from secqa.app.models import open_models
    from secqa.app.server import serve
    from secqa.app.workplace import Current, Folders
    from secqa.conversation.records.record_store import open_records
    from secqa.models.open_model import ModelLimits

    update_page_index(corpus)
    shelves = Folders(*(tuple(getattr(folders, own.name) or ()) for own in fields(folders)))
    modes = modes_of(ModelOptions(planner=server.planner, reader=server.reader))
    limits = ModelLimits(spending.budget, spending.max_calls, tries=_TRIES)
    models = open_models(server.model or (), modes, limits)
    generators = chat_generators(server.generator or (), models.open)
    chat_service = ChatService(generators, open_records(server.records) if server.records else None)
    serve(
        Current(corpus, shelves, models),
        server.host,
        server.port,
        lambda url: typer.echo(f"open {url} in a browser; stop with Ctrl-C"),
        server.open_folders,
        chat_service,
    )


def update_page_index(corpus: CorpusPath) -> None:
    """Index the documents of an ingest that ended before it built its index."""
    from secqa.corpus.corpus_store import open_corpus
    from secqa.errors import SecqaError
    from secqa.retrieval.pool import page_index

    opened = open_corpus(corpus)
    try:
        page_index(opened)
    except SecqaError:
        # Writing needs a library that takes most of a second to load.
        from secqa.corpus.corpus_writer import CorpusWriter
        from secqa.retrieval.indexing.page_index import update_index

        with CorpusWriter(corpus):  # holds the lock against other writers
            typer.echo(f"{corpus}: bringing its page index up to date", err=True)
            update_index(open_corpus(corpus))


def _sample(corpus: CorpusPath, folders: FolderOptions) -> tuple[CorpusPath, FolderOptions]:
    """The corpus of the bundled sample, ingested if it is new, and the folders beside it."""
    from secqa.ingest.ingest_pipeline import ingest
    from secqa.sample import sample_filings

    ingest([sample_filings()], corpus)
    if not isinstance(corpus, Path):
        return corpus, replace(folders, filings=[sample_filings()])
    benchmarks, runs = (
        own or [folder for folder in (corpus.parent / name,) if folder.is_dir()]
        for own, name in ((folders.benchmarks, "benchmark"), (folders.runs, "runs"))
    )
    return corpus, FolderOptions([sample_filings()], benchmarks, runs)
