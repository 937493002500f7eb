"""Pages' tables and what is sought in, candidate values out: table x row x column, weighed.

The same label stands in the statement, in segment notes, in pro forma and parent-only tables,
and the same value stands in several places. A candidate's score is how well its row's label
fits, times how well its column's period fits, times what its table is; then the printed number
gets its scale and sign.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from secqa.filings.document import Element, Metadata, Page, Table
from secqa.filings.scale import Scale, column_scale
from secqa.reading.columns import Period, beside, fitting_columns
from secqa.reading.labels import Names, fit, normal, refuses, says_little
from secqa.reading.rows import Cell, Row
from secqa.reading.signs import sign
from secqa.reading.sought import Candidate, Sought
from secqa.reading.tables import rows_of, scale_of

_LEAST_FIT = 0.35
_ELSEWHERE = re.compile(
    r"\b(?:parent(?: company)?[- ]only|financial information of (?:the )?(?:parent|registrant)"
    r"|pro[- ]forma|non-?gaap|adjusted|segments?|guarantor|quarterly|selected|reconciliation"
    r"|unconsolidated|equity method|affiliates?|venture|geographic)\b"
)
_DILUTED = frozenset({"basic", "diluted", "dilution", "dilutive"})
_PER_OR_AVERAGE = frozenset({"per", "average"})
_BOTH = re.compile(r"\bbasic (?:and|&) diluted\b|\bdiluted (?:and|&) basic\b")
_OPENING = re.compile(r"\bbeginning\b|\bopening\b|\bstart of\b")
_SHARES = re.compile(r"\bshares\b|\bweighted\b|\bnumber of\b")
_PERCENT_LABEL = re.compile(r"%|\bpercent|\brate\b|\bratio\b|\bmargin\b")
_CENTS = re.compile(r"\.\d\d\b")
_PER_SHARE = re.compile(r"\bper\b.{0,40}\b(?:share|unit)|\beps\b")


def read_tables(
    sought: Sought, metadata: Metadata, page: Page, fallback: Scale
) -> Iterator[Candidate]:
    """Every value of the page's tables that may be the one."""
    for element in page.elements:
        if element.table is not None:
            yield from _read_table(sought, metadata, page, element, element.table, fallback)


def _read_table(
    sought: Sought,
    metadata: Metadata,
    page: Page,
    element: Element,
    table: Table,
    fallback: Scale,
) -> Iterator[Candidate]:
    context = element.path[-1] if element.path else ""
    rows_here = rows_of(table)
    scale = scale_of(element, table)
    heading = frozenset(normal(f"{context} {table.caption}"))
    rows = _fitting_rows(rows_here, heading, sought, _company_words(metadata.company))
    if not rows:
        return
    columns = fitting_columns(table, metadata, context, sought.period)
    opening = _opening_columns(table, metadata, context, sought.period)
    if not columns and not opening:
        return
    worth = _worth(element, table, sought)
    for row, label_fit in rows:
        opens = sought.period.kind == "instant" and _OPENING.search(row.label.lower()) is not None
        for column, column_fit in opening if opens else columns:
            cell = row.cell(column)
            if cell is None:
                continue
            read = _scaled(cell, row, column, table, scale, fallback, sought.unit)
            if read is None:
                continue
            value, scale_known = read
            if sought.metric is not None:
                value *= sign(row, cell, sought.metric, rows_here)
            yield Candidate(
                value=value,
                unit=sought.unit,
                score=label_fit
                * column_fit
                * beside(table.columns[column], sought.names.vocabulary)
                * worth
                * scale_known
                * (0.6 if cell.dash else 1.0),
                metadata=metadata,
                page=page.number,
                element=element.index,
                row=row.index,
                column=column,
                quote=_quote(row, table, column, cell),
                why=_why(table, element),
            )


def _opening_columns(
    table: Table, metadata: Metadata, context: str, period: Period
) -> tuple[tuple[int, float], ...]:
    """Columns of the year after, whose opening balances are those asked for."""
    year = period.year if period.year is not None else metadata.fiscal_year
    if period.kind != "instant" or period.quarter or year is None:
        return ()
    after = Period(year + 1, kind="duration")
    quarter = metadata.fiscal_period
    if quarter in ("Q1", "Q2", "Q3"):
        after = Period(year + 1, quarter, 3 * int(quarter[1]), "duration")
    return tuple(
        (column, 0.7 * sure) for column, sure in fitting_columns(table, metadata, context, after)
    )


