"""Tables of a database are read as LanceDB wrote them, and what cannot be read is said."""

from pathlib import Path

import lance
import pyarrow as pa
import pytest
from tests.support.corpus_builders import made_document

from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.corpus.lance_tables import ROW_ID, StoredTable, Tables, rows_of
from secqa.errors import SecqaError

ROWS = pa.table(
    {
        "revision": ["a", "a", "b", "o'c"],
        "page": [1, 2, 1, 1],
        "text": ["net income", "the net income of 2024", "taxes on income", "cash"],
    }
)


@pytest.fixture
def table(tmp_path: Path) -> StoredTable:
    written = lance.write_dataset(ROWS, tmp_path / "rows.lance")
    written.create_scalar_index("text", "INVERTED", language="English", stem=True)
    return there(tmp_path)


def there(folder: Path) -> StoredTable:
    found = Tables(folder).opened("rows")
    assert found is not None
    return found


def test_rows_are_chosen_by_condition_and_by_id(table: StoredTable) -> None:
    assert table.schema == ROWS.schema
    assert (table.count_rows(), table.count_rows("page = 1")) == (4, 3)
    assert table.rows().sort_by([("revision", "ascending"), ("page", "ascending")]) == ROWS
    chosen = table.rows(["page"], "revision = 'a'", with_ids=True).sort_by("page")
    assert chosen["page"].to_pylist() == [1, 2]
    assert table.rows_at(chosen[ROW_ID].to_pylist()[1:], ["text"])["text"].to_pylist() == [
        "the net income of 2024"
    ]
    assert table.rows_at([], ["text"]).num_rows == 0


def test_revisions_are_no_sql(table: StoredTable) -> None:
    assert rows_of(table, ["b", "o'c"])["text"].to_pylist() == ["taxes on income", "cash"]
    assert rows_of(table, ["x') OR ('a' = 'a"]).num_rows == 0
    assert rows_of(table, []).num_rows == 0


def test_search_gives_the_best_first(table: StoredTable) -> None:
    best = table.search("net income", "text", 2)
    assert table.rows_at(best[:1], ["text"])["text"].to_pylist() == ["net income"]
    assert len(best) == 2
    (only,) = table.search("net income", "text", 5, "revision = 'b'")
    assert table.rows_at([only], ["revision"])["revision"].to_pylist() == ["b"]


def test_rows_that_come_later_are_loose_and_seen_once_it_is_opened_again(
    table: StoredTable, tmp_path: Path
) -> None:
    lance.write_dataset(ROWS.slice(2), tmp_path / "rows.lance", mode="append")
    assert (table.count_rows(), table.loose_rows(["text"]).num_rows) == (4, 0)
    assert (there(tmp_path).count_rows(), there(tmp_path).loose_rows(["text"])) == (
        6,
        ROWS.select(["text"]).slice(2),
    )


def test_what_is_not_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "half.lance" / "_versions").mkdir(parents=True)
    for folder, name in ((tmp_path, "none"), (tmp_path, "half"), (tmp_path / "none", "rows")):
        assert Tables(folder).opened(name) is None
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("part", ["data", "_versions"])
def test_a_damaged_table_is_said_in_one_line(table: StoredTable, tmp_path: Path, part: str) -> None:
    for file in (tmp_path / "rows.lance" / part).iterdir():
        file.write_bytes(b"x")
    with pytest.raises(SecqaError, match=r"^\S+: .*; mend that, or take another corpus$"):
        there(tmp_path).rows()


def test_a_condition_that_is_wrong_is_no_damage(table: StoredTable) -> None:
    with pytest.raises(ValueError, match="No field named"):
        table.rows(where="nothing = 1")


def test_a_corpus_opened_earlier_goes_on_while_it_grows(tmp_path: Path) -> None:
    first, later = made_document(), made_document("OTHR-10-K-2024")
    with CorpusWriter(tmp_path / "c") as writer:
        writer.add(rows_for(first))
    corpus = open_corpus(tmp_path / "c")
    with CorpusWriter(tmp_path / "c") as writer:
        writer.add(rows_for(later))
    assert corpus.document("ACME-10-K-2024") == first
    assert [entry.metadata.document_id for entry in corpus.entries] == ["ACME-10-K-2024"]
    assert open_corpus(tmp_path / "c").document("OTHR-10-K-2024") == later
