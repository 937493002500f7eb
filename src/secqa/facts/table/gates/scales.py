"""Find values whose size or sign contradicts pages, tables or other filings.

Filers tag 68% as 68, and use one concept for different things in two filings. In most rows
parentheses mean a negative value, in others an amount paid or lost; but they mean the same in all
cells of a company's row of one name. If one is tagged against the others, one is wrong. A
percentage in parentheses is always negative.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from secqa.facts.fact import MetricFact
from secqa.facts.resolve.concept_labels import bare_label
from secqa.facts.table.rows import (
    Doubt,
    Gate,
    GateResult,
    cell_at,
    grouped,
    is_one_figure,
    key_of,
    label_at,
)
from secqa.filings.numbers import PLAIN_NUMBER
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.number_text import exact

# Every number, percent or not: a search for percents alone would try each digit of a long number.
_PERCENT = re.compile(rf"({PLAIN_NUMBER.pattern})(\)?\s*%)?")
_APART = 2.0
"""Ratio of two filings' values of a period above which they mean different things."""


def percents_themselves(rows: Iterable[MetricFact]) -> GateResult:
    """Find rows whose value is printed as the percentage itself, and 100 times it nowhere."""
    for row in rows:
        if row.unit == "pure" and _is_percent_itself(row):
            why = f"tagged as {row.value:g}, printed as {abs(row.value):g}%"
            yield key_of(row), Doubt(Gate.PERCENT, why)


def _is_percent_itself(row: MetricFact) -> bool:
    printed = {
        float(number.replace(",", ""))
        for place in row.evidence
        for number, percent in _PERCENT.findall(place.quote)
        if percent
    }
    value = abs(row.value)
    return value in printed and not any(math.isclose(100 * value, n) for n in printed)


def of_two_meanings(rows: Iterable[MetricFact]) -> GateResult:
    """Find all rows of a metric in two filings that differ widely on a common period."""
    amounts = (row for row in rows if "shares" not in row.unit)  # a split explains shares
    for same in grouped(amounts, lambda row: (row.cik, row.metric)).values():
        apart = _far_apart(same)
        for row in same:
            if row.document_id in apart:
                yield key_of(row), Doubt(Gate.DOCUMENTS, apart[row.document_id])


def _far_apart(same: Sequence[MetricFact]) -> dict[str, str]:
    """Documents that disagree on a metric, and the description of it."""
    apart: dict[str, str] = {}
    for rows in grouped(same, lambda row: (row.fiscal_year, row.fiscal_period)).values():
        low = min(rows, key=lambda row: abs(row.value))
        high = max(rows, key=lambda row: abs(row.value))
        if low.period_end == high.period_end and abs(high.value) >= _APART * abs(low.value) > 0:
            why = (
                f"{low.value:,.10g} in {low.document_id} and {high.value:,.10g} in "
                f"{high.document_id} for {low.fiscal_period} {low.fiscal_year}"
            )
            apart |= {low.document_id: why, high.document_id: why}
    return apart


_MINUS = ("-", "–", "—", "−", "(")


def below_zero(rows: Iterable[MetricFact], catalogue: Catalogue) -> GateResult:
    """Find negative rows of metrics that are never negative."""
    for row in rows:
        metric = catalogue.metrics.get(row.metric)
        if metric is not None and metric.positive and row.value < 0:
            why = f"tagged as {exact(row.value, row.unit)}, and never below zero"
            yield key_of(row), Doubt(Gate.NEGATIVE, why)


@dataclass(frozen=True, slots=True)
class _Printed:
    row: MetricFact
    label: str
    cell: str

    @property
    def is_turned(self) -> bool:
        """Whether the parentheses contradict the sign of the tag."""
        printed = self.cell.replace("$", "").strip().startswith(_MINUS)
        return printed != (self.row.value < 0)


def turned_signs(rows: Iterable[MetricFact], catalogue: Catalogue) -> GateResult:
    """Find rows whose sign contradicts the company's other cells of the same label, or the
    parentheses of a percentage."""
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
    for cells in labels.values():
        odd = {cell.is_turned for cell in cells}
        for cell in cells:
            of_percent = cell.row.unit == "pure" and cell.is_turned
            if of_percent or (len(odd) == 2 and _is_fewer(cell, cells)):
                value = exact(cell.row.value, cell.row.unit)
                why = f"tagged as {value}, printed as {cell.cell.strip()}"
                yield key_of(cell.row), Doubt(Gate.SIGN, why)


def _is_fewer(cell: _Printed, cells: Iterable[_Printed]) -> bool:
    """Whether at most half of the cells are tagged like this one."""
    same = sum(other.is_turned == cell.is_turned for other in cells)
    return 2 * same <= sum(1 for _ in cells)
