"""A copy is there as a whole or not at all, and several corpora become one."""

import shutil
from pathlib import Path

import pytest
from tests.ingest.maintenance.conftest import ACME, BOLT, OTHER, fill
from tests.support.corpus_builders import made_document

from secqa.corpus.corpus_address import StoreFolder
from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.corpus.stored_parts import stored_parts
from secqa.errors import SecqaError
from secqa.ingest.maintenance.compaction import compact
from secqa.ingest.maintenance.corpus_copy import copy, merge
from secqa.ingest.maintenance.corpus_repair import repair
from secqa.ingest.maintenance.corpus_survey import findings, survey
from secqa.retrieval.rank import retrieve_pages

ACME_OF_NOW = made_document(revenue="2")


def test_a_copy_that_is_killed_is_no_corpus_and_goes_on(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy"
    every: list[int] = []

    def killed(done: int, of: int) -> None:
        every.append(of)
        if done == of - 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copy(path, target, killed)
    with pytest.raises(SecqaError, match="not a corpus"):
        open_corpus(target)
    done = copy(path, target)
    assert done == (1, every[0] - 1)
    assert findings(survey(target)) == ()
    assert open_corpus(target).fingerprint == open_corpus(path).fingerprint
    assert retrieve_pages(open_corpus(target), "income", 3)


def test_a_corpus_goes_into_a_store_and_comes_back(path: Path, tmp_path: Path) -> None:
    # Treated as a store: what is tested needs no more of one than its files.
    store, back = StoreFolder(str(tmp_path / "store")), tmp_path / "back"
    copy(path, store)
    assert findings(survey(store)) == ()
    merge([store], StoreFolder(str(tmp_path / "merged")))
    copy(StoreFolder(str(tmp_path / "merged")), back)
    (tmp_path / "store" / "elements.lance").rename(tmp_path / "lost")
    assert len(repair(store).removed) == 3
    for there in (store, back):
        assert findings(survey(there)) == ()
    assert not open_corpus(store).documents
    assert open_corpus(back).fingerprint == open_corpus(path).fingerprint
    assert open_corpus(back).document("BOLT-10-K-2024") == BOLT
    kept = stored_parts(back, open_corpus(back).entry("BOLT-10-K-2024").revision)
    assert [part.data for part in kept] == [b"BOLT-10-K-2024"]


def test_a_begun_copy_of_something_else_does_not_mix_in(path: Path, tmp_path: Path) -> None:
    other, target = fill(tmp_path / "other", OTHER, ACME, OTHER, ACME), tmp_path / "copy"
    copy(other, target)
    shutil.rmtree(target / "documents.lance")
    copy(path, target)
    assert findings(survey(target)) == ()
    assert open_corpus(target).document("BOLT-10-K-2024") == BOLT


def test_what_is_a_corpus_is_not_copied_over(path: Path, tmp_path: Path) -> None:
    other = fill(tmp_path / "other", OTHER)
    with pytest.raises(SecqaError, match=r"holds a corpus; `secqa corpus merge"):
        copy(path, other)


def test_a_source_that_is_written_to_is_copied_again(path: Path, tmp_path: Path) -> None:
    def written(done: int, of: int) -> None:
        if done == 1:
            fill(path, ACME_OF_NOW)

    with pytest.raises(SecqaError, match="was written to meanwhile"):
        copy(path, tmp_path / "copy", written)
    copy(path, tmp_path / "copy")
    assert findings(survey(tmp_path / "copy")) == ()
    assert open_corpus(tmp_path / "copy").fingerprint == open_corpus(path).fingerprint


def test_several_corpora_become_one(tmp_path: Path) -> None:
    namesake = made_document(revenue="2", accession="0000000007-25-000002", source="other.html")
    first = fill(tmp_path / "a", ACME, OTHER)
    second = fill(tmp_path / "b", BOLT, OTHER, namesake)
    done = merge([first, second], tmp_path / "c")
    assert done == (4, 1)
    assert (merge([first, second], tmp_path / "c")[0], findings(survey(tmp_path / "c"))) == (
        0,
        (),
    )
    corpus = open_corpus(tmp_path / "c")
    assert [one.document_id for one in corpus.documents] == [
        "ACME-10-K-2024",
        "ACME-10-K-2024-0000000007-25-000002",
        "BOLT-10-K-2024",
        "OTHR-10-K-2024",
    ]
    assert (
        corpus.fingerprint
        == open_corpus(fill(tmp_path / "d", ACME, OTHER, BOLT, namesake)).fingerprint
    )
    assert corpus.document("BOLT-10-K-2024") == BOLT
    assert retrieve_pages(corpus, "What was net income of Bolt Works?", 1)[0].page == 5


def test_corpora_of_other_metrics_do_not_mix(path: Path, tmp_path: Path) -> None:
    own = '[metrics.sold]\nname = "things sold"'
    with CorpusWriter(tmp_path / "own") as writer:
        writer.keep_metrics(own)
        writer.add(rows_for(OTHER))
    for into in (tmp_path / "new", tmp_path / "own"):
        with pytest.raises(SecqaError, match=r"with (different|other) metrics"):
            merge([path, tmp_path / "own"] if into.name == "new" else [path], into)
    assert not (tmp_path / "new").exists()


def test_compacting_changes_nothing_but_pieces(path: Path) -> None:
    before = open_corpus(path)
    tables = {one.name: one for one in compact(path)}
    assert tables["elements"].fragments == (3, 1)
    assert tables["elements"].versions[1] == 1
    assert all(one.saved for one in tables.values() if one.fragments[0] > 1)
    after = open_corpus(path)
    assert after.fingerprint == before.fingerprint
    assert [after.document(one.document_id) for one in after.documents] == [ACME, BOLT, OTHER]
    assert findings(survey(path)) == ()
    assert len(retrieve_pages(after, "income", 20)) > 2
