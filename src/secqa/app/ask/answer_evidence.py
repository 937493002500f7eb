"""The places that an answer rests on, and what else those pages print.

The rules propose candidates and score how well each fits. They run once more over the pages that
were retrieved for the answer, to show the same value again and the candidates that lost.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from secqa.app.addresses import MarkedPage, mark_of
from secqa.app.compare.companies import CompanyDirectory
from secqa.app.evidence_view import passage_title
from secqa.app.library.tagged_company import company_of
from secqa.app.workplace import Workplace
from secqa.corpus.corpus_store import Corpus
from secqa.facts.comparison.comparison_notes import NoteLine, later_restatement
from secqa.facts.comparison.figures import capitalized
from secqa.facts.comparison.values import ValuePicker
from secqa.facts.fact import Evidence
from secqa.facts.fiscal import FiscalPeriod
from secqa.filings.rendering.marks import PageMark
from secqa.parsing.figure_question import parse_question, parse_sentence
from secqa.query.period import Period
from secqa.query.query import Lookup
from secqa.reading.reader import proposed_by_rule
from secqa.reading.reading import Reading, ValueOrigin, origin_in_words
from secqa.reading.structure.label_words import label_words
from secqa.reading.structure.vocabulary import words_of
from secqa.reading.target import Candidate, find_target
from secqa.retrieval.page_query import corpus_companies
from secqa.systems.answer import Answer
from secqa.systems.engine import company_lines
from secqa.systems.value_words import value_text

_MOST = 5
_TELLING = words_of("line_names", "turning") | {"attributable", "continuing"}
"""Words of a printed line that make it another than its name says."""
_BRACKET = re.compile(r"[()]")
_SAME = 0.005
"""Values with a smaller relative difference are one value printed twice, as the reader counts
them: rounded, or in a sentence as in a table."""


def other_candidates(
    reading: Reading | None, corpus: Corpus, pages: Sequence[tuple[str, int]]
) -> dict[str, list[Any]]:
    """What else the pages of an answer print: "losing" candidates of the document that was read,
    the best first, and places of any document where the chosen value is "repeated"."""
    if reading is None:
        return {"losing": [], "repeated": []}
    pages = tuple(dict.fromkeys(((reading.document_id, reading.page), *pages)))
    documents = dict.fromkeys(name for name, _ in pages)
    candidates = {one: _candidates(reading, corpus, one, pages) for one in documents}
    own = candidates[reading.document_id]
    score = max((one.score for one in own if _is_place_of(one, reading)), default=None)
    best: dict[float, Candidate] = {}
    for one in sorted(own, key=lambda one: -one.score):
        if not _is_same(one.value, reading.value):
            best.setdefault(one.value, one)
    return {
        "losing": [_losing(one, score) for one in list(best.values())[:_MOST]],
        "repeated": list(_repeated(reading, [c for own in candidates.values() for c in own])),
    }


def _candidates(
    reading: Reading, corpus: Corpus, document_id: str, pages: Sequence[tuple[str, int]]
) -> Sequence[Candidate]:
    """What the rules propose for a reading in one document; none where it is another company's."""
    about = corpus.entry(document_id).metadata
    given = [(about, corpus.page(name, number)) for name, number in pages if name == document_id]
    catalogue, companies = corpus.catalogue, corpus_companies(corpus)
    question = parse_question(reading.question, companies, catalogue, company_lines(corpus))
    search = find_target(question, given, catalogue)
    if isinstance(search, str) or not search.pages:
        return ()
    return proposed_by_rule(search.target, about, [page for _, page in search.pages])[1]


def _repeated(reading: Reading, candidates: Sequence[Candidate]) -> Iterator[Evidence]:
    """Each other page with the value, once, in the order of the filing."""
    seen = {(reading.document_id, reading.page)}
    for one in sorted(candidates, key=lambda one: (one.metadata.document_id, one.page, -one.score)):
        place = (one.metadata.document_id, one.page)
        if place not in seen and _is_same(one.value, reading.value):
            seen.add(place)
            yield _place(one)


def _is_place_of(one: Candidate, reading: Reading) -> bool:
    place = (one.page, one.element, one.row, one.column)
    return place == (reading.page, reading.element, reading.row, reading.column)


def _is_same(value: float, other: float | str | None) -> bool:
    return isinstance(other, float | int) and abs(value - other) <= _SAME * abs(value)


def _losing(one: Candidate, own: float | None) -> dict[str, object]:
    why = "the fitted reader, which looks at the whole table, chose the other"
    if own is not None and one.score < own:
        why = "its row and column fit the question less well"
    return {
        "text": value_text(one.value, one.unit),
        "place": _place(one),
        "origin": origin_in_words(one.place, one.detail),
        "why": why,
    }


def _place(one: Candidate) -> Evidence:
    document_id = one.metadata.document_id
    place = one.page, one.element, one.row, one.column
    return Evidence(document_id, *place, grade=1, quote=one.quote)


