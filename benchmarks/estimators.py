"""Fit the models of `secqa.learning`; needs the development tools scikit-learn, scipy and LightGBM.

The same examples give the same weights, byte for byte: weights are committed and compared.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from secqa.learning.linear import (
    BUCKETS,
    Choice,
    Features,
    Head,
    Odds,
    Scores,
    TextClassifier,
    code_of,
    normalized,
)
from secqa.learning.trees import Trees

_CHOICE_ITERATIONS = 40
"""Of a choice; more of them change none on pages held out."""
TREES = 250
_TREE_SETTINGS: dict[str, Any] = {
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
_SOFTMAX_EPOCHS = 8
_SOFTMAX_BATCH = 512
_SOFTMAX_RATE = 0.02
_SOFTMAX_DECAY = 2e-5
"""Share of itself that a weight loses with each step."""
_SMALL = 0.02
"""Weights of a choice below it are not stored: none changes a choice on pages held out."""


@dataclass(frozen=True, slots=True)
class ChoiceExample:
    """A choice with its right options, to fit a `Choice` on.

    Hundreds of options share most of their features: shared ones are stored and weighed once.
    """

    options: tuple[Features, ...]
    right: tuple[int, ...]
    shared: tuple[Features, ...] = ({},)
    """Features that several options have in common."""
    sharing: tuple[int, ...] = ()
    """For each option, its place in `shared`; all the first where empty."""


def fit_head(
    rows: Sequence[Sequence[str]], labels: Sequence[str], strength: float = 1.0, least: int = 5
) -> Head:
    """Fit a choice among labels.

    `strength` is the inverse of the penalty; features that occur less than `least` times are
    dropped.
    """
    from sklearn.linear_model import LogisticRegression

    counts = Counter(feature for row in rows for feature in set(row))
    known = sorted({code_of(f) for f, n in counts.items() if n >= least})
    kinds = sorted(set(labels))
    if len(kinds) < 2 or not known:
        width = max(len(kinds), 1)
        return Head(
            tuple(kinds),
            np.zeros(0, np.uint32),
            np.zeros((0, width), np.float32),
            np.zeros(width, np.float32),
        )
    at = {code: place for place, code in enumerate(known)}
    places = [[at[c] for f in dict.fromkeys(row) if (c := code_of(f)) in at] for row in rows]
    indptr = np.cumsum([0, *map(len, places)])
    columns = np.array([place for row in places for place in row], np.int64)
    matrix = sp.csr_matrix((np.ones(len(columns)), columns, indptr), shape=(len(rows), len(known)))
    model = LogisticRegression(C=strength, max_iter=150).fit(matrix, np.array(labels))
    weights, bias = model.coef_, model.intercept_
    if len(kinds) == 2:
        weights, bias = np.stack([-weights[0], weights[0]]) / 2, np.array([-bias[0], bias[0]]) / 2
    return Head(
        tuple(model.classes_.tolist()),
        np.array(known, np.uint32),
        weights.T.astype(np.float32),
        bias.astype(np.float32),
    )


def fit_choice(groups: Sequence[ChoiceExample], decay: float) -> Choice:
    """Maximise the probability of the right options, with squared decay.

    Features that only one option ever has are dropped.
    """
    from scipy.optimize import minimize

    counts = Counter(
        code_of(name) for g in groups for features in (*g.options, *g.shared) for name in features
    )
    column = {code: place for place, code in enumerate(sorted(c for c in counts if counts[c] > 1))}
    own = _matrix([features for g in groups for features in g.options], column)
    shared = _matrix([features for g in groups for features in g.shared], column)
    sizes = [len(g.options) for g in groups]
    starts = np.array([0, *accumulate(sizes)][:-1])
    firsts = [0, *accumulate(len(g.shared) for g in groups)]
    sharing = np.array(
        [first + at for g, first in zip(groups, firsts, strict=False)
         for at in g.sharing or [0] * len(g.options)]
    )  # fmt: skip
    right = np.zeros(len(sharing), dtype=bool)
    right[[start + at for g, start in zip(groups, starts, strict=True) for at in g.right]] = True
    own_back, shared_back = own.T.tocsr(), shared.T.tocsr()

    def loss(weights: NDArray[Any]) -> tuple[float, NDArray[Any]]:
        scores = own @ weights + (shared @ weights)[sharing]
        powers = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
        of_right = np.where(right, powers, 0.0)
        total, total_right = np.add.reduceat(powers, starts), np.add.reduceat(of_right, starts)
        off = powers / np.repeat(total, sizes) - of_right / np.repeat(total_right, sizes)
        off_shared = np.bincount(sharing, off, shared.shape[0])
        slope = own_back @ off + shared_back @ off_shared + decay * weights
        return np.log(total / total_right).sum() + decay / 2 * weights @ weights, slope

    options = {"maxiter": _CHOICE_ITERATIONS}
    result = minimize(loss, np.zeros(len(column)), jac=True, method="L-BFGS-B", options=options)
    return Choice(dict(zip(column, result.x.tolist(), strict=True)))


def choice_arrays(choice: Choice) -> dict[str, NDArray[Any]]:
    """The arrays of a choice to store with `numpy.savez`."""
    codes = sorted(code for code, weight in choice.weights.items() if abs(weight) >= _SMALL)
    kept = [choice.weights[code] for code in codes]
    return {"codes": np.array(codes, np.uint32), "weights": np.array(kept, np.float16)}


def classifier_arrays(model: TextClassifier) -> dict[str, Any]:
    """The arrays of a text classifier to store with `numpy.savez`."""
    return {
        "classes": np.array(model.classes),
        "counts": np.diff(model.starts).astype(np.uint8),
        "columns": model.columns,
        "weights": model.weights,
        "step": np.float32(model.step),
        "bias": model.bias,
    }


def _matrix(rows: Sequence[Features], column: Mapping[int, int]) -> sp.csr_matrix:
    """One row for each set of features; features without a column are dropped."""
    known = [
        {column[code]: x for name, x in row.items() if (code := code_of(name)) in column}
        for row in rows
    ]
    starts = [0, *accumulate(map(len, known))]
    columns = np.fromiter((place for row in known for place in row), np.int64)
    values = np.fromiter((x for row in known for x in row.values()), np.float64)
    matrix = sp.csr_matrix((values, columns, starts), shape=(len(rows), len(column)))
    matrix.sort_indices()  # features come from sets, too: sums must not depend on their order
    return matrix


def fit_odds(rows: Sequence[Features], right: Sequence[bool], strength: float = 0.3) -> Odds:
    """Fit the probability that a row is right; `strength` is the inverse of the penalty on numbers
    scaled to unit deviation."""
    from sklearn.linear_model import LogisticRegression

    names = sorted({name for row in rows for name in row})
    table = np.array([[row.get(name, 0.0) for name in names] for row in rows])
    spread = np.maximum(table.std(axis=0), 1e-6)
    model = LogisticRegression(C=strength, max_iter=1000).fit(table / spread, np.array(right))
    weights = dict(zip(names, (model.coef_[0] / spread).tolist(), strict=True))
    return Odds(weights, float(model.intercept_[0]))


def fit_trees(
    rows: NDArray[np.float32], right: NDArray[np.bool_], worth: NDArray[np.float64], **settings: Any
) -> Trees:
    """Boosted trees by LightGBM, for rows with a worth each; `settings` override the usual ones."""
    import lightgbm

    data = lightgbm.Dataset(rows, right, weight=worth)
    booster = lightgbm.train(_TREE_SETTINGS | settings, data, TREES)
    return _trees(booster.dump_model()["tree_info"])


def _trees(info: list[dict[str, Any]]) -> Trees:
    depth = max(1, *(_depth(tree["tree_structure"]) for tree in info))
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


def fit_softmax(
    pieces: Sequence[Sequence[int]],
    classes: NDArray[np.int64],
    worth: NDArray[np.float64],
    count: int,
    seed: int = 7,
) -> tuple[Scores, Scores]:
    """Weights (pieces x classes) and biases for examples with a class and a worth each.

    Plain gradient steps with a running scale a weight (Adam) over shuffled batches: a minute for
    fifty thousand labels and a hundred metrics on one core.
    """
    lengths = [len(text) for text in pieces]
    flat = np.fromiter((piece for text in pieces for piece in text), np.int64, sum(lengths))
    used, places = np.unique(flat, return_inverse=True)
    ends = np.concatenate([[0], np.cumsum(lengths)])
    table = sp.csr_matrix(
        (np.ones(len(flat), np.float32), places, ends), shape=(len(pieces), len(used))
    )
    weights = np.zeros((len(used), count), np.float32)
    bias = np.zeros(count, np.float32)
    mean, spread = np.zeros_like(weights), np.zeros_like(weights)
    draw = np.random.default_rng(seed)
    step = 0
    for epoch in range(_SOFTMAX_EPOCHS):
        rate = _SOFTMAX_RATE * (1 - epoch / _SOFTMAX_EPOCHS)
        order = draw.permutation(len(pieces))
        for start in range(0, len(order), _SOFTMAX_BATCH):
            batch = order[start : start + _SOFTMAX_BATCH]
            part = table[batch]
            wrong = normalized(np.asarray(part @ weights) + bias)
            wrong[np.arange(len(batch)), classes[batch]] -= 1
            wrong *= (worth[batch] / len(batch))[:, None]
            touched = np.unique(part.indices)
            slope = np.asarray((part[:, touched].T) @ wrong, np.float32)
            step += 1
            mean[touched] = 0.9 * mean[touched] + 0.1 * slope
            spread[touched] = 0.99 * spread[touched] + 0.01 * slope**2
            weights[touched] -= rate * mean[touched] / (np.sqrt(spread[touched]) + 1e-5)
            weights[touched] *= 1 - _SOFTMAX_DECAY * len(pieces) / _SOFTMAX_BATCH
            bias -= rate * wrong.sum(axis=0)
    dense = np.zeros((BUCKETS, count), np.float32)
    dense[used] = weights
    return dense, bias


def pruned(dense: Scores, bias: Scores, classes: Sequence[str], kept: int) -> TextClassifier:
    """A model of the `kept` largest weights of a dense one (pieces x classes)."""
    size = np.abs(dense)
    least = np.partition(size.ravel(), -kept)[-kept] if kept < size.size else 0.0
    rows, columns = np.nonzero(size >= max(least, 1e-6))
    step = float(size.max()) / 127 or 1.0
    counts = np.bincount(rows, minlength=len(dense))
    return TextClassifier(
        classes=tuple(classes),
        starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        columns=columns.astype(np.uint8),
        weights=np.rint(dense[rows, columns] / step).astype(np.int8),
        step=step,
        bias=bias.astype(np.float32),
    )
