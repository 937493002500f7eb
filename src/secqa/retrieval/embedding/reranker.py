"""A cross-encoder that looks at question and passage together, as a last step.

In: `cross-encoder:NAME` or `cross-encoder:PATH`, a question and passages. Out: a score for each
passage. Slower than vectors by far, so it sees only the pages that the ranking found.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from secqa.errors import SecqaError


class Reranker(Protocol):
    """What compares a question with passages."""

    @property
    def name(self) -> str:
        """As the user gives it."""

    def scores(self, question: str, passages: Sequence[str]) -> NDArray[np.float64]:
        """How well each passage fits."""


@dataclass(frozen=True, slots=True)
class CrossEncoder:
    """A cross-encoder, loaded."""

    name: str
    model: Any

    def scores(self, question: str, passages: Sequence[str]) -> NDArray[np.float64]:
        """See `Reranker`."""
        pairs = [(question, passage) for passage in passages]
        found = self.model.predict(pairs, show_progress_bar=False)
        return np.asarray(found, np.float64).reshape(len(passages), -1)[:, -1]


def open_reranker(name: str) -> Reranker | None:
    """The reranker of a name, None for "none"; SecqaError when it cannot be had."""
    if name == "none":
        return None
    kind, _, model = name.partition(":")
    if kind != "cross-encoder" or not model:
        raise SecqaError(f"{name}: no such reranker; give none or cross-encoder:NAME")
    try:
        from sentence_transformers import CrossEncoder as Encoder
    except ImportError:
        raise SecqaError(
            f"{name}: sentence-transformers is not installed; pip install 'secqa[embed]'"
        ) from None
    try:
        return CrossEncoder(name, Encoder(model))
    except (OSError, ValueError) as error:
        reason = str(error).strip().split("\n")[0]
        raise SecqaError(f"{name}: cannot be loaded ({reason})") from error
