"""A writer that is killed at one of its steps, and what it may leave behind."""

import subprocess
import sys
from pathlib import Path

import lance

from secqa.corpus.corpus_address import CorpusPath
from secqa.corpus.corpus_schema import HIDDEN, ORIGINALS, SHOWN, TRUTH
from secqa.corpus.corpus_store import open_corpus

_SCRIPT = """
import os, signal, sys
from lance.dataset import LanceDataset, MergeInsertBuilder
from secqa.corpus import corpus_writer

steps = int(sys.argv[2])

def counted(step):
    def run(*args, **more):
        global steps
        steps -= 1
        if steps < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return step(*args, **more)
    return run

for kind, name in (
    (corpus_writer, "dataset_in"),
    (LanceDataset, "insert"),
    (LanceDataset, "delete"),
    (LanceDataset, "create_scalar_index"),
    (MergeInsertBuilder, "execute"),
):
    setattr(kind, name, counted(getattr(kind, name)))

from secqa.corpus import writer_lease as lease
from secqa.corpus.corpus_address import corpus_path
from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_writer import CorpusWriter
from tests.support.corpus_builders import made_document

lease._SECONDS = 0.0  # nobody shall have to wait for it
with CorpusWriter(corpus_path(sys.argv[1])) as writer:
    writer.add(rows_for(made_document(revenue="2")))
    writer.add(rows_for(made_document("OTHR-10-K-2024")))
"""


def kill_writer(path: CorpusPath, steps: int) -> None:
    """Have a process write two documents and be killed when it has done so many steps."""
    command = [sys.executable, "-c", _SCRIPT, str(path), str(steps)]
    assert subprocess.run(command, cwd=Path(__file__).parents[2], check=False).returncode == -9


def orphans(path: CorpusPath) -> set[str]:
    """Revisions with rows that no document claims."""
    claimed = {entry.revision for entry in open_corpus(path).entries}
    kept: set[str] = set()
    for folder, names in ((path, SHOWN), (path / TRUTH, HIDDEN), (path / ORIGINALS, (ORIGINALS,))):
        for name in names:
            rows = lance.dataset(f"{folder}/{name}.lance").to_table(["revision"])
            kept |= set(rows["revision"].to_pylist())
    return kept - claimed
