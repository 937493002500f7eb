"""How far probabilities and shares can be believed."""

import numpy as np
import pytest

from secqa.learning.calibration import coverage_at, expected_error, wilson_interval


@pytest.mark.parametrize(
    ("right", "total", "interval"),
    [(0, 0, (0, 1)), (0, 10, (0, 0.2775)), (10, 10, (0.7225, 1)), (81, 263, (0.2553, 0.3662))],
)
def test_wilson_interval(right: int, total: int, interval: tuple[float, float]) -> None:
    assert wilson_interval(right, total) == pytest.approx(interval, abs=1e-4)


def test_the_calibration_error_is_how_far_given_and_true_lie_apart() -> None:
    given = np.array([0.9] * 10 + [0.1] * 10)
    right = np.array([True] * 9 + [False] + [True] + [False] * 9)
    assert expected_error(given, right, 2) == pytest.approx(0.0)
    assert expected_error(given, ~right, 2) == pytest.approx(0.8)


def test_coverage_is_the_largest_share_that_is_right_often_enough() -> None:
    given = np.array([0.9, 0.8, 0.7, 0.6])
    assert coverage_at(given, np.array([True, True, False, True]), 0.99) == 0.5
    assert coverage_at(given, np.array([True, True, False, True]), 0.75) == 1.0
    assert coverage_at(given, np.array([False, True, True, True]), 0.99) == 0.0
