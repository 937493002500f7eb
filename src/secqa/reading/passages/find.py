"""Find the passages of retrieved pages that answer a question in words.

All pieces of the pages are scored at once. Whether any of them answers is another question than
which is best: a report that does not cover the topic has a best piece, too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from secqa.corpus.corpus_store import Corpus
from secqa.query.leaves import Narrative
from secqa.reading.passages.news import find_news
from secqa.reading.passages.passage_choice import passage_of, passages_of
from secqa.reading.passages.passage_features import PassageQuery, PieceFeatures, piece_features
from secqa.reading.passages.passage_worth import ALONE, MOST_LIKELY, SHAPES, is_stated, worth_of
from secqa.reading.passages.text_units import TextUnit, units_of
from secqa.reading.passages.word_meaning import PassageScorer, load_scorer
from secqa.reading.reading import PassageAnswer
from secqa.reading.structure.vocabulary import pattern_of
from secqa.retrieval.page_query import page_query
from secqa.retrieval.rank import RankedPage
from secqa.retrieval.topics import find_topics, load_topics

_ASKING = pattern_of("find", "asking")
_SHORT, _NAMED = 4, 0.5
"""Words of a topic that is named without a question, as in "what does it say about lead cables",
and the share of it that one paragraph with its titles has to name: people who say more use words
of their own."""
_BESIDE = 0.35
"""Share of the worth of a reason that is surely the right one that other pieces beside it have."""
_BEST = 3
"""Pieces of which one has to say what is asked."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """What passages are chosen from."""

    query: PassageQuery
    units: tuple[TextUnit, ...]
    features: PieceFeatures


def find_passages(
    corpus: Corpus, telling: Narrative, ranked: Sequence[RankedPage], parts: int = 1
) -> PassageAnswer:
    """The passages of some pages that tell what is asked; none where nothing does. Where nothing is
    asked but for news, what the documents of these pages tell. An answer of several `parts` shows
    less of each."""
    if not telling.topic:
        return find_news(corpus, telling, [one.document_id for one in ranked])
    scorer = load_scorer()
    pieces = pieces_of(corpus, telling, ranked, scorer)
    if not pieces.units:
        return PassageAnswer((), 0.0)
    scores = piece_scores(pieces.features, scorer)
    signs = answer_signs(pieces.features, scores)
    there, likely = scorer.there.probability(signs), scorer.answers.probability(signs)
    query = pieces.query
    worth = worth_of(query, pieces.units, pieces.features, scores)
    shape, stated = SHAPES[query.asks], is_stated(query, pieces.units, worth)
    has_own_part = query.asks == "changes" and not ALONE.isdisjoint(query.parts)
    if query.asks in ("list", "changes") and not stated and not has_own_part:
        shape = SHAPES["what"]
        worth = worth_of(replace(query, asks="what"), pieces.units, pieces.features, scores)
    elif stated and query.asks == "why":
        shape = replace(shape, limits=replace(shape.limits, share=_BESIDE))
    is_short = len(telling.topic.split()) <= _SHORT and not _ASKING.match(telling.topic)
    if is_short and signs["together"] < _NAMED:
        there = 0.0
    likely = min(max(likely, shape.least * stated), MOST_LIKELY)
    if not worth.any() or (there < shape.limits.there and not stated):
        best = int(np.argmax(scores))
        return PassageAnswer((), likely, passage_of([pieces.units[best]], float(scores[best])))
    return PassageAnswer(passages_of(pieces.units, worth, shape.of_part(parts)), likely)


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
    query = _passage_query(corpus, telling)
    return Pieces(query, units, piece_features(query, units, pages, scorer.meaning))


def _passage_query(corpus: Corpus, telling: Narrative) -> PassageQuery:
    query = page_query(telling.topic, corpus)
    # A list stands under headings of what it is a list of, not of figures that it names beside.
    topics = find_topics(telling.topic, load_topics()) if telling.asks == "list" else ()
    sections = tuple(chain.from_iterable(one.sections for one in topics)) or query.sections
    years = () if telling.period.year is None else (telling.period.year,)
    return PassageQuery(
        telling.topic,
        telling.asks,
        years,
        telling.period.span == "to_date",
        telling.place.section,
        query.phrases,
        query.parts,
        sections,
    )


def piece_scores(found: PieceFeatures, scorer: PassageScorer) -> NDArray[np.float64]:
    """How likely each piece is a part of the answer."""
    places = {name: at for at, name in enumerate(found.names)}
    table = found.table[:, [places[name] for name in scorer.trees.names]]
    return scorer.trees.trees.likely(np.ascontiguousarray(table))


def answer_signs(found: PieceFeatures, scores: NDArray[np.float64]) -> Mapping[str, float]:
    """What tells whether the best piece answers."""
    order = np.argsort(-scores, kind="stable")
    best = scores[order]

    def most(name: str) -> float:
        return float(found.table[order[:_BEST], found.names.index(name)].max())

    return {
        "best": _logit(float(best[0])),
        "next": _logit(float(best[1:4].mean())) if len(best) > 1 else _logit(0.0),
        "covered": found.covered,
        "nowhere": found.rarest_missing,
        "together": most("alike all above"),
        "names": most("names above"),
    }


def _logit(p: float) -> float:
    return float(np.log((p + 1e-3) / (1 - p + 1e-3)))
