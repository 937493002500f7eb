"""Words that somebody typed in, the companies and metrics they may mean out, likeliest first."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from secqa.app.compare.truth import Truth
from secqa.metrics.catalogue import Catalogue, Metric
from secqa.parsing.entities.company_index import Company

_SHOWN = 12
"""Choices offered at once."""


def companies_like(words: str, truth: Truth, but: Iterable[str]) -> list[Company]:
    """Companies whose symbols and names have all the words."""
    taken = set(but)

    def ranked() -> Iterator[tuple[tuple[bool, ...], str, Company]]:
        wanted = words.casefold()
        for company in truth.companies:
            names = (company.short_name, company.name, *company.aliases, company.cik)
            symbol, name = company.ticker.casefold(), company.short_name.casefold()
            if _has_all(" ".join(names), wanted) and truth.key(company) not in taken:
                begins = symbol.startswith(wanted), name.startswith(wanted)
                order = (symbol != wanted, not any(begins), not _begins_word(name, wanted))
                yield order, name, company

    return [one for _, _, one in sorted(ranked(), key=lambda found: found[:2])][:_SHOWN]


def metrics_like(words: str, catalogue: Catalogue, but: Iterable[str]) -> list[Metric]:
    """Metrics of whole companies that are called by all the words, among their other names."""
    taken = set(but)

    def ranked() -> Iterator[tuple[tuple[bool, ...], int, Metric]]:
        wanted = words.casefold()
        for place, metric in enumerate(catalogue.metrics.values()):
            if metric.axes or metric.stated or metric.id in taken:
                continue
            names = (metric.name.lower(), metric.id, *metric.synonyms)
            if any(_has_all(name, wanted) for name in names):
                name = names[0]
                order = (not name.startswith(wanted), wanted not in name)
                yield (*order, not _begins_word(name, wanted)), place, metric

    return [one for _, _, one in sorted(ranked(), key=lambda found: found[:2])][:_SHOWN]


def metric_named(text: str, catalogue: Catalogue) -> Metric | None:
    """The metric of an id or a name."""
    return _named(catalogue).get(text.casefold())


def starting_companies(truth: Truth, count: int = 3) -> tuple[Company, ...]:
    """Some companies that can be compared, where somebody has chosen none: their filings state
    tags, end with the same year, and cover most years."""
    tagged = {entry.metadata.cik for entry in truth.corpus.entries if entry.metric_values}
    years = Counter(one.latest_year for one in truth.companies if one.cik in tagged)
    common = next((year for year, _ in years.most_common(1)), None)

    def order(company: Company) -> tuple[bool, bool, int]:
        return company.cik not in tagged, company.latest_year != common, -len(company.fiscal_years)

    return tuple(sorted(truth.companies, key=order)[:count])


@lru_cache(maxsize=8)
def _named(catalogue: Catalogue) -> dict[str, Metric]:
    metrics = catalogue.metrics.values()
    synonyms = {name.casefold(): one for one in metrics for name in one.synonyms}
    return synonyms | {name: one for one in metrics for name in (one.id, one.name.casefold())}


def _has_all(text: str, words: str) -> bool:
    folded = text.casefold()
    return all(word in folded for word in words.split())


def _begins_word(name: str, words: str) -> bool:
    return any(word.startswith(words) for word in name.split())
