"""A question of a benchmark in, what its answer rests on out: each value with the cells that show
it, each passage with its words."""

from collections.abc import Iterator
from dataclasses import dataclass

from secqa.app.addresses import filing_address, page_address
from secqa.app.printed.marks import Mark
from secqa.benchmark.dataset import Question, RequiredFact
from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.systems.value_words import spoken


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a page."""

    document_id: str
    page: int
    mark: Mark
    quote: str
    is_here: bool
    """Whether the corpus has that page."""
    is_primary: bool = False
    """Whether a primary statement shows it there."""

    @property
    def page_address(self) -> str:
        """Where the marked page itself is, to be put into another."""
        return page_address(self.document_id, self.page, self.mark)

    @property
    def filing_address(self) -> str:
        """Where the page stands in its filing."""
        return filing_address(self.document_id, self.page, self.mark)


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that an answer rests on."""

    said: str
    about: str
    spots: tuple[Spot, ...]
    """The best first."""
    note: str = ""
    """How it came to be taken, for what a system read."""
    agrees: bool | None = None
    """Of what a system read: whether the gold answer needs it; None of what is gold itself."""


def pieces_of(question: Question, corpus: Corpus) -> tuple[Piece, ...]:
    """The values in the order one would look them up, then the passages."""
    return (*_values(question, corpus), *_passages(question, corpus))


def has_page(corpus: Corpus, document_id: str, number: int) -> bool:
    """Whether a page of a document can be shown."""
    try:
        return 1 <= number <= corpus.entry(document_id).pages
    except SecqaError:
        return False


def answer_said(question: Question) -> str:
    """The gold answer in words; that there is none, and why."""
    answer = question.answer
    if answer is None:
        return f"No answer: {question.why}" if question.why else "No answer"
    several = answer if isinstance(answer, tuple) else (answer,)
    return "; ".join(spoken(one, question.unit) for one in several)


def also_said(question: Question) -> tuple[str, ...]:
    """What answers as well, each with how it is read."""
    return tuple(f"{spoken(one.value, question.unit)}, {one.reading}" for one in question.also)


def fact_said(fact: RequiredFact, corpus: Corpus) -> str:
    """What a value is of: company, metric, period."""
    metric = corpus.catalogue.metrics.get(fact.metric)
    period = "" if fact.fiscal_period == "FY" else f"{fact.fiscal_period} "
    name = metric.name if metric else fact.metric
    return f"{name} of {fact.company}, {period}{fact.fiscal_year}"


def _values(question: Question, corpus: Corpus) -> Iterator[Piece]:
    for fact in question.facts:
        spots = tuple(
            Spot(
                place.document_id,
                place.page,
                Mark(place.element, place.row, place.column, place.quote),
                place.quote,
                has_page(corpus, place.document_id, place.page),
                place.grade > 1,
            )
            for place in sorted(fact.evidence, key=lambda one: -one.grade)
        )
        yield Piece(spoken(fact.value, fact.unit), fact_said(fact, corpus), spots)


def _passages(question: Question, corpus: Corpus) -> Iterator[Piece]:
    for one in question.passages:
        here = has_page(corpus, one.document_id, one.page)
        spot = Spot(one.document_id, one.page, Mark(quote=one.text), one.text, here)
        told = ", ".join(filter(None, (f"section {one.section}" * bool(one.section), one.heading)))
        yield Piece("Passage", told, (spot,))
