"""Find the rows of a table that may be a metric's line.

Besides the label, the position matters: the section, the side of the balance sheet, before or after
the minority's share. A statement may also print only the terms of a line, which are then added.
"""

import re
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from secqa.filings.document import Statement, Table
from secqa.reading.structure.label_words import label_words
from secqa.reading.structure.line_names import LineNames, bare, fit, says_little
from secqa.reading.structure.table_rows import TableRow, rows_of
from secqa.reading.structure.vocabulary import weights
from secqa.word_lists import any_of

_W = weights("row_fit")

ADDED = " + "
"""Joins the cells of a sum of rows."""
_DILUTED = frozenset({"basic", "diluted", "dilution", "dilutive"})
_PER_OR_AVERAGE = frozenset({"per", "average"})
DEFERRED_TAX = any_of("deferred tax*, deferred income tax*", any_case=True)


@lru_cache(maxsize=2048)  # Some 3 KB each.
def fitting_rows(
    table: Table, title: str, company: str, names: LineNames, unit: str, instant: bool
) -> tuple[tuple[TableRow, float], ...]:
    """Rows that may be the target's line, with their fit (0 to 1).

    `title` is the title of the table, `company` the filer. Cached, since each year needs the same.
    """
    rows = rows_of(table)
    # The header's corner may have the name of the sum of the rows.
    heading = frozenset(label_words(f"{title} {table.caption} {table.cells[0][0]}"))
    own = _company_words(company)
    found = []
    for row in rows:
        sure = _fit(row, heading, names)
        if sure < _W["good"] and not own.isdisjoint(row.words):
            # "Total Acme shareholders' equity" is the line without the company's name.
            bare = replace(row, words=tuple(word for word in row.words if word not in own))
            if not bare.words and row.section:
                # "Net income attributable to" above, "Acme Corporation" beside the figures.
                label = row.section[-1]
                bare = replace(row, label=label, words=row.section_words, section_words=())
            sure = max(sure, _W["without_company"] * _fit(bare, heading, names))
        if sure > _W["least"]:
            found.append((row, sure))
    if found:
        found = _with_net_revenue(found, rows, names)
    if table.statement is not None and unit == "USD":
        found = with_parts(found, rows, names, table.statement)
    if len(found) > 1:
        found = _without_minority(found, rows, names, instant)
    return tuple(found)


@lru_cache(maxsize=4096)
def _company_words(company: str) -> frozenset[str]:
    return frozenset(word for word in label_words(company) if len(word) > 2)


def _without_minority(
    found: list[tuple[TableRow, float]], rows: tuple[TableRow, ...], names: LineNames, instant: bool
) -> list[tuple[TableRow, float]]:
    """If the minority has its own line, prefer the line without its share."""
    minority = [row.index for row in rows if _is_minority(row)]
    if not minority:
        return found
    if instant:
        first = min(row.index for row, _ in found)
        if "noncontrolling" in names.vocabulary or first > minority[-1]:
            return found
        return [
            (row, _W["minority"] * sure if row.index > minority[-1] else sure)
            for row, sure in found
        ]
    if any(_is_owners(row) for row, _ in found):
        return [(row, sure if _is_owners(row) else _W["minority"] * sure) for row, sure in found]
    return found


def _is_owners(row: TableRow) -> bool:
    return "attributable" in row.words


def _is_minority(row: TableRow) -> bool:
    return not {"minority", "noncontrolling"}.isdisjoint(row.words) and "total" not in row.words


def _fit(row: TableRow, heading: frozenset[str], names: LineNames) -> float:
    """The fit of a row's label, alone or with its section."""
    around = heading.union(row.section_words)
    best = fit(row.label, row.words, around, names)
    told_by_section = set(row.section_words).difference(row.words) & names.vocabulary
    if len(row.words) > 3 and not told_by_section:
        return best * _in_time(row, names)
    if best < _W["good"] and row.section_words and _may_join(row.words):
        best = max(best, _with_section(row, around, names))
    words = (*row.words, *row.section_words)
    if "basic" in names.vocabulary and _DILUTED.isdisjoint(words) and _PER_OR_AVERAGE & set(words):
        # Without "basic" or "diluted", it is basic.
        best = max(best, _W["unsaid_basic"] * fit(row.label, ("basic", *row.words), around, names))
    return best * _in_time(row, names)


