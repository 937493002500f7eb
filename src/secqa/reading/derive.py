"""Compute a metric from printed terms if no line prints it, such as gross profit.

A derived value is less sure than its terms, since the company may define the metric differently.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from secqa.metrics.catalogue import Catalogue, formula_text
from secqa.metrics.formula import Gap, evaluate, parse, parts
from secqa.reading.reading import Reading, ValueOrigin, origin_in_words
from secqa.reading.target import ReadTarget, metric_target

_DERIVED = 0.8
"""Factor for the confidence of derived values."""
_DEEPEST = 3


def derive(
    question: str,
    target: ReadTarget,
    catalogue: Catalogue,
    read: Callable[[ReadTarget], Reading],
    absent: Callable[[ReadTarget], bool],
    depth: int = 0,
) -> Reading | None:
    """Compute the metric's formula or fallback from readings of its terms.

    `absent` distinguishes terms that are not printed from those not found. None if a term is
    missing or there is no formula.
    """
    metric = target.metric
    expression = (metric.formula or metric.fallback or metric.in_banks) if metric else ""
    if not expression or metric is None or depth == _DEEPEST:
        return None
    formula = parse(expression)
    values: dict[tuple[str, int], float | Gap] = {}
    readings: list[Reading] = []
    for part in parts(formula):
        year = target.period.year
        period = replace(target.period, year=None if year is None else year - part.back)
        if part.back and year is None:
            return None
        wanted = metric_target(catalogue[part.metric], period)
        reading = read(wanted)
        if not isinstance(reading.value, float | int):
            deeper = derive(question, wanted, catalogue, read, absent, depth + 1)
            reading = deeper or reading
        if any(_is_same(reading, other) for other in readings):
            # One line for both terms is their sum already.
            values[part.metric, part.back] = Gap.NOT_APPLICABLE
        elif isinstance(reading.value, float | int):
            values[part.metric, part.back] = reading.value
            readings.append(reading)
        elif part.optional and absent(wanted):
            values[part.metric, part.back] = Gap.NOT_APPLICABLE
        else:
            return None
    value = evaluate(formula, values)
    if isinstance(value, Gap) or not readings:
        return None
    return replace(
        readings[0],
        question=question,
        value=value,
        unit=metric.unit,
        metric=metric.id,
        confidence=round(_DERIVED * _together(readings), 3),
        quote="; ".join(reading.quote for reading in readings),
        place=ValueOrigin.FORMULA,
        why=origin_in_words(ValueOrigin.FORMULA, formula_text(formula, catalogue.metrics)),
    )


def _is_same(reading: Reading, other: Reading) -> bool:
    """Whether both are read from the same cell."""
    place = (reading.document_id, reading.page, reading.element, reading.row, reading.column)
    known = (other.document_id, other.page, other.element, other.row, other.column)
    return reading.row >= 0 and place == known


def _together(readings: Sequence[Reading]) -> float:
    """The lowest confidence, reduced for each further term."""
    weakest = min(reading.confidence for reading in readings)
    return float(weakest * 0.95 ** (len(readings) - 1))
