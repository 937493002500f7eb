"""What people hand in is read as their editors save it, and what is there is not written over."""

from pathlib import Path

import pytest

from secqa.errors import SecqaError
from secqa.files import append, make_folder, read_text, saved_records, write_file


@pytest.mark.parametrize("content", [b"a\nb\n", b"\xef\xbb\xbfa\r\nb\r\n"])
def test_text_is_read_with_a_mark_first_and_other_line_ends(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    assert read_text(path, "give a TOML file") == "a\nb\n"


def test_what_is_no_text_file_is_one_line_with_a_remedy(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.toml"):
        with pytest.raises(SecqaError, match=r"cannot be read \(.*\); give a TOML file$"):
            read_text(path, "give a TOML file")
    latin = tmp_path / "latin.toml"
    latin.write_bytes("Café".encode("latin-1"))
    with pytest.raises(SecqaError, match=r"latin\.toml: not UTF-8 text; save it as UTF-8"):
        read_text(latin, "give a TOML file")


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "run"
    make_folder(folder, ("run.json",), "run")
    (folder / "run.json").touch()
    (folder / ".run.json.17.partial").touch()
    make_folder(folder, ("run.json",), "run")
    (folder / "letter.txt").touch()
    with pytest.raises(SecqaError, match=r"holds letter\.txt and is no run; give a new or empty"):
        make_folder(folder, ("run.json",), "run")
    with pytest.raises(SecqaError, match="cannot be written"):
        make_folder(folder / "letter.txt", (), "run")


def test_lines_are_added_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    for text in ("", "ä\n", "b\n"):
        append(path, text, "choose another --out")
    assert path.read_text(encoding="utf-8") == "ä\nb\n"
    with pytest.raises(SecqaError, match=r"cannot be written \(.*\); choose another --out$"):
        append(tmp_path, "a\n", "choose another --out")


def test_a_file_is_written_whole_or_stays(tmp_path: Path) -> None:
    path = tmp_path / "a" / "report.html"
    write_file(path, b"one")
    write_file(path, b"two")
    assert path.read_bytes() == b"two"
    assert [entry.name for entry in path.parent.iterdir()] == ["report.html"]
    with pytest.raises(SecqaError, match="give another place"):
        write_file(path / "under", b"")
    with pytest.raises(SecqaError, match="give another place"):
        write_file(path.parent, b"")


def test_saved_records_end_with_the_last_whole_line(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    assert list(saved_records(path, "number", int)) == []
    path.write_text("1\n2\n3")
    assert list(saved_records(path, "number", int)) == [1, 2, 3]
    path.write_text('1\n2\n{"a')
    assert list(saved_records(path, "number", int)) == [1, 2]
    path.write_text("1\n[]\n")
    with pytest.raises(SecqaError, match="line 2 is no number"):
        list(saved_records(path, "number", int))
