"""A table's rows and what is sought in, the rows that may be its line out, weighed.

Beside the label's own words it matters where the row stands: under which section, on which side
of the balance sheet, before or after the minority's part; and for whom it is computed, since
"Basic and diluted" is one line for two names and the company's own name is no word of a line.
"""

import re
from dataclasses import replace
from functools import lru_cache

from secqa.filings.document import Table
from secqa.reading.labels import normal
from secqa.reading.names import Name, Names, fit, refuses, says_little
from secqa.reading.neighbours import (
    named_by_place,
    with_net_revenue,
    with_parts,
    with_places,
    with_sums,
)
from secqa.reading.rows import Row
from secqa.reading.tables import rows_of

_LEAST_FIT = 0.35
_DILUTED = frozenset({"basic", "diluted", "dilution", "dilutive"})
_PER_OR_AVERAGE = frozenset({"per", "average"})
_BOTH = re.compile(r"\bbasic (?:and|&) diluted\b|\bdiluted (?:and|&) basic\b")
_SHARES = re.compile(r"\bshares\b|\bweighted\b|\bnumber of\b")
DEFERRED_TAX = re.compile(r"\bdeferred (?:income )?tax", re.IGNORECASE)
_LEASES = frozenset({"operating", "finance"})
_ONE_TIME = 0.45
"""What is due in a year where all is sought."""
_TITLED = 0.8
"""What a total is worth that its table's title names."""
_PAYMENT = re.compile(r"\bpaid\b|\bpayments?\b|\bpaying\b|\bsupplemental\b")


@lru_cache(maxsize=16384)
def fitting_rows(
    table: Table, title: str, company: str, names: Names, unit: str, instant: bool
) -> tuple[tuple[Row, float], ...]:
    """Rows that may be the line sought, each with how well it fits (0 to 1).

    `title` stands above the table, `company` filed it. Kept, as the same is asked of every year.
    """
    rows = rows_of(table)
    # The name of what the rows add up to may stand in the header's corner alone.
    heading = frozenset(normal(f"{title} {table.caption} {table.cells[0][0]}"))
    own = _company_words(company)
    sides = _sides(rows, names)
    kind, other = _kinds_of_lease(rows, heading, names)
    titled = not other.isdisjoint(heading) and kind.isdisjoint(heading)
    by_place = named_by_place(rows, heading, names, unit)
    found = []
    for row in rows:
        row = _for_one(row, names)
        sure = _fit(row, heading, names, unit)
        if sure < 0.95 and not own.isdisjoint(row.words):
            # "Total Acme shareholders' equity" is the line without the company's name.
            bare = replace(row, words=tuple(word for word in row.words if word not in own))
            if not bare.words and row.section:
                # "Net income attributable to" above, "Acme Corporation" beside the figures.
                label = row.section[-1]
                bare = replace(row, label=label, words=row.section_words, section_words=())
            sure = max(sure, 0.99 * _fit(bare, heading, names, unit))
        sure = max(sure, by_place.get(row.index, 0.0))
        if by_place and row.index > max(by_place):
            # What follows is already something else.
            sure *= 0.4
        if sides and row.index not in sides:
            sure *= 0.4
        if other and not _says(row, kind | other):
            # "Total lease liabilities" below both kinds of leases, or below the other one alone.
            sure *= 0.0 if titled else 0.4
        if sure > _LEAST_FIT:
            found.append((row, sure))
    if found:
        found = with_net_revenue(with_sums(found, rows, names), rows, names)
        found = with_places(found, rows, names)
    if table.statement is not None and unit == "USD":
        found = with_parts(found, rows, names, table.statement)
    if len(found) > 1:
        found = _without_minority(found, rows, names, instant)
    return tuple(found)


