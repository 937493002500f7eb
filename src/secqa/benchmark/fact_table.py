"""The facts that questions rest on: one value a company, part of it, metric and period.

A 10-K carries up to three fiscal years, so several documents state the same figure and some
restate it. One document answers for a (company, year): the 10-K of that fiscal year if the corpus
has it, else the next later 10-K that carries the year. If documents differ by more than the margin
of answers, the value is ambiguous and no question asks for it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import TableValue
from secqa.filings.document import Metadata
from secqa.metrics.catalogue import Catalogue
from secqa.parsing.entities.company_index import CompanyIndex, companies_of
from secqa.parsing.ground import find_company
from secqa.query.period import Period, Span

ANNUAL_FORM = "10-K"
QUARTERLY_FORM = "10-Q"
AMBIGUOUS = 0.01
"""Relative difference between documents from which on a value is ambiguous."""
_QUARTERS = ("Q1", "Q2", "Q3")

_Key = tuple[str, str, str]
"""CIK, metric, part in small letters: "" for the whole company."""
_Values = dict[Period, dict[str, list[TableValue]]]
"""Period -> document -> its values."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A company that questions can ask about."""

    name: str
    """The common short name: "Home Depot"."""
    ticker: str
    cik: str


@dataclass(frozen=True, slots=True)
class FactTable:
    """The values that questions can ask for."""

    companies: tuple[Entity, ...]
    """Companies with at least one annual report."""
    metrics: tuple[str, ...]
    """Metrics with at least one value, in the order of the rows."""
    documents: dict[str, Metadata]
    known: CompanyIndex
    """The companies as systems know them."""
    regions: frozenset[str]
    """Parts of companies, in small letters, that are places."""
    _reports: dict[str, dict[Period, str]]
    _whole: dict[str, str]
    """Metrics of parts of companies -> the metric that they split."""
    _parts: dict[str, dict[tuple[str, str], tuple[Entity, str]]]
    """Metric -> (CIK, part in small letters) -> the company and the part as it spells it."""
    _rows: dict[_Key, _Values]

    def latest_year(self, company: Entity) -> int | None:
        """The fiscal year of a company's latest annual report."""
        return self.known.by_spelling[company.cik].latest_year

    def periods(
        self, company: Entity, metric: str, span: str = "year", part: str = ""
    ) -> tuple[Period, ...]:
        """Periods the metric has a value for, in order: all years, quarters, or years to date."""
        periods = self._rows.get((company.cik, metric, part.lower()), ())
        of_span = (period for period in periods if period.span == span)
        return tuple(sorted(of_span, key=lambda period: (period.year or 0, period.quarter)))

    def has_parts(self, metric: str) -> bool:
        """Whether some company reports a metric for its segments, regions or products."""
        return metric in self._parts

    def parts(
        self, metric: str, companies: Collection[str]
    ) -> tuple[tuple[Entity, str, tuple[Period, ...]], ...]:
        """Segments, regions and products of companies (CIKs) with their years of a metric."""
        parts = (
            (company, part, self.periods(company, metric, part=part))
            for company, part in self._parts.get(metric, {}).values()
            if company.cik in companies
        )
        return tuple(entry for entry in parts if entry[2])

    def value(self, company: str, metric: str, period: Period, part: str = "") -> TableValue | None:
        """The value that answers; None if it is missing or documents disagree.

        `company` is its name in queries, `period` a period of reports.
        """
        cik = find_company(company, self.known).cik
        rows = self._rows.get((cik, metric, part.lower()), {}).get(period, {})
        values = [row.value for of_document in rows.values() for row in of_document]
        if not values or _disagree(values):
            return None
        document_id = self._document(cik, period, rows)
        return rows[document_id][0] if document_id in rows else None

    def carriers(self, fact: MetricFact) -> frozenset[str]:
        """The reports that state a value."""
        period = _period(fact.form, fact.fiscal_year, fact.fiscal_period)
        key = fact.cik, self._whole.get(fact.metric, fact.metric), fact.member.lower()
        return frozenset(self._rows.get(key, {}).get(period, ())) if period else frozenset()

    def _document(self, cik: str, period: Period, carriers: Collection[str]) -> str | None:
        """The report of the period, else the next later annual report among the carriers."""
        reports = self._reports[cik]
        if period in reports:
            return reports[period]
        if period.quarter:
            return None
        later = [
            (report.year or 0, document_id)
            for report, document_id in reports.items()
            if not report.quarter
            and (report.year or 0) > (period.year or 0)
            and document_id in carriers
        ]
        return min(later)[1] if later else None


