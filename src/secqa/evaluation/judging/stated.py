"""Whether two figures that texts state say the same, as a judge takes it.

Gold answers and answers in words print the same figure in many ways, also rounded, or in the scale
that the question wants: "1577.00" where it asks for millions.
"""

from collections.abc import Sequence

from secqa.evaluation.verdict import MARGIN
from secqa.reading.structure.text_figures import Figure

_TELLING = 2
"""Digits that a rounded figure must have for its own precision to excuse it: "1.6", not "2"."""


def agree(one: Figure, gold: Figure, scale: float = 1.0) -> bool:
    """Whether two figures say the same: value, unit, sign, and year where both are given one.

    `scale` is what the question wants numbers in; one without a scale may be meant in it.
    """
    if "year" in (one.unit, gold.unit):
        return one.unit == gold.unit and one.value == gold.value
    if one.year and gold.year and one.year != gold.year:
        return False
    if (one.value < 0) != (gold.value < 0) and not (one.negative and gold.negative):
        return False
    return any(
        abs(one.size * f - gold.size * g) <= _margin(one, gold, f, g)
        for f, g in _factors(one, gold, scale)
    )


def missing(
    golds: Sequence[Figure], given: Sequence[Figure], scale: float = 1.0
) -> tuple[Figure, ...]:
    """The gold figures that no given one agrees with."""
    return tuple(gold for gold in golds if not any(agree(one, gold, scale) for one in given))


def _factors(one: Figure, gold: Figure, scale: float) -> list[tuple[float, float]]:
    """What two figures may be multiplied by to be in one unit; none where units differ."""
    units = {one.unit, gold.unit}
    if units == {"percent", "money"}:
        return []
    if units == {"percent", ""}:
        # A bare number beside a percentage is one, or a fraction.
        return [(1, 1), (1, 100) if one.unit else (100, 1)]
    if "percent" in units:
        return [(1, 1)]
    own, other = (1.0 if each.scaled else scale for each in (one, gold))
    return [(1, 1), (own, 1), (1, other)]


def _margin(one: Figure, gold: Figure, factor: float, gold_factor: float) -> float:
    """The paper's 1% of the gold, or what either was rounded by."""
    rounded = [MARGIN * gold.size * gold_factor, gold.half * gold_factor]
    if one.digits >= _TELLING:
        rounded.append(one.half * factor)
    return max(rounded) * (1 + 1e-9)
