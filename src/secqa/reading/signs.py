"""A printed number and its row in, the number with the sign that its name means out.

Payments stand as negatives in cash flow statements, some companies print every expense as a
negative, "Benefit (provision)" turns the sign of a tax, and "Net loss 120" is a negative
without any mark. A real tax benefit must keep its sign, and only the arithmetic of the column
tells it from an expense printed negative.
"""

import re

from secqa.metrics.catalogue import Metric
from secqa.reading.rows import Row

_BRACKETS = re.compile(r"\([^()]*\)")
_EXPENSE = re.compile(
    r"\b(?:expenses?|costs?|tax(?:es)?|depreciation|amortization|compensation|provision)\b"
)
_RATE = re.compile(r"\brate\b|\bper share\b|\bpretax\b|\bbefore\b|\bratio\b|\bpayable\b")
_BENEFIT = re.compile(r"\bbenefits?\b|\bcredits?\b")
_CHARGE = re.compile(r"\bexpenses?\b|\bprovisions?\b|\bcosts?\b|\bcharges?\b")
_LOSS = re.compile(r"\bloss(?:es)?\b")
_GAIN = re.compile(r"\b(?:income|earnings|profit)\b")


def meant(value: float, row: Row, column: int, metric: Metric, rows: tuple[Row, ...]) -> float:
    """The value with the sign that the metric's name gives it."""
    if metric.outflow:
        # Changes go both ways: an increase is paid for and printed negative.
        return -value if "change" in metric.name else abs(value)
    if metric.period == "duration" and _is_expense(metric):
        return _expense(value, row, column, metric, rows)
    label = row.label.lower()
    if value > 0 and _LOSS.search(label) and not _GAIN.search(label) and _all_positive(row):
        return -value
    return value


def _is_expense(metric: Metric) -> bool:
    return _EXPENSE.search(metric.name) is not None and not _RATE.search(metric.name)


def _all_positive(row: Row) -> bool:
    return all(cell.value >= 0 for cell in row.cells)


def _expense(value: float, row: Row, column: int, metric: Metric, rows: tuple[Row, ...]) -> float:
    if "tax" not in metric.name:
        return abs(value)
    label = row.label.lower()
    outside = _BRACKETS.sub(" ", label)
    settled = _by_arithmetic(value, column, rows)
    if settled is not None:
        return settled
    if _BENEFIT.search(outside):
        # "Benefit (provision)", "Income tax benefit": what is printed positive was received.
        return -value if not _CHARGE.search(outside) else value
    return value


def _by_arithmetic(value: float, column: int, rows: tuple[Row, ...]) -> float | None:
    """Pretax income less tax is net income; None when the column does not show all three."""
    pretax = [_value(row, column) for row in rows if _names_pretax(row)]
    after = [_value(row, column) for row in rows if _names_net(row)]
    for before in pretax:
        for net in after:
            if before is None or net is None:
                continue
            close = 1e-6 * abs(before) + 1.01
            if abs(before - abs(value) - net) <= close:
                return abs(value)
            if abs(before + abs(value) - net) <= close:
                return -abs(value)
    return None


def _value(row: Row, column: int) -> float | None:
    cell = row.cell(column)
    return None if cell is None or cell.dash else cell.value


def _names_pretax(row: Row) -> bool:
    words = row.words
    return "before" in words and ("tax" in words or "provision" in words) and "per" not in words


def _names_net(row: Row) -> bool:
    words = row.words
    return "income" in words and not {"before", "tax", "per"} & set(words)
