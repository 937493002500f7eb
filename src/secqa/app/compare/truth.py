"""A corpus in, what T says of each of its companies out, read when it is first asked for.

T of thousands of companies is large, and a comparison is about a few: each company's rows are read,
checked and put together once, and kept.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, lru_cache
from threading import RLock

from secqa.app.compare.splits import Split, splits_of
from secqa.corpus.rows import Entry
from secqa.corpus.store import Corpus
from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import Found, compound_facts
from secqa.facts.table.doubt import doubts
from secqa.facts.table.gates.reason import Doubt, Key
from secqa.facts.table.kind_of_company import industry_of_rows
from secqa.facts.table.load import load_values
from secqa.metrics.catalogue import Catalogue, Metric
from secqa.parsing.entities.company_index import Company
from secqa.retrieval.fit import is_of
from secqa.retrieval.page_query import known_companies

_COMPANIES_KEPT = 500
"""Companies whose rows are held in memory: some 5 MB each, where many filings are there."""

ByPeriod = Mapping[tuple[int, str], tuple[Found, ...]]
"""Fiscal year and period -> the value of each document that has one, the earliest first."""


@dataclass(frozen=True, eq=False)
class Known:
    """What T says of one company."""

    company: Company
    catalogue: Catalogue
    rows: tuple[MetricFact, ...]
    order: Mapping[str, int]
    """Document -> its place among the company's, in the order they came."""
    doubts: Mapping[Key, Doubt]
    industry: str
    reports: frozenset[tuple[int | None, str]]
    """Fiscal years and periods that its filings here are of, with tags or without."""
    _told: dict[str, ByPeriod] = field(default_factory=dict)

    def told(self, metric: Metric) -> ByPeriod:
        """All values of a metric, stated or worked out."""
        if metric.id not in self._told:
            found: list[Found] = [*self._stated.get(metric.id, ())]
            if metric.formula or metric.fallback or metric.in_banks:
                found += compound_facts(self.rows, self.catalogue, [metric.id])
            periods: defaultdict[tuple[int, str], list[Found]] = defaultdict(list)
            for one in sorted(found, key=lambda one: self.order[one.document_id]):
                periods[one.fiscal_year, one.fiscal_period].append(one)
            self._told[metric.id] = {period: tuple(told) for period, told in periods.items()}
        return self._told[metric.id]

    @cached_property
    def _stated(self) -> Mapping[str, list[MetricFact]]:
        rows: defaultdict[str, list[MetricFact]] = defaultdict(list)
        for row in self.rows:
            rows[row.metric].append(row)
        return rows

    @cached_property
    def ends(self) -> Mapping[tuple[int, str], date]:
        """The day each fiscal year and period ended."""
        days: dict[tuple[int, str], date] = {}
        for row in self.rows:
            # A balance can be of a day after: shares outstanding when the report was filed.
            if row.period_start is not None:
                period = row.fiscal_year, row.fiscal_period
                days[period] = max(row.period_end, days.get(period, row.period_end))
        return days

    @cached_property
    def periods(self) -> frozenset[tuple[int, str]]:
        """Fiscal years and periods that some filing tells anything of."""
        return frozenset((row.fiscal_year, row.fiscal_period) for row in self.rows)

    @cached_property
    def splits(self) -> tuple[Split, ...]:
        """Where later filings count shares anew."""
        shares = (one for one in self.catalogue.base() if one.unit == "shares")
        values = (told for metric in shares for told in self.told(metric).values())
        return splits_of(values, self.order, self.doubts)


class Truth:
    """The fact table of a corpus, company by company."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.catalogue: Catalogue = corpus.catalogue
        self.companies = known_companies(corpus)
        self._by_name: defaultdict[str, set[Company]] = defaultdict(set)
        for company in self.companies:
            for name in (company.cik, company.name, company.short_name, *company.aliases):
                self._by_name[name.casefold()].add(company)
        self._reading = RLock()
        self._kept = lru_cache(maxsize=_COMPANIES_KEPT)(self._read)

    def company(self, name: str) -> Company | None:
        """The one company of a symbol, CIK or name, capitals or not."""
        found = self._by_name.get(name.casefold(), set()) if name else set()
        return next(iter(found)) if len(found) == 1 else None

    def key(self, company: Company) -> str:
        """What an address calls a company: the first of symbol, CIK and name that is its own."""
        names = (company.ticker, company.cik, company.name)
        return next((name for name in names if self.company(name) is company), company.name)

    def of(self, company: Company) -> Known:
        """All that T says of a company."""
        with self._reading:
            return self._kept(company)

    def _read(self, company: Company) -> Known:
        entries = sorted(
            (entry for entry in self.corpus.entries if is_of(entry.metadata, company)), key=_order
        )
        place = {entry.metadata.document_id: at for at, entry in enumerate(entries)}
        rows = tuple(
            sorted(load_values(self.corpus.path, entries), key=lambda row: place[row.document_id])
        )
        return Known(
            company,
            self.catalogue,
            rows,
            place,
            doubts(rows, self.catalogue),
            industry_of_rows(rows, self.catalogue),
            frozenset((one.metadata.fiscal_year, one.metadata.fiscal_period) for one in entries),
        )


def _order(entry: Entry) -> tuple[date, str]:
    """Documents in the order they came, an annual report after the quarters of its year."""
    return entry.metadata.period_end or date.min, entry.metadata.document_id
