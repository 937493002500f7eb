"""Tagged values of a company, and one figure over years or companies, each with its page."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache

from secqa.app.addresses import address, filing_address, place_address
from secqa.app.compare.companies import CompanyDirectory
from secqa.app.workplace import Workplace
from secqa.charts.period_charts import bar_shares
from secqa.corpus.corpus_rows import Entry
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.facts.comparison.company_history import CompanyHistory
from secqa.facts.comparison.comparison_notes import NoteLine, later_restatement
from secqa.facts.comparison.values import ValuePicker, period_name, place_of
from secqa.facts.fact import Evidence, Fact, MetricFact
from secqa.facts.fiscal import FiscalPeriod, fiscal_period_of
from secqa.facts.table.fact_store import load_facts, load_values
from secqa.facts.table.rows import Doubt, Key
from secqa.filings.document import Metadata
from secqa.filings.rendering.marks import PageMark
from secqa.metrics.number_text import short
from secqa.parsing.entities.company_index import Company
from secqa.retrieval.document_fit import is_of
from secqa.retrieval.page_query import corpus_companies

_COMPANIES_KEPT = 8
"""Companies whose parts are in memory."""
_DOCUMENTS_KEPT = 32
"""Documents whose facts are in memory."""
_DAYS_APART = 10
"""Days by which years and quarters of weeks differ in length."""


def company_of(corpus: Corpus, document: Metadata) -> Company | None:
    """The company of a filing; None where the filing does not say."""
    return next((one for one in corpus_companies(corpus) if is_of(document, one)), None)


def filings_of(corpus: Corpus, company: Company) -> tuple[Entry, ...]:
    """The filings of a company, the newest first."""
    filings = [entry for entry in corpus.entries if is_of(entry.metadata, company)]
    return tuple(sorted(filings, key=lambda one: str(one.metadata.period_end or ""), reverse=True))


def address_of_company(company: Company) -> str:
    """The address of a company's page."""
    return address("companies", company.ticker or company.name)


class TagCache:
    """Facts of documents, and table rows about parts of companies."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self.facts = lru_cache(maxsize=_DOCUMENTS_KEPT)(self._load_facts)
        self.parts = lru_cache(maxsize=_COMPANIES_KEPT)(self._load_parts)

    def _load_facts(self, document_id: str) -> tuple[Fact, ...]:
        with suppress(SecqaError):  # a corpus need not have any
            return load_facts(self._corpus.path, document_id)
        return ()

    def _load_parts(self, company: Company) -> tuple[MetricFact, ...]:
        entries = filings_of(self._corpus, company)
        return load_values(self._corpus.path, entries, parts=True)


@dataclass(frozen=True, slots=True)
class TaggedCompany:
    """The tagged values of the company of a filing."""

    company: Company | None
    """None where the filing does not say whose it is."""
    documents: Mapping[str, Metadata]
    """The company's documents by id."""
    history: CompanyHistory | None
    """Values of the whole company; None where the filing does not say whose it is."""
    tags: TagCache

    @property
    def rows(self) -> tuple[MetricFact, ...]:
        """Rows about the whole company."""
        return self.history.rows if self.history else ()

    @property
    def doubts(self) -> Mapping[Key, Doubt]:
        """Doubts about these rows."""
        return self.history.doubts if self.history else {}

    @property
    def parts(self) -> tuple[MetricFact, ...]:
        """Rows about parts of the company."""
        return self.tags.parts(self.company) if self.company else ()


def tagged_company(place: Workplace, about: Metadata) -> TaggedCompany:
    """The values of the company that filed a document; the document's alone where it is unknown."""
    company = company_of(place.corpus, about)
    tags = place.cached(TagCache)
    if company is None:
        return TaggedCompany(None, {about.document_id: about}, None, tags)
    documents = {
        one.metadata.document_id: one.metadata for one in filings_of(place.corpus, company)
    }
    history = place.cached(CompanyDirectory).values_of(company)
    return TaggedCompany(company, documents, history, tags)


