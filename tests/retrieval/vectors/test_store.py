"""Vectors: built as a corpus grows, searched alike in every store, one vote among others."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest
from tests.support.page_builders import metadata, report
from tests.support.vectors_cases import Stand

from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.errors import SecqaError
from secqa.retrieval.indexing.page_index import update_index
from secqa.retrieval.rank import retrieve_pages
from secqa.retrieval.vectors.dense import DenseSearch, check_vectors, update_vectors
from secqa.retrieval.vectors.embedder import unit
from secqa.retrieval.vectors.store import ChunkVectors, LanceStore, VectorStore, open_store


def lance(tmp_path: Path) -> VectorStore:
    return LanceStore(tmp_path / "db", "x")


def milvus(tmp_path: Path) -> VectorStore:
    pytest.importorskip("milvus_lite", reason="Milvus Lite is not installed")
    from secqa.retrieval.vectors.milvus import open_milvus

    return open_milvus(str(tmp_path / "milvus.db"), "Secqa_test")


def weaviate(tmp_path: Path) -> VectorStore:
    url = os.environ.get("WEAVIATE_URL", "")
    if not url:
        pytest.skip("WEAVIATE_URL names no server")
    pytest.importorskip("weaviate", reason="the client of Weaviate is not installed")
    from secqa.retrieval.vectors.weaviate import open_weaviate

    return open_weaviate(url, f"Secqa_test_{os.getpid()}_{tmp_path.name}")


@pytest.mark.parametrize("make", [lance, milvus, weaviate])
def test_stores_are_alike(make: Callable[[Path], VectorStore], tmp_path: Path) -> None:
    store = make(tmp_path)
    assert store.revisions() == frozenset()
    assert store.search(unit([1, 0, 0]), 3) == ()
    store.add(ChunkVectors("r1", (1, 1, 2), (0, 1, 0), unit([[1, 0, 0], [1, 1, 0], [0, 0, 1]])))
    store.add(ChunkVectors("r2", (5,), (0,), unit([[9, 1, 0]])))
    assert store.revisions() == {"r1", "r2"}
    near = store.search(unit([1, 0, 0]), 3)
    assert [(one.revision, one.page, one.chunk) for one in near] == [
        ("r1", 1, 0),
        ("r2", 5, 0),
        ("r1", 1, 1),
    ]
    assert near[0].similarity == pytest.approx(1, abs=1e-5)
    assert near[2].similarity == pytest.approx(2**-0.5, abs=1e-5)
    assert [one.revision for one in store.search(unit([1, 0, 0]), 9, ["r2"])] == ["r2"]
    store.remove(["r1"])
    assert store.revisions() == {"r2"}
    assert [one.revision for one in store.search(unit([1, 0, 0]), 9)] == ["r2"]


_OPENED = """
import sys
from secqa.retrieval.vectors.embedder import unit
from secqa.retrieval.vectors.milvus import open_milvus
from secqa.retrieval.vectors.store import ChunkVectors
store = open_milvus(sys.argv[1], "Secqa_test")
"""
_ADD = 'store.add(ChunkVectors("r1", (1, 2), (0, 0), unit([[0, 1], [1, 0]])))'
_LOOK = "print(sorted(store.revisions()), [one.page for one in store.search(unit([1, 0]), 1)])"


def in_another_process(script: str, path: Path) -> subprocess.CompletedProcess[str]:
    """What a process of its own does with a Milvus file."""
    command = [sys.executable, "-c", _OPENED + script, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_milvus_file_serves_one_process_after_the_other(tmp_path: Path) -> None:
    pytest.importorskip("milvus_lite", reason="Milvus Lite is not installed")
    path = tmp_path / "milvus.db"
    added = in_another_process(_ADD, path)
    assert added.returncode == 0, added.stderr
    looked = in_another_process(_LOOK, path)
    assert looked.stdout == "['r1'] [2]\n", looked.stderr
    assert milvus(tmp_path).revisions() == {"r1"}
    assert "a file serves one process at a time" in in_another_process(_LOOK, path).stderr


def add(folder: Path, *ids: str) -> Corpus:
    with CorpusWriter(folder) as writer:
        for document_id in ids:
            name = document_id.split("-")[0]
            cik = f"{crc32(name.encode()) % 10**9:010}"
            writer.add(rows_for(report(metadata(document_id, f"{name} Inc.", name, cik))))
    corpus = open_corpus(folder)
    update_index(corpus)
    return corpus


def test_only_new_documents_are_embedded(tmp_path: Path) -> None:
    embedder = Stand()
    corpus = add(tmp_path, "ACME-10-K-2024")
    dense = DenseSearch(embedder, open_store("lancedb", corpus, embedder.name))
    assert update_vectors(corpus, dense).added == 1
    texts = embedder.texts
    corpus = add(tmp_path, "BOLT-10-K-2024")
    dense = DenseSearch(embedder, open_store("lancedb", corpus, embedder.name))
    with pytest.raises(SecqaError, match="1 documents without vectors of local:stand-in"):
        check_vectors(corpus, dense)
    assert update_vectors(corpus, dense).added == 1
    assert embedder.texts == 2 * texts
    check_vectors(corpus, dense)
    assert update_vectors(corpus, dense).added == 0


@pytest.mark.parametrize("documents", [["ACME-10-K-2024"], None])
def test_meaning_is_one_vote(tmp_path: Path, documents: list[str] | None) -> None:
    corpus = add(tmp_path, "ACME-10-K-2024", "BOLT-10-K-2024")
    dense = DenseSearch(Stand(), open_store("lancedb", corpus, "local:stand-in"))
    update_vectors(corpus, dense)
    question = "Which risks come from prices of steel?"
    plain = retrieve_pages(corpus, question, 5, documents)
    mixed = retrieve_pages(corpus, question, 5, documents, dense)
    assert not any("meaning" in page.signals for page in plain)
    assert max(page.signals.get("meaning", 0) for page in mixed) == pytest.approx(0.5)
    for page in mixed:
        assert page.score == pytest.approx(sum(page.signals.values()), abs=1e-3)


@pytest.mark.parametrize("name", ["lancedb:x", "faiss", "milvus:"])
def test_a_store_that_there_is_not_is_said(tmp_path: Path, name: str) -> None:
    with pytest.raises(SecqaError, match="no such store"):
        open_store(name, add(tmp_path, "ACME-10-K-2024"), "x")
