"""Pieces with their scores in, a few passages out: what answers, as printed, and no more.

The best pieces are taken; those that follow each other become one passage, also over a piece
between them that is not much worse: two halves of a paragraph are read more easily whole.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from secqa.passages.passage import Passage
from secqa.passages.scorer import Limits
from secqa.passages.units import TITLE, Unit, follows, joined


def passages_of(
    units: Sequence[Unit], scores: NDArray[np.float64], limits: Limits
) -> tuple[Passage, ...]:
    """The passages, best first; units are in reading order page by page."""
    if not len(units):
        return ()
    best = float(scores.max())
    order = np.argsort(-scores, kind="stable")[: limits.pieces]
    chosen = {int(at) for at in order if scores[at] >= limits.share * best}
    for at in range(1, len(units) - 1):
        between = at - 1 in chosen and at + 1 in chosen and at not in chosen
        if between and scores[at] >= limits.joining * best:
            chosen.add(at)
    found: dict[tuple[str, ...], Passage] = {}
    for run in _runs(units, sorted(chosen)):
        passage = passage_of([units[at] for at in run], float(scores[run].max()))
        key = (passage.document_id, passage.text)
        # Reports repeat themselves: the same words are shown once.
        if key not in found or found[key].score < passage.score:
            found[key] = passage
    return tuple(sorted(found.values(), key=lambda one: -one.score))


def passage_of(units: Sequence[Unit], score: float) -> Passage:
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


def _runs(units: Sequence[Unit], chosen: Sequence[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for at in chosen:
        if runs and runs[-1][-1] == at - 1 and follows(units[at - 1], units[at]):
            runs[-1].append(at)
        else:
            runs.append([at])
    return runs
