"""`secqa validate`: what speaks against the questions of a benchmark."""

from pathlib import Path
from typing import Annotated

import typer

from secqa.cli.options import JsonOption, corpus_option
from secqa.corpus.address import CorpusPath


def validate(
    benchmark: Annotated[
        Path, typer.Argument(help="Folder of the benchmark, made by `secqa generate`.")
    ],
    corpus: Annotated[
        CorpusPath | None,
        corpus_option("The corpus it was made from, which tells more."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List what speaks against the questions of a benchmark.

    Every check that questions go through when they are made, on any benchmark: of its own record
    alone or, with the corpus, of the whole fact table and the pages too. Exit code 1 where
    anything is doubted.
    """
    from dataclasses import asdict

    from secqa.benchmark.dataset import read_benchmark
    from secqa.benchmark.gates.recheck import recheck, sources_of
    from secqa.benchmark.source import source_of
    from secqa.cli.terminal import print_json
    from secqa.corpus.store import open_corpus
    from secqa.metrics.catalogue import load_catalogue

    read = read_benchmark(benchmark)
    catalogue = open_corpus(corpus).catalogue if corpus is not None else load_catalogue()
    sources = None
    if corpus is not None:
        made_from = source_of(corpus)
        sources = sources_of(made_from.rows, made_from.page_numbers, made_from.document)
    found = recheck(read, catalogue, sources)
    questions = len({one.question_id for one in found})
    if as_json:
        print_json({"questions": len(read.questions), "doubted": [asdict(one) for one in found]})
    else:
        for one in found:
            typer.echo(
                f"{one.question_id}  {one.gate}: {f'{one.what}: ' * bool(one.what)}{one.why}"
            )
        typer.echo(f"{benchmark}: {questions} of {len(read.questions)} questions are doubted")
    if found:
        raise typer.Exit(1)
