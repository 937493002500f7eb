"""A telling and the pages retrieved for it in, the passages that answer it out.

All pieces of the pages are scored at once. Whether any of them answers is another question than
which is the best: a report that says nothing of the topic has a best piece, too. It is told by how
good the best is, and by what is asked for and stands nowhere.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from secqa.corpus.store import Corpus
from secqa.query.query import Narrative
from secqa.reading.passages.news import find_news
from secqa.reading.passages.passage_features import PassageQuery, PieceFeatures, piece_features
from secqa.reading.passages.passage_scorer import PassageScorer, load_scorer
from secqa.reading.passages.selection import passage_of, passages_of
from secqa.reading.passages.text_units import TextUnit, units_of
from secqa.reading.reading import PassageAnswer
from secqa.retrieval.page_query import parse_query
from secqa.retrieval.rank import RankedPage


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
    return PassageAnswer(passages_of(pieces.units, scores, scorer.limits), likely)


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
    return Pieces(units, piece_features(_asked(corpus, telling), units, pages, scorer.meaning))


def _asked(corpus: Corpus, telling: Narrative) -> PassageQuery:
    query = parse_query(telling.topic, corpus)
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
