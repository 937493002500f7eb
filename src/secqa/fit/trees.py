"""Rows of named numbers and which are right in, boosted trees out, by LightGBM."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from secqa.learn.trees import Trees

TREES = 250
_LEAVES = 31
_SETTINGS: dict[str, Any] = {
    "objective": "binary",
    "learning_rate": 0.06,
    "num_leaves": _LEAVES,
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
    size = len(info), _LEAVES - 1
    feature = np.zeros(size, np.uint8)
    least = np.zeros(size, np.float32)
    left, right = np.full(size, -1, np.int8), np.full(size, -1, np.int8)
    leaves = np.zeros((len(info), _LEAVES), np.float32)
    deepest = 0

    def add(tree: int, node: dict[str, Any], depth: int) -> int:
        nonlocal deepest
        if "leaf_value" in node:
            deepest = max(deepest, depth)
            leaf = int(node.get("leaf_index", 0))
            leaves[tree, leaf] = node["leaf_value"]
            return -1 - leaf
        at = int(node["split_index"])
        feature[tree, at] = node["split_feature"]
        least[tree, at] = node["threshold"]
        left[tree, at] = add(tree, node["left_child"], depth + 1)
        right[tree, at] = add(tree, node["right_child"], depth + 1)
        return at

    for number, one in enumerate(info):
        root = add(number, one["tree_structure"], 0)
        if root < 0:
            # A tree that splits nothing: both ways lead to its one leaf.
            left[number, 0] = right[number, 0] = root
    return Trees(feature, least, left, right, leaves, max(1, deepest))
