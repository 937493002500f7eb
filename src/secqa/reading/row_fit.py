"""A table's rows and what is sought in, the rows that may be its line out, weighed.

Beside the label's own words it matters under which section the row stands, and for whom it is
computed, since "Basic and diluted" is one line for two names and the company's own name is no
word of a line.
"""

import re
from dataclasses import replace
from functools import lru_cache

from secqa.reading.labels import normal
from secqa.reading.names import Name, Names, fit, refuses, says_little
from secqa.reading.rows import Row
from secqa.reading.sought import Sought

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


def fitting_rows(
    rows: tuple[Row, ...],
    heading: frozenset[str],
    sought: Sought,
    company: str,
) -> list[tuple[Row, float]]:
    """Rows that may be the line sought, each with how well it fits (0 to 1).

    `heading` are the words above the table.
    """
    names = sought.names
    own = _company_words(company)
    of_other = rows_of_other_leases(rows, heading, names)
    found = []
    for row in rows:
        if row.index in of_other:
            continue
        row = _for_one(row, names)
        sure = _fit(row, heading, names, sought.unit)
        if sure < 0.95 and not own.isdisjoint(row.words):
            # "Total Acme shareholders' equity" is the line without the company's name.
            bare = replace(row, words=tuple(word for word in row.words if word not in own))
            if not bare.words and row.section:
                # "Net income attributable to" above, "Acme Corporation" beside the figures.
                label = row.section[-1]
                bare = replace(row, label=label, words=row.section_words, section_words=())
            sure = max(sure, 0.99 * _fit(bare, heading, names, sought.unit))
        if sure > _LEAST_FIT:
            found.append((row, sure))
    return found


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


def _says(row: Row, kind: frozenset[str]) -> bool:
    return not kind.isdisjoint((*row.words, *row.section_words))


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
