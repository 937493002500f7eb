"""A writer killed for good, between any two of its steps on disk."""

from contextlib import suppress
from pathlib import Path

import lance
import pytest
from tests.support.corpus_builders import made_document
from tests.support.killed_writer import kill_writer, orphans

from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_schema import SCHEMAS
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.errors import SecqaError
from secqa.filings.document import Document

_TABLES = len(SCHEMAS)
"""They are made first; from there on the kill hits a corpus that holds a document."""


@pytest.mark.parametrize("steps", [1, _TABLES + 1, _TABLES + 2, _TABLES + 6])
def test_what_is_there_is_whole_and_the_next_writer_goes_on(tmp_path: Path, steps: int) -> None:
    path = tmp_path / "c"
    old = made_document(revenue="1")
    if steps > _TABLES:
        with CorpusWriter(path) as writer:
            writer.add(rows_for(old))
    kill_writer(path, steps)
    if steps > _TABLES:
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
    assert not orphans(path)
    assert lance.dataset(path / "pages.lance").count_rows() == 6


def _both() -> list[Document]:
    return [made_document(revenue="2"), made_document("OTHR-10-K-2024")]


@pytest.mark.parametrize("batch", [0, 64_000_000])
@pytest.mark.parametrize("reason", [KeyboardInterrupt, OSError("No space left on device")])
def test_rows_of_the_first_batch_that_got_no_line_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reason: BaseException, batch: int
) -> None:
    # With a batch of no bytes the writer still tidies up after what failed.
    monkeypatch.setattr("secqa.corpus.corpus_writer._BATCH_BYTES", batch)

    def killed(_: object) -> None:
        raise reason

    def add() -> None:
        with CorpusWriter(tmp_path) as writer:
            writer.add(rows_for(made_document()))

    with monkeypatch.context() as patch:
        patch.setattr("secqa.corpus.corpus_writer.entry_rows", killed)
        with pytest.raises((KeyboardInterrupt, SecqaError)):
            add()
    add()
    assert lance.dataset(tmp_path / "pages.lance").count_rows() == 3
    assert open_corpus(tmp_path).document("ACME-10-K-2024") == made_document()
