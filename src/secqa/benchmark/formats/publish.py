"""A benchmark's folder in, the folder of one format out: read, marked, encrypted, written."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from secqa.benchmark.formats.beir import beir_files
from secqa.benchmark.formats.huggingface import huggingface_files
from secqa.benchmark.formats.inspect import inspect_files
from secqa.benchmark.formats.jsonl import jsonl_files
from secqa.benchmark.formats.parquet import parquet_files
from secqa.benchmark.formats.release import (
    Files,
    Release,
    read_release,
    with_canary,
    write_release,
)
from secqa.benchmark.formats.sealing import sealed
from secqa.benchmark.formats.trec import trec_files
from secqa.corpus.address import CorpusPath
from secqa.corpus.store import open_corpus
from secqa.errors import SecqaError

_WRITTEN: dict[str, Callable[[Release], Files]] = {
    "jsonl": jsonl_files,
    "parquet": parquet_files,
    "huggingface": huggingface_files,
    "trec": trec_files,
    "inspect": inspect_files,
}
FORMATS = (*_WRITTEN, "beir")


@dataclass(frozen=True, slots=True)
class Publishing:
    """How a benchmark is to be published."""

    to: str
    """One of FORMATS."""
    corpus: CorpusPath | None = None
    """Whose pages `beir` takes."""
    canary: bool = False
    encrypt: bool = False
    password: str = ""
    """The canary where it is ""."""
    license: str = ""


def publish(folder: Path, out: Path, how: Publishing) -> Release:
    """Write a benchmark in another form; the same bytes for the same benchmark.

    Raises SecqaError when the folder is no benchmark, the format wants a corpus and has none,
    or `out` holds anything else. Then nothing is written.
    """
    if how.to not in FORMATS:
        raise SecqaError(f"--to {how.to}: must be one of {', '.join(FORMATS)}")
    if (how.corpus is None) == (how.to == "beir"):
        raise SecqaError(
            "--to beir: needs the pages; give the benchmark's --corpus"
            if how.to == "beir"
            else f"--corpus {how.corpus}: only --to beir takes pages; leave it out"
        )
    if out.resolve() == folder.resolve():
        raise SecqaError(f"{out}: is the benchmark itself; give another --out")
    release = replace(read_release(folder), license=how.license)
    if how.canary or (how.encrypt and not how.password):
        release = with_canary(release)
    if how.encrypt:
        release = sealed(release, how.password)
    write_release(files_of(release, how), out, "benchmark as published so")
    return release


def files_of(release: Release, how: Publishing) -> Files:
    """The files of a release in one format."""
    if how.to == "beir":
        assert how.corpus is not None
        return beir_files(release, open_corpus(how.corpus))
    return _WRITTEN[how.to](release)
