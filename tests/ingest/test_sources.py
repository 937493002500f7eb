"""Folders that are links are looked through, each once."""

from pathlib import Path

from secqa.ingest.sources import find_filings


def test_linked_folders_are_read_and_circles_end(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.html").write_text("<html>")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "linked").symlink_to(tmp_path / "real")
    (tmp_path / "real" / "up").symlink_to(tmp_path / "in")
    assert find_filings([tmp_path / "in"]) == [tmp_path / "in" / "linked" / "a.html"]
