"""A value from a note, and the statements of its document -> whether a statement says otherwise.

"Interest expense" of a note is 2,224 gross, that of the income statement 1,684 net of what was
capitalized; deferred taxes of the tax note are net, those of the balance sheet by side. Who asks
for the metric means the line of the statement that is called so. The tag of that line may be no
concept of the metric, so T has the value of the note, and only the page tells.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Protocol

from secqa.facts.fact import Evidence
from secqa.facts.resolve.concept_labels import bare_label
from secqa.facts.table.gates.reason import Doubt, Gate
from secqa.filings.document import Document, Statement
from secqa.filings.numbers import parse_number
from secqa.filings.tables.column_periods import ColumnPeriod, column_periods
from secqa.metrics.catalogue import Metric

_SCALES = (1.0, 1e3, 1e6, 1e9)
_SAME_DAY = 10
"""Days within which a column's closing date is a period's: year ends wander by a week."""
_NEAR = 1e-6
_NAMED = re.compile(r"^total | ?\([^)]*\)")
"""What a label says beside the name."""


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A cell of a primary statement."""

    statement: Statement
    label: str
    """As `bare_label` makes it."""
    period: ColumnPeriod
    value: float
    """As printed, without scale and sign."""


class Asked(Protocol):
    """What is held against the statements: a row of T or a fact that a question requires."""

    @property
    def fiscal_year(self) -> int: ...
    @property
    def fiscal_period(self) -> str: ...
    @property
    def value(self) -> float: ...
    @property
    def evidence(self) -> tuple[Evidence, ...]: ...


LinesOf = Callable[[str], Iterable[StatementLine]]
"""document_id -> the cells of its statements."""


def statement_lines(document: Document) -> tuple[StatementLine, ...]:
    """All figures of the primary statements of a document, with their labels and periods."""
    found = []
    for element in document.elements:
        table = element.table
        if table is None or table.statement is None:
            continue
        periods = column_periods(table, document.metadata, " ".join(element.path[-2:]))
        for cells in table.cells[table.header_rows :]:
            for column, period in enumerate(periods):
                number = parse_number(cells[column]) if column and period is not None else None
                if number is not None and period is not None and not number.dash:
                    label = bare_label(cells[0])
                    found.append(StatementLine(table.statement, label, period, abs(number.value)))
    return tuple(found)


def said_otherwise(
    asked: Asked, metric: Metric, lines: Iterable[StatementLine], end: date | None = None
) -> Doubt | None:
    """What speaks against a value: a line of the metric's statement, called as the metric, that
    has another figure in the column of the same period.

    None for values that stand in the statement, for what is no money ("Basic" is a line of
    shares and one of earnings), and where no line is called so. `end` is the last day of the
    period, which tells quarters' balances apart.
    """
    noted = all(place.grade < 2 for place in asked.evidence)
    if not metric.statement or metric.unit != "USD" or not noted:
        return None
    # Not all labels it is printed under: some of them are those of other lines as well.
    names = {bare_label(name) for name in (metric.name, *metric.synonyms)}
    there = [
        line
        for line in lines
        if line.statement == metric.statement
        and line.label in names
        and _is_of(line.period, asked, metric, end)
    ]
    value = abs(asked.value)
    same = any(
        abs(value - line.value * scale) <= _NEAR * value for line in there for scale in _SCALES
    )
    if not there or same:
        return None
    line = there[0]
    return Doubt(
        Gate.NOTE,
        f"taken from a note, while the statement prints {line.label!r}: {line.value:,.10g}",
    )


def called_the_same(asked: Asked, metric: Metric, lines: Iterable[StatementLine]) -> bool:
    """Whether a line of a statement that bears the metric's very name has another figure for the
    same period: restructuring within and beside the cost of sales, net income before and after
    minorities, depreciation of the income and the cash flow statement. What cash flow statements
    call as a balance is its change."""
    if not metric.statement or metric.unit != "USD":
        return False
    name, value = _name_in(bare_label(metric.name)), abs(asked.value)
    return any(
        _name_in(line.label) == name
        and (line.statement == metric.statement or metric.period == "duration")
        and _is_of(line.period, asked, metric, None)
        and not any(abs(value - line.value * scale) <= _NEAR * value for scale in _SCALES)
        for line in lines
    )


@lru_cache(maxsize=65536)
def _name_in(label: str) -> str:
    return _NAMED.sub("", label)


def _is_of(period: ColumnPeriod, asked: Asked, metric: Metric, end: date | None) -> bool:
    """Whether a column is about the period that is asked about."""
    if period.role != "value" or period.year != asked.fiscal_year:
        return False
    if metric.period == "instant":
        if end is not None and period.end is not None:
            return abs((period.end - end).days) <= _SAME_DAY
        return asked.fiscal_period == "FY" and period.quarter in ("", "Q4")
    if asked.fiscal_period == "FY":
        return period.months in (12, None) and period.quarter in ("", "Q4")
    quarter, _, to_date = asked.fiscal_period.partition(" ")
    months = 3 * int(quarter[1]) if to_date else 3
    return period.months == months and period.quarter in ("", quarter)
