"""The chunking paper's study: `python benchmarks/chunking_study.py FINANCEBENCH_DIR`.

Needs the extra `study`. `--model rule` makes the paper's table 5 without a language model.
"""

import hashlib
import os
from pathlib import Path
from typing import Annotated

import typer

from chunking.answers import NO_ANSWER
from chunking.by_rule import study_thoughts
from chunking.overlap import Scorer
from chunking.questions import read_questions, reports_in
from chunking.report import figures, tables, write_report
from chunking.study import run_study
from secqa.cli.options import SpendingOptions, declare
from secqa.cli.terminal import print_json
from secqa.corpus.corpus_address import CorpusPath, corpus_path
from secqa.corpus.corpus_store import open_corpus
from secqa.ingest.ingest_pipeline import IngestProgress, ingest
from secqa.models.model import Model
from secqa.models.open_model import ModelLimits, open_model
from secqa.retrieval.vectors.embedder import open_embedder
from secqa.serving.offline_model import offline_model


def chunking_study(
    folder: Annotated[
        Path,
        typer.Argument(metavar="FINANCEBENCH_DIR", help="Folder with questions.jsonl and pdfs/."),
    ],
    spending: SpendingOptions,
    corpus: Annotated[
        CorpusPath | None,
        typer.Option(
            parser=corpus_path, help="Where the reports are ingested to; kept for the next time."
        ),
    ] = None,
    embedder: Annotated[
        str, typer.Option(help="Rank chunks by this embedder rather than by BM25.")
    ] = "none",
    model: Annotated[
        str, typer.Option(help="Table 5 too: what answers and judges, as openai:gpt-5 or rule.")
    ] = "",
    out: Annotated[Path | None, typer.Option(help="An HTML report to write.")] = None,
    as_json: bool = False,
) -> None:
    """Compare ways to cut reports into chunks.

    Strategies and representations stand beside the figures that the paper printed. With a model
    its answers too.
    """

    questions = read_questions(folder)
    scorer = Scorer()
    embeds = open_embedder(embedder)
    ask = _ask(model, ModelLimits(spending.budget, spending.max_calls))
    place = corpus or _cache(folder)
    ingest(
        reports_in(folder),
        place,
        progress=IngestProgress(on_file=lambda path, _: _note(f"read {path.name}")),
    )
    outcomes = run_study(
        open_corpus(place),
        questions,
        scorer,
        embedder=embeds,
        on_way=lambda way: _note(way.name),
        model=ask,
    )
    if out is not None:
        write_report(outcomes, embedder, out, model)
        _note(f"report written to {out.resolve()}")
    if as_json:
        print_json(figures(outcomes, embedder, model))
    else:
        typer.echo(tables(outcomes, embedder, model))


def _cache(folder: Path) -> Path:
    """A place of the user's for the corpus of this folder."""

    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    name = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:12]
    return root / "secqa" / f"chunking-study-{name}"


def _note(text: str) -> None:
    typer.echo(text, err=True)


def _ask(model: str, limits: ModelLimits) -> Model | None:
    """The model of a name; `rule` is the product's own reader and judge."""
    if model == "rule":
        return offline_model(lambda _: NO_ANSWER, study_thoughts())
    return open_model(model, limits).ask if model else None


if __name__ == "__main__":
    typer.run(declare("chunking-study", chunking_study))
