"""A writer killed for good, between any two of its steps on disk."""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import lancedb
import pytest
from tests.corpus.made import made_document

from secqa.corpus.rows import rows_for
from secqa.corpus.schema import HIDDEN, SHOWN, TRUTH
from secqa.corpus.store import open_corpus
from secqa.corpus.writer import CorpusWriter
from secqa.errors import SecqaError
from secqa.filings.document import Document

_KILLED_AT = """
import os, signal, sys
from pathlib import Path
from lancedb.db import LanceDBConnection
from lancedb.merge import LanceMergeInsertBuilder
from lancedb.table import LanceTable

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
    (LanceDBConnection, "create_table"),
    (LanceTable, "add"),
    (LanceTable, "delete"),
    (LanceTable, "create_index"),
    (LanceTable, "optimize"),
    (LanceMergeInsertBuilder, "execute"),
):
    setattr(kind, name, counted(getattr(kind, name)))

from secqa.corpus.rows import rows_for
from secqa.corpus.writer import CorpusWriter
from tests.corpus.made import made_document

with CorpusWriter(Path(sys.argv[1])) as writer:
    writer.add(rows_for(made_document(revenue="2")))
    writer.add(rows_for(made_document("OTHR-10-K-2024")))
"""


@pytest.mark.parametrize("steps", [1, 6, 7, 11])
def test_what_is_there_is_whole_and_the_next_writer_goes_on(tmp_path: Path, steps: int) -> None:
    path = tmp_path / "c"
    old = made_document(revenue="1")
    # Five tables are made first; from there on the kill hits a corpus that holds a document.
    if steps > 5:
        with CorpusWriter(path) as writer:
            writer.add(rows_for(old))
    command = [sys.executable, "-c", _KILLED_AT, str(path), str(steps)]
    assert subprocess.run(command, cwd=Path(__file__).parents[2], check=False).returncode == -9
    if steps > 5:
        corpus = open_corpus(path)
        written = {m.document_id: corpus.document(m.document_id) for m in corpus.documents}
        new = {d.metadata.document_id: d for d in _both()}
        assert written in ({old.metadata.document_id: old}, new), "both or none"
    else:
        with suppress(SecqaError):
            assert not open_corpus(path).documents
    with CorpusWriter(path) as writer:
        for document in _both():
            writer.add(rows_for(document))
    corpus = open_corpus(path)
    assert [corpus.document(m.document_id) for m in corpus.documents] == _both()
    revisions = {entry.revision for entry in corpus.entries}
    for folder, names in ((path, SHOWN), (path / TRUTH, HIDDEN)):
        for name in names:
            rows = lancedb.connect(folder).open_table(name).to_arrow()
            assert set(rows["revision"].to_pylist()) <= revisions, "no orphans"
    assert lancedb.connect(path).open_table("pages").count_rows() == 6


def _both() -> list[Document]:
    return [made_document(revenue="2"), made_document("OTHR-10-K-2024")]


def test_rows_of_the_first_batch_that_got_no_line_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(_: object) -> None:
        raise KeyboardInterrupt

    def add() -> None:
        with CorpusWriter(tmp_path) as writer:
            writer.add(rows_for(made_document()))

    with monkeypatch.context() as patch:
        patch.setattr("secqa.corpus.writer.entry_rows", killed)
        with pytest.raises(KeyboardInterrupt):
            add()
    add()
    assert open_corpus(tmp_path).document("ACME-10-K-2024") == made_document()