def _sides(rows: tuple[Row, ...], names: Names) -> range | None:
    """Which rows of a balance sheet are assets, or which are not, when that is asked for.

    "Deferred income taxes" stands on both sides.
    """
    side = names.vocabulary & {"asset", "liability"}
    total = next((row.index for row in rows if row.words == ("total", "asset")), None)
    if len(side) != 1 or total is None:
        return None
    return range(total + 1) if "asset" in side else range(total + 1, rows[-1].index + 1)


def _kinds_of_lease(
    rows: tuple[Row, ...], heading: frozenset[str], names: Names
) -> tuple[frozenset[str], frozenset[str]]:
    """Which kind of lease is sought, and the other one where the table is of it, too."""
    kind = names.vocabulary & _LEASES
    other = _LEASES - kind
    if len(kind) != 1 or "lease" not in names.vocabulary:
        return kind, frozenset()
    has_other = any(_says(row, other) and "lease" in row.words for row in rows)
    has_other = has_other or ("lease" in heading and not other.isdisjoint(heading))
    return kind, other if has_other else frozenset()


def _says(row: Row, kind: frozenset[str]) -> bool:
    return not kind.isdisjoint((*row.words, *row.section_words))


def rows_of_other_leases(
    rows: tuple[Row, ...], heading: frozenset[str], names: Names
) -> frozenset[int]:
    """Rows that are not of the one kind of leases sought, where a table is of the other kind, too.

    "Total lease liabilities" below both kinds of leases is of neither, and a schedule of one
    kind tells nothing of the other.
    """
    kind = names.vocabulary & _LEASES
    if len(kind) != 1 or "lease" not in names.vocabulary:
        return frozenset()
    other = _LEASES - kind
    titled = not other.isdisjoint(heading)
    if not titled and not any(_says(row, other) and "lease" in row.words for row in rows):
        return frozenset()
    return frozenset(row.index for row in rows if not _says(row, kind))


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
    found: list[tuple[Row, float]], rows: tuple[Row, ...], names: Names, instant: bool
) -> list[tuple[Row, float]]:
    """Where a minority has its own line, prefer the line that leaves it out."""
    minority = [row.index for row in rows if _is_minority(row)]
    if not minority:
        return found
    if instant:
        first = min(row.index for row, _ in found)
        if "noncontrolling" in names.vocabulary or first > minority[-1]:
            return found
        return [(row, 0.75 * sure if row.index > minority[-1] else sure) for row, sure in found]
    if any(_is_owners(row) for row, _ in found):
        return [(row, sure if _is_owners(row) else 0.75 * sure) for row, sure in found]
    return found


def _is_owners(row: Row) -> bool:
    return "attributable" in row.words


def _is_minority(row: Row) -> bool:
    return not {"minority", "noncontrolling"}.isdisjoint(row.words) and "total" not in row.words


def _fit(row: Row, heading: frozenset[str], names: Names, unit: str) -> float:
    """How well a row's label, alone or with its section, fits the names."""
    section = row.section[-1] if row.section else ""
    around = heading.union(row.section_words)
    best = fit(row.label, row.words, around, names)
    told_by_section = set(row.section_words).difference(row.words) & names.vocabulary
    if len(row.words) > 3 and not told_by_section:
        best = max(best, _named_by_section(row, section, around, names, unit))
        return best * _in_operations(row, names) * _in_time(row, names)
    if best < 0.95 and row.section_words and _may_join(row.words):
        best = max(best, _with_section(row, around, names))
    best = max(best, _named_by_section(row, section, around, names, unit))
    said = (*row.words, *row.section_words)
    if "basic" in names.vocabulary and _DILUTED.isdisjoint(said) and _PER_OR_AVERAGE & set(said):
        # What says neither is basic.
        best = max(best, 0.93 * fit(row.label, ("basic", *row.words), around, names))
    best = max(best, _named_by_heading(row, heading, names))
    best *= _in_section(row, section, names, unit) * _in_operations(row, names)
    return best * _in_time(row, names)


