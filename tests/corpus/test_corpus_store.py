"""A corpus gives back what was put in, only that, and only when all of it is there."""

from dataclasses import replace
from pathlib import Path

import lance
import pytest
from tests.support.corpus_builders import made_document

from secqa.corpus.corpus_rows import DocumentRows, StoredDocument, rows_for
from secqa.corpus.corpus_schema import DOCUMENTS, ELEMENTS, FACTS, METRIC_VALUES, PAGES, WORDINGS
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.corpus.lance_tables import table_names
from secqa.errors import SecqaError


def _write(path: Path, *documents: object) -> None:
    with CorpusWriter(path) as writer:
        for document in documents:
            writer.add(rows_for(document))  # type: ignore[arg-type]


def test_documents_come_back_as_they_were(tmp_path: Path) -> None:
    acme, other = made_document(), made_document("OTHR-10-K-2024", "99")
    _write(tmp_path / "c", other, acme)
    corpus = open_corpus(tmp_path / "c")
    assert [m.document_id for m in corpus.documents] == ["ACME-10-K-2024", "OTHR-10-K-2024"]
    assert corpus.document("ACME-10-K-2024") == acme
    assert corpus.document("OTHR-10-K-2024") == other
    assert corpus.page("ACME-10-K-2024", 2) == acme.pages[1]


def test_a_corpus_as_it_was_has_nothing_later(tmp_path: Path) -> None:
    acme, other = made_document(), made_document("OTHR-10-K-2023", "99")
    earlier = replace(other, metadata=replace(other.metadata, fiscal_year=2023))
    undated = replace(other.metadata, document_id="OTHR-8-K", fiscal_year=None, source="8-k.html")
    _write(tmp_path / "c", acme, earlier, replace(other, metadata=undated))
    corpus = open_corpus(tmp_path / "c")
    then = corpus.until(2023)
    assert [one.document_id for one in then.documents] == ["OTHR-10-K-2023"]
    assert then.fingerprint == corpus.fingerprint_of([earlier.metadata]) != corpus.fingerprint
    assert then.document("OTHR-10-K-2023") == earlier
    for later in ("ACME-10-K-2024", "OTHR-8-K"):
        with pytest.raises(SecqaError, match="not in the corpus"):
            then.page(later, 1)
    assert corpus.until(2024).documents == corpus.documents


def test_pages_one_by_one_are_those_of_the_whole(tmp_path: Path) -> None:
    acme = made_document()
    _write(tmp_path / "c", acme)
    corpus = open_corpus(tmp_path / "c")
    assert [corpus.page("ACME-10-K-2024", number) for number in (3, 1, 2)] == [
        acme.pages[2],
        acme.pages[0],
        acme.pages[1],
    ]
    assert corpus.document("ACME-10-K-2024").pages[1] is corpus.page("ACME-10-K-2024", 2)


def test_rows_may_come_in_any_order() -> None:
    acme = made_document()
    rows = rows_for(acme)
    backwards = [rows.tables[name].take([2, 1, 0]) for name in (PAGES, ELEMENTS)]
    assert StoredDocument(rows.entry, *backwards).document == acme


def test_same_bytes_twice_change_nothing(tmp_path: Path) -> None:
    _write(tmp_path / "c", made_document())
    before = open_corpus(tmp_path / "c").fingerprint
    files = sorted(p for p in (tmp_path / "c").rglob("*") if p.is_file())
    _write(tmp_path / "c", made_document())
    assert open_corpus(tmp_path / "c").fingerprint == before
    assert sorted(p for p in (tmp_path / "c").rglob("*") if p.is_file()) == files


def test_changed_file_replaces_its_document_and_leaves_no_rows(tmp_path: Path) -> None:
    _write(tmp_path / "c", made_document(revenue="1,234"), made_document("OTHR-10-K-2024"))
    before = open_corpus(tmp_path / "c").fingerprint
    changed = made_document(revenue="1,235")
    _write(tmp_path / "c", changed)
    corpus = open_corpus(tmp_path / "c")
    assert len(corpus.documents) == 2
    assert corpus.document("ACME-10-K-2024") == changed
    assert corpus.fingerprint != before
    elements = corpus.table(ELEMENTS)
    assert elements is not None
    assert elements.count_rows() == 6


def test_two_filings_of_one_id_are_told_apart(tmp_path: Path) -> None:
    first = made_document(accession="0001-24-000001")
    second = made_document(accession="0001-24-000002", revenue="7")
    _write(tmp_path / "c", first, second)
    corpus = open_corpus(tmp_path / "c")
    assert [m.document_id for m in corpus.documents] == [
        "ACME-10-K-2024",
        "ACME-10-K-2024-0001-24-000002",
    ]
    # The second, changed, replaces itself and not the first.
    _write(tmp_path / "c", made_document(accession="0001-24-000002", revenue="8"))
    corpus = open_corpus(tmp_path / "c")
    assert len(corpus.documents) == 2
    page = corpus.page("ACME-10-K-2024-0001-24-000002", 2)
    assert page.elements[0].table is not None
    assert page.elements[0].table.cells[1][1] == "8"


