"""Choose documents by the filter of the SEC-QA paper's figure 7, or by a question.

`select_documents` is the paper's function: a document must meet every condition. `documents_for`
adds the next report if a year or quarter has none, because it prints the earlier period as a
comparative. `matching_documents` ranks documents by a question and gives reasons.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.filings.decoding import whole_number
from secqa.filings.document import Metadata
from secqa.parsing.entities.company_index import Company, CompanyIndex, companies_of
from secqa.parsing.entities.company_mentions import link_companies
from secqa.retrieval.document_fit import DocumentFit, filed_documents, fitting_documents, is_of
from secqa.retrieval.page_query import page_query
from secqa.retrieval.terms import distinct

COMPARATIVE_YEARS = 2
"""A 10-K also prints the flows of the two previous fiscal years."""
_COMPARATIVE_QUARTERS = 1
"""A 10-Q also prints the flows of the same quarter a year earlier."""


@dataclass(frozen=True, slots=True)
class DocumentFilter:
    """Conditions that must all hold; None and empty sequences are no condition.

    A document must match one of `companies` (any usual name) or one of `stock_symbols`. Dates are
    "yyyy-mm-dd", both ends included; fiscal periods are "FY", "Q1" and so on.
    """

    companies: Sequence[str] | None = None
    stock_symbols: Sequence[str] | None = None
    form_types: Sequence[str] | None = None
    fiscal_years: Sequence[int | str] | None = None
    financial_period_end_date_range_start: str | None = None
    financial_period_end_date_range_end: str | None = None
    fiscal_periods: Sequence[str] | None = None


def select_documents(documents: Sequence[Metadata], conditions: DocumentFilter) -> tuple[str, ...]:
    """Ids of the documents that meet every condition, the latest period end first.

    Raises `SecqaError` for an invalid date.
    """
    companies = _companies(documents, conditions)
    forms = {form.strip().upper() for form in conditions.form_types or ()}
    years = set(_years(conditions))
    periods = set(conditions.fiscal_periods or ())
    start = _date(conditions.financial_period_end_date_range_start)
    end = _date(conditions.financial_period_end_date_range_end)
    chosen = [
        document
        for document in documents
        if (companies is None or any(is_of(document, company) for company in companies))
        and (not forms or document.form.upper() in forms)
        and (not years or document.fiscal_year in years)
        and (not periods or document.fiscal_period in periods)
        and (start is None or (document.period_end is not None and document.period_end >= start))
        and (end is None or (document.period_end is not None and document.period_end <= end))
    ]
    chosen.sort(key=_latest_first)
    return tuple(document.document_id for document in chosen)


def documents_for(documents: Sequence[Metadata], conditions: DocumentFilter) -> tuple[str, ...]:
    """Like `select_documents`, but a later report may replace a missing one.

    If a company has no report of a requested fiscal year, its next report of the same forms and
    periods is chosen, up to `COMPARATIVE_YEARS` later, or one year later for quarters: it prints
    the earlier period as a comparative.
    """
    exact = select_documents(documents, conditions)
    years = _years(conditions)
    dated = (
        conditions.financial_period_end_date_range_start
        or conditions.financial_period_end_date_range_end
    )
    if not years or dated:
        return exact
    by_id = {document.document_id: document for document in documents}
    same = select_documents(documents, replace(conditions, fiscal_years=None))
    candidates = [by_id[i] for i in same]
    by_quarter = set(conditions.fiscal_periods or ()) - {"FY"}
    reach = _COMPARATIVE_QUARTERS if by_quarter else COMPARATIVE_YEARS
    later: list[str] = []
    for company in _companies_of(tuple(candidates)):
        own = [document for document in candidates if is_of(document, company)]
        there = {document.fiscal_year for document in own}
        for year in years:
            if year not in there:
                later.extend(_nearest_later(own, year, reach))
    return distinct((*exact, *later))


def matching_documents(corpus: Corpus, question: str) -> tuple[DocumentFit, ...]:
    """The documents that fit a question, best first, with reasons; empty if it names no company."""
    return fitting_documents(page_query(question, corpus).about, filed_documents(corpus))


def _years(conditions: DocumentFilter) -> tuple[int, ...]:
    years = tuple(whole_number(str(year)) for year in conditions.fiscal_years or ())
    if None in years:
        raise SecqaError("fiscal_years: not a year among them; give such as 2024")
    return tuple(year for year in years if year is not None)


def _nearest_later(documents: Sequence[Metadata], year: int, reach: int) -> list[str]:
    """Ids of the reports of the first later fiscal year that still prints `year`."""
    for later in range(year + 1, year + reach + 1):
        ids = [d.document_id for d in documents if d.fiscal_year == later]
        if ids:
            return ids
    return []


def _companies(
    documents: Sequence[Metadata], conditions: DocumentFilter
) -> tuple[Company, ...] | None:
    """The requested companies; None without a condition on companies."""
    names, symbols = conditions.companies or (), conditions.stock_symbols or ()
    if not names and not symbols:
        return None
    known = _companies_of(tuple(documents))
    wanted = {symbol.strip().upper() for symbol in symbols} - {""}
    by_symbol = [company for company in known if wanted & {company.ticker, *company.aliases}]
    by_name = [mention.company for name in names for mention in link_companies(name, known)]
    return distinct((*by_symbol, *by_name))


@lru_cache(maxsize=32)
def _companies_of(documents: tuple[Metadata, ...]) -> CompanyIndex:
    """Cached `companies_of`, since programs select among the same documents repeatedly."""
    return companies_of(documents)


def _date(text: str | None) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise SecqaError(f"{text[:40]}: not a date; write it as yyyy-mm-dd") from None


def _latest_first(document: Metadata) -> tuple[int, str]:
    """Sort key: the latest period end first, then by id; no period end comes last."""
    end = document.period_end
    return (-end.toordinal() if end else 0, document.document_id)
