"""Look up figures on pages: the `ValueSource` of answers.

Companies choose what they print. So a metric is read as printed, or else computed by its formula; a
fourth quarter is a year minus nine months; a year without a report is read from a later report.
Compiled programs do the same in Python (`planning/finders.py`).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from operator import attrgetter

from secqa.corpus.corpus_store import Corpus
from secqa.errors import CannotAnswer
from secqa.filings.document import Metadata, Page
from secqa.metrics.bounds import load_bounds, negative_base
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.formula import Gap, MetricPart, evaluate, parts
from secqa.metrics.metric import Metric
from secqa.parsing.entities.company_index import CompanyIndex
from secqa.parsing.entities.industry import formula_for
from secqa.parsing.figure_question import Question, ask_for
from secqa.parsing.ground import find_company
from secqa.query.answer_rules import PAYMENTS, UNDERIVED
from secqa.query.each import companies_in
from secqa.query.leaves import Scope
from secqa.query.period import Period, in_words, of_year_to_date, reported
from secqa.query.query import Lookup, Query
from secqa.reading.plausibility import contradiction
from secqa.reading.reading import Reading
from secqa.retrieval.page_query import corpus_companies
from secqa.retrieval.rank import RankedPage
from secqa.retrieval.select import DocumentFilter, documents_for

Reader = Callable[[Question, Sequence[tuple[Metadata, Page]]], Reading]
"""Reads the value of a question from pages, best first; a reading without a value has a reason."""
Search = Callable[[Question, Sequence[str] | None], Sequence[RankedPage]]
"""Finds the pages for a question, best first, in these documents or all (None)."""

_AMOUNT = attrgetter("document_id", "period", "value")
Terms = tuple[tuple[int, Period], ...]
"""Reported periods that add up to another period, each with its sign."""


@dataclass(slots=True)
class Trail:
    """The documents, pages and readings behind an answer, in order of use."""

    documents: dict[str, None] = field(default_factory=dict)
    pages: dict[tuple[str, int], None] = field(default_factory=dict)
    readings: list[Reading] = field(default_factory=list)

    def add_pages(self, ranked: Sequence[RankedPage]) -> None:
        """Record retrieved pages."""
        self.documents.update(dict.fromkeys(page.document_id for page in ranked))
        self.pages.update(dict.fromkeys((page.document_id, page.page) for page in ranked))

    def add_reading(self, reading: Reading, catalogue: Catalogue) -> Reading:
        """Record a reading. What others may contain has no value that is another's: leases that are
        told apart nowhere are read once, as operating leases."""
        metric = catalogue.metrics.get(reading.metric)
        if metric and metric.outside and reading.value:
            same = {one.metric for one in self.readings if _AMOUNT(one) == _AMOUNT(reading)}
            if any((one, reading.metric) in load_bounds().disjoint for one in same):
                reading = replace(reading, value=None, why="its value is that of another figure")
        self.readings.append(reading)
        return reading


@dataclass(frozen=True, slots=True)
class Tools:
    """The functions that find pages and values."""

    corpus: Corpus
    search: Search
    read: Reader
    selects_documents: bool = False
    """Whether documents are selected first; otherwise the whole corpus is searched."""


@dataclass
class PageSource:
    """The `ValueSource` of a grounded query over pages; records its sources in `trail`."""

    tools: Tools
    symbols: dict[str, str]
    """Stock symbol by company name. If all companies have one, it selects documents."""
    industries: frozenset[str] = frozenset()
    """Industries of all companies, if known; optional terms that apply to none are omitted."""
    trail: Trail = field(default_factory=Trail)
    figures: dict[Lookup, float | None] = field(default_factory=dict)
    """The figures so far."""
    negative_bases: dict[Lookup, str] = field(default_factory=dict)
    """The names of the negative figures that look-ups divide by."""
    _read_for: defaultdict[object, list[Reading]] = field(default_factory=lambda: defaultdict(list))

    def __call__(self, lookup: Lookup) -> float | None:
        """The figure of a look-up of one company and period.

        None for a payment that no report prints; raises CannotAnswer for other missing figures.
        """
        before = len(self.trail.readings)
        try:
            self.figures[lookup] = self._figure(lookup)
        finally:
            own = self.trail.readings[before:]
            self._read_for[lookup.company] += own
        # Of a company whose readings contradict each other there is no figure: others have theirs.
        if why := contradiction(own, self.tools.corpus, counts=False):
            del self.figures[lookup], self.trail.readings[before:]
            raise CannotAnswer(why)
        return self.figures[lookup]

    def readings_of(self, companies: Iterable[str]) -> frozenset[Reading]:
        """The readings for these companies."""
        return frozenset(reading for name in companies for reading in self._read_for[name])

    def _figure(self, lookup: Lookup) -> float | None:
        if lookup.part:
            return self._of_part(lookup)
        if lookup.line:
            return self._required(lookup)
        if lookup.metric in PAYMENTS:
            return self._printed(lookup)
        return self._metric(lookup)

    @property
    def companies(self) -> CompanyIndex:
        """The companies of the corpus."""
        return corpus_companies(self.tools.corpus)

    @property
    def catalogue(self) -> Catalogue:
        """The metrics of the corpus."""
        return self.tools.corpus.catalogue

    def _of_part(self, lookup: Lookup) -> float:
        """The figure of a segment: "Europe net sales"."""
        what = figure_of_part(self.catalogue[lookup.metric]) if lookup.metric else lookup.line
        return self._required(replace(lookup, metric="", line=f"{lookup.part} {what}", part=""))

    def _metric(self, lookup: Lookup, report: int | None = None) -> float:
        """A metric as printed, else computed; `report` is the fiscal year of the report."""
        metric = self.catalogue[lookup.metric]
        if metric.formula and lookup.place != Scope():
            raise CannotAnswer(f"{metric.name} is worked out, and stands in no one place")
        if lookup.place != Scope() or not (metric.formula or metric.fallback):
            return self._required(lookup, report)
        if metric.fallback or metric.printed:
            printed = self._printed(lookup, report)
            if printed is not None:
                return printed
        return self._worked_out(metric, lookup, report)

    def _worked_out(self, metric: Metric, lookup: Lookup, report: int | None) -> float:
        formula = formula_for(metric, self.industries, self.catalogue)
        needed = parts(formula)
        terms = self._terms(lookup)
        annual = len(terms) == 1 and terms[0][1].span == "year"
        assert isinstance(lookup.period, Period)
        year = lookup.period.year
        values: dict[tuple[str, int], float | Gap] = {}
        for part in needed:
            # A report also prints the previous year, by the same definitions.
            report_year = (report or year) if part.back and annual else report
            values[part.metric, part.back] = self._value_of_part(part, lookup, report_year)
        if metric.formula and all(part.optional for part in needed) and not any(values.values()):
            # Each term may be absent, but if all are, none was found.
            raise CannotAnswer(f"found no part of the {metric.name} of {lookup.company}")
        value = evaluate(formula, values)
        if isinstance(value, Gap):
            raise CannotAnswer("that divides by zero")
        if negative := negative_base(formula, values, self.catalogue):
            self.negative_bases[lookup] = negative
        return value

    def _value_of_part(self, part: MetricPart, lookup: Lookup, report: int | None) -> float:
        metric, period = self.catalogue[part.metric], lookup.period
        assert isinstance(period, Period)
        before = replace(period, year=(period.year or 0) - part.back)
        own = replace(lookup, metric=metric.id, period=before)
        if part.optional and not (metric.formula or metric.fallback):
            return self._printed(own, report) or 0.0
        return self._metric(own, report)

    def _terms(self, lookup: Lookup) -> Terms:
        """The reported periods that add up to the period of a look-up."""
        assert isinstance(lookup.period, Period)
        if lookup.metric:
            return reported(lookup.period, self.catalogue[lookup.metric].period == "instant")
        return reported(lookup.period, "balance sheet" in str(lookup.place))

    def _required(self, lookup: Lookup, report: int | None = None) -> float:
        """The printed value of a look-up; raises CannotAnswer if there is none."""
        value = self._printed(lookup, report)
        if value is None:
            terms = self._terms(lookup)
            period = terms[0][1] if len(terms) == 1 else lookup.period
            assert isinstance(period, Period)
            name = self.catalogue[lookup.metric].name if lookup.metric else f'"{lookup.line}"'
            raise CannotAnswer(f"found no {name} of {lookup.company} in {in_words(period)}")
        return value

    def _printed(self, lookup: Lookup, report: int | None = None) -> float | None:
        """The value of a metric or line, printed or derived from printed periods."""
        terms = self._terms(lookup)
        derived = len(terms) > 1
        if derived and lookup.metric and self.catalogue[lookup.metric].unit != "USD":
            raise CannotAnswer(UNDERIVED)
        total = self._sum(lookup, terms, None if derived else report)
        if total is None and lookup.metric and self.catalogue[lookup.metric].is_flow:
            assert isinstance(lookup.period, Period)
            if to_date := of_year_to_date(lookup.period):
                with suppress(CannotAnswer):
                    return self._sum(lookup, to_date, None)
        return total

    def _sum(self, lookup: Lookup, terms: Terms, report: int | None) -> float | None:
        """The signed sum of the periods; None if one is missing."""
        total: float | None = 0.0
        for sign, period in terms:
            value = self._read(replace(lookup, period=period), report)
            total = None if value is None or total is None else total + sign * value
        return total

    def _read(self, lookup: Lookup, report: int | None) -> float | None:
        """Read the value of a printed period."""
        symbol = self.symbols[str(lookup.company)] if self.by_symbol else ""
        question = ask_for(lookup, self.companies, self.catalogue, symbol)
        documents = self._documents(lookup, report)
        ranked = self.tools.search(question, documents)
        self.trail.add_pages(ranked)
        reading = self.tools.read(question, pages_of(self.tools.corpus, ranked))
        reading = self.trail.add_reading(reading, self.catalogue)
        assert not isinstance(reading.value, str)
        return reading.value

    @property
    def by_symbol(self) -> bool:
        """Whether all companies of the query have a symbol."""
        return all(self.symbols.values())

    def _documents(self, lookup: Lookup, report: int | None) -> Sequence[str] | None:
        """The reports to read; None for the whole corpus."""
        if not self.tools.selects_documents:
            return None
        company, period = str(lookup.company), lookup.period
        assert isinstance(period, Period)
        assert period.year is not None
        year, quarter = report or period.year, period.quarter
        form = "10-Q" if quarter else "10-K"
        documents = self._select(company, form, [year], quarter)
        if not documents and not quarter:
            # Later reports also print earlier years.
            documents = self._select(company, form, [year + 1, year + 2], 0)
        if not documents:
            when = f"quarter {quarter} of fiscal year" if quarter else "fiscal year"
            raise CannotAnswer(f"no {form} of {company} for {when} {year} in the corpus")
        self.trail.documents.update(dict.fromkeys(documents))
        return documents

    def _select(self, company: str, form: str, years: list[int], quarter: int) -> Sequence[str]:
        return documents_for(
            self.tools.corpus.documents,
            DocumentFilter(
                companies=None if self.by_symbol else [company],
                stock_symbols=[self.symbols[company]] if self.by_symbol else None,
                form_types=[form],
                fiscal_years=years,
                fiscal_periods=[f"Q{quarter}"] if quarter else None,
            ),
        )


def page_source(query: Query, tools: Tools, industries: frozenset[str] = frozenset()) -> PageSource:
    """The source for the look-ups of a grounded query."""
    known = corpus_companies(tools.corpus)
    symbols = {name: find_company(name, known).ticker for name in companies_in(query)}
    return PageSource(tools, symbols, industries)


def pages_of(corpus: Corpus, ranked: Sequence[RankedPage]) -> list[tuple[Metadata, Page]]:
    """The pages of a ranking with the metadata of their documents."""
    return [
        (corpus.entry(page.document_id).metadata, corpus.page(page.document_id, page.page))
        for page in ranked
    ]


def figure_of_part(metric: Metric) -> str:
    """The name of a metric of a segment: "profit" for net income, since no segment pays tax."""
    return "profit" if metric.name == "net income" else metric.name.removeprefix("total ")
