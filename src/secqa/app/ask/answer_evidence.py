"""The places that an answer rests on, each with the cell or passage to mark."""

from collections.abc import Iterator
from dataclasses import dataclass

from secqa.app.addresses import filing_address, page_address
from secqa.app.ask.other_candidates import NO_OTHERS, OtherCandidates, other_candidates
from secqa.app.printed.marks import PageMark
from secqa.corpus.corpus_store import Corpus
from secqa.parsing.figure_question import parse_sentence
from secqa.reading.reading import Passage, Reading
from secqa.retrieval.page_query import known_companies
from secqa.systems.answer import Answer
from secqa.systems.value_words import spoken


@dataclass(frozen=True, slots=True)
class AnswerEvidence:
    """A place that an answer rests on."""

    about: str
    """The look-up: "revenue of Nvidia in FY2024"."""
    text: str
    """The value in words; "" for a passage."""
    document_id: str
    page: int
    label: str
    """The number printed on the page."""
    mark: PageMark
    quote: str
    why: str
    confidence: float
    value: float | str | None = None
    """In base units; None for a passage."""
    unit: str = ""
    others: OtherCandidates = NO_OTHERS
    """Other candidates of the same pages."""

    @property
    def page_address(self) -> str:
        """The marked page by itself, to be put into another."""
        return page_address(self.document_id, self.page, self.mark)

    @property
    def filing_address(self) -> str:
        """The page in its filing."""
        return filing_address(self.document_id, self.page, self.mark)


def evidence_of(answer: Answer, corpus: Corpus) -> tuple[AnswerEvidence, ...]:
    """What an answer rests on, each place once, in the order it was used."""
    return tuple(dict.fromkeys((*_read(answer, corpus), *_passages(answer, corpus))))


def _read(answer: Answer, corpus: Corpus) -> Iterator[AnswerEvidence]:
    known = known_companies(corpus)
    for reading in dict.fromkeys(answer.readings):
        if reading.value is None or not reading.document_id:
            continue
        question = parse_sentence(reading.question, known, corpus.catalogue)
        yield AnswerEvidence(
            about=str(question.lookup) if question else reading.question,
            text=spoken(reading.value, reading.unit),
            document_id=reading.document_id,
            page=reading.page,
            label=corpus.page(reading.document_id, reading.page).label,
            mark=_mark(reading),
            quote=reading.quote,
            why=reading.why,
            confidence=reading.confidence,
            value=reading.value,
            unit=reading.unit,
            others=other_candidates(reading, corpus, answer.pages),
        )


def _mark(reading: Reading) -> PageMark:
    return PageMark(reading.element, reading.row, reading.column, reading.quote)


def _passages(answer: Answer, corpus: Corpus) -> Iterator[AnswerEvidence]:
    for passage in answer.passages:
        yield AnswerEvidence(
            about=", ".join(filter(None, (_section(passage), passage.heading))),
            text="",
            document_id=passage.document_id,
            page=passage.page,
            label=corpus.page(passage.document_id, passage.page).label,
            mark=PageMark(quote=passage.text),
            quote=passage.text,
            why="",
            confidence=passage.score,
        )


def _section(passage: Passage) -> str:
    return f"section {passage.section}" if passage.section else ""
