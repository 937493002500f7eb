"""What the fit makes is what is read at run time."""

from importlib.util import find_spec

import numpy as np
import pytest

from secqa.fitting.softmax import fit_softmax
from secqa.fitting.trees import fit_trees
from secqa.learning.softmax import pruned

pytestmark = pytest.mark.skipif(find_spec("lightgbm") is None, reason="needs LightGBM")


def test_fitted_trees_read_with_numpy_say_what_they_learned() -> None:
    draw = np.random.default_rng(3)
    rows = draw.normal(size=(4000, 3)).astype(np.float32)
    right = (rows[:, 0] > 0.3) & (rows[:, 2] < 0.5)
    trees = fit_trees(rows, right, np.ones(len(rows)))
    told = trees.likely(rows) > 0.5
    assert (told == right).mean() > 0.98


def test_the_same_examples_give_the_same_trees() -> None:
    draw = np.random.default_rng(3)
    rows = draw.normal(size=(1000, 3)).astype(np.float32)
    right = rows[:, 0] > 0
    one, other = (fit_trees(rows, right, np.ones(len(rows))) for _ in range(2))
    assert np.array_equal(one.leaves, other.leaves)


def test_labels_are_told_by_pieces_that_only_they_have() -> None:
    pytest.importorskip("scipy")
    pieces = [[1, 2], [1, 3], [2, 4], [3, 4]] * 4000
    classes = np.array([0, 1, 0, 1] * 4000)
    dense, bias = fit_softmax(pieces, classes, np.ones(len(pieces)), 2)
    scores = pruned(dense, bias, ["a", "b"], kept=8).scores([[2], [3]])
    assert scores[0, 0] > 0.9
    assert scores[1, 1] > 0.9