def _is_main(words: tuple[str, ...]) -> bool:
    """Whether a label is the main row of a section."""
    return says_little(words) or words[0] in ("total", "trade")


def _may_join(words: tuple[str, ...]) -> bool:
    """Whether a label can complete its section's: no deduction and no separate total."""
    return bool(words) and words[0] != "less" and (words[0] != "total" or len(words) == 1)


def _with_section(row: TableRow, around: frozenset[str], names: LineNames) -> float:
    """The fit of "Basic" with its section "Earnings per share", or with two levels of sections."""
    if "cost" in row.words and "revenue" in row.section_words and "cost" not in row.section_words:
        # "Reimbursed costs" under revenues are no cost of revenue.
        return 0.0
    if row.section_words in names.exact and not _is_main(row.words):
        # A term of the section's sum.
        return 0.0
    label = f"{row.section[-1]} {row.label}"
    together = fit(label, (*row.section_words, *row.words), around, names)
    turned = fit(label, (*row.words, *row.section_words), around, names)
    best = max(_W["section_first"] * together, _W["section_last"] * turned)
    if says_little(row.words):
        outer = label_words(row.section[-2]) if len(row.section) > 1 else ()
        both = (*outer, *row.section_words, *row.words)
        if outer:
            best = max(best, _W["two_sections"] * fit(label, both, around, names))
        for home in names.homes:
            # "Operating" under "Assets" in a table about leases.
            if len(home) == 1 and home <= around:
                best = max(best, _W["two_sections"] * fit(label, (*home, *both), around, names))
    return best


def _in_time(row: TableRow, names: LineNames) -> float:
    """Less than 1 for a current metric in a noncurrent row, and the reverse."""
    side = names.vocabulary & {"current", "noncurrent"}
    if not side and names.sums_times:
        words = {*row.words, *row.section_words}
        return 1.0 if words.isdisjoint({"current", "noncurrent"}) else _W["one_side"]
    if len(side) != 1:
        return 1.0
    if "total" in row.words and "total" not in names.vocabulary and row.words not in names.exact:
        return _W["total_of_sides"]
    is_current = "current" in row.words or "current" in row.section_words
    if "current" in side:
        return 1.0 if is_current else _W["not_current"]
    return _W["current"] if is_current else 1.0


_DASH = re.compile(r"\s[-–—]\s|:\s")
_KINDS = frozenset({"total", "other", "trade", "less", "share", "net", "current", "noncurrent"})
_USED = frozenset({"property", "equipment", "intangible", "software"})
_TIMES = frozenset({"current", "noncurrent", "long", "term"})


def _with_net_revenue(
    found: list[tuple[TableRow, float]], rows: tuple[TableRow, ...], names: LineNames
) -> list[tuple[TableRow, float]]:
    """Prefer the net revenue that brokers print below their interest expense to total revenue."""
    if ("total", "revenue") not in names.exact:
        return found
    after = {row.index for above, row in pairwise(rows) if above.words == ("interest", "expense")}
    net = [row for row in rows if row.index in after and row.words == ("net", "revenue")]
    if not net:
        return found
    return [(row, sure if row in net else _W["part"] * sure) for row, sure in found]


def with_parts(
    found: list[tuple[TableRow, float]],
    rows: tuple[TableRow, ...],
    names: LineNames,
    statement: Statement,
) -> list[tuple[TableRow, float]]:
    """Add a row for a line of which a statement prints only terms.

    "Cost of sales: products" and "Cost of sales: services"; "Automotive" and "Financing" under
    "Long-term debt"; current and noncurrent portions.
    """
    parts = _parts(rows, names, statement)
    if len(parts) == 1 and parts[0].words not in names.exact:
        return [*(pair for pair in found if pair[0] is not parts[0]), (parts[0], _W["added"])]
    if len(parts) < 2 or any(sure >= _W["sum"] for row, sure in found if row not in parts):
        return found
    kept = [(row, sure * _W["part"] if row in parts else sure) for row, sure in found]
    return [*kept, (_together(parts), _W["added"])]


