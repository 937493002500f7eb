"""Where a corpus can be, and that one writer at a time has it there."""

from pathlib import Path

import pytest

from secqa.corpus.corpus_address import StoreFolder, corpus_path
from secqa.corpus.writer_lease import take_lease
from secqa.errors import SecqaError


def test_folders_and_addresses_are_told_apart() -> None:
    assert corpus_path("a/b") == Path("a/b")
    assert corpus_path("S3://bucket/a//b/") == StoreFolder("s3://bucket/a/b")
    assert str(corpus_path("gs://bucket") / "truth") == "gs://bucket/truth"


@pytest.mark.parametrize("text", ["ftp://host/a", "s3://", "s3:///", "s3://bucket/a?x=1"])
def test_what_no_corpus_can_be_in_is_told(text: str) -> None:
    with pytest.raises(SecqaError, match="no corpus can be there; give a folder"):
        corpus_path(text)


def stored(tmp_path: Path) -> StoreFolder:
    """Treated as a store: what is tested needs no more of one than its tables."""
    return StoreFolder(str(tmp_path / "c"))


def test_one_writer_has_a_store_until_it_gives_it_back(tmp_path: Path) -> None:
    lease = take_lease(stored(tmp_path))
    with pytest.raises(SecqaError, match=r"another ingest is writing here \(process \d+ on "):
        take_lease(stored(tmp_path))
    lease.check()
    lease.give_back()
    take_lease(stored(tmp_path)).give_back()


def test_a_writer_that_was_killed_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secqa.corpus.writer_lease._SECONDS", -1.0)
    killed = take_lease(stored(tmp_path))
    monkeypatch.undo()
    following = take_lease(stored(tmp_path))
    monkeypatch.setattr("secqa.corpus.writer_lease._RENEWED", -1.0)
    with pytest.raises(SecqaError, match="another ingest took over"):
        killed.check()
    following.check()
    killed.give_back()
    with pytest.raises(SecqaError, match="another ingest is writing here"):
        take_lease(stored(tmp_path))
    following.give_back()
