"""`secqa validate`: what speaks against the questions of a benchmark."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from secqa.cli.options import JsonOption
from secqa.corpus.address import CorpusPath

if TYPE_CHECKING:
    from secqa.benchmark.gates.recheck import Sources


def validate(
    benchmark: Annotated[
        Path, typer.Argument(help="Folder of the benchmark, made by `secqa generate`.")
    ],
    corpus: Annotated[
        Path | None,
        typer.Option("--corpus", help="The corpus it was made from, which tells more."),
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
    from secqa.benchmark.gates.recheck import recheck
    from secqa.cli.output import print_json
    from secqa.corpus.store import open_corpus
    from secqa.metrics.catalogue import load_catalogue

    read = read_benchmark(benchmark)
    catalogue = open_corpus(corpus).catalogue if corpus is not None else load_catalogue()
    found = recheck(read, catalogue, _sources(corpus) if corpus is not None else None)
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


def _sources(corpus: CorpusPath) -> "Sources":
    from functools import cache

    from secqa.benchmark.gates.recheck import Sources
    from secqa.benchmark.generate import source_of
    from secqa.facts.table.gates.statement_lines import StatementLine, statement_lines

    source = source_of(corpus)

    @cache
    def lines_of(document_id: str) -> tuple[StatementLine, ...]:
        return statement_lines(source.document(document_id))

    return Sources(source.rows, source.page_numbers, lines_of)