def _parts(rows: tuple[TableRow, ...], names: LineNames, statement: Statement) -> list[TableRow]:
    if any(row.words[:1] == ("total",) and row.words[1:] in names.exact for row in rows):
        return []
    if names.sums_times:
        timeless = [tuple(word for word in row.words if word not in _TIMES) for row in rows]
        both = [row for row, words in zip(rows, timeless, strict=True) if words in names.exact]
        current = [row for row in both if _is_current(row)]
        return both if len(both) == 2 and len(current) == 1 else []
    if statement is Statement.BALANCE_SHEET and (listed := _debt_kinds(rows, names)):
        return listed
    below = [row for row in rows if row.section_words in names.exact]
    if statement is Statement.BALANCE_SHEET and _are_businesses(below):
        return below
    if statement is Statement.CASH_FLOW:
        return _halves(rows, names)
    if statement is not Statement.INCOME:
        return []
    split = [
        row for row in rows if label_words(_DASH.split(row.label, maxsplit=1)[0]) in names.exact
    ]
    whole = any(row.words in names.exact for row in split)
    return split if not whole and _adjacent(split) else []


def _debt_kinds(rows: tuple[TableRow, ...], names: LineNames) -> list[TableRow]:
    """ "Unsecured notes payable", "Mortgage notes payable, net": kinds of long-term debt."""
    if any(row.words in names.exact and bare(row.label) not in names.parts for row in rows):
        return []
    return [
        row for row in rows if bare(row.label) in names.parts and "current" not in row.section_words
    ]


def _halves(rows: tuple[TableRow, ...], names: LineNames) -> list[TableRow]:
    """ "Sales of securities" and "Maturities of securities" of "sales and maturities";
    "Depreciation" and "Amortization of intangible assets"."""
    for name in names.names:
        whole = frozenset(name.words)
        near = [row for row in rows if set(row.words) < whole and len(row.words) > len(whole) - 2]
        if len(near) == 2 and set(near[0].words) | set(near[1].words) == whole:
            return near
    halves = [row for row in rows for half in names.halves if _is_half(row, half, names)]
    return halves if len({row.words[0] for row in halves}) == len(names.halves) else []


def _is_half(row: TableRow, half: tuple[str, ...], names: LineNames) -> bool:
    """Whether a row is a half of the line, and of what is used: debt is amortized, too."""
    others = frozenset[str]().union(*names.halves).difference(half)
    is_used = row.words in names.halves or not _USED.isdisjoint(row.words)
    return row.words[: len(half)] == half and is_used and others.isdisjoint(row.words)


def _are_businesses(rows: list[TableRow]) -> bool:
    """Whether the rows of a section are businesses with the same line."""
    words = frozenset(word for row in rows for word in row.words)
    return (
        len({row.section for row in rows}) == 1
        and 1 < len(rows) < 5
        and words.isdisjoint(_KINDS)
        and all(row.words for row in rows)
    )


def _adjacent(rows: list[TableRow]) -> bool:
    return all(below.index == above.index + 1 for above, below in pairwise(rows))


def _is_current(row: TableRow) -> bool:
    return "current" in row.words or "current" in row.section_words


def _together(rows: list[TableRow]) -> TableRow:
    """A row with the sums of these rows' cells."""
    cells = []
    for first in rows[0].cells:
        column = [cell for row in rows if (cell := row.cell(first.column)) is not None]
        text = ADDED.join(cell.text for cell in column)
        dash = all(cell.dash for cell in column)
        value = sum(cell.value for cell in column)
        cells.append(replace(first, text=text, value=value, dash=dash))
    return replace(rows[0], label="; ".join(row.label for row in rows), cells=tuple(cells))
