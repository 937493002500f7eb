"""Tell how likely a printed label, or the wording of a question, means each metric.

Every filing with inline XBRL says of its own rows what they are. What the filings of the training
companies print, under which headings and in which statements, is learned beforehand by
`secqa fit reader` and kept beside this module as weights; no filing's tags are read here.
`labels.md` says what the weights were learned from and how good they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from secqa.learning.linear import TextClassifier, classifier_from, grams

NONE = ""
"""The class of rows that are no metric's."""
WEIGHTS = "labels.npz"


@dataclass(frozen=True, slots=True)
class LabelledRow:
    """A row as it is printed."""

    label: str
    section: tuple[str, ...] = ()
    """Labels of the sections it stands in, the outermost first."""
    statement: str = ""
    title: str = ""
    """The nearest title above its table."""


class LabelModel:
    """What labels mean, learned. `LabelModel.load()` gives the one that comes along."""

    def __init__(self, weights: TextClassifier) -> None:
        self.classifier = weights
        self._order = [at for at, name in enumerate(weights.classes) if name != NONE]
        self.metrics: tuple[str, ...] = tuple(weights.classes[at] for at in self._order)
        """Ids of the metrics it knows, in the order of the scores."""
        self.places = {metric: at for at, metric in enumerate(self.metrics)}

    @staticmethod
    @lru_cache(maxsize=1)
    def load() -> "LabelModel":
        """The model that comes along."""
        with (files("secqa.metrics") / WEIGHTS).open("rb") as file:
            return LabelModel(classifier_from(np.load(file)))

    def scores(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """How likely each text means each metric (texts x metrics).

        A row adds up to 1 at most; what lacks is how likely the text is none of them.
        """
        return self.classifier.scores([grams(text) for text in texts])[:, self._order]

    def line_scores(self, lines: Sequence[LabelledRow]) -> NDArray[np.float32]:
        """The same for lines, with what stands around them and without (lines x 2 x metrics)."""
        sets = [some for line in lines for some in (pieces(line), grams(line.label))]
        scores = self.classifier.scores(sets)[:, self._order]
        return scores.reshape(len(lines), 2, len(self.metrics))


def pieces(line: LabelledRow) -> tuple[int, ...]:
    """The pieces of a line: of its label and, told apart, of what stands around it."""
    around = (
        (line.section[-1] if line.section else "", "section"),
        (" ".join(line.section[:-1]), "outer"),
        (line.statement, "statement"),
        (line.title, "title"),
    )
    own = set(grams(line.label))
    return tuple(sorted(own.union(*(grams(text, kind) for text, kind in around))))
