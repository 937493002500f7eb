"""Decide which companies questions may compare: those in one business.

Tags do not state the business of a company, but the words of its annual report do. Two companies
are in one business if both often use words that few companies use: "semiconductor",
"refrigerated". `businesses.toml` states how common each word is.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from math import log, sqrt

from secqa.facts.fact import MetricFact
from secqa.files import bundled_toml
from secqa.filings.document import Document, Metadata
from secqa.metrics.metric import GENERAL

_data = partial(bundled_toml, "secqa.benchmark.grammar", "businesses.toml")
_WORD = re.compile(r"[a-z]{4,}")
_SECTIONS = ("I/1", "II/7")
"""Items of Form 10-K in which a company describes its business and its year."""

Words = Mapping[str, float]
"""Words of a report with their weights; the squares of these add up to 1."""


@dataclass(frozen=True, slots=True)
class Peers:
    """Whether companies are in one business or, without words of their reports, of similar size."""

    is_mixed: bool = False
    """Whether any two companies may be compared."""
    sizes: Mapping[str, float] = field(default_factory=dict)
    """CIK -> revenue of the latest year."""
    industries: Mapping[str, str] = field(default_factory=dict)
    """CIK -> the industry that its statements show."""
    words: Callable[[str], Words] = lambda _cik: {}
    """CIK -> the words of its latest annual report."""

    def are_alike(self, one: str, other: str) -> bool:
        """Whether two companies (CIKs) are in one business."""
        if self.is_mixed:
            return True
        if self.industries.get(one, GENERAL) != self.industries.get(other, GENERAL):
            return False
        # Sorted, so that rounding does not depend on the order.
        first, second = map(self.words, sorted((one, other)))
        if not first or not second:
            return self.are_near(one, other)
        likeness = sum(weight * second.get(word, 0.0) for word, weight in first.items())
        return bool(likeness >= _data()["alike"])

    def are_near(self, one: str, other: str) -> bool:
        """Whether neither of two companies (CIKs) is many times as large as the other."""
        low, high = sorted((self.sizes.get(one, 0.0), self.sizes.get(other, 0.0)))
        return self.is_mixed or (low > 0 and high <= _data()["times"] * low)


def peers_of(
    rows: Iterable[MetricFact],
    documents: Iterable[Metadata],
    document: Callable[[str], Document],
    industries: Mapping[str, str],
    mixed: bool,
) -> Peers:
    """The traits of the companies of a corpus; a report is read when its words are first needed."""
    years: dict[str, tuple[int, float]] = {}
    for row in rows:
        if (row.metric, row.form, row.fiscal_period) == ("revenue", "10-K", "FY"):
            years[row.cik] = max(years.get(row.cik, (0, 0.0)), (row.fiscal_year, row.value))
    reports = {
        one.cik: one.document_id
        for one in sorted(documents, key=lambda one: (str(one.period_end), one.document_id))
        if one.form == "10-K"
    }

    @cache
    def words(cik: str) -> Words:
        return word_weights(words_of(document(reports[cik]))) if cik in reports else {}

    return Peers(mixed, {cik: size for cik, (_, size) in years.items()}, industries, words)


def words_of(report: Document) -> Counter[str]:
    """How often a report uses each word where it describes the business, without tables."""
    return Counter(
        word
        for page in report.pages
        for element in page.elements
        if element.section in _SECTIONS and element.table is None
        for word in _WORD.findall(element.text.lower())
    )


def word_weights(counts: Mapping[str, int]) -> Words:
    """Weights of the frequent words: higher if few companies use them."""
    data, common = _data(), _company_counts()
    weights = {
        word: (1 + log(count)) * log(data["companies"] / common.get(word, 1))
        for word, count in counts.items()
        if count >= data["often"]
    }
    length = sqrt(sum(weight * weight for weight in weights.values())) or 1.0
    return {word: weight / length for word, weight in weights.items() if weight}


@lru_cache(maxsize=1)
def _company_counts() -> dict[str, int]:
    return {word: int(n) for n, words in _data()["words"].items() for word in words.split()}
