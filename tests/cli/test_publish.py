"""`secqa publish` and `secqa decrypt`."""

from pathlib import Path

import pytest
from tests.support.command_line import CommandLine
from tests.support.publish_builders import WORD, written

from secqa.benchmark.formats import encryption


@pytest.fixture(autouse=True)
def _cheap_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(encryption._SCRYPT, "n", 2)


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    return written(tmp_path / "bench")


def test_passwords_come_from_a_file_or_the_environment(
    cli: CommandLine, bench: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, back, word = tmp_path / "out", tmp_path / "back", tmp_path / "word"
    word.write_text(f"{WORD}\n")
    how = ("--to", "parquet", "--encrypt", "--out", out)
    assert cli("publish", bench, *how, "--password-file", word) == 0
    assert "encrypted by your password" in cli.out
    monkeypatch.setenv("SECQA_PASSWORD", "another")
    assert cli("decrypt", out, "--out", back) == 2
    assert "does not open" in cli.err
    monkeypatch.setenv("SECQA_PASSWORD", WORD)
    assert cli("decrypt", out, "--out", back) == 0
    assert (back / "questions.jsonl").read_bytes() == (bench / "questions.jsonl").read_bytes()


def test_the_canary_as_password_is_said_to_be_open(
    cli: CommandLine, bench: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    how = ("--to", "jsonl", "--encrypt", "--canary-password", "--out", out)
    assert cli("publish", bench, *how) == 0
    assert "by the canary: anyone can decrypt it" in cli.out
    assert cli("decrypt", out, "--out", tmp_path / "back") == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--encrypt"], "no password; set SECQA_PASSWORD or give --password-file"),
        (["--canary-password"], "a password is for --encrypt"),
        (["--encrypt", "--password-file", "WORD", "--canary-password"], "one password only"),
        (["--encrypt", "--password-file", "WORD"], "holds no password"),
        (["--encrypt", "--password-file", "none"], "none: cannot be read"),
    ],
)
def test_passwords_that_cannot_be_are_refused(
    cli: CommandLine,
    options: list[str],
    message: str,
    bench: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("SECQA_PASSWORD", raising=False)
    (tmp_path / "word").write_text("\n")
    given = [str(tmp_path / "word") if option == "WORD" else option for option in options]
    assert cli("publish", bench, "--to", "trec", "--out", tmp_path / "out", *given) == 2
    told = cli.err
    assert message in told
    assert told.count("\n") == 1
    assert not (tmp_path / "out").exists()
