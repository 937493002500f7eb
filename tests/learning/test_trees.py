"""Boosted trees read with numpy."""

import numpy as np
import pytest

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
