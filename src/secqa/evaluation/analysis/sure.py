"""A scored setting in, what the confidence of its answers is worth out."""

from secqa.evaluation.scores import RunScores
from secqa.evaluation.statistics.risk_coverage import Calibration, sureness


def sureness_of(setting: RunScores) -> Calibration | None:
    """Of the answers that were given; None where the run has no confidence recorded."""
    given = [scored for scored in setting.answers if scored.given]
    return sureness(
        [scored.prediction.answer.confidence for scored in given],
        [scored.right for scored in given],
        len(setting.answers),
    )
