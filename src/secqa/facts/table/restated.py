"""Two documents' values of one period in, whether and why the later one says another out.

A difference is no error: shares are split, lines are moved, years are restated. What rounding
alone can do is no difference.
"""

from collections.abc import Iterable, Sequence

from secqa.facts.fact import MetricFact

_SPLIT_SLACK = 0.005
"""How far a ratio of values may be off a whole number: shares bought back between two reports."""


def why_changed(earlier: MetricFact, later: MetricFact) -> str:
    """Why a later document states another value: a split, another concept, a restatement."""
    if earlier.period_end != later.period_end:
        return f"two dates: {earlier.period_end} and {later.period_end}"
    factor = split_between(earlier, later)
    if factor:
        return f"a split: {factor} for 1"
    return told_differently([earlier, later]) or "restated by the later document"


def split_between(earlier: MetricFact, later: MetricFact) -> int:
    """How many new shares are one old one, 0 where that explains nothing."""
    if "shares" not in earlier.unit or not earlier.value or not later.value:
        return 0
    ratio = earlier.value / later.value
    if earlier.unit == "shares":
        ratio = 1 / ratio
    factor = round(ratio)
    # Figures per share have two places: a split of 20 leaves a quarter of a percent of slack.
    slack = 0.006 / abs(later.value) if earlier.unit != "shares" else _SPLIT_SLACK
    return factor if factor > 1 and abs(ratio / factor - 1) <= max(slack, _SPLIT_SLACK) else 0


def told_differently(rows: Sequence[MetricFact]) -> str:
    """The concepts of rows, where they are not all the same."""
    names = list(dict.fromkeys(row.concept for row in rows))
    return f"tagged differently: {' and '.join(names)}" if len(names) > 1 else ""


def rounding(rows: Iterable[MetricFact]) -> float:
    """The most that rounding can put values apart: half a unit for each, and a hair."""
    return sum(place_value(row.decimals) / 2 for row in rows) * 1.000001 + 1e-9


def place_value(decimals: int | None) -> float:
    """What one of the last digit that is exact stands for; 0 where all are."""
    return 10.0**-decimals if decimals is not None else 0.0
