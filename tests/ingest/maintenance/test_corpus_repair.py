"""What is damaged by hand is found, and what can be kept is kept."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import lance
import pytest
from tests.ingest.maintenance.conftest import ACME, BOLT, OTHER

from secqa.corpus.corpus_schema import ELEMENTS, PAGE_INDEX, PAGES, TRUTH, WORDINGS
from secqa.corpus.corpus_store import UNFINISHED, Corpus, open_corpus
from secqa.errors import SecqaError
from secqa.ingest.maintenance.corpus_repair import repair
from secqa.ingest.maintenance.corpus_survey import findings, survey
from secqa.retrieval.rank import retrieve_pages

ALL = {document.metadata.document_id: document for document in (ACME, OTHER, BOLT)}


def files_of(table: Path, part: str = "data") -> list[Path]:
    """The files of a part of a table, the oldest first."""
    found = (file for file in (table / part).rglob("*") if file.is_file())
    return sorted(found, key=lambda file: file.stat().st_mtime_ns)


def cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def is_whole(corpus: Corpus) -> None:
    """Every document that is there is as it was made, and is found."""
    for one in corpus.documents:
        assert corpus.document(one.document_id) == ALL[one.document_id]
        assert retrieve_pages(corpus, "Net sales of income", 1, [one.document_id])
    assert retrieve_pages(corpus, "income", 3)


def lost_table(path: Path) -> None:
    shutil.rmtree(path / f"{WORDINGS}.lance")


def no_manifest(path: Path) -> None:
    for file in files_of(path / f"{PAGE_INDEX}.lance", "_versions"):
        file.unlink()


def broken_manifest(path: Path) -> None:
    for file in files_of(path / f"{WORDINGS}.lance", "_versions"):
        cut(file)


def lost_index(path: Path) -> None:
    for file in files_of(path / f"{PAGE_INDEX}.lance", "_indices"):
        file.unlink()


def cut_index(path: Path) -> None:
    for file in files_of(path / f"{ELEMENTS}.lance", "_indices"):
        cut(file)


def lost_part(path: Path) -> None:
    files = files_of(path / f"{PAGE_INDEX}.lance", "_indices")
    [file for file in files if file.name == "page_data.lance"][-1].unlink()


def lost_words(path: Path) -> None:
    files = files_of(path / f"{PAGE_INDEX}.lance", "_indices")
    next(file for file in files if "invert" in file.name).unlink()


def orphan_rows(path: Path) -> None:
    for name in (PAGES, PAGE_INDEX):
        table = path / f"{name}.lance"
        rows = lance.dataset(table).to_table()
        other = rows.set_column(0, rows.schema.field(0), [["nobody"] * rows.num_rows])
        lance.write_dataset(other, table, mode="append")


def index_lacks_one(path: Path) -> None:
    lance.dataset(path / f"{PAGE_INDEX}.lance").delete("page = 2")


def killed_writer(path: Path) -> None:
    lance.dataset(path / "documents.lance").update_config({UNFINISHED: "1"})


@pytest.mark.parametrize(
    "damage",
    [
        lost_table,
        no_manifest,
        broken_manifest,
        lost_index,
        lost_part,
        lost_words,
        cut_index,
        orphan_rows,
        index_lacks_one,
        killed_writer,
    ],
)
def test_what_can_be_made_again_is(path: Path, damage: Callable[[Path], None]) -> None:
    before = open_corpus(path).fingerprint
    damage(path)
    assert findings(survey(path))
    done = repair(path)
    assert (done.removed, done.emptied) == ((), ())
    assert findings(survey(path)) == ()
    corpus = open_corpus(path)
    assert corpus.fingerprint == before
    assert corpus.lines(["ACME-10-K-2024"])
    is_whole(corpus)


def first_elements(path: Path) -> None:
    files_of(path / f"{ELEMENTS}.lance")[0].unlink()


def first_pages_cut(path: Path) -> None:
    cut(files_of(path / f"{PAGES}.lance")[0])


def some_rows(path: Path) -> None:
    revision = open_corpus(path).entry("ACME-10-K-2024").revision
    table = lance.dataset(path / f"{ELEMENTS}.lance")
    table.delete(f"revision = '{revision}' AND element = 1")


def rows_twice(path: Path) -> None:
    table = path / f"{PAGES}.lance"
    revision = open_corpus(path).entry("ACME-10-K-2024").revision
    rows = lance.dataset(table).to_table(filter=f"revision = '{revision}'")
    lance.write_dataset(rows, table, mode="append")


@pytest.mark.parametrize("damage", [first_elements, first_pages_cut, some_rows, rows_twice])
def test_what_cannot_be_mended_is_taken_away_and_named(
    path: Path, damage: Callable[[Path], None]
) -> None:
    damage(path)
    found = findings(survey(path))
    assert ("ACME-10-K-2024",) in {one.documents for one in found}
    done = repair(path)
    assert [entry.metadata.document_id for entry in done.removed] == ["ACME-10-K-2024"]
    assert findings(survey(path)) == ()
    corpus = open_corpus(path)
    assert {one.document_id for one in corpus.documents} == {"OTHR-10-K-2024", "BOLT-10-K-2024"}
    is_whole(corpus)


def test_a_sound_corpus_is_left_alone(path: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in path.rglob("*") if file.suffix}
    assert repair(path).damage == ()
    assert {
        f: f.stat().st_mtime_ns for f in path.rglob("*") if f.suffix and f.suffix != ".lock"
    } == {file: time for file, time in before.items() if file.suffix != ".lock"}


def test_facts_that_are_gone_concern_documents_with_facts_alone(path: Path) -> None:
    shutil.rmtree(path / TRUTH)
    assert repair(path).removed == ()
    assert findings(survey(path)) == ()


def test_files_that_may_not_be_read_are_no_damage(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(*_: object, **__: object) -> None:
        raise OSError("LanceError(IO): Permission denied (os error 13)")

    monkeypatch.setattr("lance.LanceFragment.to_table", denied)
    with pytest.raises(SecqaError, match="nothing was changed, try again"):
        repair(path)


def test_without_its_documents_it_is_no_corpus(path: Path) -> None:
    shutil.rmtree(path / "documents.lance")
    with pytest.raises(SecqaError, match="not a corpus"):
        survey(path)
