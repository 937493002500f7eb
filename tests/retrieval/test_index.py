"""The page index grows with its corpus, and only with it."""

from pathlib import Path

import pytest
from tests.retrieval.pieces import metadata, page, report

from secqa.corpus.rows import Entry, rows_for
from secqa.corpus.store import Corpus, open_corpus
from secqa.corpus.writer import CorpusWriter
from secqa.errors import SecqaError
from secqa.filings.document import Document
from secqa.retrieval import index
from secqa.retrieval.index import TABLE, IndexUpdate, loose_revisions, update_index
from secqa.retrieval.pool import page_index
from secqa.retrieval.rank import retrieve_pages


def add(folder: Path, *documents: Document) -> Corpus:
    with CorpusWriter(folder) as writer:
        for document in documents:
            writer.add(rows_for(document))
    return open_corpus(folder)


OTHER = report(metadata("BOLT-10-K-2024", "Bolt Works Corp", "BOLT", "0000000002"))


def test_only_what_is_new_is_indexed(tmp_path: Path) -> None:
    assert update_index(add(tmp_path, report())) == IndexUpdate(added=1, removed=0)
    corpus = add(tmp_path, report(), OTHER)
    assert update_index(corpus) == IndexUpdate(added=1, removed=0)
    assert update_index(corpus) == IndexUpdate(added=0, removed=0)
    assert retrieve_pages(corpus, "net income", 1, ["BOLT-10-K-2024"])[0].page == 5


def test_what_is_not_sorted_in_yet_is_found_all_the_same(tmp_path: Path) -> None:
    update_index(add(tmp_path, report()))
    corpus = add(tmp_path, report(), OTHER)
    update_index(corpus)
    assert loose_revisions(page_index(corpus)) == (corpus.entry("BOLT-10-K-2024").revision,)
    found = retrieve_pages(corpus, "What was net income?", 100)
    places = [(one.document_id, one.page) for one in found]
    assert ("BOLT-10-K-2024", 5) in places[:2]
    assert len(places) == len(set(places))


def test_new_rows_are_sorted_in_once_they_are_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    update_index(add(tmp_path, report()))
    monkeypatch.setattr(index, "_LOOSE_ROWS", 3)
    corpus = add(tmp_path, report(), OTHER)
    update_index(corpus)
    assert loose_revisions(page_index(corpus)) == ()
    found = retrieve_pages(corpus, "What was net income?", 2)
    assert {one.document_id for one in found} == {"ACME-10-K-2024", "BOLT-10-K-2024"}


def test_rows_that_no_document_claims_go(tmp_path: Path) -> None:
    corpus = add(tmp_path, report(), OTHER)
    update_index(corpus)
    corpus.entries = tuple(e for e in corpus.entries if not _is_of(e, "BOLT-10-K-2024"))
    assert update_index(corpus) == IndexUpdate(added=0, removed=1)
    table = corpus.table(TABLE)
    assert table is not None
    assert table.count_rows() == 7


def _is_of(entry: Entry, document_id: str) -> bool:
    return entry.metadata.document_id == document_id


def test_a_document_without_pages_is_no_trouble(tmp_path: Path) -> None:
    corpus = add(tmp_path, Document(metadata("VOID-10-K-2024", ticker="VOID"), ()), report())
    assert update_index(corpus).added == 1
    assert retrieve_pages(corpus, "net income", 3, ["VOID-10-K-2024"]) == ()


def test_a_page_without_text_is_no_trouble(tmp_path: Path) -> None:
    pages = (page(1), page(2, "Net income."), page(3, "—"))
    blank = Document(metadata("BLNK-10-K-2024", ticker="BLNK"), pages)
    corpus = add(tmp_path, blank)
    update_index(corpus)
    found = retrieve_pages(corpus, "net income", 5, ["BLNK-10-K-2024"])
    assert [ranked.page for ranked in found] == [2, 1, 3]


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    update_index(add(tmp_path, report(), OTHER), lambda done, of: told.append((done, of)))
    assert told[-1] == (2, 2)


def test_a_corpus_without_index_says_what_to_do(tmp_path: Path) -> None:
    corpus = add(tmp_path, report())
    with pytest.raises(SecqaError, match="not in its page index; `secqa index"):
        retrieve_pages(corpus, "net income", 1)
    update_index(corpus)
    assert retrieve_pages(corpus, "net income", 1)


def test_a_corpus_that_outgrew_its_index_says_so(tmp_path: Path) -> None:
    update_index(add(tmp_path, report()))
    corpus = add(tmp_path, OTHER)
    with pytest.raises(SecqaError, match="1 documents not in its page index"):
        retrieve_pages(corpus, "net income", 1)


def test_an_index_of_other_settings_is_refused_and_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = add(tmp_path, report())
    older = index._SCHEMA.with_metadata({b"secqa.page_index": b"0"})
    monkeypatch.setattr(index, "_SCHEMA", older)
    update_index(corpus)
    monkeypatch.undo()
    with pytest.raises(SecqaError, match="not in its page index; `secqa index"):
        retrieve_pages(corpus, "net income", 1)
    assert update_index(corpus) == IndexUpdate(added=1, removed=0)
    assert retrieve_pages(corpus, "net income", 1)
