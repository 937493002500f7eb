from dataclasses import replace

import pytest
from tests.support.analysis_runs import right_on

from secqa.errors import SecqaError
from secqa.evaluation.analysis.standings import (
    ScoreTooLow,
    check_scores,
    minimum_score,
)


def test_a_floor_names_a_measure_and_a_share() -> None:
    assert minimum_score("accuracy=0.8") == ("accuracy", 0.8)
    assert minimum_score("ndcg=1") == ("ndcg", 1.0)


@pytest.mark.parametrize("text", ["accuracy", "accuracy=", "accuracy=80", "speed=0.5", "=0.5",
                                  "accuracy=nan", "accuracy=-0.1"])  # fmt: skip
def test_what_is_no_floor_is_one_line(text: str) -> None:
    with pytest.raises(SecqaError, match=r"must be MEASURE=NUMBER.*accuracy=0\.8") as told:
        minimum_score(text)
    assert "\n" not in str(told.value)
    assert told.value.exit_code == 2


def test_scores_at_or_over_their_floors_pass() -> None:
    check_scores([right_on(range(12)), right_on(range(24), "runs/b")], [("accuracy", 0.5)])


def test_all_that_is_too_low_is_told_in_one_line() -> None:
    settings = [right_on(range(12)), right_on(range(24), "runs/b"), right_on(range(3), "runs/c")]
    with pytest.raises(ScoreTooLow) as told:
        check_scores(settings, [("accuracy", 0.51), ("answered", 0.1)])
    assert str(told.value) == (
        "a, k = 8: accuracy 0.5000, less than 0.51; c, k = 8: accuracy 0.1250, less than 0.51"
    )
    assert told.value.exit_code == 1


def test_a_run_that_stopped_half_way_reaches_no_floor() -> None:
    whole = right_on(range(24), "runs/a")
    half = replace(whole, run="runs/b", answers=whole.answers[:5])
    check_scores([half, whole], [])
    with pytest.raises(ScoreTooLow, match="runs/b, k = 8: 5 of 24 questions answered"):
        check_scores([half, whole], [("accuracy", 0.5)])
