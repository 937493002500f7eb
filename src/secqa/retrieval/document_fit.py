"""Score how well a document fits a question, and give the reasons as text.

A question may name a company in many ways, a year that later reports repeat, a quarter, a form or a
date; if it names nothing, it refers to the latest annual report.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from heapq import nsmallest

from secqa.corpus.corpus_store import Corpus
from secqa.filings.document import Metadata
from secqa.parsing.entities.company_index import Company
from secqa.retrieval.terms import distinct

_WORTH_OF_LATER = {0: 1.0, 1: 0.5, 2: 0.3}
"""Fit by years after the requested one: a report also prints the two previous years."""
_COMPANY, _YEAR, _PERIOD = 0.5, 0.3, 0.2
"""Weights of the parts of a fit."""
_ANOTHER_QUARTER = 0.5
"""Fit of a document with the right form but another quarter."""
_OTHER_TIMING = 0.7
"""Fit of a periodic report if the question is for current ones, and the reverse."""
_MOST_REPORTS = 8
"""Documents whose pages are ranked for one question."""
_NEAR_DAYS = 45
"""Maximum days between a document and a requested date: current reports closely follow an event."""


@dataclass(frozen=True, slots=True)
class DocumentHints:
    """Properties of documents that a question states."""

    companies: tuple[Company, ...] = ()
    years: tuple[int, ...] = ()
    quarter: int = 0
    """1 to 4; 0 for whole years."""
    forms: tuple[str, ...] = ()
    day: date | None = None
    """A date in the question."""
    adjusted: bool = False
    """Whether the question asks for content of earnings releases: adjusted, non-GAAP, guidance."""
    latest: int = 0
    """Latest fiscal year of all annual reports, for questions without a year."""

    @property
    def says_which(self) -> bool:
        """Whether the question states any property."""
        return bool(self.companies or self.years or self.quarter or self.forms or self.day)


@dataclass(frozen=True, slots=True)
class DocumentFit:
    """The fit of a document, with reasons."""

    document_id: str
    worth: float
    """Degree of fit, 0 to 1."""
    reasons: tuple[str, ...]


class FiledDocuments(tuple[Metadata, ...]):
    """Documents with indexes by company and period, built on first use.

    The indexes limit each question to the documents of its companies.
    """

    @cached_property
    def _by_owner(self) -> dict[str, list[int]]:
        """Positions of documents by CIK, symbol and printed name."""
        places = defaultdict(list)
        for place, document in enumerate(self):
            for key in {document.cik, document.ticker, document.company} - {""}:
                places[key].append(place)
        return dict(places)

    @cached_property
    def _alike(self) -> dict[tuple[object, ...], list[int]]:
        """Positions of documents by form and period; without a company, these have equal fit."""
        places: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
        for place, document in enumerate(self):
            what = (document.form, document.fiscal_year, document.fiscal_period)
            places[(*what, document.period_end)].append(place)
        return dict(places)

    def places_of(self, company: Company) -> list[int]:
        """Positions of a company's documents, ascending."""
        names = {company.cik, company.name, company.ticker, *company.aliases} - {""}
        near = {place for name in names for place in self._by_owner.get(name, ())}
        return sorted(place for place in near if is_of(self[place], company))

    def best(self, about: DocumentHints, count: int) -> tuple[Metadata, ...]:
        """The `count` best-fitting documents; of equal ones, the first."""
        ranked = nsmallest(count, self._ranked(about, count))
        return tuple(self[place] for _, place in ranked)

    def _ranked(self, about: DocumentHints, count: int) -> Iterator[tuple[float, int]]:
        """Negated fit and position of documents; of equal ones, only as many as needed."""
        own = {place for company in about.companies for place in self.places_of(company)}
        for place in own:
            yield -document_fit(about, self[place]).worth, place
        for places in self._alike.values():
            others = [place for place in places[: count + len(own)] if place not in own][:count]
            if others:
                worth = document_fit(about, self[others[0]]).worth
                yield from ((-worth, place) for place in others)


