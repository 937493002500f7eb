"""`secqa validate`: doubts about the questions of a benchmark."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from secqa.cli.options import JsonOption, corpus_option
from secqa.cli.terminal import print_json
from secqa.corpus.corpus_address import CorpusPath


def validate(
    benchmark: Annotated[
        Path, typer.Argument(help="Folder of the benchmark, made by `secqa generate`.")
    ],
    corpus: Annotated[
        CorpusPath | None,
        corpus_option("The corpus it was made from, for more checks."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List doubts about the questions of a benchmark.

    Any benchmark goes through the checks of new questions: with its own records alone or, with the
    corpus, with the whole fact table and the pages. Exit code 1 where a question is doubted.
    """
    from secqa.benchmark.basis import corpus_facts
    from secqa.benchmark.dataset import read_benchmark
    from secqa.benchmark.gates.recheck import recheck, sources_of
    from secqa.corpus.corpus_store import open_corpus
    from secqa.metrics.catalogue import load_catalogue

    read = read_benchmark(benchmark)
    catalogue = open_corpus(corpus).catalogue if corpus is not None else load_catalogue()
    sources = None
    if corpus is not None:
        made_from = corpus_facts(corpus)
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
