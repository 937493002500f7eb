"""T as questions look at it: rows of the fact table in, one value a company and period out.

Years overlap: a 10-K carries up to three fiscal years, so several documents state the same
figure and some restate it. One document answers a (company, year): the 10-K of that fiscal
year where the corpus has it, else the next later 10-K that carries the year. Where documents
differ by more than the margin that answers get, the value is ambiguous and nothing is asked
about it.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from secqa.benchmark.names import Entity, entities_of
from secqa.facts.table.compound import Found
from secqa.filings.document import Metadata

ANNUAL_FORM = "10-K"
QUARTERLY_FORM = "10-Q"
AMBIGUOUS = 0.01
"""Relative difference between documents from which on a value is ambiguous."""


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """A fiscal year, or a quarter of one; `quarter` 0 is the whole year."""

    year: int
    quarter: int = 0

    @property
    def fiscal_period(self) -> str:
        """As the fact table writes it: FY, Q1, Q2, Q3."""
        return f"Q{self.quarter}" if self.quarter else "FY"


@dataclass(frozen=True, slots=True)
class Truth:
    """The values that questions can be asked about."""

    companies: tuple[Entity, ...]
    """Companies with at least one annual report."""
    metrics: tuple[str, ...]
    """Metrics with at least one value, in the order of the rows."""
    documents: dict[str, Metadata]
    _reports: dict[str, dict[Period, str]]
    _rows: dict[tuple[str, str], dict[Period, dict[str, list[Found]]]]

    def latest_year(self, company: Entity) -> int:
        """Fiscal year of the company's latest 10-K."""
        return max(period.year for period in self._reports[company.cik] if not period.quarter)

    def shared_year(self, companies: Iterable[Entity]) -> int:
        """The latest fiscal year that all these companies have."""
        return min(self.latest_year(company) for company in companies)

    def periods(self, company: Entity, metric: str, quarters: bool) -> tuple[Period, ...]:
        """Periods the metric has a value for: all years, or all quarters."""
        held = self._rows.get((company.cik, metric), {})
        return tuple(sorted(period for period in held if bool(period.quarter) == quarters))

    def value(self, company: Entity, metric: str, period: Period) -> Found | None:
        """The one value that answers; None when there is none or documents disagree."""
        rows = self._rows.get((company.cik, metric), {}).get(period, {})
        values = [row.value for found in rows.values() for row in found]
        if not values or _disagree(values):
            return None
        document_id = self._document(company, period, rows)
        return rows[document_id][0] if document_id in rows else None

    def _document(self, company: Entity, period: Period, carriers: Iterable[str]) -> str | None:
        """The report of the period, else the next later annual report among the carriers."""
        reports = self._reports[company.cik]
        if period in reports:
            return reports[period]
        if period.quarter:
            return None
        later = sorted((p.year, d) for p, d in reports.items() if not p.quarter)
        held = set(carriers)
        return next((d for year, d in later if year > period.year and d in held), None)


def truth_of(rows: Iterable[Found], documents: Iterable[Metadata]) -> Truth:
    """Index values by company, metric and period; documents tell the reports."""
    by_id = {document.document_id: document for document in documents}
    reports: dict[str, dict[Period, str]] = defaultdict(dict)
    for document in sorted(by_id.values(), key=lambda d: (str(d.period_end), d.document_id)):
        period = _report_period(document)
        if period and document.cik:
            reports[document.cik][period] = document.document_id
    annual = {cik for cik, found in reports.items() if any(not p.quarter for p in found)}
    index: dict[tuple[str, str], dict[Period, dict[str, list[Found]]]] = defaultdict(dict)
    metrics: dict[str, None] = {}
    for row in rows:
        row_period = _row_period(row)
        if row_period and row.cik in annual and row.document_id in by_id:
            held = index[row.cik, row.metric].setdefault(row_period, {})
            held.setdefault(row.document_id, []).append(row)
            metrics[row.metric] = None
    companies = entities_of(d for d in by_id.values() if d.cik in annual)
    return Truth(companies, tuple(metrics), by_id, dict(reports), dict(index))


def _report_period(document: Metadata) -> Period | None:
    if document.fiscal_year is None:
        return None
    if document.form == ANNUAL_FORM:
        return Period(document.fiscal_year)
    if document.form == QUARTERLY_FORM and document.fiscal_period in {"Q1", "Q2", "Q3"}:
        return Period(document.fiscal_year, int(document.fiscal_period[1]))
    return None


def _row_period(row: Found) -> Period | None:
    """Years from annual reports, quarters from quarterly ones; no year to date."""
    if row.fiscal_period == "FY" and row.form == ANNUAL_FORM:
        return Period(row.fiscal_year)
    if row.fiscal_period in {"Q1", "Q2", "Q3"} and row.form == QUARTERLY_FORM:
        return Period(row.fiscal_year, int(row.fiscal_period[1]))
    return None


def _disagree(values: list[float]) -> bool:
    low, high = min(values), max(values)
    return high - low > AMBIGUOUS * max(abs(low), abs(high))
