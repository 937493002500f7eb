"""Folders by name: found, told apart, read again when a file changes."""

from pathlib import Path

import pytest

from secqa.app.folder_cache import FolderCache, folder_called, folders_by_name
from secqa.errors import SecqaError


def test_folders_are_found_and_told_apart(tmp_path: Path) -> None:
    for path in ("a/one", "b/one", "b/report", ".hidden/two", "a/one/benchmark"):
        (tmp_path / path).mkdir(parents=True)
        (tmp_path / path / "run.json").touch()
    found = folders_by_name([tmp_path, tmp_path / "a"], "run.json", ("report",))
    assert found == {
        "one": tmp_path / "a/one",
        "one (2)": tmp_path / "b/one",
        "report (2)": tmp_path / "b/report",
    }
    assert folders_by_name([tmp_path / "a/one"], "run.json") == {"one": tmp_path / "a/one"}
    assert folders_by_name([tmp_path / "nowhere"], "run.json") == {}
    with pytest.raises(SecqaError, match="no such run"):
        folder_called("../b/one", found, "run")


def test_what_is_made_is_kept_until_a_file_changes(tmp_path: Path) -> None:
    made: list[str] = []

    def make(folder: Path) -> str:
        made.append(folder.name)
        return (folder / "a").read_text() if (folder / "a").exists() else ""

    kept = FolderCache(make, ("a",), most=2)
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    one.mkdir()
    assert (kept(one), kept(one), made) == ("", "", ["one"])
    (one / "a").write_text("new")
    assert (kept(one), made) == ("new", ["one", "one"])
    kept(two), kept(three), kept(two)
    assert made == ["one", "one", "two", "three"]
    kept(one)
    assert made[4:] == ["one"], "the one that was asked for longest ago is dropped"
