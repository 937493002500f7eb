from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.runs_cases import BENCHMARK, SETTINGS, finished

from secqa.errors import SecqaError
from secqa.evaluation.analysis.standings import (
    ScoreTooLow,
    check_benchmarks,
    check_scores,
    minimum_score,
    runs_below,
    standing_of,
)
from secqa.evaluation.judging.rule_judge import judge_offline
from secqa.evaluation.run_scores import score_run
from secqa.evaluation.runs import open_run, read_run


def test_runs_are_found_at_any_depth_and_put_in_order(tmp_path: Path) -> None:
    finished(tmp_path / "weak", pages=(4,))
    finished(tmp_path / "deep" / "strong", pages=(64,))
    runs, unreadable = runs_below(tmp_path)
    board, left_out = standing_of(runs, [judge_offline] * 2)
    assert [Path(one.run).name for one in board.runs] == ["strong", "weak"]
    assert (unreadable, left_out) == ([], [])
    first, second = board.runs
    assert board.beaten(first) == (2,)
    assert board.beaten(second) == ()


def test_what_is_half_written_or_damaged_is_left_out_with_a_line(tmp_path: Path) -> None:
    finished(tmp_path / "whole", pages=(8,))
    finished(tmp_path / "half", pages=(8,), limit=5)
    open_run(tmp_path / "empty", SETTINGS, BENCHMARK)
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "run.json").write_text("{")
    runs, unreadable = runs_below(tmp_path)
    board, left_out = standing_of(runs, [judge_offline] * len(runs))
    assert [Path(one.run).name for one in board.runs] == ["whole"]
    assert len(unreadable) == 1
    assert "bad" in unreadable[0]
    empty, half = left_out
    assert "empty: no answers yet" in empty
    assert "half, k = 8: 5 of 24 questions answered; go on with `secqa run`" in half


def test_runs_of_the_same_choice_of_questions_are_whole(tmp_path: Path) -> None:
    runs = [finished(tmp_path / name, pages=(8,), limit=5) for name in ("a", "b")]
    board, left_out = standing_of(runs, [judge_offline] * 2)
    assert len(board.runs) == 2
    assert left_out == []


def test_a_run_that_stopped_is_unfinished_though_no_other_went_further(tmp_path: Path) -> None:
    run = finished(tmp_path / "half", pages=(8,), limit=4)
    stopped = replace(run, settings=replace(SETTINGS, questions=24))
    chosen = replace(run, settings=replace(SETTINGS, questions=4))
    with pytest.raises(ScoreTooLow, match="4 of 24 questions answered"):
        check_scores(score_run(stopped), [minimum_score("accuracy=0")])
    check_scores(score_run(chosen), [minimum_score("accuracy=0")])
    whole = finished(tmp_path / "all", pages=(8,))
    board, left_out = standing_of([whole, chosen], [judge_offline] * 2)
    assert (len(board.runs), left_out) == (2, [])


def test_runs_of_different_benchmarks_are_one_line(tmp_path: Path) -> None:
    run = finished(tmp_path / "a", pages=(8,))
    settings = replace(SETTINGS, benchmark="another")
    other = replace(run, folder=tmp_path / "b", settings=settings)
    with pytest.raises(SecqaError, match=r"runs of 2 benchmarks .*another: ") as told:
        check_benchmarks([run, other])
    assert "\n" not in str(told.value)


def test_a_folder_without_runs_or_answers_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(SecqaError, match="no runs in it"):
        runs_below(tmp_path)
    open_run(tmp_path / "empty", SETTINGS, BENCHMARK)
    with pytest.raises(SecqaError, match="no answers yet"):
        standing_of([read_run(tmp_path / "empty")], [judge_offline])
