"""A benchmark in a folder of its own, and published."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tests.corpus.made import made_document
from tests.evaluation.made import made_benchmark

from secqa.benchmark.card import card_of
from secqa.benchmark.dataset import Benchmark, write_benchmark
from secqa.benchmark.formats.publish import Publishing, publish
from secqa.benchmark.formats.release import Release
from secqa.corpus.rows import rows_for
from secqa.corpus.store import open_corpus
from secqa.corpus.writer import CorpusWriter

WORD = "correct horse"


def made_corpus(folder: Path) -> Path:
    """A corpus of one document with three pages."""
    with CorpusWriter(folder) as writer:
        writer.add(rows_for(made_document()))
    return folder


def written(folder: Path, benchmark: Benchmark | None = None) -> Path:
    """The folder of a benchmark of twelve questions, from the corpus beside it if there is one."""
    made = benchmark or made_benchmark(12)
    corpus = folder.parent / "corpus"
    if corpus.exists():
        made = replace(made, corpus=open_corpus(corpus).fingerprint)
    write_benchmark(made, folder, card_of(made))
    return folder


def published(tmp_path: Path, to: str, name: str = "out", **how: object) -> tuple[Path, Release]:
    """The folder of a benchmark as published, and what was."""
    corpus = tmp_path / "corpus"
    if to == "beir":
        how["corpus"] = corpus if corpus.exists() else made_corpus(corpus)
    bench = tmp_path / "bench"
    written(bench)
    out = tmp_path / name
    return out, publish(bench, out, Publishing(to, **how))  # type: ignore[arg-type]


def files_in(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every file below a folder, by its path there."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield str(path.relative_to(folder)), path.read_bytes()