def _fitting_rows(
    rows: tuple[Row, ...], heading: frozenset[str], sought: Sought, company: frozenset[str]
) -> list[tuple[Row, float]]:
    names = sought.names
    found = []
    for row in rows:
        row = _for_one(row, names)
        sure = row_fit(row, heading, names, sought.unit)
        if sure < 0.95 and not company.isdisjoint(row.words):
            # "Total Acme shareholders' equity" is the line without the company's name.
            bare = replace(row, words=tuple(word for word in row.words if word not in company))
            sure = max(sure, 0.99 * row_fit(bare, heading, names, sought.unit))
        if sure > _LEAST_FIT:
            found.append((row, sure))
    return _without_minority(found, rows, sought) if len(found) > 1 else found


def _for_one(row: Row, names: Names) -> Row:
    """ "Basic and diluted" is each of the two."""
    if not {"basic", "diluted"} <= set(row.words):
        return row
    own = names.vocabulary & {"basic", "diluted"}
    if len(own) != 1 or _BOTH.search(row.label.lower()) is None:
        return row
    label = _BOTH.sub(next(iter(own)), row.label.lower())
    return replace(row, label=label, words=normal(label))


@lru_cache(maxsize=4096)
def _company_words(company: str) -> frozenset[str]:
    return frozenset(word for word in normal(company) if len(word) > 2)


def _without_minority(
    found: list[tuple[Row, float]], rows: tuple[Row, ...], sought: Sought
) -> list[tuple[Row, float]]:
    """Where a minority has its own line, prefer the line that leaves it out."""
    minority = [row.index for row in rows if _is_minority(row)]
    if not minority:
        return found
    if sought.period.kind == "instant":
        first = min(row.index for row, _ in found)
        if "noncontrolling" in sought.names.vocabulary or first > minority[-1]:
            return found
        return [(row, 0.75 * sure if row.index > minority[-1] else sure) for row, sure in found]
    if any(_is_owners(row) for row, _ in found):
        return [(row, sure if _is_owners(row) else 0.75 * sure) for row, sure in found]
    return found


def _is_owners(row: Row) -> bool:
    return "attributable" in row.words


def _is_minority(row: Row) -> bool:
    return not {"minority", "noncontrolling"}.isdisjoint(row.words) and "total" not in row.words


def row_fit(row: Row, heading: frozenset[str], names: Names, unit: str) -> float:
    """How well a row's label, alone or with its section, fits the names."""
    section = row.section[-1] if row.section else ""
    around = heading.union(row.section_words)
    best = fit(row.label, row.words, around, names)
    if len(row.words) > 3:
        return max(best, _named_by_section(row, section, around, names, unit))
    if best < 0.95 and row.section_words and _may_join(row.words):
        best = max(best, _with_section(row, around, names))
    best = max(best, _named_by_section(row, section, around, names, unit))
    said = (*row.words, *row.section_words)
    if "basic" in names.vocabulary and _DILUTED.isdisjoint(said) and _PER_OR_AVERAGE & set(said):
        # What says neither is basic.
        best = max(best, 0.93 * fit(row.label, ("basic", *row.words), around, names))
    return best * _in_section(row, section, names, unit) * _in_time(row, names)


def _may_join(words: tuple[str, ...]) -> bool:
    """A label that can be the rest of its section's: not a deduction, not a total of its own."""
    return bool(words) and words[0] != "less" and (words[0] != "total" or len(words) == 1)


def _with_section(row: Row, around: frozenset[str], names: Names) -> float:
    """The fit of "Basic" together with "Earnings per share", or with two levels of sections."""
    label = f"{row.section[-1]} {row.label}"
    together = fit(label, (*row.section_words, *row.words), around, names)
    turned = fit(label, (*row.words, *row.section_words), around, names)
    best = max(0.96 * together, 0.97 * turned)
    if len(row.section) > 1 and says_little(row.words):
        outer = normal(row.section[-2])
        both = fit(label, (*outer, *row.section_words, *row.words), around, names)
        best = max(best, 0.94 * both)
    return best


def _named_by_section(
    row: Row, section: str, around: frozenset[str], names: Names, unit: str
) -> float:
    """ "Diluted earnings per share:" may be the section and "Net income" the line."""
    if unit != "USD/shares" or not section or not {"net", "income"} <= set(row.words):
        return 0.0
    if not {"continuing", "discontinued"}.isdisjoint(row.words):
        return 0.0
    words = row.section_words
    if "basic" in names.vocabulary and _DILUTED.isdisjoint((*words, *row.words)):
        words = ("basic", *words)
    return 0.9 * fit(section, words, around, names)


