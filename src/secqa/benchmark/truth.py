"""T as questions look at it: rows of the fact table in, one value a company, part and period out.

Years overlap: a 10-K carries up to three fiscal years, so several documents state the same
figure and some restate it. One document answers a (company, year): the 10-K of that fiscal
year where the corpus has it, else the next later 10-K that carries the year. Where documents
differ by more than the margin that answers get, the value is ambiguous and nothing is asked
about it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from secqa.benchmark.names import Entity, entities_of
from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import Found
from secqa.filings.document import Metadata
from secqa.metrics.catalogue import Catalogue
from secqa.parsing.entities.company_index import CompanyIndex, companies_of
from secqa.parsing.ground import company_named
from secqa.query.period import Period, Span

ANNUAL_FORM = "10-K"
QUARTERLY_FORM = "10-Q"
AMBIGUOUS = 0.01
"""Relative difference between documents from which on a value is ambiguous."""
_QUARTERS = ("Q1", "Q2", "Q3")

_Key = tuple[str, str, str]
"""CIK, metric, part in small letters: "" for the whole company."""


@dataclass(frozen=True, slots=True)
class Truth:
    """The values that questions can be asked about."""

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
    _parts: dict[str, tuple[tuple[Entity, str], ...]]
    """Metric -> companies and parts of them that it is told of, as filings spell these."""
    _rows: dict[_Key, dict[Period, dict[str, list[Found]]]]

    def called(self, company: Entity) -> str:
        """What queries call a company."""
        return self.known.display_name(self.known.by_spelling[company.cik])

    def latest_year(self, company: Entity) -> int | None:
        """The fiscal year of a company's latest annual report."""
        return self.known.by_spelling[company.cik].latest_year

    def periods(self, company: Entity, metric: str, span: str = "year") -> tuple[Period, ...]:
        """Periods the metric has a value for, in order: all years, quarters, or years to date."""
        held = self._rows.get((company.cik, metric, ""), {})
        return tuple(sorted((one for one in held if one.span == span), key=_order))

    def parts(
        self, metric: str, companies: Collection[str]
    ) -> tuple[tuple[Entity, str, tuple[Period, ...]], ...]:
        """Segments, regions and products of companies (CIKs) that a metric is told of, and for
        which years."""
        found = []
        for company, part in self._parts.get(metric, ()):
            held = self._rows[company.cik, metric, part.lower()]
            years = sorted((one for one in held if one.span == "year"), key=_order)
            if company.cik in companies and years:
                found.append((company, part, tuple(years)))
        return tuple(found)

    def value(self, company: str, metric: str, period: Period, part: str = "") -> Found | None:
        """The one value that answers; None when there is none or documents disagree.

        `company` is what queries call it, `period` one that reports tell of.
        """
        cik = company_named(company, self.known).cik
        rows = self._rows.get((cik, metric, part.lower()), {}).get(period, {})
        values = [row.value for found in rows.values() for row in found]
        if not values or _disagree(values):
            return None
        document_id = self._document(cik, period, rows)
        return rows[document_id][0] if document_id in rows else None

    def carriers(self, fact: MetricFact) -> frozenset[str]:
        """The reports that tell a value."""
        period = _period(fact.form, fact.fiscal_year, fact.fiscal_period)
        part = fact.member.lower()
        held = self._rows.get((fact.cik, self._whole.get(fact.metric, fact.metric), part), {})
        return frozenset(held.get(period, ())) if period else frozenset()

    def _document(self, cik: str, period: Period, carriers: Collection[str]) -> str | None:
        """The report of the period, else the next later annual report among the carriers."""
        reports = self._reports[cik]
        if period in reports:
            return reports[period]
        if period.quarter:
            return None
        year = period.year or 0
        later = [
            (one.year or 0, document_id)
            for one, document_id in reports.items()
            if not one.quarter and (one.year or 0) > year and document_id in carriers
        ]
        return min(later)[1] if later else None


def truth_of(
    rows: Iterable[Found],
    documents: Iterable[Metadata],
    parts: Collection[MetricFact] = (),
    catalogue: Catalogue | None = None,
) -> Truth:
    """Index values by company, metric and period; documents tell the reports.

    `parts` are rows about segments, regions and products; they need the catalogue, which tells
    the metric that they split.
    """
    by_id = {document.document_id: document for document in documents}
    reports: dict[str, dict[Period, str]] = defaultdict(dict)
    for document in sorted(by_id.values(), key=lambda d: (str(d.period_end), d.document_id)):
        if document.cik and document.fiscal_year is not None:
            year, name = document.fiscal_year, document.fiscal_period
            # The report of a quarter is that of the year to date, too.
            names = ("FY",) if document.form == ANNUAL_FORM else (name, f"{name} YTD")
            for period in filter(None, (_period(document.form, year, one) for one in names)):
                reports[document.cik][period] = document.document_id
    annual = {cik for cik, found in reports.items() if any(not p.quarter for p in found)}
    index: dict[_Key, dict[Period, dict[str, list[Found]]]] = defaultdict(dict)
    metrics: dict[str, None] = {}
    keyed = [(row, row.metric, "") for row in rows]
    if catalogue is not None:
        keyed += [(row, catalogue[row.metric].of, row.member) for row in parts]
    split: dict[str, dict[tuple[str, str], str]] = defaultdict(dict)
    for row, metric, member in keyed:
        part = member.lower()
        of = _period(row.form, row.fiscal_year, row.fiscal_period)
        if of and row.cik in annual and row.document_id in by_id:
            held = index[row.cik, metric, part].setdefault(of, {})
            held.setdefault(row.document_id, []).append(row)
            metrics[metric] = None
            if part:
                split[metric].setdefault((row.cik, part), member)
    companies = entities_of(d for d in by_id.values() if d.cik in annual)
    by_cik = {company.cik: company for company in companies}
    told = {
        metric: tuple((by_cik[cik], member) for (cik, _), member in sorted(found.items()))
        for metric, found in split.items()
    }
    known = companies_of(by_id.values())
    regions = frozenset(row.member.lower() for row in parts if "geographic" in row.metric)
    whole = {metric.id: metric.of for metric in catalogue.split()} if catalogue else {}
    return Truth(
        companies, tuple(metrics), by_id, known, regions, dict(reports), whole, told, dict(index)
    )


def _period(form: str, year: int, fiscal_period: str) -> Period | None:
    """Years from annual reports, quarters and years to date from quarterly ones."""
    if form == ANNUAL_FORM:
        return Period(year) if fiscal_period == "FY" else None
    quarter, _, to_date = fiscal_period.partition(" ")
    if form != QUARTERLY_FORM or quarter not in _QUARTERS:
        return None
    span: Span = "to_date" if to_date else "quarter"
    return Period(year, span, int(quarter[1]))


def _order(period: Period) -> tuple[int, int]:
    return period.year or 0, period.quarter


def _disagree(values: list[float]) -> bool:
    low, high = min(values), max(values)
    return high - low > AMBIGUOUS * max(abs(low), abs(high))
