import random
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from secqa.evaluation.differences import difference_interval, mean_interval


@settings(max_examples=20)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
@example([0.0, 8.6e-177])  # the square of which is 0
@example([1.0] * 30 + [1.0 - 1.2e-16])
def test_an_interval_is_within_what_is_averaged(values: list[float]) -> None:
    low, high = mean_interval(values)
    assert min(values) - 1e-9 <= low <= high <= max(values) + 1e-9


def test_many_values_have_nearly_the_interval_of_the_normal_distribution() -> None:
    numbers = random.Random(1)
    values = [numbers.gauss(10, 2) for _ in range(400)]
    half = 1.96 * stdev(values) / 20
    low, high = mean_interval(values)
    assert low == pytest.approx(fmean(values) - half, abs=0.05)
    assert high == pytest.approx(fmean(values) + half, abs=0.05)


def test_the_same_values_have_the_same_interval_and_equal_ones_a_point() -> None:
    values = [0.1, 0.5, 0.2, 0.9, 0.4]
    assert mean_interval(values) == mean_interval(values)
    assert mean_interval([0.25] * 9) == (0.25, 0.25)
    with pytest.raises(ValueError, match="no values"):
        mean_interval([])


@pytest.mark.parametrize("values", [[0, 1, 1, 0, 1], [3, 7, 1, 90, 4, 4, 2], [0.0] * 20 + [5.0]])
def test_the_interval_is_that_of_scipy(values: list[float]) -> None:
    from scipy.stats import bootstrap

    theirs = bootstrap(
        (np.array(values, float),), np.mean, n_resamples=1000, rng=np.random.default_rng(7)
    ).confidence_interval
    assert mean_interval(values) == pytest.approx(tuple(theirs))


def test_pairs_tell_more_than_two_means() -> None:
    """A small gain on every question is seen, however much questions differ among themselves."""
    numbers = random.Random(2)
    first = [numbers.uniform(0, 1) for _ in range(50)]
    second = [value - 0.05 - 0.01 * numbers.random() for value in first]
    low, high = difference_interval(first, second)
    assert 0.05 < low < high < 0.06
    assert mean_interval(first)[0] < mean_interval(second)[1]
