"""The companies of a corpus, and the filings of each."""

from urllib.parse import quote

from secqa.corpus.rows import Entry
from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.filings.document import Metadata
from secqa.parsing.entities.company_index import Company
from secqa.retrieval.document_fit import is_of
from secqa.retrieval.page_query import known_companies


def company_of(corpus: Corpus, document: Metadata) -> Company | None:
    """Whose filing a document is; None where it does not say."""
    return next((one for one in known_companies(corpus) if is_of(document, one)), None)


def company_called(corpus: Corpus, name: str) -> Company:
    """The company that the app calls so; SecqaError where there is none."""
    companies = known_companies(corpus)
    for one in companies:
        if name in (companies.display_name(one), one.name, one.ticker):
            return one
    raise SecqaError(f"{name}: no such company in the corpus; the list of filings has all")


def filings_of(corpus: Corpus, company: Company) -> tuple[Entry, ...]:
    """Its filings, the newest first."""
    own = [entry for entry in corpus.entries if is_of(entry.metadata, company)]
    return tuple(sorted(own, key=lambda one: str(one.metadata.period_end or ""), reverse=True))


def address_of_company(company: Company) -> str:
    """Where its page is."""
    return f"/companies/{quote(company.ticker or company.name, safe='')}"
