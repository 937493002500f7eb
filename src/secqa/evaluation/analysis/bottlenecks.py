"""What accuracy depends on (SEC-QA, 5.1, figure 3a): settings in, R squared of each measure out.

Every setting is a point: its mean of a measure of retrieval, and its accuracy. R squared is the
share of the differences in accuracy that a straight line over the measure explains. Only settings
on the same questions make one such picture, three of them at least: two points always lie on a
line.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from secqa.evaluation.analysis.comparison import comparable
from secqa.evaluation.analysis.measures import RETRIEVAL, mean_of
from secqa.evaluation.scores import RunScores

_FEWEST = 3


@dataclass(frozen=True, slots=True)
class Bottlenecks:
    """How far measures of retrieval explain accuracy on one benchmark."""

    benchmark: str
    settings: int
    explained: dict[str, float | None]
    """Measure -> R squared, 0 to 1; None where it or accuracy is the same in all settings."""


def bottlenecks(settings: Sequence[RunScores]) -> tuple[Bottlenecks, ...]:
    """Of every benchmark with three settings or more."""
    groups = [group for group in comparable(settings) if len(group) >= _FEWEST]
    return tuple(
        Bottlenecks(
            group[0].benchmark,
            len(group),
            {
                name: r_squared(
                    [mean_of(setting, measure) or 0.0 for setting in group],
                    [setting.accuracy.value for setting in group],
                )
                for name, measure in RETRIEVAL.items()
            },
        )
        for group in groups
    )


def r_squared(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Of a straight line through points; None where either number is always the same."""
    from scipy.stats import pearsonr

    if max(first) == min(first) or max(second) == min(second):
        return None
    return float(pearsonr(first, second).statistic) ** 2