@lru_cache(maxsize=8)
def filed_documents(corpus: Corpus) -> FiledDocuments:
    """The documents of a corpus that have pages."""
    return FiledDocuments(entry.metadata for entry in corpus.entries if entry.pages)


def document_fit(about: DocumentHints, document: Metadata) -> DocumentFit:
    """Score the fit of a document to the hints of a question."""
    reasons: list[str] = []
    company = next((named for named in about.companies if is_of(document, named)), None)
    if company is not None:
        reasons.append(f"company {company.name}")
    worth = _COMPANY * (company is not None)
    worth += _YEAR * _year_fit(about, company, document, reasons)
    worth += _PERIOD * _period_fit(about, document, reasons)
    return DocumentFit(document.document_id, round(worth, 4), tuple(reasons))


def fitting_documents(about: DocumentHints, documents: FiledDocuments) -> tuple[DocumentFit, ...]:
    """The reports to search for the named companies, best fit first.

    Each company gets an equal share of `_MOST_REPORTS`; empty if no company is named.
    """
    found: list[DocumentFit] = []
    share = max(_MOST_REPORTS // max(len(about.companies), 1), 1)
    for company in about.companies:
        own = [document_fit(about, documents[place]) for place in documents.places_of(company)]
        found += sorted(own, key=lambda fit: -fit.worth)[:share]
    return tuple(sorted(distinct(found), key=lambda fit: -fit.worth))


def is_of(document: Metadata, company: Company) -> bool:
    """Whether a company filed a document, by CIK if known, otherwise by symbol or name."""
    if document.cik and company.cik:
        return document.cik == company.cik
    names = {company.name, company.ticker, *company.aliases} - {""}
    return document.ticker in names or document.company in names


def is_current(document: Metadata) -> bool:
    """Whether a document reports an event: a current report, or a release without a form."""
    return not document.form or document.form.startswith("8-K")


def tells_of(about: DocumentHints, document: Metadata) -> bool:
    """Whether a document may cover the requested day: a current report dated near it, or a periodic
    report of that year."""
    if is_current(document):
        apart = _days_apart(about, document)
        return apart is not None and apart <= _NEAR_DAYS
    return _year_fit(about, None, document, []) > 0


def _days_apart(about: DocumentHints, document: Metadata) -> int | None:
    """Days between a document and the requested day; None if either has no date."""
    if about.day is None or document.period_end is None:
        return None
    return abs((document.period_end - about.day).days)


def _year_fit(
    about: DocumentHints, company: Company | None, document: Metadata, reasons: list[str]
) -> float:
    apart = _days_apart(about, document)
    if apart is not None and apart <= _NEAR_DAYS:
        reasons.append(f"dated {document.period_end}, asked for {about.day}")
        return 1 - apart / (2 * _NEAR_DAYS)
    years = about.years or ((company and company.latest_year) or about.latest,)
    year_of = document.fiscal_year
    if year_of is None:
        year_of = document.period_end.year if document.period_end else None
    best, gap = max(
        ((_WORTH_OF_LATER.get(year_of - year, 0.0), year_of - year) for year in years)
        if year_of is not None
        else ((0.0, 0),)
    )
    if best:
        latest = "" if about.years else ", the latest"
        carried = f", carries {(year_of or 0) - gap}" if gap else ""
        reasons.append(f"fiscal year {year_of}{carried}{latest}")
    return best


def _period_fit(about: DocumentHints, document: Metadata, reasons: list[str]) -> float:
    # The fourth quarter has no report of its own.
    wanted = f"Q{about.quarter}" if about.quarter in (1, 2, 3) else "FY"
    if about.forms:
        if document.form not in about.forms:
            return 0.0
        reasons.append(f"form {document.form}")
        another = wanted != "FY" and document.fiscal_period not in (wanted, "")
        return _ANOTHER_QUARTER if another else 1.0
    if document.fiscal_period != wanted:
        return 0.0
    reasons.append(f"quarter {wanted}" if wanted != "FY" else "a whole year")
    return 1.0 if is_current(document) == about.adjusted else _OTHER_TIMING
