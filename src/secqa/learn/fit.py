"""Rows of named features with labels in, a `Head` out. Needs scikit-learn, a development tool."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import scipy.sparse as sp

from secqa.learn.head import Head, code_of


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
