"""`secqa app`: questions, answers and filings in a browser, with the evidence before one's eyes."""

from pathlib import Path
from typing import Annotated

import typer

from secqa.cli.options import AnyCorpusOption, BudgetOption, MaxCallsOption, ReaderOption
from secqa.corpus.address import CorpusPath

_EXTRA = ("python_multipart", "starlette", "uvicorn", "xlsxwriter")
_DEMO = Path("demo/corpus")
"""Where `secqa demo` keeps the corpus of the bundled sample."""
_TRIES = 3
"""Of a request to a model: somebody waits, and can press the button again."""


def app(
    corpus: AnyCorpusOption = None,
    filings: Annotated[
        list[Path] | None,
        typer.Option(
            help="Folder of the files it was made from, to show pages as printed; can be repeated."
        ),
    ] = None,
    demo: Annotated[
        bool,
        typer.Option("--demo", help="Open the bundled sample; its corpus is kept in demo/corpus."),
    ] = False,
    benchmarks: Annotated[
        list[Path] | None,
        typer.Option(help="Benchmark, or folder of benchmarks; can be repeated."),
    ] = None,
    runs: Annotated[
        list[Path] | None, typer.Option(help="Run, or folder of runs; can be repeated.")
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option(
            help="Offer this model, too: provider:model, as openai:gpt-5; can be repeated. It is "
            "asked only when somebody presses its button."
        ),
    ] = None,
    planner: Annotated[
        str,
        typer.Option(
            help="With a model: model-query (it says what is asked, which can be changed), model "
            "(it writes a program), offline-first or offline."
        ),
    ] = "model-query",
    reader: ReaderOption = "model",
    records: Annotated[
        str | None,
        typer.Option(help="Records to chat about: a JSON file, or mongodb:// address."),
    ] = None,
    generator: Annotated[
        list[str] | None,
        typer.Option(help="Answers chats beside offline, as few-shot:openai:gpt-5; repeatable."),
    ] = None,
    budget: BudgetOption = None,
    max_calls: MaxCallsOption = None,
    host: Annotated[
        str, typer.Option(help="Address to listen on; where others can reach it, with a token.")
    ] = "127.0.0.1",
    open_folders: Annotated[
        bool,
        typer.Option(
            "--open-folders",
            help="With --host: let those with the token add folders of this machine, too.",
        ),
    ] = False,
    port: Annotated[int, typer.Option(help="0 takes a free one.", min=0, max=65535)] = 8321,
) -> None:
    """Open questions, answers and filings in a browser on this machine; stop with Ctrl-C."""
    from importlib.util import find_spec

    from secqa.errors import SecqaError

    if any(find_spec(name) is None for name in _EXTRA):
        raise SecqaError("app: needs its extra; install it with `pip install 'secqa[app]'`")
    if demo:
        corpus, filings = _sample(corpus or _DEMO)
        if isinstance(corpus, Path):
            # What `secqa demo` left beside its corpus.
            benchmarks = benchmarks or _there(corpus.parent / "benchmark")
            runs = runs or _there(corpus.parent / "runs")
    if corpus is None:
        raise SecqaError("app: give --corpus FOLDER, or --demo for the bundled sample")
    from secqa.app.chat.holding import Talking
    from secqa.app.chat.thinkers import thinkers_of
    from secqa.app.models import open_models
    from secqa.app.server import serve
    from secqa.app.workplace import Current, Folders
    from secqa.cli.model_options import mode_of
    from secqa.conversation.store import open_records
    from secqa.models.open_model import ModelLimits

    _bring_up(corpus)
    folders = Folders(tuple(filings or ()), tuple(benchmarks or ()), tuple(runs or ()))
    modes = mode_of("planner", planner), mode_of("reader", reader)
    limits = ModelLimits(budget, max_calls, tries=_TRIES)
    models = open_models(model or (), modes, limits)
    thinkers = thinkers_of(generator or (), models.open)
    talking = Talking(thinkers, open_records(records) if records else None)
    serve(
        Current(corpus, folders, models),
        host,
        port,
        lambda url: typer.echo(f"open {url} in a browser; stop with Ctrl-C"),
        open_folders,
        talking,
    )


def _bring_up(corpus: CorpusPath) -> None:
    """Index the documents of an ingest that was ended before it came to that."""
    from secqa.corpus.store import open_corpus
    from secqa.corpus.writer import CorpusWriter
    from secqa.errors import SecqaError
    from secqa.retrieval.index import update_index
    from secqa.retrieval.pool import page_index

    opened = open_corpus(corpus)
    try:
        page_index(opened)
    except SecqaError:
        with CorpusWriter(corpus):  # nobody else is at it
            typer.echo(f"{corpus}: bringing its page index up to date", err=True)
            update_index(open_corpus(corpus))


def _sample(corpus: CorpusPath) -> tuple[CorpusPath, list[Path]]:
    """The corpus of the bundled sample, made where it is not there yet, and its files."""
    from secqa.ingest.pipeline import ingest
    from secqa.sample import sample_filings

    ingest([sample_filings()], corpus)
    return corpus, [sample_filings()]


def _there(folder: Path) -> list[Path]:
    return [folder] if folder.is_dir() else []
