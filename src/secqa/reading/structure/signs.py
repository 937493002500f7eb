"""Determine the sign of a printed number.

Payments are negative in cash flow statements, some companies print expenses as negative, "Benefit
(provision)" inverts the sign of a tax, and "Net loss 120" is negative without a mark. A real tax
benefit must keep its sign; only the arithmetic of the column distinguishes it from an expense that
is printed negative.
"""

import re
from itertools import product

from secqa.filings.document import Statement
from secqa.metrics.metric import Metric
from secqa.metrics.senses import printed_sense
from secqa.reading.structure.table_rows import NumberCell, TableRow
from secqa.reading.structure.vocabulary import pattern_of
from secqa.word_lists import any_of

_BRACKETS = re.compile(r"\([^()]*\)")
_EXPENSE = pattern_of("signs", "expense")
_RATE = any_of("rate, per share, pretax, before, ratio, payable")
_BENEFIT = any_of("benefit(s), credit(s)")
_CHARGE = any_of("expense(s), provision(s), cost(s), charge(s)")
_POSITIVE = {
    "duration": re.compile(r"^(?:interest income|cash paid)"),
    "instant": re.compile(r"^accumulated depreciation|^allowance|\b(?:debt|liabilities|payable)$"),
}
"""Amounts that are never negative."""
_OWNERS = any_of("equity, earnings, deficit, income, interests, stock")
_UNLIKELY = 0.5
"""Weight of a negative balance."""
_LOSS = any_of("loss, losses")
_GAIN = any_of("income, earnings, profit")


def sign(
    row: TableRow,
    cell: NumberCell,
    metric: Metric,
    rows: tuple[TableRow, ...],
    statement: Statement | None = None,
) -> float:
    """1.0 if a number has the printed sign, -1.0 for the opposite.

    `rows` are all rows of the table, `statement` its kind.
    """
    value = cell.value
    if metric.outflow:
        # In changes, an increase is a payment and printed negative.
        return -1.0 if value < 0 or "change" in metric.name else 1.0
    if _POSITIVE[metric.period].search(metric.name):
        return -1.0 if value < 0 else 1.0
    if metric.period == "duration" and _is_expense(metric):
        if "tax" in metric.name:
            # The cash flow statement adds expenses back.
            return 1.0 if metric.statement == Statement.CASH_FLOW else _tax(row, cell, rows)
        # Negative in only one year, it was a release; otherwise all are printed negative.
        amounts = [other.value for other in row.cells if not other.percent]
        turned = value < 0 and max(amounts) <= 0
        return -1.0 if turned or (metric.positive and value < 0) else 1.0
    if not _GAIN.search(metric.name):
        return 1.0
    label = row.label.lower()
    outside = _BRACKETS.sub(" ", label)
    if settled := _subtracted(row, cell, rows) or _added_to_operating(row, cell, rows):
        return settled
    if statement is Statement.CASH_FLOW and metric.statement == Statement.INCOME:
        # The cash flow statement subtracts earnings without cash.
        return 1.0 if {"net", "income"} <= set(row.words) else -1.0
    if "net interest" in metric.name and "interest" in label and not _GAIN.search(outside):
        # "Interest, net", like "Interest expense, net": positive numbers are expenses.
        return -1.0
    if said := printed_sense(label):
        return float(said)
    if _CHARGE.search(outside) and not _GAIN.search(outside) and "income" in metric.name:
        # "Other expense, net": positive numbers are expenses.
        return -1.0
    unmarked = value > 0 and all(one.value >= 0 for one in row.cells)
    return -1.0 if unmarked and _LOSS.search(outside) and not _GAIN.search(outside) else 1.0


def likely(value: float, metric: Metric | None) -> float:
    """Less than 1 for negative balances other than equity.

    "Operating lease assets (18)" is a line of deferred taxes.
    """
    if metric is None:
        return 1.0
    balance = metric.period == "instant" and metric.statement == Statement.BALANCE_SHEET
    never = metric.positive or (balance and not _OWNERS.search(metric.name))
    return _UNLIKELY if value < 0 and never else 1.0


def _is_expense(metric: Metric) -> bool:
    return _EXPENSE.search(metric.name) is not None and not _RATE.search(metric.name)


def _tax(row: TableRow, cell: NumberCell, rows: tuple[TableRow, ...]) -> float:
    settled = _by_arithmetic(cell, rows)
    if settled is not None:
        return settled
    outside = _BRACKETS.sub(" ", row.label.lower())
    # "Benefit (provision)", "Income tax benefit": positive numbers are benefits.
    return -1.0 if _BENEFIT.search(outside) and not _CHARGE.search(outside) else 1.0


def _by_arithmetic(cell: NumberCell, rows: tuple[TableRow, ...]) -> float | None:
    """The sign by which pretax income minus tax is net income; None if one is missing."""
    size = abs(cell.value)
    pretax = [_value(row, cell.column) for row in rows if _names_pretax(row)]
    after = [_value(row, cell.column) for row in rows if _names_net(row)]
    printed = 1.0 if cell.value >= 0 else -1.0
    for before, net in product(pretax, after):
        if before is None or net is None or size <= 1.01:
            continue
        close = 1e-6 * abs(before) + 1.01
        if abs(before - size - net) <= close:
            return printed
        if abs(before + size - net) <= close:
            return -printed
    return None


def _subtracted(row: TableRow, cell: NumberCell, rows: tuple[TableRow, ...]) -> float:
    """-1.0 for "Less: income of the minority (20)" that is added to the line above; 0.0 for other
    rows, or if the lines around do not decide."""
    if cell.value >= 0 or not row.label.lower().startswith("less"):
        return 0.0
    at = rows.index(row) if row in rows else 0
    if not 0 < at < len(rows) - 1:
        return 0.0
    above, below = _value(rows[at - 1], cell.column), _value(rows[at + 1], cell.column)
    if above is None or below is None:
        return 0.0
    return -1.0 if _meet(above + cell.value, below) else 0.0


def _added_to_operating(row: TableRow, cell: NumberCell, rows: tuple[TableRow, ...]) -> float:
    """1.0 for a line between operating and pretax income whose figures are earned as printed,
    -1.0 where they are spent, 0.0 where the sums do not tell."""
    operating = [place for place, one in enumerate(rows) if _names_operating(one)]
    pretax = [place for place, one in enumerate(rows) if _names_pretax(one)]
    if not operating or not pretax or not operating[0] < pretax[0] or row not in rows:
        return 0.0
    between = rows[operating[0] + 1 : pretax[0]]
    before = _value(rows[operating[0]], cell.column)
    after = _value(rows[pretax[0]], cell.column)
    if row not in between or before is None or after is None:
        return 0.0
    parts = [one for one in between if one.words and one.words[0] != "total"]
    each = [value for one in parts if (value := _value(one, cell.column)) is not None]
    for total in (sum(each), cell.value):
        if total and _meet(before + total, after):
            return 1.0
        if total and _meet(before - total, after):
            return -1.0
    return 0.0


def _meet(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-6 * abs(other) + 1.01


def _value(row: TableRow, column: int) -> float | None:
    cell = row.cell(column)
    return None if cell is None or cell.dash else cell.value


def _names_operating(row: TableRow) -> bool:
    words = set(row.words)
    return "income" in words and not words.isdisjoint({"operating", "operation"})


def _names_pretax(row: TableRow) -> bool:
    words = row.words
    return "before" in words and ("tax" in words or "provision" in words) and "per" not in words


def _names_net(row: TableRow) -> bool:
    words = row.words
    return "income" in words and not {"before", "tax", "per"} & set(words)
