import json
import sys
from pathlib import Path

import pytest
from tests.evaluation.test_runs import finished

from secqa.cli.main import main


def secqa(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    """Run the command line as a shell would; the exit code."""
    monkeypatch.setattr(sys, "argv", ["secqa", *map(str, arguments)])
    with pytest.raises(SystemExit) as stop:
        main()
    code = stop.value.code
    return code if isinstance(code, int) else 0


def test_evaluate_prints_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    finished(tmp_path / "run")
    capsys.readouterr()
    monkeypatch.setenv("COLUMNS", "200")
    assert secqa(monkeypatch, "evaluate", tmp_path / "run") == 0
    out = capsys.readouterr().out
    for title in (
        "Scores",
        "Retrieval",
        "By type",
        "By difficulty",
        "By metric",
        "Why answers are wrong",
    ):
        assert title in out
    assert "14/24" in out
    assert "58.3%" in out
    assert "Growth over n years" in out


def test_evaluate_prints_the_same_figures_as_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    finished(tmp_path / "a")
    finished(tmp_path / "b", pages=(16,))
    capsys.readouterr()
    assert secqa(monkeypatch, "evaluate", tmp_path / "a", tmp_path / "b", "--json") == 0
    settings = json.loads(capsys.readouterr().out)["settings"]
    assert [(s["pages"], s["accuracy"]["right"]) for s in settings] == [(4, 8), (8, 14), (16, 21)]


def test_report_writes_one_file_and_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    finished(tmp_path / "run")
    out = tmp_path / "deep" / "report.html"
    assert secqa(monkeypatch, "report", tmp_path / "run", "--out", out) == 0
    assert str(out) in capsys.readouterr().out
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("command", [["evaluate"], ["report", "--out", "r.html"]])
def test_a_folder_that_is_no_run_is_one_line_and_exit_code_2(
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert secqa(monkeypatch, *command, tmp_path / "nothing") == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "not a run" in err
