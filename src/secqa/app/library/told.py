"""A filing in, what it and the company's other filings are tagged with out, kept while looked at.

The rows of T of whole companies are those that comparisons show, too.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from secqa.app.compare.companies import CompanyDirectory
from secqa.app.library.companies import company_of, filings_of
from secqa.app.workplace import Workplace
from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.facts.fact import Fact, MetricFact
from secqa.facts.table.gates.reason import Doubt, Key
from secqa.facts.table.load import load_facts, load_values
from secqa.filings.document import Metadata
from secqa.parsing.entities.company_index import Company

_COMPANIES = 8
"""Companies whose parts are held."""
_DOCUMENTS = 32
"""Documents whose facts are held."""


class Tags:
    """Facts of documents, and rows of T about parts of companies."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self.facts = lru_cache(maxsize=_DOCUMENTS)(self._load_facts)
        self.parts = lru_cache(maxsize=_COMPANIES)(self._load_parts)

    def _load_facts(self, document_id: str) -> tuple[Fact, ...]:
        with suppress(SecqaError):  # a corpus need not have any
            return load_facts(self._corpus.path, document_id)
        return ()

    def _load_parts(self, company: Company) -> tuple[MetricFact, ...]:
        entries = filings_of(self._corpus, company)
        return load_values(self._corpus.path, entries, parts=True)


@dataclass(frozen=True, slots=True)
class Told:
    """What is known of the company of a filing."""

    company: Company | None
    """None where the filing does not say whose it is."""
    documents: Mapping[str, Metadata]
    """Those of the company, by document id."""
    rows: tuple[MetricFact, ...]
    """Of T, about the whole company."""
    doubts: Mapping[Key, Doubt]
    tags: Tags

    @property
    def parts(self) -> tuple[MetricFact, ...]:
        """Of T, about parts of the company."""
        return self.tags.parts(self.company) if self.company else ()


def told_of(place: Workplace, about: Metadata) -> Told:
    """What there is about the company whose filing this is."""
    company = company_of(place.corpus, about)
    tags = place.kept(Tags)
    if company is None:
        return Told(None, {about.document_id: about}, (), {}, tags)
    known = place.kept(CompanyDirectory).values_of(company)
    filed = (entry.metadata for entry in filings_of(place.corpus, company))
    return Told(company, {one.document_id: one for one in filed}, known.rows, known.doubts, tags)
