"""Metrics that a balance sheet prints in one line -> that line as the value of their sum.

A balance sheet holds all debt. Where it prints a single line of short-term debt and the notes
tell how much of it are current maturities, the line contains them: to add them counts them twice.
"""

from collections.abc import Sequence
from dataclasses import replace

from secqa.facts.labels import Labels, printed_labels
from secqa.facts.resolved import Resolved
from secqa.metrics.catalogue import Metric


def one_line(
    metric: Metric,
    known: Sequence[Resolved],
    parts: Sequence[Sequence[Resolved]],
    labels: Labels,
) -> list[Resolved]:
    """Values of a metric for periods where one of its parts is a line of the statement, under a
    label of the whole, and the others, no larger, stand in the notes."""
    periods = {value.period for found in parts for value in found}
    values = []
    for period in periods - {value.period for value in known}:
        there = [value for found in parts for value in found if value.period == period]
        lines = [value for value in there if _is_line(value, metric)]
        others = [value for value in there if value not in lines and value.value]
        if len(lines) != 1 or not others:
            continue
        names = {labels.of(f) for f in lines[0].facts if _in_statement(f.statement, metric)}
        held = all(value.value <= lines[0].value for value in others)
        if held and names <= printed_labels(metric):
            values.append(replace(lines[0], metric=metric.id))
    return values


def _is_line(value: Resolved, metric: Metric) -> bool:
    return any(_in_statement(fact.statement, metric) for fact in value.facts)


def _in_statement(statement: str | None, metric: Metric) -> bool:
    return statement is not None and statement == metric.statement