def _in_time(row: Row, names: Names) -> float:
    """Less than 1 where a current part is sought outside, a noncurrent one among the current."""
    side = names.vocabulary & {"current", "noncurrent"}
    if len(side) != 1:
        return 1.0
    if "total" in row.words and "total" not in names.vocabulary:
        return 0.5
    is_current = "current" in row.words or "current" in row.section_words
    if "current" in side:
        return 1.0 if is_current or "total" in row.words else 0.6
    return 0.4 if is_current else 1.0


def _in_section(row: Row, section: str, names: Names, unit: str) -> float:
    """Less than 1 where the sections above a short label speak against the names."""
    if unit == "shares" and row.words and says_little(row.words):
        # "Weighted-average shares used in computing earnings per share" is about shares.
        return 1.0 if _SHARES.search(section.lower()) else 0.4
    if row.words[:1] == ("total",) or not any(refuses(above, names) for above in row.section):
        return 1.0
    return 0.3 if says_little(row.words) else 0.65


def _worth(element: Element, table: Table, sought: Sought) -> float:
    """What a table of this kind is worth for the metric, 0 to 1."""
    metric = sought.metric
    heading = " ".join((*element.path[-2:], table.caption)).lower()
    if metric is None or not metric.statement:
        own = _under(heading, metric.sections) if metric else False
        worth = 1.0 if own else 0.85
    elif table.statement is not None:
        worth = 1.0 if table.statement.value == metric.statement else 0.8
    else:
        worth = 0.8 if _under(heading, metric.sections) else 0.7
    if table.statement is None and _ELSEWHERE.search(heading):
        worth *= 0.7
    return worth


def _under(heading: str, sections: tuple[str, ...]) -> bool:
    return any(section in heading for section in sections)


def _scaled(
    cell: Cell, row: Row, column: int, table: Table, scale: Scale, fallback: Scale, unit: str
) -> tuple[float, float] | None:
    """The cell's value in base units and how sure its scale is (0 to 1).

    None when it cannot be of the unit wanted.
    """
    label = row.label.lower()
    unit = unit or _kind(cell, label)
    if unit == "pure":
        fraction = _fraction(cell, label, scale)
        return None if fraction is None else (fraction, 1.0)
    if cell.percent or (unit and scale.percent):
        return None
    if unit == "USD/shares":
        return (cell.value, 1.0) if "." in cell.text or abs(cell.value) < 100 else None
    if unit == "count":
        return cell.value * (row.scale.money or 1.0), 1.0
    stated = (row.scale, column_scale(table, column), scale, fallback)
    if unit == "shares":
        return _shares(cell, stated)
    if _PER_SHARE.search(label):
        return None
    return _money(cell.value, stated)


def _money(value: float, stated: tuple[Scale, ...]) -> tuple[float, float]:
    for known in stated:
        if known.money is not None:
            return value * known.money, 1.0
    # Nothing on these pages says it: figures in full, else millions as most filers print.
    return (value, 0.8) if abs(value) >= 1e6 else (value * 1e6, 0.5)


def _shares(cell: Cell, stated: tuple[Scale, ...]) -> tuple[float, float] | None:
    if "$" in cell.text or (_CENTS.search(cell.text) and abs(cell.value) < 50):
        return None
    for known in stated:
        if known.shares is not None:
            return cell.value * known.shares, 1.0
        if known.money is not None:
            # Only money's scale is stated; shares this few are counted the same way.
            return cell.value * (known.money if abs(cell.value) < 1e6 else 1.0), 1.0
    return (cell.value, 0.8) if abs(cell.value) >= 1e6 else (cell.value * 1e6, 0.5)


def _kind(cell: Cell, label: str) -> str:
    """The unit of a cell when the question does not tell."""
    if cell.percent:
        return "pure"
    if _PER_SHARE.search(label):
        return "USD/shares"
    return "shares" if _SHARES.search(label) and "$" not in cell.text else "USD"


def _fraction(cell: Cell, label: str, scale: Scale) -> float | None:
    if cell.percent or scale.percent or (_PERCENT_LABEL.search(label) and abs(cell.value) > 1):
        return cell.value / 100
    return cell.value if abs(cell.value) <= 1 else None


def _quote(row: Row, table: Table, column: int, cell: Cell) -> str:
    label = row.label or (row.section[-1] if row.section else "")
    if row.section and len(normal(label)) <= 2:
        label = f"{row.section[-1]} {label}".strip()
    return f"{label} | {table.columns[column]} | {cell.text}"


def _why(table: Table, element: Element) -> str:
    if table.statement is not None:
        return f"line of the {table.statement.value.replace('_', ' ')}"
    title = element.path[-1] if element.path else table.caption
    return f"line of a table under {title[:60]!r}" if title else "line of a table"
