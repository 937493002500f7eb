"""Rows of T -> those that nobody should be asked about, and why.

Filers make mistakes in tags that no reader sees: 68% tagged as 68, a payment tagged as negative,
one column of a row in another unit. T keeps what is tagged, but a benchmark that asks for it would
count right answers as wrong. What the page prints, and other filings, give such values away.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from secqa.facts.fact import MetricFact
from secqa.metrics.catalogue import Catalogue

Key = tuple[str, str, int, str]
"""Document, metric, fiscal year and period: what a row of T is known by."""

_PRINTED = re.compile(r"\d[\d,]*(?:\.\d+)?")
# Every number, percent or not: a search for percents alone would try each digit of a long number.
_PERCENT = re.compile(rf"({_PRINTED.pattern})(\)?\s*%)?")
_APART = 2.0
"""Values of one period from which on two filings do not mean the same."""
_MANY = 5
"""Figures of a table that agree on its unit, to hold it against another."""


def key_of(row: MetricFact) -> Key:
    """What a row of T is known by."""
    return row.document_id, row.metric, row.fiscal_year, row.fiscal_period


def doubts(rows: Sequence[MetricFact], catalogue: Catalogue) -> dict[Key, str]:
    """Doubtful rows and what speaks against each."""
    found: dict[Key, str] = {}
    for row in rows:
        metric = catalogue.metrics.get(row.metric)
        if metric is not None and metric.positive and row.value < 0:
            found[key_of(row)] = f"tagged as {row.value:,.10g}, and never below zero"
        elif row.unit == "pure" and _is_percent_itself(row):
            found[key_of(row)] = f"tagged as {row.value:g}, printed as {abs(row.value):g}%"
    return {**dict(_of_two_meanings(rows)), **dict(_in_another_unit(rows)), **found}


def _is_percent_itself(row: MetricFact) -> bool:
    """Whether the value is printed as so many percent, and a hundred times it nowhere."""
    printed = {
        float(number.replace(",", ""))
        for place in row.evidence
        for number, percent in _PERCENT.findall(place.quote)
        if percent
    }
    value = abs(row.value)
    return value in printed and not any(math.isclose(100 * value, n) for n in printed)


def _in_another_unit(rows: Sequence[MetricFact]) -> Iterator[tuple[Key, str]]:
    """Rows whose tag takes the printed figure for another power of ten than the table's others."""
    tables: defaultdict[tuple[str, int, str], list[tuple[MetricFact, int]]] = defaultdict(list)
    for row in rows:
        for place in row.evidence:
            power = _power(row.value, place.quote) if place.row >= 0 else None
            if power is not None:
                tables[row.document_id, place.element, row.unit].append((row, power))
    for found in tables.values():
        (usual, count), *_ = Counter(power for _, power in found).most_common(1)
        if count < max(_MANY, 0.8 * len(found)):
            continue
        for row, power in found:
            if power != usual:
                yield (
                    key_of(row),
                    f"tagged in 10^{power}, others of its table in 10^{usual}",
                )


def _power(value: float, quote: str) -> int | None:
    """The power of ten that a cell's figure was taken for; None where it is not this value."""
    number = _PRINTED.search(quote.rpartition(" | ")[2])
    digits = float(number[0].replace(",", "")) if number else 0.0
    if not digits or not value:
        return None
    power = math.log10(abs(value) / digits)
    return round(power) if abs(power - round(power)) < 1e-6 else None


def _of_two_meanings(rows: Iterable[MetricFact]) -> Iterator[tuple[Key, str]]:
    """All of a metric's rows in two filings that are far apart on a period they share."""
    series: defaultdict[tuple[str, str], list[MetricFact]] = defaultdict(list)
    for row in rows:
        if "shares" not in row.unit:  # a split explains these
            series[row.cik, row.metric].append(row)
    for same in series.values():
        apart: dict[str, str] = {}
        by_period: defaultdict[tuple[int, str], list[MetricFact]] = defaultdict(list)
        for row in same:
            by_period[row.fiscal_year, row.fiscal_period].append(row)
        for found in by_period.values():
            low = min(found, key=lambda row: abs(row.value))
            high = max(found, key=lambda row: abs(row.value))
            if low.period_end == high.period_end and abs(high.value) >= _APART * abs(low.value) > 0:
                why = (
                    f"{low.value:,.10g} in {low.document_id} and {high.value:,.10g} in "
                    f"{high.document_id} for {low.fiscal_period} {low.fiscal_year}"
                )
                apart |= {low.document_id: why, high.document_id: why}
        for row in same:
            if row.document_id in apart:
                yield key_of(row), apart[row.document_id]
