"""Rows of named numbers and which are right in, boosted trees out, by LightGBM."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from secqa.learning.trees import Trees

TREES = 250
_SETTINGS: dict[str, Any] = {
    "objective": "binary",
    "learning_rate": 0.06,
    "num_leaves": 31,
    "max_depth": 8,
    "min_data_in_leaf": 60,
    "feature_fraction": 0.6,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    "max_bin": 63,
    "seed": 7,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 2,
    "verbose": -1,
}
"""Near these accuracy is flat on dev."""


def fit_trees(
    rows: NDArray[np.float32], right: NDArray[np.bool_], worth: NDArray[np.float64]
) -> Trees:
    """Trees for these rows; the same every time."""
    import lightgbm

    data = lightgbm.Dataset(rows, right, weight=worth)
    booster = lightgbm.train(_SETTINGS, data, TREES)
    return _trees(booster.dump_model()["tree_info"])


def _trees(info: list[dict[str, Any]]) -> Trees:
    depth = max(1, *(_depth(one["tree_structure"]) for one in info))
    nodes = len(info), 2**depth - 1
    made = Trees(
        np.zeros(nodes, np.uint8),
        np.zeros(nodes, np.float32),
        np.zeros((len(info), 2**depth), np.float32),
    )

    def put(tree: int, node: dict[str, Any], at: int, below: int) -> None:
        """A node at its place, `below` levels above the leaves."""
        if "leaf_value" in node:
            first = (at + 1) * 2**below - 2**depth
            made.leaves[tree, first : first + 2**below] = node["leaf_value"]
            return
        made.feature[tree, at] = node["split_feature"]
        made.least[tree, at] = node["threshold"]
        put(tree, node["left_child"], 2 * at + 1, below - 1)
        put(tree, node["right_child"], 2 * at + 2, below - 1)

    for number, one in enumerate(info):
        put(number, one["tree_structure"], 0, depth)
    return made


def _depth(node: dict[str, Any]) -> int:
    if "leaf_value" in node:
        return 0
    return 1 + max(_depth(node["left_child"]), _depth(node["right_child"]))