def fact_table_of(
    rows: Iterable[TableValue],
    documents: Iterable[Metadata],
    parts: Collection[MetricFact] = (),
    catalogue: Catalogue | None = None,
) -> FactTable:
    """Index values by company, metric and period.

    `parts` are rows about segments, regions and products; they need the catalogue, which names
    the metric that they split.
    """
    by_id = {document.document_id: document for document in documents}
    reports = _reports_of(by_id.values())
    annual = {cik for cik, periods in reports.items() if any(not p.quarter for p in periods)}
    known = companies_of(by_id.values())
    companies = tuple(
        Entity(known.display_name(one), one.ticker, one.cik)
        for one in sorted(known, key=lambda one: one.cik)
        if one.cik in annual
    )
    by_cik = {company.cik: company for company in companies}
    index: dict[_Key, _Values] = defaultdict(dict)
    metrics: dict[str, None] = {}
    names: dict[str, dict[tuple[str, str], tuple[Entity, str]]] = defaultdict(dict)
    keyed = [(row, row.metric, "") for row in rows]
    if catalogue is not None:
        keyed += [(row, catalogue[row.metric].of, row.member) for row in parts]
    for row, metric, member in keyed:
        period = _period(row.form, row.fiscal_year, row.fiscal_period)
        if period and row.cik in annual and row.document_id in by_id:
            values = index[row.cik, metric, member.lower()].setdefault(period, {})
            values.setdefault(row.document_id, []).append(row)
            metrics[metric] = None
            if member:
                key = row.cik, member.lower()
                names[metric].setdefault(key, (by_cik[row.cik], member))
    return FactTable(
        companies,
        tuple(metrics),
        by_id,
        known,
        frozenset(row.member.lower() for row in parts if "geographic" in row.metric),
        reports,
        {metric.id: metric.of for metric in catalogue.split()} if catalogue else {},
        {metric: dict(sorted(of_metric.items())) for metric, of_metric in names.items()},
        dict(index),
    )


def _reports_of(documents: Iterable[Metadata]) -> dict[str, dict[Period, str]]:
    """CIK -> period -> the report of that period; the last one of several."""
    reports: dict[str, dict[Period, str]] = defaultdict(dict)
    for document in sorted(documents, key=lambda d: (str(d.period_end), d.document_id)):
        if document.cik and document.fiscal_year is not None:
            name = document.fiscal_period
            # The report of a quarter is that of the year to date, too.
            names = ("FY",) if document.form == ANNUAL_FORM else (name, f"{name} YTD")
            periods = (_period(document.form, document.fiscal_year, one) for one in names)
            for period in filter(None, periods):
                reports[document.cik][period] = document.document_id
    return dict(reports)


def _period(form: str, year: int, fiscal_period: str) -> Period | None:
    """Years from annual reports, quarters and years to date from quarterly ones."""
    if form == ANNUAL_FORM:
        return Period(year) if fiscal_period == "FY" else None
    quarter, _, to_date = fiscal_period.partition(" ")
    if form != QUARTERLY_FORM or quarter not in _QUARTERS:
        return None
    span: Span = "to_date" if to_date else "quarter"
    return Period(year, span, int(quarter[1]))


def _disagree(values: list[float]) -> bool:
    low, high = min(values), max(values)
    return high - low > AMBIGUOUS * max(abs(low), abs(high))
