"""`secqa chat` from a pipe, as a user types it."""

import json
from pathlib import Path

import pytest
from tests.support.conversation_records import CLEANED, FINQA
from typer.testing import CliRunner

from secqa.cli.main import app
from secqa.errors import SecqaError


@pytest.fixture
def records(tmp_path: Path) -> Path:
    path = tmp_path / "records.json"
    path.write_text(json.dumps([CLEANED, FINQA]))
    return path


def _chat(records: Path, lines: list[str], *arguments: str) -> str:
    result = CliRunner().invoke(
        app, ["chat", "--records", str(records), *arguments], input="\n".join(lines) + "\n"
    )
    if isinstance(result.exception, SecqaError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def test_questions_commands_and_mistakes(records: Path, tmp_path: Path) -> None:
    saved = tmp_path / "talk.json"
    output = _chat(
        records,
        [
            "what were net sales in 2012?",
            "/nonsense",
            "and in 2011?",
            "what was the change over the year?",
            "/program",
            "/table",
            "/edit",
            "/open missing",
            "/undo",
            f"/save {saved}",
            "/quit",
        ],
        CLEANED["id"],
    )
    assert "= 1,200\n" in output
    assert "? and in 2011?\n= 1,000" in output
    assert "= 200\n  1,200 [net sales, 2012] minus 1,000 [net sales, 2011]" in output
    assert "subtract(1200, 1000)\n" in output
    assert "[1200]" in output
    assert "! /nonsense: no such command" in output
    assert "! missing: no such record" in output
    assert "! /edit: give a number" in output
    assert "taken back: what was the change" in output
    again = _chat(records, ["/turns"], "--resume", str(saved))
    assert "2. and in 2011?  = 1,000" in again


def test_a_record_is_chosen_by_search(records: Path) -> None:
    output = _chat(records, ["zebra", "acme", "1", "/help"])
    assert "none; try other words" in output
    assert f"{CLEANED['id']} (/help" in output
    assert "/undo" in output


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["unknown"], "no such record"),
        (["--generator", "magic", CLEANED["id"]], "no such generator"),
    ],
)
def test_mistakes_before_the_talk(records: Path, arguments: list[str], complaint: str) -> None:
    with pytest.raises(SecqaError, match=complaint):
        _chat(records, [], *arguments)
