"""Rows that their neighbours tell more of than their labels: parts of a line that a statement does
not print, as one row; revenue below what was paid for it."""

import re
from dataclasses import replace
from itertools import pairwise

from secqa.filings.document import Statement
from secqa.reading.labels import normal
from secqa.reading.names import Names, bare
from secqa.reading.rows import Row

_DASH = re.compile(r"\s[-–—]\s|:\s")
_KINDS = frozenset({"total", "other", "trade", "less", "share", "net", "current", "noncurrent"})
_TIMES = frozenset({"current", "noncurrent", "long", "term"})
_SUM = 0.96
_ADDED = 0.93
"""How well the sum of a line's parts fits."""
_PART = 0.55
"""What a part is worth where its sum has a line."""


def with_net_revenue(
    found: list[tuple[Row, float]], rows: tuple[Row, ...], names: Names
) -> list[tuple[Row, float]]:
    """The same with the revenue that brokers print below their interest expense before the
    total above it."""
    if ("total", "revenue") not in names.exact:
        return found
    after = {row.index for above, row in pairwise(rows) if above.words == ("interest", "expense")}
    net = [row for row in rows if row.index in after and row.words == ("net", "revenue")]
    if not net:
        return found
    return [*((row, sure if row in net else sure * _PART) for row, sure in found)]


def with_parts(
    found: list[tuple[Row, float]],
    rows: tuple[Row, ...],
    names: Names,
    statement: Statement,
) -> list[tuple[Row, float]]:
    """The same with one row for the parts of a line that a statement prints in parts only.

    "Cost of sales: products" and "Cost of sales: services"; "Automotive" and "Financing" under
    "Long-term debt"; what is due within a year and what is due later.
    """
    parts = _parts(rows, names, statement)
    if len(parts) == 1 and parts[0].words not in names.exact:
        return [*(pair for pair in found if pair[0] is not parts[0]), (parts[0], _ADDED)]
    if len(parts) < 2 or any(sure >= _SUM for row, sure in found if row not in parts):
        return found
    kept = [(row, sure * _PART if row in parts else sure) for row, sure in found]
    return [*kept, (_together(parts), _ADDED)]


def _parts(rows: tuple[Row, ...], names: Names, statement: Statement) -> list[Row]:
    if any(row.words[:1] == ("total",) and row.words[1:] in names.exact for row in rows):
        return []
    if names.sums_times:
        both = [row for row in rows if _timeless(row.words) in names.exact]
        current = [row for row in both if _is_current(row)]
        return both if len(both) == 2 and len(current) == 1 else []
    if statement is Statement.BALANCE_SHEET and (listed := _listed(rows, names)):
        return listed
    below = [row for row in rows if row.section_words in names.exact]
    if statement is Statement.BALANCE_SHEET and _are_businesses(below):
        return below
    if statement is Statement.CASH_FLOW:
        return _halves(rows, names)
    if statement is not Statement.INCOME:
        return []
    split = [row for row in rows if normal(_DASH.split(row.label, maxsplit=1)[0]) in names.exact]
    whole = any(row.words in names.exact for row in split)
    return split if not whole and _adjacent(split) else []


def _listed(rows: tuple[Row, ...], names: Names) -> list[Row]:
    """ "Unsecured notes payable", "Mortgage notes payable, net": kinds of long-term debt."""
    if any(row.words in names.exact and bare(row.label) not in names.parts for row in rows):
        return []
    return [
        row for row in rows if bare(row.label) in names.parts and "current" not in row.section_words
    ]


def _halves(rows: tuple[Row, ...], names: Names) -> list[Row]:
    """ "Sales of securities" and "Maturities of securities" of "sales and maturities"."""
    for name in names.names:
        whole = frozenset(name.words)
        near = [row for row in rows if set(row.words) < whole and len(row.words) > len(whole) - 2]
        if len(near) == 2 and set(near[0].words) | set(near[1].words) == whole:
            return near
    return []


def _are_businesses(rows: list[Row]) -> bool:
    """Rows of one section that tell who owes or owns the same, not what else there is."""
    said = frozenset(word for row in rows for word in row.words)
    return (
        len({row.section for row in rows}) == 1
        and 1 < len(rows) < 5
        and said.isdisjoint(_KINDS)
        and all(row.words for row in rows)
    )


def _adjacent(rows: list[Row]) -> bool:
    return all(below.index == above.index + 1 for above, below in pairwise(rows))


def _timeless(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in _TIMES)


def _is_current(row: Row) -> bool:
    return "current" in row.words or "current" in row.section_words


def _together(rows: list[Row]) -> Row:
    """One row whose cells are the sums of these rows' cells."""
    cells = []
    for first in rows[0].cells:
        column = [cell for row in rows if (cell := row.cell(first.column)) is not None]
        text = " + ".join(cell.text for cell in column)
        dash = all(cell.dash for cell in column)
        value = sum(cell.value for cell in column)
        cells.append(replace(first, text=text, value=value, dash=dash))
    return replace(rows[0], label="; ".join(row.label for row in rows), cells=tuple(cells))
