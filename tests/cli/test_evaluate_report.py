import json
from pathlib import Path

import pytest
from tests.support.command_line import CommandLine
from tests.support.runs_cases import BENCHMARK, SETTINGS, finished

from secqa.evaluation.runs import open_run


def test_evaluate_prints_tables(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(tmp_path / "run")
    monkeypatch.setenv("COLUMNS", "200")
    assert cli("evaluate", tmp_path / "run") == 0
    out = cli.out
    for title in (
        "Scores",
        "Retrieval",
        "By type",
        "By difficulty",
        "By metric",
        "Why answers are wrong",
        "Ranking of pages",
        "Cost of a question",
        "By hops",
        "By company",
        "By year",
    ):
        assert title in out
    assert "14/24" in out
    assert "58.3%" in out
    assert "Growth over n years" in out


def test_evaluate_prints_the_same_figures_as_json(cli: CommandLine, tmp_path: Path) -> None:
    finished(tmp_path / "a")
    finished(tmp_path / "b", pages=(16,))
    assert cli("evaluate", tmp_path / "a", tmp_path / "b", "--json") == 0
    settings = json.loads(cli.out)["settings"]
    assert [(s["pages"], s["accuracy"]["right"]) for s in settings] == [(4, 8), (8, 14), (16, 21)]


def test_runs_of_the_same_questions_are_compared_in_a_sentence(
    cli: CommandLine, tmp_path: Path
) -> None:
    finished(tmp_path / "a", pages=(4,))
    finished(tmp_path / "b", pages=(64,))
    assert cli("evaluate", tmp_path / "a", tmp_path / "b") == 0
    out = cli.out
    assert "made, k = 64 is better than made, k = 4: 87.5% against 33.3% of 24 questions" in out
    assert "Case: " in out


@pytest.mark.parametrize(("floor", "code"), [("0.5", 0), ("0.6", 1), ("60%", 2)])
def test_a_score_below_its_floor_is_one_line_and_exit_code_1(
    cli: CommandLine, floor: str, code: int, tmp_path: Path
) -> None:
    finished(tmp_path / "run", pages=(8,))
    ran = cli("evaluate", tmp_path / "run", "--fail-under", f"accuracy={floor}")
    assert ran == code
    assert ("Scores" in cli.out) == (code != 2)
    assert cli.err.count("\n") == (code > 0)
    assert ("accuracy 0.5833, less than 0.6" in cli.err) == (code == 1)


def test_what_keeps_scores_from_being_compared_is_a_line_each(
    cli: CommandLine, tmp_path: Path
) -> None:
    finished(tmp_path / "whole", pages=(8,))
    finished(tmp_path / "half", pages=(8,), limit=5)
    other = finished(tmp_path / "other", pages=(8,)).folder / "run.json"
    other.write_text(json.dumps(json.loads(other.read_text()) | {"benchmark": "another"}))
    folders = [tmp_path / name for name in ("whole", "half", "other")]
    assert cli("evaluate", *folders) == 0
    half, benchmarks = cli.err.splitlines()
    assert half.endswith("half, k = 8: 5 of 24 questions answered; go on with `secqa run`")
    assert "runs of 2 benchmarks" in benchmarks
    assert cli("leaderboard", tmp_path) == 2
    assert cli.err.count("\n") == 1


def test_a_run_without_answers_is_a_line_and_under_every_floor(
    cli: CommandLine, tmp_path: Path
) -> None:
    finished(tmp_path / "run", pages=(64,))
    open_run(tmp_path / "empty", SETTINGS, BENCHMARK)
    both = ("evaluate", tmp_path / "run", tmp_path / "empty")
    line = f"secqa: {tmp_path / 'empty'}: no answers yet; go on with `secqa run`\n"
    for arguments, code in (
        (both, 0),
        ((*both, "--fail-under", "accuracy=0.1"), 2),
        (("evaluate", tmp_path / "empty"), 2),
    ):
        assert cli(*arguments) == code
        assert cli.err == line


def test_the_leaderboard_tells_the_order_and_what_is_left_out(
    cli: CommandLine, tmp_path: Path
) -> None:
    finished(tmp_path / "a", pages=(4,))
    finished(tmp_path / "b", pages=(64,))
    finished(tmp_path / "half", pages=(8,), limit=5)
    assert cli("leaderboard", tmp_path) == 0
    assert "Leaderboard" in cli.out
    assert "is better than" in cli.out
    assert cli.err == (
        f"secqa: left out: {tmp_path / 'half'}, k = 8: 5 of 24 questions answered; "
        "go on with `secqa run`\n"
    )
    assert cli("leaderboard", tmp_path, "--json") == 0
    board = json.loads(cli.out)
    assert [one["better_than"] for one in board["entries"]] == [[2], []]
    assert len(board["left_out"]) == 1


def test_a_run_on_a_part_of_the_questions_stands_below_those_on_all(
    cli: CommandLine, tmp_path: Path
) -> None:
    finished(tmp_path / "part", pages=(4,), limit=4, is_chosen=True)
    finished(tmp_path / "whole", pages=(64,))
    assert cli("leaderboard", tmp_path, "--json") == 0
    entries = json.loads(cli.out)["entries"]
    assert [(Path(one["run"]).name, one["answers"]) for one in entries] == [
        ("whole", 24),
        ("part", 4),
    ]
    assert entries[0]["accuracy"]["value"] < entries[1]["accuracy"]["value"]
    assert cli("leaderboard", tmp_path) == 0
    assert "4 of 24" in cli.out


def test_the_schema_of_the_figures_is_printed(cli: CommandLine) -> None:
    assert cli("evaluate", "--schema") == 0
    assert json.loads(cli.out)["title"] == "Scores of runs"
    assert cli("evaluate") == 2
    assert "give --schema" in cli.err


def test_report_writes_one_file_and_says_where(cli: CommandLine, tmp_path: Path) -> None:
    finished(tmp_path / "run")
    out = tmp_path / "deep" / "report.html"
    assert cli("report", tmp_path / "run", "--out", out) == 2
    assert "there is no folder" in cli.err
    for option in ("--figures", "--markdown"):
        place = tmp_path / "far" / "x"
        assert cli("report", tmp_path / "run", "--out", tmp_path / "r.html", option, place) == 2
        assert f"there is no folder {place.parent}" in cli.err
        assert not (tmp_path / "r.html").exists()
        assert not place.parent.exists()
    out.parent.mkdir()
    assert cli("report", tmp_path / "run", "--out", out) == 0
    assert str(out) in cli.out
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("command", [["evaluate"], ["report", "--out", "r.html"]])
def test_a_folder_that_is_no_run_is_one_line_and_exit_code_2(
    cli: CommandLine, command: list[str], tmp_path: Path
) -> None:
    assert cli(*command, tmp_path / "nothing") == 2
    err = cli.err
    assert err.count("\n") == 1
    assert "not a run" in err
