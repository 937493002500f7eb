"""Read a benchmark, mark it on request, and write it in one format."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from secqa.benchmark.formats.arrow_tables import huggingface_layout, parquet_layout
from secqa.benchmark.formats.release import (
    NOTE,
    Files,
    FormatFiles,
    Release,
    read_release,
    write_release,
)
from secqa.benchmark.formats.text_files import (
    beir_layout,
    inspect_layout,
    jsonl_layout,
    trec_layout,
)
from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError

_LAYOUTS: dict[str, Callable[[Release], FormatFiles]] = {
    "jsonl": jsonl_layout,
    "parquet": parquet_layout,
    "huggingface": huggingface_layout,
    "trec": trec_layout,
    "inspect": inspect_layout,
}
FORMATS = (*_LAYOUTS, "beir")


@dataclass(frozen=True, slots=True)
class PublishOptions:
    """How a benchmark is to be published."""

    to: str
    """One of FORMATS."""
    corpus: CorpusPath | None = None
    """The corpus with the pages for `beir`."""
    canary: bool = False
    license: str = ""


def publish_benchmark(folder: Path, out: Path, options: PublishOptions) -> Release:
    """Write a benchmark in another form; equal benchmarks give equal bytes.

    Raises SecqaError, and writes nothing, when the folder is no benchmark, the format needs a
    corpus and has none, or `out` holds anything else.
    """
    if options.to not in FORMATS:
        raise SecqaError(f"--to {options.to}: must be one of {', '.join(FORMATS)}")
    if (options.corpus is None) == (options.to == "beir"):
        raise SecqaError(
            "--to beir: needs the pages; give the benchmark's --corpus"
            if options.to == "beir"
            else f"--corpus {options.corpus}: only --to beir takes pages; leave it out"
        )
    if out.resolve() == folder.resolve():
        raise SecqaError(f"{out}: is the benchmark itself; give another --out")
    release = read_release(folder, options.license, options.canary)
    write_release(files_of(release, options), out, "benchmark as published so")
    return release


def files_of(release: Release, options: PublishOptions) -> Files:
    """The files of a release in one format, with its card."""
    if options.corpus is None:
        layout = _LAYOUTS[options.to](release)
    else:
        layout = beir_layout(release, open_corpus(options.corpus))
    parts = [layout.loading]
    if release.license:
        parts.append(f"License: {release.license}.")
    if release.canary:
        parts.append(f"Canary, to keep the questions out of training data:\n\n    {release.canary}")
    note = "\n\n".join([f"{release.card.rstrip()}\n{NOTE.rstrip()}", *parts, ""])
    return {layout.card: (layout.front + note).encode()} | layout.files
