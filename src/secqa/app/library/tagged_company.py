"""Tagged values of a company, and one figure over years or companies, each with its page."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from secqa.app.addresses import address, filing_address, place_address
from secqa.app.compare.companies import CompanyDirectory
from secqa.app.workplace import Workplace
from secqa.charts.period_charts import bar_shares
from secqa.corpus.corpus_rows import Entry
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.facts.comparison.values import period_name
from secqa.facts.fact import Fact, MetricFact
from secqa.facts.fiscal import fiscal_period_of
from secqa.facts.table.fact_store import load_facts, load_values
from secqa.facts.table.rows import Doubt, Key, rounding
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
    rows: tuple[MetricFact, ...]
    """Rows about the whole company."""
    doubts: Mapping[Key, Doubt]
    tags: TagCache

    @property
    def parts(self) -> tuple[MetricFact, ...]:
        """Rows about parts of the company."""
        return self.tags.parts(self.company) if self.company else ()


def tagged_company(place: Workplace, about: Metadata) -> TaggedCompany:
    """The values of the company that filed a document; the document's alone where it is unknown."""
    company = company_of(place.corpus, about)
    tags = place.cached(TagCache)
    if company is None:
        return TaggedCompany(None, {about.document_id: about}, (), {}, tags)
    known = place.cached(CompanyDirectory).values_of(company)
    documents = {
        one.metadata.document_id: one.metadata for one in filings_of(place.corpus, company)
    }
    return TaggedCompany(company, documents, known.rows, known.doubts, tags)


@dataclass(frozen=True, slots=True)
class SeriesValue:
    """One figure of a plot."""

    name: str
    """Its year or company."""
    value: float
    said: str
    document_id: str
    address: str
    """Of its page, with the cell marked; "" where no page shows it."""
    here: bool = False
    """Whether it is the selected one."""
    before: str = ""
    """A different value of the same figure in another filing."""


def plot_of(values: Sequence[SeriesValue]) -> dict[str, object] | None:
    """Bars from zero, to the left for negative values, each with its start and length in percent of
    the width; None for fewer than two values."""
    zero, bars = bar_shares([one.value for one in values])
    rows = [(value, *bar) for value, bar in zip(values, bars, strict=True)]
    return {"rows": rows, "zero": zero} if len(rows) > 1 else None


def address_of_row(row: MetricFact) -> str:
    """The address of the best place of a value; "" where no page shows it."""
    return place_address(row.evidence[0]) if row.evidence else ""


def over_years(
    rows: Iterable[MetricFact], documents: Mapping[str, Metadata], here: MetricFact
) -> tuple[SeriesValue, ...]:
    """The values of one metric of one company for the same kind of period as `here`, by year."""

    def kind(row: MetricFact) -> tuple[str, str, str]:
        return row.metric, row.fiscal_period, row.member

    same = (row for row in rows if kind(row) == kind(here))
    values = _series(same, documents, lambda row: str(row.fiscal_year), here)
    return tuple(sorted(values, key=lambda one: one.name))


def over_companies(
    rows: Iterable[MetricFact], documents: Mapping[str, Metadata], here: MetricFact
) -> tuple[SeriesValue, ...]:
    """The values of all companies for the period of `here`, the largest first."""

    def period(row: MetricFact) -> tuple[int, str]:
        return row.fiscal_year, row.fiscal_period

    same = (row for row in rows if period(row) == period(here))
    values = _series(same, documents, lambda row: row.ticker or row.company, here)
    return tuple(sorted(values, key=lambda one: -one.value))


def _series(
    rows: Iterable[MetricFact],
    documents: Mapping[str, Metadata],
    name: Callable[[MetricFact], str],
    here: MetricFact,
) -> Iterator[SeriesValue]:
    """A value for each name."""
    named: defaultdict[str, list[MetricFact]] = defaultdict(list)
    for row in rows:
        named[name(row)].append(row)
    for one, own in named.items():
        yield _series_value(one, own, documents, one == name(here))


def _series_value(
    name: str, rows: Sequence[MetricFact], documents: Mapping[str, Metadata], is_here: bool
) -> SeriesValue:
    """The value of the year's own report, else of the next, and a restatement of it."""

    def distance(row: MetricFact) -> int:
        return abs((documents[row.document_id].fiscal_year or 0) - row.fiscal_year)

    first, *later = sorted(rows, key=distance)
    said = short(first.value, first.unit)
    # What rounds to the same words is no other value.
    others = (row for row in later if abs(row.value - first.value) > rounding((first, row)))
    restated = [
        f"{other} in {row.document_id}"
        for row in others
        if (other := short(row.value, row.unit)) != said
    ]
    return SeriesValue(
        name=name,
        value=first.value,
        said=said,
        document_id=first.document_id,
        address=address_of_row(first),
        here=is_here,
        before="".join(restated[:1]),
    )


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
                said=short(fact.value, fact.unit),
                document_id=document_id,
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
