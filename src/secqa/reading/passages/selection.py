"""Pieces with their scores in, a few passages out: what answers, as printed, and no more.

The best pieces are taken; those that follow each other become one passage, also over a piece
between them that is not much worse: two halves of a paragraph are read more easily whole.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from secqa.reading.passages.passage_scorer import PassageLimits
from secqa.reading.passages.text_units import TITLE, TextUnit, follows, joined
from secqa.reading.reading import Passage

_SAME = 97
"""Likeness, of 100, from which two pieces say the same: a comma or a note's number differs."""


def passages_of(
    units: Sequence[TextUnit], scores: NDArray[np.float64], limits: PassageLimits
) -> tuple[Passage, ...]:
    """The passages, best first; units are in reading order page by page."""
    if not len(units):
        return ()
    best = float(scores.max())
    chosen = set(_best(units, scores, limits))
    for at in range(1, len(units) - 1):
        between = at - 1 in chosen and at + 1 in chosen and at not in chosen
        if between and scores[at] >= limits.joining * best:
            chosen.add(at)
    found = [
        passage_of([units[at] for at in run], float(scores[run].max()))
        for run in _runs(units, sorted(chosen))
    ]
    return tuple(sorted(found, key=lambda one: -one.score))


def _best(
    units: Sequence[TextUnit], scores: NDArray[np.float64], limits: PassageLimits
) -> Iterator[int]:
    """The best pieces. Reports repeat themselves: what says the same in almost the same words is
    taken once of each report."""
    least = limits.share * float(scores.max())
    taken: list[TextUnit] = []
    for at in np.argsort(-scores, kind="stable"):
        if scores[at] < least or len(taken) == limits.pieces:
            return
        unit = units[at]
        own = (one.text for one in taken if one.document_id == unit.document_id)
        if all(fuzz.ratio(unit.text, text) < _SAME for text in own):
            taken.append(unit)
            yield int(at)


def passage_of(units: Sequence[TextUnit], score: float) -> Passage:
    """One passage of pieces that follow each other."""
    first = next((unit for unit in units if unit.kind != TITLE), units[0])
    return Passage(
        first.document_id,
        first.page,
        first.section,
        first.heading,
        joined(units),
        round(score, 4),
    )


def _runs(units: Sequence[TextUnit], chosen: Sequence[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for at in chosen:
        if runs and runs[-1][-1] == at - 1 and follows(units[at - 1], units[at]):
            runs[-1].append(at)
        else:
            runs.append([at])
    return runs
