"""Load all values of one company from its filings, in the order of filing.

Later filings restate earlier years. After a share split they count earlier years in new shares,
while years that they no longer print remain in old shares. A split is detected only from numbers
of shares, since earnings of one cent per share may double by rounding.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from itertools import pairwise

from secqa.corpus.corpus_rows import Entry
from secqa.corpus.corpus_store import Corpus
from secqa.facts.fact import MetricFact
from secqa.facts.table.compound import TableValue, compound_facts, stated_parts
from secqa.facts.table.doubt import doubts
from secqa.facts.table.fact_store import load_values
from secqa.facts.table.rows import Doubt, Key, grouped, industry_of_rows, key_of, split_between
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric

ValuesByPeriod = Mapping[tuple[int, str], tuple[TableValue, ...]]
"""The value of each document by fiscal year and period, the earliest document first."""


@dataclass(frozen=True, slots=True)
class Filer:
    """A company in a comparison."""

    name: str
    short_name: str
    """Without "Inc." and the like."""
    ticker: str = ""
    cik: str = ""


@dataclass(frozen=True, slots=True)
class ShareSplit:
    """A share split between two filings; `factor` is the number of new shares per old share."""

    factor: int
    before: int
    """Position of the last filing known to count old shares."""
    since: int
    """Position of the first filing that counts new shares."""
    document_id: str
    """Id of the first filing that counts new shares."""

    def overlaps(self, other: "ShareSplit") -> bool:
        """Whether both may be the same split."""
        apart = self.since <= other.before or other.since <= self.before
        return self.factor == other.factor and not apart


@dataclass(frozen=True, eq=False)
class CompanyHistory:
    """The rows of the fact table about one company as a whole."""

    filer: Filer
    catalogue: Catalogue
    rows: tuple[MetricFact, ...]
    order: Mapping[str, int]
    """Position of each document in the order of filing."""
    doubts: Mapping[Key, Doubt]
    industry: str
    reports: frozenset[tuple[int | None, str]]
    """Fiscal years and periods of all filings, with or without tags."""
    annual_years: tuple[int, ...]
    """Fiscal years of the annual reports."""
    _values: dict[str, ValuesByPeriod] = field(default_factory=dict)

    def values(self, metric: Metric) -> ValuesByPeriod:
        """All values of a metric, stated or calculated."""
        if metric.id not in self._values:
            values: list[TableValue] = [*self._stated.get(metric.id, ())]
            if metric.formula or metric.fallback or metric.in_banks:
                values += compound_facts(self.rows, self.catalogue, [metric.id])
            values.sort(key=lambda value: self.order[value.document_id])
            periods = grouped(values, lambda value: (value.fiscal_year, value.fiscal_period))
            self._values[metric.id] = {period: tuple(own) for period, own in periods.items()}
        return self._values[metric.id]

    @cached_property
    def _stated(self) -> Mapping[str, list[MetricFact]]:
        return grouped(self.rows, lambda row: row.metric)

    @cached_property
    def ends(self) -> Mapping[tuple[int, str], date]:
        """The last day of each fiscal year and period."""
        days: dict[tuple[int, str], date] = {}
        for row in self.rows:
            # A balance may have a later date: shares outstanding when the report was filed.
            if row.period_start is not None:
                period = row.fiscal_year, row.fiscal_period
                days[period] = max(row.period_end, days.get(period, row.period_end))
        return days

    @cached_property
    def periods(self) -> frozenset[tuple[int, str]]:
        """Fiscal years and periods with any value."""
        return frozenset((row.fiscal_year, row.fiscal_period) for row in self.rows)

    @cached_property
    def splits(self) -> tuple[ShareSplit, ...]:
        """Share splits, in the order of filing."""
        shares = (metric for metric in self.catalogue.base() if metric.unit == "shares")
        values = (own for metric in shares for own in self.values(metric).values())
        splits = sorted(self._splits_between(values), key=lambda one: (one.before, one.since))
        merged: list[ShareSplit] = []
        for split in splits:
            if merged and merged[-1].overlaps(split):
                first = min(merged[-1], split, key=lambda one: one.since)
                merged[-1] = ShareSplit(split.factor, split.before, first.since, first.document_id)
            else:
                merged.append(split)
        return tuple(merged)

    def splits_since(self, value: TableValue) -> tuple[ShareSplit, ...]:
        """The splits after the filing of a value in shares or per share."""
        if "shares" not in value.unit:
            return ()
        counted = [row for row in stated_parts(value) if "shares" in row.unit]
        last = max((self.order[row.document_id] for row in counted), default=len(self.order))
        return tuple(split for split in self.splits if last <= split.before)

    def _splits_between(self, values: Iterable[Sequence[TableValue]]) -> Iterable[ShareSplit]:
        for own in values:
            rows = [
                row
                for row in own
                if isinstance(row, MetricFact)
                and row.unit == "shares"
                and key_of(row) not in self.doubts
            ]
            for earlier, later in pairwise(rows):
                if factor := split_between(earlier, later):
                    first, then = earlier.document_id, later.document_id
                    yield ShareSplit(factor, self.order[first], self.order[then], then)


def load_company(corpus: Corpus, filer: Filer, filings: Iterable[Entry]) -> CompanyHistory:
    """Load the values of a company from its filings."""
    entries = sorted(filings, key=_filing_order)
    metadata = [entry.metadata for entry in entries]
    position = {about.document_id: at for at, about in enumerate(metadata)}
    stored = load_values(corpus.path, entries)
    rows = tuple(sorted(stored, key=lambda row: position[row.document_id]))
    annual = {one.fiscal_year for one in metadata if one.form.startswith("10-K")}
    return CompanyHistory(
        filer,
        corpus.catalogue,
        rows,
        position,
        doubts(rows, corpus.catalogue),
        industry_of_rows(rows, corpus.catalogue),
        frozenset((about.fiscal_year, about.fiscal_period) for about in metadata),
        tuple(sorted(filter(None, annual))),
    )


def _filing_order(entry: Entry) -> tuple[date, str]:
    """Sort key: end of the period, then document id."""
    return entry.metadata.period_end or date.min, entry.metadata.document_id
