import random

import numpy as np
import pytest

from secqa.learning.calibration import CoveragePoint, calibration, risk_coverage


def test_the_surest_come_first_and_refusals_are_never_covered() -> None:
    sure = [0.9, 0.8, 0.7, 0.6, 0.5]
    right = [True, True, False, True, False]
    # Ten questions, of which five were answered.
    assert risk_coverage(sure, right, 10) == (
        CoveragePoint(0.1, 1.0),
        CoveragePoint(0.2, 1.0),
        CoveragePoint(0.3, 2 / 3),
        CoveragePoint(0.4, 0.75),
        CoveragePoint(0.5, 0.6),
    )


def test_equally_sure_answers_come_in_no_order() -> None:
    for right in ([True, True, False, False], [False, True, False, True]):
        (first, *_, last) = risk_coverage([0.5] * 4, right, 4)
        assert (first.accuracy, last) == (0.5, CoveragePoint(1.0, 0.5))


def test_calibration_by_hand() -> None:
    found = calibration([0.6] * 5 + [0.9] * 5, [True] * 3 + [False] * 2 + [True] * 5, 10)
    assert found is not None
    assert found.brier == pytest.approx((3 * 0.4**2 + 2 * 0.6**2 + 5 * 0.1**2) / 10)
    assert sum(group.answers for group in found.groups) == 10
    assert [group.confidence for group in found.groups] == sorted(
        g.confidence for g in found.groups
    )


def test_where_no_confidence_is_recorded_there_is_nothing_to_say() -> None:
    assert calibration([0.0, 0.0], [True, False], 2) is None
    assert calibration([], [], 2) is None


def test_calibration_is_that_of_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    peer = pytest.importorskip("sklearn.calibration")
    numbers = random.Random(6)
    sure = [numbers.random() for _ in range(500)]
    right = [numbers.random() < value**2 for value in sure]
    found = calibration(sure, right, 500)
    assert found is not None
    assert found.brier == pytest.approx(metrics.brier_score_loss(right, sure))
    true, given = peer.calibration_curve(right, sure, n_bins=10, strategy="quantile")
    assert [group.accuracy for group in found.groups] == pytest.approx(list(true))
    assert [group.confidence for group in found.groups] == pytest.approx(list(given))
    assert found.calibration_error == pytest.approx(float(np.abs(true - given).mean()))