@dataclass(frozen=True, slots=True)
class AnswerEvidence(MarkedPage):
    """A place that an answer rests on."""

    about: str
    """The look-up: "debt_current of Nvidia in FY2024"."""
    name: str
    """The same in words: "current debt of Nvidia in FY2024"."""
    text: str
    """The value in words; "" for a passage."""
    label: str
    """The number printed on the page."""
    quote: str
    why: str
    confidence: float
    reading: Reading | None = None
    """None for a passage."""
    lookup: Lookup | None = None

    @property
    def value(self) -> float | str | None:
        """In base units; None for a passage."""
        return self.reading.value if self.reading else None

    @property
    def unit(self) -> str:
        """Of the value."""
        return self.reading.unit if self.reading else ""

    @property
    def line(self) -> str:
        """The printed line, if it says more than the metric's name: whose income it is, or before
        which items; "" for others."""
        lookup, reading = self.lookup, self.reading
        if lookup is None or reading is None or reading.row < 0 or lookup.line or lookup.part:
            return ""
        label, column, *_ = (*self.quote.split(" | "), "")
        if reading.place in (ValueOrigin.BALANCE, ValueOrigin.MOVEMENT):
            return f"{label}, {column}"
        metric, company = self.name.partition(f" of {lookup.company}")[0], str(lookup.company)
        telling = _TELLING.union(label_words(company)).difference(label_words(metric))
        return "" if telling.isdisjoint(label_words(_BRACKET.sub(" ", label))) else label


EvidencePage = tuple[AnswerEvidence, ...]
"""The places on one page, in the order they were used."""


def evidence_pages(evidence: Sequence[AnswerEvidence]) -> tuple[EvidencePage, ...]:
    """The pages of some evidence, each once, in the order they were used."""
    pages: defaultdict[tuple[str, int], list[AnswerEvidence]] = defaultdict(list)
    for one in evidence:
        pages[one.document_id, one.page].append(one)
    return tuple(map(tuple, pages.values()))


def marks_of(page: EvidencePage) -> list[PageMark]:
    """The marks of places on a page, numbered where there are several."""
    return [replace(one.mark, number=at * (len(page) > 1)) for at, one in enumerate(page, 1)]


def evidence_of(answer: Answer, corpus: Corpus) -> tuple[AnswerEvidence, ...]:
    """What an answer rests on, each place once: of a ranking the winner's first, else in the order
    in which it was used."""
    named = [one.name for one in answer.compared]
    named += [label.partition(". ")[2] for label, _ in answer.labelled_values if answer.figures]
    order = {name: at for at, name in enumerate(named)}

    def rank(one: AnswerEvidence) -> int:
        return order.get(str(one.lookup.company), len(order)) if one.lookup else 0

    places = dict.fromkeys((*_read(answer, corpus), *_passages(answer, corpus)))
    return tuple(sorted(places, key=rank))


def _read(answer: Answer, corpus: Corpus) -> Iterator[AnswerEvidence]:
    known = corpus_companies(corpus)
    for reading in dict.fromkeys(answer.readings):
        if reading.value is None or not reading.document_id:
            continue
        question = parse_sentence(reading.question, known, corpus.catalogue)
        yield AnswerEvidence(
            about=str(question.lookup) if question else reading.question,
            name=_name(question.lookup, corpus) if question else reading.question,
            text=value_text(reading.value, reading.unit),
            document_id=reading.document_id,
            page=reading.page,
            label=corpus.page(reading.document_id, reading.page).label,
            mark=mark_of(reading),
            quote=reading.quote,
            why=reading.why,
            confidence=reading.confidence,
            reading=reading,
            lookup=question.lookup if question else None,
        )


def _name(lookup: Lookup, corpus: Corpus) -> str:
    metric = corpus.catalogue.metrics.get(lookup.metric)
    text, own = str(lookup), lookup.metric.replace("_", " ")
    return metric.name + text.removeprefix(own) if metric and text.startswith(own) else text


def _passages(answer: Answer, corpus: Corpus) -> Iterator[AnswerEvidence]:
    for passage in answer.passages:
        yield AnswerEvidence(
            about=": ".join(filter(None, (passage.about, passage_title(passage)))),
            name=": ".join(filter(None, (passage.about, passage_title(passage)))),
            text="",
            document_id=passage.document_id,
            page=passage.page,
            label=corpus.page(passage.document_id, passage.page).label,
            mark=PageMark(quote=passage.text),
            quote=passage.text,
            why="",
            confidence=passage.score,
        )


def restatements(
    evidence: Sequence[AnswerEvidence], place: Workplace
) -> list[tuple[str, NoteLine]]:
    """What later filings made of the values of an answer, each with the name of its value."""
    lines = ((one.name, _restatement(one, place)) for one in evidence)
    return [(capitalized(name), line) for name, line in lines if line]


def _restatement(one: AnswerEvidence, place: Workplace) -> NoteLine | None:
    lookup, period = one.lookup, one.lookup.period if one.lookup else None
    company = company_of(place.corpus, place.corpus.entry(one.document_id).metadata)
    metric = place.corpus.catalogue.metrics.get(lookup.metric) if lookup else None
    if lookup is None or metric is None or company is None or lookup.part:
        return None
    if not (isinstance(period, Period) and period.year and isinstance(one.value, float | int)):
        return None
    name = {"year": "FY", "quarter": f"Q{period.quarter}"}.get(period.span, "")
    picker = ValuePicker(place.cached(CompanyDirectory).values_of(company))
    return later_restatement(picker, metric, FiscalPeriod(period.year, name), one.value)
