"""Examples with named features in; a `Head`, a `Choice` or an `Odds` out.

Needs scikit-learn and with it scipy, a development tool. The same examples give the same weights.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from secqa.learning.choice import Choice, Features, Group
from secqa.learning.head import Head, code_of
from secqa.learning.odds import Odds

_ITERATIONS = 40
"""Of a choice; more change none on pages held out."""


def fit_head(
    rows: Sequence[Sequence[str]], labels: Sequence[str], strength: float = 1.0, least: int = 5
) -> Head:
    """Fit one choice; `strength` is the inverse of the penalty, `least` how often a feature must
    occur to count. The same rows give the same weights."""
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


def fit_choice(groups: Sequence[Group], decay: float) -> Choice:
    """Weights under which the right options are the likeliest: softmax with squared decay.

    Features that only one option ever has are left out.
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

    options = {"maxiter": _ITERATIONS}
    found = minimize(loss, np.zeros(len(column)), jac=True, method="L-BFGS-B", options=options)
    return Choice(dict(zip(column, found.x.tolist(), strict=True)))


def _matrix(rows: Sequence[Features], column: Mapping[int, int]) -> sp.csr_matrix:
    """One row for each set of features, of those that have a column."""
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
    """How likely each row is right, from all of its numbers; `strength` as above, of numbers
    brought to one scale."""
    from sklearn.linear_model import LogisticRegression

    names = sorted({name for row in rows for name in row})
    table = np.array([[row.get(name, 0.0) for name in names] for row in rows])
    spread = np.maximum(table.std(axis=0), 1e-6)
    model = LogisticRegression(C=strength, max_iter=1000).fit(table / spread, np.array(right))
    weights = dict(zip(names, (model.coef_[0] / spread).tolist(), strict=True))
    return Odds(weights, float(model.intercept_[0]))
