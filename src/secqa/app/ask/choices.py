"""What the slots of a query can be: typed text in, a company or metric out, or what comes near it.

A corpus may have thousands of companies, so nothing is chosen from a list of all of them: names are
typed, and those that fit are suggested.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from secqa.corpus.store import Corpus
from secqa.errors import CannotAnswer, SecqaError
from secqa.parsing.grammar.metric_links import name_words, names_of
from secqa.parsing.ground import company_named
from secqa.retrieval.page_query import known_companies

Kind = Literal["company", "metric", "period"]
LISTED = 300
"""Companies that a page lists as suggestions; of more the server is asked while one types."""
_SUGGESTED = 20
_NEAR = 5
_LEAST = 65
"""Of 100, how alike a name must be to come near; one of four letters off is just above."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A name that can be typed, and what else it is known by."""

    name: str
    besides: str


class Choices:
    """The companies, metrics and periods of a corpus by name."""

    def __init__(self, corpus: Corpus) -> None:
        known = known_companies(corpus)
        self._known, self._catalogue = known, corpus.catalogue
        self._said = names_of(corpus.catalogue).ids
        self.companies = tuple(
            sorted((Suggestion(known.display_name(one), one.ticker) for one in known), key=_name)
        )
        metrics = corpus.catalogue.metrics.values()
        self.metrics = tuple(
            sorted(
                (Suggestion(one.name, ", ".join(one.synonyms[:3])) for one in metrics), key=_name
            )
        )
        years = sorted({year for one in known for year in one.fiscal_years}, reverse=True)
        quarters = sorted({quarter for one in known for quarter in one.quarters}, reverse=True)
        self.periods = (*(f"FY{y}" for y in years), *(f"{y}Q{q}" for y, q in quarters), "latest")

    def typed(self, kind: Kind, text: str) -> str:
        """A company, metric or period as a query writes it; SecqaError for what is none."""
        if kind == "company":
            return self._company(text)
        return self._metric(text) if kind == "metric" else text

    def shown(self, kind: Kind, value: str) -> str:
        """A company, metric or period of a query as people call it."""
        if kind == "metric" and value in self._catalogue.metrics:
            return self._catalogue[value].name
        try:
            return self._company(value) if kind == "company" else value
        except SecqaError:
            return value

    def suggested(self, text: str) -> tuple[Suggestion, ...]:
        """Companies whose name or symbol begins with a text, then those with such a word in it."""
        wanted = text.lower().strip()
        first = [one for one in self.companies if _begins(one, wanted)]
        rest = (one for one in self.companies if f" {wanted}" in one.name.lower())
        return tuple(dict.fromkeys((*first, *rest)))[:_SUGGESTED]

    def near(self, kind: Kind, text: str) -> tuple[str, ...]:
        """Names that a text which is none may mean, the likeliest first."""
        from rapidfuzz import fuzz, process

        if kind == "company":
            names: Iterable[str] = (one.name for one in self.companies)
        elif kind == "metric":
            names = (one.name for one in self.metrics)
        else:
            return ()
        found = process.extract(
            text.lower(),
            list(names),
            scorer=fuzz.WRatio,
            processor=str.lower,
            limit=_NEAR,
            score_cutoff=_LEAST,
        )
        return tuple(name for name, _, _ in found)

    def _company(self, text: str) -> str:
        try:
            return self._known.display_name(company_named(text, self._known))
        except CannotAnswer as error:
            raise SecqaError(f"{error}{self._or(self.near('company', text))}") from None

    def _metric(self, text: str) -> str:
        if text in self._catalogue.metrics:
            return text
        by_name = {one.name: one.id for one in self._catalogue.metrics.values()}
        found = by_name.get(text) or self._said.get(name_words(text))
        if found is None:
            raise SecqaError(f"{text!r} is no metric here{self._or(self.near('metric', text))}")
        return found

    def _or(self, names: Iterable[str]) -> str:
        told = " or ".join(names)
        return f"; did you mean {told}?" if told else ""


def _name(one: Suggestion) -> str:
    return one.name.lower()


def _begins(one: Suggestion, wanted: str) -> bool:
    return one.name.lower().startswith(wanted) or one.besides.lower().startswith(wanted)
