"""`secqa publish`: a benchmark in the formats of other tools."""

from pathlib import Path
from typing import Literal

import typer

from secqa.benchmark.formats.publication import PublishOptions, publish_benchmark
from secqa.corpus.corpus_address import CorpusPath

PublishFormat = Literal["jsonl", "parquet", "huggingface", "beir", "trec", "inspect"]


def publish(
    benchmark: Path,
    to: PublishFormat,
    out: Path,
    corpus: CorpusPath | None = None,
    license: str = "",
    canary: bool = False,
) -> None:
    """Write a benchmark for other tools.

    jsonl: as `secqa run` reads it. parquet: one row a question. huggingface: a dataset with its
    card, for `datasets` and the hub. beir: pages, questions and grades. trec: topics and qrels.
    inspect: samples for Inspect.
    """
    release = publish_benchmark(benchmark, out, PublishOptions(to, corpus, canary, license))
    typer.echo(f"{out}: {len(release.records)} questions as {to}")
    if release.canary:
        typer.echo(f"canary: {release.canary}")
