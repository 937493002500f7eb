"""Estimate how likely a printed label, or a phrase of a question, means each metric.

Every filing with inline XBRL identifies its own rows. `secqa fit reader` learned the labels,
headings and statements of each metric from the filings of the training companies and stored them as
weights in this folder; no filing's tags are read here. `labels.md` documents the training data and
the accuracy.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from secqa.learning.linear import TextClassifier, classifier_from, grams

NONE = ""
"""The class of rows that belong to no metric."""
WEIGHTS = "labels.npz"


@dataclass(frozen=True, slots=True)
class LabelledRow:
    """A printed row and its context."""

    label: str
    section: tuple[str, ...] = ()
    """Labels of the sections around it, the outermost first."""
    statement: str = ""
    title: str = ""
    """The nearest title above its table."""


class LabelModel:
    """A learned classifier of labels; `LabelModel.load()` loads the bundled one."""

    def __init__(self, weights: TextClassifier) -> None:
        self.classifier = weights
        self._order = [at for at, name in enumerate(weights.classes) if name != NONE]
        self.metrics: tuple[str, ...] = tuple(weights.classes[at] for at in self._order)
        """Ids of its metrics, in the order of the scores."""
        self.places = {metric: at for at, metric in enumerate(self.metrics)}

    @staticmethod
    @lru_cache(maxsize=1)
    def load() -> "LabelModel":
        """Load the bundled model."""
        with (files("secqa.metrics") / WEIGHTS).open("rb") as file:
            return LabelModel(classifier_from(np.load(file)))

    def scores(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The probability that each text means each metric, shape (texts, metrics).

        Rows add up to at most 1; the rest is the probability that the text means no metric.
        """
        return self.classifier.scores([grams(text) for text in texts])[:, self._order]

    def line_scores(self, lines: Sequence[LabelledRow]) -> NDArray[np.float32]:
        """`scores` of lines with and without their context, shape (lines, 2, metrics)."""
        sets = [some for line in lines for some in (pieces(line), grams(line.label))]
        scores = self.classifier.scores(sets)[:, self._order]
        return scores.reshape(len(lines), 2, len(self.metrics))


def pieces(line: LabelledRow) -> tuple[int, ...]:
    """The features of a line: those of its label and, marked separately, of its context."""
    around = (
        (line.section[-1] if line.section else "", "section"),
        (" ".join(line.section[:-1]), "outer"),
        (line.statement, "statement"),
        (line.title, "title"),
    )
    own = set(grams(line.label))
    return tuple(sorted(own.union(*(grams(text, kind) for text, kind in around))))
