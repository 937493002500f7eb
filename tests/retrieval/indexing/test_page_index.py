"""The page index grows with its corpus, and only with it."""

from dataclasses import replace as with_changes
from pathlib import Path

import lance
import pytest
from tests.support.page_builders import metadata, page, report

from secqa.corpus.corpus_rows import DocumentRows, rows_for
from secqa.corpus.corpus_schema import PAGE_INDEX, revision_of
from secqa.corpus.corpus_store import UNFINISHED, Corpus, open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.errors import SecqaError
from secqa.filings.document import Document
from secqa.retrieval.indexing import page_index as index
from secqa.retrieval.indexing.page_index import loose_revisions, make_index, page_rows, update_index
from secqa.retrieval.pool import page_index
from secqa.retrieval.rank import retrieve_pages


def add(folder: Path, *documents: Document) -> Corpus:
    with CorpusWriter(folder) as writer:
        for document in documents:
            writer.add(rows_for(document))
    return open_corpus(folder)


OTHER = report(metadata("BOLT-10-K-2024", "Bolt Works Corp", "BOLT", "0000000002"))


def test_only_what_is_new_is_indexed(tmp_path: Path) -> None:
    assert update_index(add(tmp_path, report())) == 1
    corpus = add(tmp_path, report(), OTHER)
    assert update_index(corpus) == 1
    assert update_index(corpus) == 0
    assert retrieve_pages(corpus, "net income", 1, ["BOLT-10-K-2024"])[0].page == 5


def test_a_full_disk_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = add(tmp_path, report())

    def insert(*_: object) -> None:
        raise OSError("LanceError(IO): No space left on device (os error 28), /a/writer.rs:190:9")

    monkeypatch.setattr(lance.LanceDataset, "insert", insert)
    with pytest.raises(SecqaError, match=r"could not be written \(No space left on device"):
        update_index(corpus)


def test_what_is_not_sorted_in_yet_is_found_all_the_same(tmp_path: Path) -> None:
    update_index(add(tmp_path, report()))
    corpus = add(tmp_path, report(), OTHER)
    update_index(corpus)
    newest, oldest = loose_revisions(page_index(corpus))
    assert newest == corpus.entry("BOLT-10-K-2024").revision
    assert oldest == corpus.entry("ACME-10-K-2024").revision
    assert retrieve_pages(corpus, "Where are the zeppelins?", 100) == ()
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


def with_index_rows(document: Document) -> DocumentRows:
    rows = rows_for(document)
    rows.tables[PAGE_INDEX] = page_rows(document, rows.entry.revision)
    return rows


def test_a_document_that_is_there_can_be_found(tmp_path: Path) -> None:
    add(tmp_path)
    make_index(tmp_path)
    with CorpusWriter(tmp_path) as writer:
        writer.add(with_index_rows(report()))
        writer.add(with_index_rows(OTHER))
    corpus = open_corpus(tmp_path)
    assert retrieve_pages(corpus, "net income", 1, ["BOLT-10-K-2024"])[0].page == 5
    assert update_index(corpus) == 0


def test_rows_of_a_document_that_is_replaced_go(tmp_path: Path) -> None:
    add(tmp_path)
    make_index(tmp_path)
    again = with_changes(report(), metadata=with_changes(report().metadata, sha256="f" * 64))
    for document in (report(), again):
        with CorpusWriter(tmp_path) as writer:
            writer.add(with_index_rows(document))
    table = open_corpus(tmp_path).table(PAGE_INDEX)
    assert table is not None
    assert set(table.rows(["revision"])["revision"].to_pylist()) == {revision_of("f" * 64)}


def test_rows_that_a_killed_writer_left_go(tmp_path: Path) -> None:
    corpus = add(tmp_path, report())
    update_index(corpus)
    with CorpusWriter(tmp_path) as killed:
        killed.note(UNFINISHED, "1")
        lance.dataset(tmp_path / f"{PAGE_INDEX}.lance").insert(page_rows(OTHER, "lost"))
    with CorpusWriter(tmp_path):
        pass
    table = open_corpus(tmp_path).table(PAGE_INDEX)
    assert table is not None
    assert table.count_rows() == len(report().pages)


def test_a_document_without_pages_is_no_trouble(tmp_path: Path) -> None:
    corpus = add(tmp_path, Document(metadata("VOID-10-K-2024", ticker="VOID"), ()), report())
    assert update_index(corpus) == 1
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
    assert update_index(corpus) == 1
    assert retrieve_pages(corpus, "net income", 1)
