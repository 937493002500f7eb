"""Floors under scores, for the tests of who builds systems: "accuracy=0.8" in, a verdict out."""

from collections.abc import Sequence
from dataclasses import dataclass

from secqa.errors import SecqaError
from secqa.evaluation.analysis.labels import labels_of
from secqa.evaluation.analysis.measures import QUALITY, mean_of
from secqa.evaluation.analysis.unfinished import unfinished
from secqa.evaluation.scores import RunScores


class BelowFloor(SecqaError):
    """A score is lower than it has to be."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class Floor:
    """The least that a score may be."""

    measure: str
    least: float
    """0 to 1."""


def floor_of(text: str) -> Floor:
    """ "accuracy=0.8"; SecqaError for a measure or a number that is none."""
    name, _, number = text.partition("=")
    try:
        least = float(number)
    except ValueError:
        least = -1.0
    if name not in QUALITY or not 0 <= least <= 1:
        raise SecqaError(
            f"--fail-under {text}: must be MEASURE=NUMBER with a number from 0 to 1, as "
            f"accuracy=0.8; measures: {', '.join(QUALITY)}"
        )
    return Floor(name, least)


def check_floors(settings: Sequence[RunScores], floors: Sequence[Floor]) -> None:
    """BelowFloor, which names all that is too low in one line, unless every setting reaches every
    floor; what was not measured, or stopped half way, reaches none."""
    low = list(unfinished(settings).values()) if floors else []
    for floor in floors:
        for label, setting in zip(labels_of(settings), settings, strict=True):
            mean = mean_of(setting, QUALITY[floor.measure])
            if mean is None or mean < floor.least:
                told = "not measured" if mean is None else f"{mean:.4f}"
                low.append(f"{label}: {floor.measure} {told}, less than {floor.least:g}")
    if low:
        raise BelowFloor("; ".join(low))
