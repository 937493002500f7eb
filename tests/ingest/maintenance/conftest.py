"""Two corpora of small documents, with page indexes."""

import shutil
from pathlib import Path

import pytest
from tests.support.corpus_builders import made_document
from tests.support.page_builders import metadata, report

from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_schema import ORIGINALS, revision_of
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.corpus.stored_parts import original_rows
from secqa.filings.containers.parts import Part
from secqa.filings.document import Document
from secqa.retrieval.indexing.page_index import update_index

ACME = made_document(revenue="1")
OTHER = made_document("OTHR-10-K-2024")
BOLT = report(metadata("BOLT-10-K-2024", "Bolt Works Corp", "BOLT", "0000000002"))


def _part(name: str) -> Part:
    return Part(type="10-K", name="main.htm", data=name.encode())


def fill(path: Path, *documents: Document) -> Path:
    """A corpus of some documents, one commit each."""
    for document in documents:
        with CorpusWriter(path) as writer:
            name = document.metadata.document_id
            kept = original_rows(revision_of(document.metadata.sha256), [_part(name)])
            writer.add(rows_for(document, {ORIGINALS: kept}))
    update_index(open_corpus(path))
    return path


def _sorted_at_once(patch: pytest.MonkeyPatch) -> None:
    """Have all rows sorted into the full-text index, however few."""
    patch.setattr("secqa.retrieval.indexing.page_index._LOOSE_ROWS", 0)


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of three documents, to copy and not to change."""
    with pytest.MonkeyPatch.context() as patch:
        _sorted_at_once(patch)
        return fill(tmp_path_factory.mktemp("sound") / "c", ACME, OTHER, BOLT)


@pytest.fixture
def path(sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus of three documents of one's own."""
    _sorted_at_once(monkeypatch)
    return shutil.copytree(sound, tmp_path / "c")
