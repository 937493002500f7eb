"""Rows of T -> those whose tagged sign is not the printed one.

In most rows brackets mean a negative value, in others what was paid or lost; but all cells of a
company's row of one name mean it in one way. Where one is tagged against the others, one is
wrong. A percentage in brackets is below zero, whatever else.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from secqa.facts.fact import MetricFact
from secqa.facts.resolve.concept_labels import bare_label
from secqa.facts.table.gates.reason import (
    Doubt,
    Found,
    Gate,
    cell_at,
    is_one_figure,
    key_of,
    label_at,
)
from secqa.metrics.catalogue import Catalogue

_MINUS = ("-", "–", "—", "−", "(")


def below_zero(rows: Iterable[MetricFact], catalogue: Catalogue) -> Found:
    """Rows of metrics that are never below zero."""
    for row in rows:
        metric = catalogue.metrics.get(row.metric)
        if metric is not None and metric.positive and row.value < 0:
            why = f"tagged as {row.value:,.10g}, and never below zero"
            yield key_of(row), Doubt(Gate.NEGATIVE, why)


@dataclass(frozen=True, slots=True)
class _Printed:
    row: MetricFact
    label: str
    cell: str

    @property
    def turned(self) -> bool:
        """Whether brackets and the sign of the tag differ."""
        printed = self.cell.replace("$", "").strip().startswith(_MINUS)
        return printed != (self.row.value < 0)


def turned(rows: Iterable[MetricFact], catalogue: Catalogue) -> Found:
    """Rows whose sign the company's other cells of the same label, or a percentage's brackets,
    speak against."""
    labels: defaultdict[tuple[str, str, str], list[_Printed]] = defaultdict(list)
    for row in rows:
        metric = catalogue.metrics.get(row.metric)
        place = next((place for place in row.evidence if cell_at(place)), None)
        # Payments are in brackets in one table and plain in the next, all of them positive.
        if place is None or metric is None or metric.outflow or not row.value:
            continue
        if is_one_figure(row):
            printed = _Printed(row, bare_label(label_at(place)), cell_at(place))
            labels[row.cik, row.metric, printed.label].append(printed)
    for found in labels.values():
        odd = {one.turned for one in found}
        for one in found:
            of_percent = one.row.unit == "pure" and one.turned
            if of_percent or (len(odd) == 2 and _is_fewer(one, found)):
                why = f"tagged as {one.row.value:,.10g}, printed as {one.cell.strip()}"
                yield key_of(one.row), Doubt(Gate.SIGN, why)


def _is_fewer(one: _Printed, found: Iterable[_Printed]) -> bool:
    """Whether a cell is tagged as no more than half of the others are."""
    same = sum(other.turned == one.turned for other in found)
    return 2 * same <= sum(1 for _ in found)
