"""One choice among labels from named features: a multinomial logistic model read with numpy.

Fitted once (`learn.fit`), stored as codes of features and small weights. Unknown features count
for nothing, so a head is as sure of what it never saw as of how often each label occurred.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@lru_cache(maxsize=1 << 17)
def code_of(feature: str) -> int:
    """What a feature is stored as."""
    return crc32(feature.encode())


@dataclass(frozen=True, eq=False)
class Head:
    """Weights of one choice."""

    labels: tuple[str, ...]
    codes: NDArray[np.uint32]
    """Of known features, ascending."""
    weights: Floats
    """features x labels."""
    bias: Floats

    def scores(self, features: Iterable[str]) -> dict[str, float]:
        """Logarithm of the probability of each label."""
        codes = np.fromiter((code_of(one) for one in features), np.uint32)
        places = np.minimum(np.searchsorted(self.codes, codes), len(self.codes) - 1)
        rows = places[self.codes[places] == codes] if len(self.codes) else places[:0]
        raw = self.weights[rows].sum(axis=0) + self.bias
        raw = raw - raw.max()
        logs = raw - np.log(np.exp(raw).sum())
        return dict(zip(self.labels, logs.tolist(), strict=True))
