"""Check that the values of the fact table are consistent, and explain where they are not.

Figures of a filing are related: the balance sheet balances, cash flows add up to the change in
cash, quarters to the year, and a later filing repeats the year before. If not, either a value is
wrong or the company changed something: a restatement, a split, a line between liabilities and
equity. Each finding says which.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from secqa.facts.fact import Fact, MetricFact, place_value
from secqa.facts.table.doubt import doubts
from secqa.facts.table.gates.identities import by_period, load_identities
from secqa.facts.table.rows import (
    Doubt,
    different_concepts,
    grouped,
    key_of,
    rounding,
    slack,
    why_changed,
)
from secqa.filings.document import Metadata
from secqa.metrics.catalogue import Catalogue

FactsOf = Callable[[str], Sequence[Fact]]
"""Loads the facts of a document by its id."""


QUARTERS = (
    ("Q2 YTD", ("Q1", "Q2")),
    ("Q3 YTD", ("Q1", "Q2", "Q3")),
    ("Q3 YTD", ("Q2 YTD", "Q3")),
    ("FY", ("Q1", "Q2", "Q3", "Q4")),
    ("FY", ("Q3 YTD", "Q4")),
)


@dataclass(frozen=True, slots=True)
class Finding:
    """Two values that should be equal but differ."""

    check: str
    """`balance sheet`, `cash flow`, `quarters` or `documents`."""
    company: str
    ticker: str
    fiscal_year: int
    fiscal_period: str
    metric: str
    documents: tuple[str, ...]
    value: float
    expected: float
    why: str
    """The explanation according to the filings, or ""."""


@dataclass(slots=True)
class CheckReport:
    """The results of all checks."""

    compared: dict[str, int] = field(default_factory=dict)
    """Number of compared pairs of values by check."""
    findings: list[Finding] = field(default_factory=list)
    doubtful: list[tuple[MetricFact, Doubt]] = field(default_factory=list)
    """Values that stay in the table, but of which no question is made."""

    def count(self, name: str) -> None:
        """Count one comparison of a check."""
        self.compared[name] = self.compared.get(name, 0) + 1


def check_table(
    rows: Iterable[MetricFact],
    documents: Iterable[Metadata],
    facts_of: FactsOf,
    catalogue: Catalogue,
) -> CheckReport:
    """Run all checks; `facts_of` loads facts that may explain a difference."""
    ordered = _in_order(rows, documents)
    checked = CheckReport()
    _check_identities(ordered, facts_of, checked)
    _check_quarters(ordered, checked)
    _check_documents(ordered, checked)
    doubt_of = doubts(ordered, catalogue)
    known = ((row, doubt_of.get(key_of(row))) for row in ordered)
    checked.doubtful += [(row, doubt) for row, doubt in known if doubt is not None]
    return checked


def check_documents(rows: Iterable[MetricFact], documents: Iterable[Metadata]) -> list[Finding]:
    """Compare the values of each period in consecutive documents."""
    checked = CheckReport()
    _check_documents(_in_order(rows, documents), checked)
    return checked.findings


def _in_order(rows: Iterable[MetricFact], documents: Iterable[Metadata]) -> list[MetricFact]:
    """Sort rows by filing: an annual report after the quarters of its year."""
    order = sorted(documents, key=lambda d: (str(d.period_end), d.document_id))
    place = {document.document_id: number for number, document in enumerate(order)}
    return sorted(rows, key=lambda row: place[row.document_id])


def _check_identities(rows: list[MetricFact], facts_of: FactsOf, checked: CheckReport) -> None:
    for values in by_period(rows):
        for identity in load_identities("check"):
            parts = identity.rows(values)
            if not parts:
                continue
            checked.count(identity.name)
            total = parts[0]
            more = [values[name] for name in identity.optional if name in values]
            # Optional parts, such as exchange rate effects, may also be below the total.
            least = identity.expected(values)
            expected = sum((row.value for row in more), least)
            apart = rounding([*parts, *more])
            if all(abs(total.value - value) > apart for value in (expected, least)):
                why = _same_amount(total, total.value - expected, facts_of)
                checked.findings.append(_finding(identity.name, total, [total], expected, why))


def _same_amount(total: MetricFact, difference: float, facts_of: FactsOf) -> str:
    """Explain the difference of a sum by an amount in a primary statement."""
    named = {
        fact.concept
        for fact in facts_of(total.document_id)
        if fact.value is not None
        and fact.statement is not None
        and not fact.dimensions
        and (fact.start, fact.end) == (total.period_start, total.period_end)
        and abs(abs(fact.value) - abs(difference)) <= place_value(fact.decimals)
    }
    if not named:
        return f"off by {difference:,.0f}, which is in no statement"
    return f"off by {difference:,.0f}: {' or '.join(sorted(named))} is not counted"


def _check_quarters(rows: list[MetricFact], checked: CheckReport) -> None:
    flows: defaultdict[tuple[str, str, int], defaultdict[str, list[MetricFact]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for row in rows:
        if row.unit == "USD" and row.period_start is not None:
            flows[row.cik, row.metric, row.fiscal_year][row.fiscal_period].append(row)
    for periods in flows.values():
        for whole, pieces in QUARTERS:
            if not all(periods.get(name) for name in (whole, *pieces)):
                continue
            # Quarters are compared with the year as first reported; `_check_documents` finds
            # restatements.
            total, *parts = (periods[name][0] for name in (whole, *pieces))
            checked.count("quarters")
            summed = sum(part.value for part in parts)
            if abs(total.value - summed) > slack([total, *parts]):
                why = (
                    different_concepts([total, *parts])
                    or f"not {' + '.join(pieces)}: one was restated"
                )
                checked.findings.append(_finding("quarters", total, [total, *parts], summed, why))


def _check_documents(rows: list[MetricFact], checked: CheckReport) -> None:
    same = grouped(rows, lambda row: (row.cik, row.metric, row.fiscal_year, row.fiscal_period))
    for versions in same.values():
        for earlier, later in pairwise(versions):
            checked.count("documents")
            if abs(later.value - earlier.value) > rounding([earlier, later]):
                why = why_changed(earlier, later)
                checked.findings.append(
                    _finding("documents", later, [earlier, later], earlier.value, why)
                )


def _finding(
    name: str, row: MetricFact, rows: Sequence[MetricFact], expected: float, why: str
) -> Finding:
    return Finding(
        check=name,
        company=row.company,
        ticker=row.ticker,
        fiscal_year=row.fiscal_year,
        fiscal_period=row.fiscal_period,
        metric=row.metric,
        documents=tuple(dict.fromkeys(r.document_id for r in rows)),
        value=row.value,
        expected=expected,
        why=why,
    )
