"""Companies and metrics that can be compared, by the names that addresses use.

The values of thousands of companies are large, and a comparison is about a few: the rows of a
company are read and checked on first use, and cached.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from threading import RLock

from secqa.app.filters import Item, has_all_words
from secqa.corpus.corpus_store import Corpus
from secqa.errors import CannotAnswer
from secqa.facts.comparison.company_history import CompanyHistory, Filer, load_company
from secqa.files import bundled_toml
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.metric import Metric
from secqa.parsing.entities.company_index import Company
from secqa.parsing.ground import find_company
from secqa.retrieval.document_fit import is_of
from secqa.retrieval.page_query import corpus_companies

_COMPANIES_KEPT = 32
"""Companies whose rows are cached: some 5 MB each if they have many filings. A comparison has at
most 25."""
_OFFERED = 12
"""Companies or metrics that are offered at a time."""
_LONGEST_NAME = 1000
"""Rank of an item without a name that begins with the words."""
_MAIN = 3
"""The first names of an item decide its rank; the others only have to fit."""
STARTING_METRICS = ("revenue", "net_income")
"""Compared where an address names none."""


class CompanyDirectory:
    """Companies by name, and their values."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.catalogue: Catalogue = corpus.catalogue
        self.companies = corpus_companies(corpus)
        self._loading = RLock()
        self._values = lru_cache(maxsize=_COMPANIES_KEPT)(self._load)

    def find(self, name: str) -> Company | None:
        """The company of a symbol, CIK or name, as in questions; None if it is not unique."""
        try:
            return find_company(name, self.companies)
        except CannotAnswer:
            return None

    def key(self, company: Company) -> str:
        """The name in addresses: the first of symbol, CIK and name that no other company has."""
        names = (company.ticker, company.cik, company.name)
        return next((name for name in names if self.find(name) == company), company.name)

    def values_of(self, company: Company) -> CompanyHistory:
        """All values of a company."""
        with self._loading:
            return self._values(company)

    def _load(self, company: Company) -> CompanyHistory:
        filer = Filer(company.name, company.short_name, company.ticker, company.cik)
        own = (entry for entry in self.corpus.entries if is_of(entry.metadata, company))
        return load_company(self.corpus, filer, own)

    def search(self, words: str, excluded: Collection[str]) -> list[Company]:
        """Companies whose symbols and names contain all the words, the likeliest first."""
        companies = sorted(self.companies, key=lambda one: one.short_name.casefold())
        names = (
            (one, (one.short_name, one.ticker, one.name, *one.aliases, one.cik))
            for one in companies
        )
        return [one for one in _likeliest(words, names) if self.key(one) not in excluded][:_OFFERED]

    def examples(self, count: int = 3) -> tuple[Company, ...]:
        """Tagged companies with the newest reports, those of most years first."""
        tagged = {entry.metadata.cik for entry in self.corpus.entries if entry.metric_values}

        def order(company: Company) -> tuple[bool, int, int]:
            return (
                company.cik not in tagged,
                -(company.latest_year or 0),
                -len(company.fiscal_years),
            )

        return tuple(sorted(self.companies, key=order)[:count])


def _likeliest(words: str, named: Iterable[tuple[Item, Sequence[str]]]) -> list[Item]:
    """Items whose names contain all the words: first those with the shortest name that begins with
    the words, then those with a word that does."""
    text = words.casefold()

    def order(names: Sequence[str]) -> tuple[int, bool]:
        folded = [name.casefold() for name in names]
        begun = [len(name) for name in folded if name.startswith(text)]
        return min(begun, default=_LONGEST_NAME), f" {text}" not in f" {' '.join(folded)}"

    fitting = [
        (order(names[:_MAIN]), item)
        for item, names in named
        if has_all_words(" ".join(names), text)
    ]
    return [item for _, item in sorted(fitting, key=lambda one: one[0])]


METRIC_SETS: dict[str, list[str]] = bundled_toml("secqa.app.compare", "metric_sets.toml")


def search_metrics(words: str, catalogue: Catalogue, excluded: Collection[str]) -> list[Metric]:
    """Metrics of whole companies whose names contain all the words, the likeliest first."""
    names = (
        (one, (one.name, *one.synonyms, one.id))
        for one in catalogue.metrics.values()
        if not (one.axes or one.stated or one.id in excluded)
    )
    return _likeliest(words, names)[:_OFFERED]
