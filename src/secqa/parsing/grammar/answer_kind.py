"""Whether a question wants figures or words: the form of a question in, a fitted choice out.

"What was gross margin in 2024" and "what drove gross margin in 2024" hold the same metric, company
and year: what differs is the form around them. So it is told by the same features as the kind of a
question about figures, by a head fitted to questions of both sorts by many hands
(`benchmarks/fit_wanted.py`).
"""

import io
import math
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files

import numpy as np

from secqa.learning.linear import Head

FILE = "wanted.npz"
FIGURES, WHAT, WHY = "figures", "what", "why"
_SMALL = 0.02
"""Weights of features below it are left out: none changes a choice on writers held out."""


def narrative_odds(features: Iterable[str]) -> tuple[float, float]:
    """How likely a question wants words, and how likely, if so, a reason."""
    logs = load_answer_kinds().scores(features)
    what, why = (math.exp(logs[label]) for label in (WHAT, WHY))
    return what + why, why / (what + why)


@lru_cache(maxsize=1)
def load_answer_kinds() -> Head:
    """The head of this version."""
    data = files("secqa.parsing").joinpath("data", FILE).read_bytes()
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        return Head(
            tuple(map(str, arrays["labels"])),
            arrays["codes"],
            arrays["weights"].astype(np.float32),
            arrays["bias"],
        )


def packed(head: Head) -> bytes:
    """The head as the bytes of a `.npz` file; the same head gives the same bytes."""
    kept = np.abs(head.weights).max(axis=1, initial=0.0) >= _SMALL
    file = io.BytesIO()
    np.savez_compressed(
        file,
        labels=np.array(head.labels),
        codes=head.codes[kept],
        weights=head.weights[kept].astype(np.float16),
        bias=head.bias,
    )
    return file.getvalue()
