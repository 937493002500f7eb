"""Sets of pieces and what each is in, weights of a linear model out.

Plain gradient steps with a running scale a weight (Adam) over shuffled batches: a minute for
fifty thousand labels and a hundred metrics on one core, and the same weights every time.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from secqa.learning.grams import BUCKETS
from secqa.learning.softmax import Scores, normalized

_EPOCHS = 8
_BATCH = 512
_RATE = 0.02
_DECAY = 2e-5
"""What is taken off a weight with each step, in parts of itself."""


def fit_softmax(
    pieces: Sequence[Sequence[int]],
    classes: NDArray[np.int64],
    worth: NDArray[np.float64],
    count: int,
    seed: int = 7,
) -> tuple[Scores, Scores]:
    """Weights (pieces x classes) and biases for examples with a class and a worth each."""
    from scipy.sparse import csr_matrix

    lengths = [len(some) for some in pieces]
    flat = np.fromiter((one for some in pieces for one in some), np.int64, sum(lengths))
    used, places = np.unique(flat, return_inverse=True)
    ends = np.concatenate([[0], np.cumsum(lengths)])
    table = csr_matrix(
        (np.ones(len(flat), np.float32), places, ends), shape=(len(pieces), len(used))
    )
    weights = np.zeros((len(used), count), np.float32)
    bias = np.zeros(count, np.float32)
    mean, spread = np.zeros_like(weights), np.zeros_like(weights)
    draw = np.random.default_rng(seed)
    step = 0
    for epoch in range(_EPOCHS):
        rate = _RATE * (1 - epoch / _EPOCHS)
        order = draw.permutation(len(pieces))
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
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
            weights[touched] *= 1 - _DECAY * len(pieces) / _BATCH
            bias -= rate * wrong.sum(axis=0)
    dense = np.zeros((BUCKETS, count), np.float32)
    dense[used] = weights
    return dense, bias
