"""Boosted trees as they are kept, and how probabilities are judged."""

import numpy as np
import pytest

from secqa.learning.logistic import Logistic, coverage_at, expected_error
from secqa.learning.trees import Trees, trees_from

TWO = Trees(
    feature=np.array([[0, 0, 1], [1, 0, 0]], np.uint8),
    least=np.array([[0.5, 0.0, 2.0], [1.0, 0.0, 0.0]], np.float32),
    leaves=np.array([[-1.0, -1.0, 2.0, 4.0], [0.5, 0.5, -0.5, -0.5]], np.float32),
)


@pytest.mark.parametrize(
    ("row", "total"), [((0.5, 0.0), -0.5), ((0.6, 1.0), 2.5), ((0.6, 2.0), 1.5), ((9, 3), 3.5)]
)
def test_a_row_goes_down_every_tree_and_its_leaves_add_up(
    row: tuple[float, float], total: float
) -> None:
    for trees in (TWO, trees_from(TWO.arrays())):
        found = trees.likely(np.array([row], np.float32))
        assert found == pytest.approx([1 / (1 + np.exp(-total))])


def test_rows_are_scored_each_for_itself() -> None:
    rows = np.array([(0.5, 0.0), (0.6, 1.0), (9, 3)], np.float32)
    alone = [float(TWO.likely(row[None])[0]) for row in rows]
    assert TWO.likely(rows).tolist() == alone


def test_a_logistic_model_gives_a_probability() -> None:
    model = Logistic((1.0, -2.0), 0.5)
    assert model.likely((1.5, 1.0)) == pytest.approx(0.5)
    assert model.likely((100.0, 0.0)) > 0.999


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