def _is_main(words: tuple[str, ...]) -> bool:
    """The whole of a section, or what its name is mostly used for."""
    return says_little(words) or words[0] in ("total", "trade")


def _may_join(words: tuple[str, ...]) -> bool:
    """A label that can be the rest of its section's: not a deduction, not a total of its own."""
    return bool(words) and words[0] != "less" and (words[0] != "total" or len(words) == 1)


def _with_section(row: Row, around: frozenset[str], names: Names) -> float:
    """The fit of "Basic" together with "Earnings per share", or with two levels of sections."""
    if "cost" in row.words and "revenue" in row.section_words and "cost" not in row.section_words:
        # "Reimbursed costs" among the revenues is no cost of revenue.
        return 0.0
    if row.section_words in names.exact and not _is_main(row.words):
        # One of the parts that the section is made of.
        return 0.0
    label = f"{row.section[-1]} {row.label}"
    together = fit(label, (*row.section_words, *row.words), around, names)
    turned = fit(label, (*row.words, *row.section_words), around, names)
    best = max(0.96 * together, 0.97 * turned)
    if says_little(row.words):
        outer = normal(row.section[-2]) if len(row.section) > 1 else ()
        both = (*outer, *row.section_words, *row.words)
        if outer:
            best = max(best, 0.94 * fit(label, both, around, names))
        for home in names.homes:
            # "Operating" under "Assets" in a table about leases.
            if len(home) == 1 and home <= around:
                best = max(best, 0.94 * fit(label, (*home, *both), around, names))
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


def _named_by_heading(row: Row, heading: frozenset[str], names: Names) -> float:
    """ "Total" or "Consolidated" in a table whose title names what its rows are parts of."""
    if row.words != ("total",) or row.section:
        return 0.0
    return max((_TITLED * name.rank for name in names.names if _is_named(name, heading)), default=0)


def _is_named(name: Name, heading: frozenset[str]) -> bool:
    return len(name.words) > 1 and heading.issuperset(name.words)


def _in_operations(row: Row, names: Names) -> float:
    """Less than 1 for a line of operations that are given up."""
    given_up = any("discontinued" in above.lower() for above in row.section)
    return 0.5 if given_up and "discontinued" not in names.vocabulary else 1.0


def _names_payment(row: Row) -> bool:
    """ "Income taxes" is a payment only under "Cash paid for" or "Supplemental"."""
    return _PAYMENT.search(" ".join((row.label, *row.section[-2:])).lower()) is not None


def _in_time(row: Row, names: Names) -> float:
    """Less than 1 where a current part is sought outside, a noncurrent one among the current."""
    side = names.vocabulary & {"current", "noncurrent"}
    if not side and names.sums_times:
        said = {*row.words, *row.section_words}
        return 1.0 if said.isdisjoint({"current", "noncurrent"}) else _ONE_TIME
    if len(side) != 1:
        return 1.0
    if "total" in row.words and "total" not in names.vocabulary and row.words not in names.exact:
        return 0.35
    is_current = "current" in row.words or "current" in row.section_words
    if "current" in side:
        return 1.0 if is_current else 0.6
    return 0.4 if is_current else 1.0


def _in_section(row: Row, section: str, names: Names, unit: str) -> float:
    """Less than 1 where the sections above a short label speak against the names."""
    if unit == "shares" and row.words and says_little(row.words):
        # "Weighted-average shares used in computing earnings per share" is about shares.
        return 1.0 if _SHARES.search(section.lower()) else 0.4
    if {"cash", "paid"} <= names.vocabulary and not _names_payment(row):
        return 0.3
    if "tax" not in names.vocabulary and DEFERRED_TAX.search(" ".join(row.section)):
        # What a difference in the books will save or cost in taxes is not the thing itself.
        return 0.4
    if row.words[:1] == ("total",) or not any(refuses(above, names) for above in row.section):
        return 1.0
    return 0.3 if says_little(row.words) else 0.65
