"""`secqa generate`: a corpus into a benchmark."""

from pathlib import Path
from typing import Annotated

import typer

from secqa.cli.options import CorpusOption


def generate(
    corpus: CorpusOption,
    out: Annotated[Path, typer.Option(help="Folder for the benchmark.")],
    count: Annotated[int, typer.Option(help="Number of questions.")] = 300,
    seed: Annotated[int, typer.Option(help="The same seed gives the same questions.")] = 7,
    suite: Annotated[
        str, typer.Option(help="single, compound, multi-document, or all: six templates.")
    ] = "all",
    metrics: Annotated[str, typer.Option(help="Ask only about these: ids, by comma.")] = "",
    wording: Annotated[
        str, typer.Option(help="paper: its exact words; varied: others as well; composed: in full.")
    ] = "paper",
    quarters: Annotated[
        bool, typer.Option("--quarters", help="Ask about quarters (10-Q) as well as years.")
    ] = False,
    definitions: Annotated[
        bool, typer.Option("--definitions", help="Compound questions say what their metric is.")
    ] = False,
) -> None:
    """Make a benchmark: questions with verified answers.

    Each with its evidence and the program that works it out, all from one corpus.
    """
    from secqa import __version__
    from secqa.benchmark.card import card_of
    from secqa.benchmark.dataset import write_benchmark
    from secqa.benchmark.generate import Settings, source_of
    from secqa.benchmark.generate import generate as make
    from secqa.cli.output import command_line
    from secqa.corpus.store import open_corpus

    wanted = tuple(name.strip() for name in metrics.split(",") if name.strip())
    catalogue = open_corpus(corpus).catalogue
    settings = Settings(suite, count, seed, wanted, wording, quarters, definitions)
    benchmark = make(source_of(corpus), catalogue, settings, __version__, command_line())
    write_benchmark(benchmark, out, card_of(benchmark))
    typer.echo(f"{out}: {len(benchmark.questions)} questions ({benchmark.fingerprint})")
