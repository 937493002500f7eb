"""Pieces are carried as digits are in counting: few at any time, each row written a few times."""

import random
import string
from pathlib import Path

import lance
import pyarrow as pa
import pytest

from secqa.corpus import table_segments as pieces
from secqa.corpus.table_segments import is_scattered, loose_fragments, put_together, tidy

_ROWS = 200
"""Of a commit."""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces are whole at a few commits instead of at hundreds of megabytes."""
    commit = 10_000
    monkeypatch.setattr(pieces, "_SEGMENT", 40 * commit)
    monkeypatch.setattr(pieces, "_KINDS", (0, 2 * commit, 12 * commit))


def written(folder: Path, commits: int) -> lance.LanceDataset:
    """A table with an index to which rows are added, and that is tidied as an ingest does."""
    for number in range(commits):
        rows = pa.table({"revision": [f"{number:04}"] * _ROWS, "text": _texts(number)})
        dataset = lance.write_dataset(rows, folder / "t.lance", mode="append")
        if not number:
            dataset.create_scalar_index("revision", "BTREE")
        if is_scattered(dataset):
            tidy(dataset)
    return lance.dataset(folder / "t.lance")


def _texts(number: int) -> list[str]:
    """Texts of 50 letters that no compression makes smaller."""
    drawn = random.Random(number)
    return ["".join(drawn.choices(string.ascii_letters, k=50)) for _ in range(_ROWS)]


def segments(dataset: lance.LanceDataset) -> list[int]:
    (index,) = dataset.describe_indices()
    return [len(segment.fragment_ids) for segment in index.segments]


@pytest.mark.usefixtures("small")
def test_pieces_stay_few_and_rows_the_same(tmp_path: Path) -> None:
    dataset = written(tmp_path, 60)
    assert len(dataset.get_fragments()) < 40
    assert 1 < len(segments(dataset)) < 10
    assert len(loose_fragments(dataset)) <= 10
    assert dataset.count_rows() == 60 * _ROWS
    for number in (0, 30, 59):
        assert dataset.count_rows(f"revision = '{number:04}'") == _ROWS


@pytest.mark.usefixtures("small")
def test_what_is_whole_is_not_written_again(tmp_path: Path) -> None:
    before = written(tmp_path / "a", 60)
    whole = {one.fragment_id for one in before.get_fragments()[:3]}
    after = written(tmp_path / "b", 80)
    kept = {one.fragment_id for one in after.get_fragments()[:3]}
    assert whole == kept


def test_put_together_is_one_piece(tmp_path: Path) -> None:
    dataset = written(tmp_path, 5)
    put_together(dataset)
    dataset = lance.dataset(tmp_path / "t.lance")
    assert len(dataset.get_fragments()) == 1
    assert segments(dataset) == [1]
    assert loose_fragments(dataset) == []
    assert dataset.count_rows("revision = '0003'") == _ROWS
