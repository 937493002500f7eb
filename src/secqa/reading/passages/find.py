"""Find the passages of retrieved pages that answer a question in words, and the news of an 8-K.

All pieces of the pages are scored at once. Whether any of them answers is another question than
which is best: a report that does not cover the topic has a best piece, too. A Form 8-K names by
Items what happened (5.02 who comes and goes), so its news needs no search: each Item gives its
title and first sentences, a press release its headline.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby

import numpy as np
from numpy.typing import NDArray

from secqa.corpus.corpus_store import Corpus
from secqa.filings.document import Page
from secqa.query.leaves import EXHIBIT_OF_NEWS, Narrative
from secqa.reading.passages.passage_choice import passage_of, passages_of, refers_back
from secqa.reading.passages.passage_features import PassageQuery, PieceFeatures, piece_features
from secqa.reading.passages.text_units import ITEM, ROW, SENTENCE, TITLE, TextUnit, units_of
from secqa.reading.passages.word_meaning import PassageScorer, load_scorer
from secqa.reading.reading import Passage, PassageAnswer
from secqa.reading.structure.vocabulary import pattern_of
from secqa.retrieval.document_fit import is_current
from secqa.retrieval.page_query import page_query
from secqa.retrieval.rank import RankedPage

_REASON, _FORECAST, _TO_DATE, _OF_QUARTER = (
    pattern_of("find", name) for name in ("reason", "forecast", "to_date", "of_quarter")
)
_NO_REASON, _ASIDE = 0.3, 0.15
"""What a piece is worth that gives no reason, and one that tells of another time."""
_MOST_REASONS, _REASON_SHARE = 5, 0.15
"""Sentences that are shown of a reason, and what each is worth beside the best: of 199 questions
about companies left out, one of these answers 78% in 135 words; the limits of other questions give
81% in 207 words."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """What passages are chosen from."""

    units: tuple[TextUnit, ...]
    features: PieceFeatures


def find_passages(
    corpus: Corpus, telling: Narrative, ranked: Sequence[RankedPage]
) -> PassageAnswer:
    """The passages of some pages that tell what is asked; none where nothing does. Where nothing is
    asked but for news, what the documents of these pages tell."""
    if not telling.topic:
        return find_news(corpus, telling, [one.document_id for one in ranked])
    scorer = load_scorer()
    pieces = pieces_of(corpus, telling, ranked, scorer)
    if not pieces.units:
        return PassageAnswer((), 0.0)
    scores = piece_scores(pieces.features, scorer)
    likely = scorer.answers.probability(answer_signs(pieces.features, scores))
    best = int(np.argmax(scores))
    if likely < scorer.limits.answers:
        return PassageAnswer((), likely, passage_of([pieces.units[best]], float(scores[best])))
    limits = scorer.limits
    to_date = telling.period.span == "to_date"
    if telling.asks == "why" and (reasons := reason_scores(pieces.units, scores, to_date)).any():
        scores, limits = reasons, replace(limits, share=_REASON_SHARE, pieces=_MOST_REASONS)
    return PassageAnswer(passages_of(pieces.units, scores, limits), likely)


def reason_scores(
    units: Sequence[TextUnit], scores: NDArray[np.float64], to_date: bool = False
) -> NDArray[np.float64]:
    """The scores, less for sentences that give no reason, and 0 for titles and rows.

    A quarterly report also tells of the year `to_date`, and reports of what may come: these are
    worth less where they are not asked for.
    """
    worth = [
        (one.kind in (SENTENCE, ITEM) and not one.text.endswith(":"))
        * (1.0 if _REASON.search(one.text) else _NO_REASON)
        * (_ASIDE if _FORECAST.search(one.text) else 1.0)
        * (_ASIDE if not to_date and _is_to_date(one) else 1.0)
        for one in units
    ]
    # "The operational decrease was due to …" tells the reason of the sentence before.
    before = np.concatenate(([0.0], scores[:-1]))
    goes_on = [at > 0 and refers_back(units, at) for at in range(len(units))]
    return np.where(goes_on, np.maximum(scores, before), scores) * np.array(worth, np.float64)


def _is_to_date(unit: TextUnit) -> bool:
    """Whether a sentence of a quarterly report tells of the year to date alone."""
    of_quarter = not unit.form.startswith("10-Q") or _OF_QUARTER.search(unit.text)
    return not of_quarter and bool(_TO_DATE.search(unit.text))


def pieces_of(
    corpus: Corpus, telling: Narrative, ranked: Sequence[RankedPage], scorer: PassageScorer
) -> Pieces:
    """All pieces of the pages with their numbers, in reading order document by document."""
    pages = {(one.document_id, one.page): one.score for one in ranked}
    units = tuple(
        chain.from_iterable(
            units_of(corpus.entry(document).metadata, corpus.page(document, page))
            for document, page in sorted(pages)
        )
    )
    return Pieces(
        units, piece_features(_passage_query(corpus, telling), units, pages, scorer.meaning)
    )


def _passage_query(corpus: Corpus, telling: Narrative) -> PassageQuery:
    query = page_query(telling.topic, corpus)
    years = () if telling.period.year is None else (telling.period.year,)
    return PassageQuery(
        telling.topic,
        telling.asks == "why",
        years,
        telling.place.section,
        query.phrases,
        query.parts,
    )


def piece_scores(found: PieceFeatures, scorer: PassageScorer) -> NDArray[np.float64]:
    """How likely each piece is a part of the answer."""
    places = {name: at for at, name in enumerate(found.names)}
    table = found.table[:, [places[name] for name in scorer.trees.names]]
    return scorer.trees.trees.likely(np.ascontiguousarray(table))


def answer_signs(found: PieceFeatures, scores: NDArray[np.float64]) -> Mapping[str, float]:
    """What tells whether the best piece answers."""
    best = np.sort(scores)[::-1]
    return {
        "best": _logit(float(best[0])),
        "next": _logit(float(best[1:4].mean())) if len(best) > 1 else _logit(0.0),
        "covered": found.covered,
        "nowhere": found.rarest_missing,
    }


def _logit(p: float) -> float:
    return float(np.log((p + 1e-3) / (1 - p + 1e-3)))


_ITEM = re.compile(r"\d\.\d\d")
_EXHIBITS = "9.01"
"""The Item that lists what is attached, and under which it stands."""
_FEWEST_WORDS = 10
"""Of the sentence that news begins with; an address or a telephone number has fewer."""
_SIGNED = re.compile(r"signatures?$", re.IGNORECASE)
_HEADING_OF_NEWS = re.compile(rf"{EXHIBIT_OF_NEWS}(?:\.\d+)?", re.IGNORECASE)


def find_news(corpus: Corpus, telling: Narrative, documents: Iterable[str]) -> PassageAnswer:
    """What the current reports among some documents tell under each Item, or in the press release
    where that is asked for; in the order of the documents."""
    released = telling.place.section == EXHIBIT_OF_NEWS
    passages: list[Passage] = []
    for document in dict.fromkeys(documents):
        if not is_current(corpus.entry(document).metadata):
            continue
        units = _units(corpus, document, release_from(pages_of(corpus, document), released))
        items = [] if released else _items(units)
        passages += items or _release(units)
    return PassageAnswer(tuple(passages), float(bool(passages)))


def pages_of(corpus: Corpus, document_id: str) -> tuple[Page, ...]:
    """All pages of a document."""
    count = corpus.entry(document_id).pages
    return tuple(corpus.page(document_id, number) for number in range(1, count + 1))


def has_release(corpus: Corpus, document_id: str) -> bool:
    """Whether a document is a press release, or has one among its exhibits."""
    pages = pages_of(corpus, document_id)
    own = any(_ITEM.fullmatch(one.section) for page in pages for one in page.elements)
    return not own or release_from(pages, True) > 0


def release_from(pages: Sequence[Page], released: bool) -> int:
    """`Element.index` behind the heading of the exhibit; 0, which is everything, where there is no
    such heading or it is not asked for."""
    headings = (
        element.index + 1
        for page in pages
        for element in page.elements
        if released and _HEADING_OF_NEWS.fullmatch(element.text.strip())
    )
    return next(headings, 0)


def _units(corpus: Corpus, document_id: str, since: int) -> list[TextUnit]:
    metadata = corpus.entry(document_id).metadata
    own = (one for page in pages_of(corpus, document_id) for one in units_of(metadata, page))
    return [one for one in own if one.element >= since]


def _items(units: Sequence[TextUnit]) -> list[Passage]:
    """A passage for each Item: its title and first pieces, up to the signatures."""
    found: dict[str, Passage] = {}
    for section, own in groupby(units, key=lambda one: one.section):
        if _ITEM.fullmatch(section) and section not in found:
            told = _unsigned(own)
            if any(one.kind != TITLE for one in told):
                found[section] = _first(told)
    happened = [one for section, one in found.items() if section != _EXHIBITS]
    return happened or list(found.values())


def _unsigned(units: Iterable[TextUnit]) -> list[TextUnit]:
    told: list[TextUnit] = []
    for unit in units:
        if any(map(_SIGNED.match, (*unit.path, unit.text))):
            break
        if unit.kind != ROW:
            told.append(unit)
    return told


def _release(units: Sequence[TextUnit]) -> list[Passage]:
    """The headline of a press release and what it tells first."""
    prose = next((at for at, one in enumerate(units) if _is_sentence(one)), None)
    if prose is None:
        return []
    begin = prose
    while begin and units[begin - 1].kind == TITLE:
        begin -= 1
    return [_first([one for one in units[begin:] if one.kind != ROW])]


def _is_sentence(unit: TextUnit) -> bool:
    """Whether a piece is a whole sentence, not who is to be called."""
    return (
        unit.kind == SENTENCE
        and unit.text.endswith(".")
        and len(unit.text.split()) >= _FEWEST_WORDS
    )


def _first(units: Sequence[TextUnit]) -> Passage:
    """The titles that units begin with, and as many pieces as any telling shows."""
    titles = next((at for at, one in enumerate(units) if one.kind != TITLE), len(units))
    return passage_of(units[: titles + load_scorer().limits.pieces], 1.0)
