"""Companies, metrics and periods of a corpus by name, for the fields that change a question.

A corpus may have thousands of companies, so nothing is chosen from a list of all of them: names are
typed, and those that fit are suggested.
"""

from collections.abc import Iterable

from secqa.corpus.corpus_store import Corpus
from secqa.errors import CannotAnswer, SecqaError
from secqa.parsing.grammar.metric_links import name_words, names_of
from secqa.parsing.ground import find_company
from secqa.query.edit import SlotKind
from secqa.retrieval.page_query import corpus_companies

_CARRIED = 2
"""Years before its own of which an annual report prints figures, too."""
_NEAR = 5
_LEAST = 65
"""Of 100, how alike a name must be to come near; one of four letters off is just above."""


class NameChoices:
    """The companies, metrics and periods of a corpus by name."""

    def __init__(self, corpus: Corpus) -> None:
        known = corpus_companies(corpus)
        self._known, self._catalogue = known, corpus.catalogue
        self._by_words = names_of(corpus.catalogue).ids
        self._names: dict[SlotKind, list[str]] = {
            "company": [known.display_name(one) for one in known],
            "metric": [one.name for one in corpus.catalogue.metrics.values()],
        }

    def years_of(self, names: Iterable[str]) -> frozenset[int]:
        """The fiscal years that annual reports of all these companies print figures of."""
        try:
            companies = [find_company(name, self._known) for name in names if name]
        except SecqaError:
            return frozenset()
        carried = (
            {year - back for year in one.fiscal_years for back in range(_CARRIED + 1)}
            for one in companies
        )
        return frozenset(set.intersection(*carried)) if companies else frozenset()

    def periods_of(self, names: Iterable[str]) -> tuple[str, ...]:
        """The periods that reports of these companies are about, the latest first; of all
        companies where the reports of none are known."""
        given = list(filter(None, names))
        companies = [one for one in self._known if self._known.display_name(one) in given]
        years = self.years_of(given) or {
            year for one in companies or self._known for year in one.fiscal_years
        }
        quarters = {quarter for one in companies or self._known for quarter in one.quarters}
        return (
            *(f"FY{year}" for year in sorted(years, reverse=True)),
            *(f"{year}Q{quarter}" for year, quarter in sorted(quarters, reverse=True)),
            "latest",
        )

    def typed(self, kind: SlotKind, text: str) -> str:
        """A company, metric or period as a query writes it; SecqaError if unknown."""
        if kind == "company":
            return self._company(text)
        return self._metric(text) if kind == "metric" else text

    def label(self, kind: SlotKind, value: str) -> str:
        """A company, metric or period of a query by its plain name."""
        if kind == "metric" and value in self._catalogue.metrics:
            return self._catalogue[value].name
        try:
            return self._company(value) if kind == "company" else value
        except SecqaError:
            return value

    def near(self, kind: SlotKind, text: str) -> tuple[str, ...]:
        """Names similar to an unknown one, the likeliest first."""
        from rapidfuzz import fuzz, process

        matches = process.extract(
            text.lower(),
            self._names.get(kind, ()),
            scorer=fuzz.WRatio,
            processor=str.lower,
            limit=_NEAR,
            score_cutoff=_LEAST,
        )
        return tuple(name for name, _, _ in matches)

    def _company(self, text: str) -> str:
        try:
            return self._known.display_name(find_company(text, self._known))
        except CannotAnswer as error:
            raise SecqaError(f"{error}{self._or(self.near('company', text))}") from None

    def _metric(self, text: str) -> str:
        if text in self._catalogue.metrics:
            return text
        by_name = {one.name: one.id for one in self._catalogue.metrics.values()}
        metric = by_name.get(text) or self._by_words.get(name_words(text))
        if metric is None:
            raise SecqaError(f"{text!r} is no metric here{self._or(self.near('metric', text))}")
        return metric

    def _or(self, names: Iterable[str]) -> str:
        text = " or ".join(names)
        return f"; did you mean {text}?" if text else ""
