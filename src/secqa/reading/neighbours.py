"""A table's rows and what is sought in, rows that their neighbours name out, each weighed.

Some lines are told by where they stand and not by their label: what property cost is the sum,
often without label, above the accumulated depreciation; "Total costs and expenses" is the cost
of revenue where all that it sums are costs of something; the effective rate is the last line of
the table that starts from the statutory rate.
"""

import re
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from secqa.filings.document import Statement
from secqa.reading.labels import normal
from secqa.reading.names import Names, bare
from secqa.reading.rows import Row

_ACCUMULATED = frozenset({"accumulated", "depreciation"})
_PROPERTY = frozenset(
    {"total", "property", "plant", "equipment", "at", "cost", "gross", "fixed", "asset"}
)
_TAX = frozenset({
    "income", "tax", "expense", "benefit", "provision", "total", "from", "continuing", "operation",
    "effective", "rate", "actual",
})  # fmt: skip
_PLACED = re.compile(
    r"(.{4,40}?),? (?:(?:included|recorded|reported|presented|classified) )?(?:in|within) "
    r"(?=.*\b(?:assets|liabilities|receivable|payable)\b)"
)
_DASH = re.compile(r"\s[-–—]\s|:\s")
_KINDS = frozenset({"total", "other", "trade", "less", "share", "net", "current", "noncurrent"})
_TIMES = frozenset({"current", "noncurrent", "long", "term"})
_SUM = 0.96
_ADDED = 0.93
"""How well the sum of a line's parts fits."""
_PART = 0.55
"""What a part is worth where its sum has a line."""


def named_by_place(
    rows: tuple[Row, ...], heading: frozenset[str], names: Names, unit: str
) -> dict[int, float]:
    """Index of a row -> how well it fits by its place alone."""
    if "gross" in names.vocabulary and "property" in names.vocabulary:
        return _costs_of_property(rows, heading)
    if unit == "pure" and {"effective", "tax", "rate"} <= names.vocabulary:
        return _rate_reconciled(rows)
    return {}


def with_sums(
    found: list[tuple[Row, float]], rows: tuple[Row, ...], names: Names
) -> list[tuple[Row, float]]:
    """The same with sums of nothing but parts of what is sought before these parts."""
    if names.names[0].words[:1] != ("total",) or "cost" not in names.vocabulary:
        return found
    summed = _sum_of_costs(rows)
    if summed is None:
        return found
    total, parts = summed
    kept = [(row, sure * _PART if row.index in parts else sure) for row, sure in found]
    return [*(pair for pair in kept if pair[0].index != total.index), (total, _SUM)]


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


def with_places(
    found: list[tuple[Row, float]], rows: tuple[Row, ...], names: Names
) -> list[tuple[Row, float]]:
    """The same with one row for "Restricted cash in other assets" and "... in current assets"."""
    placed = [
        row
        for row in rows
        if (split := _PLACED.match(row.label.lower())) and normal(split[1]) in names.exact
    ]
    if len(placed) < 2 or any(sure >= _SUM for row, sure in found if row not in placed):
        return found
    kept = [pair for pair in found if pair[0] not in placed]
    return [*kept, (_together(placed), 0.9)]


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


def _costs_of_property(rows: tuple[Row, ...], heading: frozenset[str]) -> dict[int, float]:
    fits: dict[int, float] = {}
    for above, row in pairwise(rows):
        around = heading.union(above.words, above.section_words)
        if around.isdisjoint({"property", "fixed"}):
            continue
        if set(row.words) >= _ACCUMULATED and _PROPERTY.issuperset(above.words):
            fits[above.index] = _SUM
    return fits


def _rate_reconciled(rows: tuple[Row, ...]) -> dict[int, float]:
    if not any("statutory" in row.words for row in rows):
        return {}
    last = [row for row in rows if "tax" in row.words and _TAX.issuperset(row.words)][-1:]
    return {row.index: 0.9 for row in last if "statutory" not in row.words}


@lru_cache(maxsize=8192)
def _sum_of_costs(rows: tuple[Row, ...]) -> tuple[Row, frozenset[int]] | None:
    """A "Total ..." line that sums two or more costs of something and nothing else."""
    block: list[Row] = []
    for row in rows:
        if row.words[:2] and row.words[0] == "cost":
            block.append(row)
            continue
        if len(block) > 1 and row.words[:1] == ("total",) and _sums(row, block):
            return row, frozenset(part.index for part in block)
        block = []
    return None


def _sums(row: Row, block: list[Row]) -> bool:
    first = row.cells[0]
    parts = [cell.value for part in block if (cell := part.cell(first.column)) is not None]
    return len(parts) == len(block) and abs(sum(parts) - first.value) <= 1.01
