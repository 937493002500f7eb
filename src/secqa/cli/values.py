"""Answers as people write them: a number with its unit, or what is no number as it is."""

from secqa.metrics.units import short_and_exact


def spoken(value: float | str, unit: str) -> str:
    """ "$93.736 billion ($93,736,000,000)"; units are those of `Answer.unit`."""
    return value if isinstance(value, str) else short_and_exact(value, unit)
