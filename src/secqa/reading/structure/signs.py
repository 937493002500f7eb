"""Determine the sign of a printed number.

Payments are negative in cash flow statements, some companies print expenses as negative, "Benefit
(provision)" inverts the sign of a tax, and "Net loss 120" is negative without a mark. A real tax
benefit must keep its sign; only the arithmetic of the column distinguishes it from an expense that
is printed negative.
"""

import re
from itertools import product

from secqa.filings.document import Statement, Table
from secqa.metrics.metric import Metric
from secqa.metrics.senses import name_sense, printed_sense
from secqa.reading.structure.table_rows import NumberCell, TableRow, rows_of
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
_PAID = pattern_of("signs", "paid")
_GAINED = re.compile(r"\(?(?:net )?gains?\b(?!.*\bloss)", re.IGNORECASE)
_CENT = 1.01
"""What sums may miss by rounding."""
_BETWEEN = 0.05
"""Lines between tax and net income, as a share of the tax."""
_LOSS = any_of("loss, losses")
_GAIN = any_of("income, earnings, profit")


def sign(row: TableRow, cell: NumberCell, metric: Metric | None, table: Table) -> float:
    """1.0 if a number has the printed sign, -1.0 for the opposite; `metric` is that of its row."""
    value, statement = cell.value, table.statement
    if metric is None:
        return -1.0 if value < 0 and _is_unsigned(row, statement) else 1.0
    rows = rows_of(table)
    if metric.outflow:
        # In changes, an increase is a payment and printed negative.
        return -1.0 if value < 0 or "change" in metric.name else 1.0
    if _POSITIVE[metric.period].search(metric.name):
        return -1.0 if value < 0 else 1.0
    if metric.period == "duration" and _is_expense(metric):
        if "tax" in metric.name:
            # The cash flow statement adds expenses back.
            return 1.0 if metric.statement == Statement.CASH_FLOW else _tax(row, cell, rows)
        return -1.0 if value < 0 and (metric.positive or _is_deducted(row)) else 1.0
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
    if sense := printed_sense(label):
        return float(sense)
    if _CHARGE.search(outside) and not _GAIN.search(outside) and "income" in metric.name:
        # "Other expense, net": positive numbers are expenses.
        return -1.0
    unmarked = value > 0 and all(one.value >= 0 for one in row.cells)
    return -1.0 if unmarked and _LOSS.search(outside) and not _GAIN.search(outside) else 1.0


def _is_unsigned(row: TableRow, statement: Statement | None) -> bool:
    """Whether a quoted line is a payment, a gain or an expense, which has no sign."""
    paid = statement is Statement.CASH_FLOW and _PAID.match(row.label) is not None
    # Expenses and adjustments include gains with a minus.
    gained = statement is not None and _GAINED.match(row.label) is not None
    is_charge = _CHARGE.search(row.label.lower()) and name_sense(row.label) < 0
    charged = statement is Statement.INCOME and is_charge and _is_deducted(row)
    return paid or gained or bool(charged)


def _is_deducted(row: TableRow) -> bool:
    """Whether a line is printed negative throughout; in only one year, an expense was released."""
    return max(other.value for other in row.cells if not other.percent) <= 0


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
    # The sums of one year may have other lines between; a row keeps its sense in all years.
    settled = (_by_arithmetic(one, rows) for one in (cell, *row.cells))
    if known := next(filter(None, settled), None):
        return known
    outside = _BRACKETS.sub(" ", row.label.lower())
    # "Benefit (provision)", "Income tax benefit": positive numbers are benefits.
    return -1.0 if _BENEFIT.search(outside) and not _CHARGE.search(outside) else 1.0


def _by_arithmetic(cell: NumberCell, rows: tuple[TableRow, ...]) -> float | None:
    """The sign by which pretax income minus tax comes to net income; None if one is missing."""
    size = abs(cell.value)
    pretax = [_value(row, cell.column) for row in rows if _names_pretax(row)]
    after = [_value(row, cell.column) for row in rows if _names_net(row)]
    gaps = [
        (abs(before - tax - net), tax)
        for before, net in product(pretax, after)
        for tax in (size, -size)
        if before is not None and net is not None and size > _CENT
    ]
    gap, tax = min(gaps, default=(size, size))
    # Shares of affiliates may stand between.
    return (1.0 if tax * cell.value > 0 else -1.0) if gap <= _BETWEEN * size + _CENT else None


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
    return abs(one - other) <= 1e-6 * abs(other) + _CENT


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