def test_files_without_accession_are_told_apart_by_name(tmp_path: Path) -> None:
    _write(tmp_path / "c", made_document(), made_document(source="acme-exhibit.html"))
    assert len(open_corpus(tmp_path / "c").documents) == 2


def test_killed_before_the_line_is_as_if_never_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(tmp_path / "c", made_document())

    def power_cut(entries: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("secqa.corpus.corpus_writer.entry_rows", power_cut)
    with pytest.raises(KeyboardInterrupt):
        _write(tmp_path / "c", made_document("OTHR-10-K-2024"))
    monkeypatch.undo()
    corpus = open_corpus(tmp_path / "c")
    assert [m.document_id for m in corpus.documents] == ["ACME-10-K-2024"]
    pages = corpus.table(PAGES)
    assert pages is not None
    assert pages.count_rows() == 6, "the orphans are on disk"
    _write(tmp_path / "c", made_document("OTHR-10-K-2024"))
    corpus = open_corpus(tmp_path / "c")
    assert corpus.document("OTHR-10-K-2024") == made_document("OTHR-10-K-2024")
    pages = corpus.table(PAGES)
    assert pages is not None
    assert pages.count_rows() == 6, "written once, the orphans are gone"


def test_what_tags_say_is_out_of_reach(tmp_path: Path) -> None:
    _write(tmp_path / "c", made_document())
    corpus = open_corpus(tmp_path / "c")
    assert corpus.table(FACTS) is None
    assert corpus.table(METRIC_VALUES) is None
    assert set(table_names(corpus.path)) == {DOCUMENTS, PAGES, ELEMENTS, WORDINGS}


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    with (
        CorpusWriter(tmp_path / "c"),
        pytest.raises(SecqaError, match="another process is writing here"),
        CorpusWriter(tmp_path / "c"),
    ):
        pass


@pytest.mark.parametrize("kind", ["missing", "empty", "file", "other", "half"])
def test_not_a_corpus(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "c"
    if kind == "file":
        path.write_text("no corpus")
    elif kind == "half":
        (path / "documents.lance" / "_versions").mkdir(parents=True)
    elif kind != "missing":
        path.mkdir()
    if kind == "other":
        (path / "letter.txt").write_text("dear")
    with pytest.raises(SecqaError, match=r"not a corpus; make one with `secqa ingest"):
        open_corpus(path)


@pytest.mark.parametrize("kind", ["file", "other"])
def test_a_folder_of_something_else_is_not_written_to(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "c"
    if kind == "file":
        path.write_text("no corpus")
    else:
        path.mkdir()
        (path / "letter.txt").write_text("dear")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(SecqaError, match=r"^\S+: .*; give "):
        CorpusWriter(path)
    assert sorted(tmp_path.rglob("*")) == before


def test_corpus_of_another_layout_is_refused(tmp_path: Path) -> None:
    _write(tmp_path / "c", made_document())
    table = lance.dataset(tmp_path / "c" / f"{DOCUMENTS}.lance")
    lance.write_dataset(table.to_table().replace_schema_metadata({}), table.uri, mode="overwrite")
    for use in (open_corpus, CorpusWriter):
        with pytest.raises(SecqaError, match="ingest the filings again into a new folder"):
            use(tmp_path / "c")


def test_unknown_document_and_page(tmp_path: Path) -> None:
    _write(tmp_path / "c", made_document())
    corpus = open_corpus(tmp_path / "c")
    with pytest.raises(SecqaError, match="NONE-10-K: not in the corpus"):
        corpus.document("NONE-10-K")
    for number in (0, 4):
        with pytest.raises(SecqaError, match=f"has no page {number}; it has pages 1 to 3"):
            corpus.page("ACME-10-K-2024", number)


def test_reader_of_an_older_state_is_told(tmp_path: Path) -> None:
    _write(tmp_path / "c", made_document())
    corpus = open_corpus(tmp_path / "c")
    _write(tmp_path / "c", made_document(revenue="2"))
    with pytest.raises(SecqaError, match="changed since the corpus was opened"):
        corpus.document("ACME-10-K-2024")


def test_rows_without_facts_count_none() -> None:
    rows = rows_for(made_document())
    assert isinstance(rows, DocumentRows)
    assert (rows.entry.pages, rows.entry.elements, rows.entry.tables) == (3, 3, 1)
    assert (rows.entry.facts, rows.entry.metric_values) == (0, 0)