@dataclass(frozen=True, slots=True)
class SeriesValue:
    """One figure of a plot."""

    name: str
    """Its year or company."""
    value: float
    text: str
    address: str
    """Of its page, with the cell marked; "" where no page shows it."""
    here: bool = False
    """Whether it is the selected one."""
    restated: NoteLine | None = None
    """What a later filing made of it."""


def plot_of(values: Sequence[SeriesValue]) -> dict[str, object] | None:
    """Bars from zero, to the left for negative values, each with its start and length in percent of
    the width; None for fewer than two values."""
    zero, bars = bar_shares([one.value for one in values])
    rows = [(value, *bar) for value, bar in zip(values, bars, strict=True)]
    return {"rows": rows, "zero": zero} if len(rows) > 1 else None


def address_of_place(place: Evidence | None) -> str:
    """The address of a page with a place marked; "" for none."""
    return place_address(place) if place else ""


def over_years(values: TaggedCompany, here: MetricFact) -> tuple[SeriesValue, ...]:
    """The values of one metric of one company for the same kind of period as `here`, by year: each
    as first filed, with what a later filing made of it."""
    history, period = values.history, here.fiscal_period
    if history is None:
        return ()
    if here.member:
        own = tuple(row for row in values.parts if row.member == here.member)
        history = replace(history, rows=own, doubts={}, _values={})
    metric = history.catalogue[here.metric]
    first, last = ValuePicker(history, first_filed=True), ValuePicker(history)
    years = sorted(year for year, name in history.values(metric) if name == period)
    return tuple(
        SeriesValue(
            name=str(year),
            value=picked.value,
            text=short(picked.value, here.unit),
            address=address_of_place(place_of(picked.fact)),
            here=year == here.fiscal_year,
            restated=later_restatement(last, metric, FiscalPeriod(year, period), picked.value),
        )
        for year in years
        if (picked := first.pick(metric, FiscalPeriod(year, period)))
    )


def over_companies(rows: Iterable[MetricFact], here: MetricFact) -> tuple[SeriesValue, ...]:
    """The values of all companies for the period of `here`, the largest first."""
    named: dict[str, MetricFact] = {}
    for row in rows:
        if (row.fiscal_year, row.fiscal_period) == (here.fiscal_year, here.fiscal_period):
            named.setdefault(row.ticker or row.company, row)  # the year's own report comes first
    values = [
        SeriesValue(
            name,
            row.value,
            short(row.value, row.unit),
            address_of_place(place_of(row)),
            name == (here.ticker or here.company),
        )
        for name, row in named.items()
    ]
    return tuple(sorted(values, key=lambda one: -one.value))


def facts_over_years(
    facts: Mapping[str, Iterable[Fact]], documents: Mapping[str, Metadata], here: Fact
) -> tuple[SeriesValue, ...]:
    """The same tagged figure by period, from facts of one company's documents by document id."""
    by_period: dict[tuple[int, str], tuple[int, SeriesValue]] = {}
    for document_id, document_facts in facts.items():
        about = documents[document_id]
        for fact in document_facts:
            if not _is_same_figure(fact, here):
                continue
            period = fiscal_period_of(fact.start, fact.end, about)
            if period is None or fact.value is None or fact.place is None:
                continue
            place = fact.place
            mark = PageMark(place.element, place.row, place.column, fact.printed)
            value = SeriesValue(
                name=str(period.year) if period.period == "FY" else period_name(period),
                value=fact.value,
                text=short(fact.value, fact.unit),
                address=filing_address(document_id, place.page, mark),
                here=(fact.start, fact.end) == (here.start, here.end),
            )
            distance = abs((about.fiscal_year or 0) - period.year)
            key = (period.year, period.period)
            if key not in by_period or distance < by_period[key][0]:
                by_period[key] = distance, value
    return tuple(value for _, (_, value) in sorted(by_period.items()))


def _is_same_figure(fact: Fact, here: Fact) -> bool:
    return (
        (fact.concept, fact.dimensions, fact.unit) == (here.concept, here.dimensions, here.unit)
        and (fact.start is None) == (here.start is None)
        and abs(fact.days - here.days) <= _DAYS_APART
    )
