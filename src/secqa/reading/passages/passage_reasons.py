"""Weigh sentences as the reason of what a question asks about.

A report explains line after line in the same words, so only the subject tells one reason from the
next: the sentence begins with it, or a title above names it ("Canada", then "Segment margin"). A
sentence that refers back to the one before shares its subject. Whole paragraphs are shown: the
reason often follows in the second sentence.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from secqa.reading.passages.passage_choice import is_to_date, lead_of
from secqa.reading.passages.passage_features import PassageQuery
from secqa.reading.passages.term_matches import HAPPENING, distinct_codes, other_names, presence
from secqa.reading.passages.text_units import ITEM, SENTENCE, TITLE, TextUnit, is_recent
from secqa.reading.passages.word_meaning import (
    Floats,
    WordMeaning,
    codes_of,
    concepts_of,
    load_scorer,
)
from secqa.reading.structure.vocabulary import pattern_of
from secqa.retrieval.terms import Codes, stems
from secqa.retrieval.topics import part_of

_REASON, _CHANGE, _FORECAST = (
    pattern_of("passage_worth", name) for name in ("reason", "change", "forecast")
)
_NO_REASON, _NO_CHANGE, _VAGUE, _ASIDE, _EARLIER = 0.2, 0.4, 0.5, 0.15, 0.1
"""Factors for a sentence without a reason, without a change, without an amount or a year, with a
forecast or the year to date only, and about earlier years."""
_PART, _ELSEWHERE = "discussion", 0.4
"""The part of a report that gives reasons, and what they are worth outside it."""
_OPENING = 14
"""Stems of a sentence among which its subject is."""
_TITLES = 3
"""How many titles above a sentence may name a part of its subject, siblings included."""
_ABOVE, _WITHIN = 0.8, 0.4
"""Weights of a word of the subject in a title above, and later in the sentence; in the opening it
weighs 1."""
_SHARPER = 1.5
"""Power of the subject: the reason of another figure is no answer."""
_SCORE, _SUBJECT = 0.05, 0.3
"""Least worth of the score and of the subject, of which each is 1 at best."""
_WHOLE_SUBJECT, _BEFORE = 0.9, 40
"""A sentence with at least this share of the subject surely gives its reason; how many pieces
before a sentence may hold its title."""
_WHOLE = 0.45
"""Worth of any sentence beside the best one of its paragraph."""
_GOOD = 0.3
"""Scores are divided by the best one, but at least by this."""


def reasons(
    query: PassageQuery, units: Sequence[TextUnit], scores: NDArray[np.float64]
) -> NDArray[np.float64]:
    """What each sentence is worth as the reason asked for; 0 for rows and titles."""
    leads = [lead_of(units, at) for at in range(len(units))]
    may_be = _FORECAST.search(query.topic)
    worth = [
        (one.kind in (SENTENCE, ITEM))
        * (1.0 if _REASON.search(one.text) else _NO_REASON)
        * (1.0 if _CHANGE.search(one.text) else _NO_CHANGE)
        * (1.0 if any(map(str.isdigit, one.text)) else _VAGUE)
        * (1.0 if part_of(one.form, one.section) == _PART else _ELSEWHERE)
        * (_ASIDE if not may_be and _FORECAST.search(one.text) else 1.0)
        * (_ASIDE if not query.to_date and is_to_date(units[lead]) else 1.0)
        * (1.0 if all(is_recent(query.years, by) for by in (one, units[lead])) else _EARLIER)
        for one, lead in zip(units, leads, strict=True)
    ]

    def of_lead(values: NDArray[np.float64]) -> NDArray[np.float64]:
        # "The operational decrease was due to …" tells the reason of a sentence before.
        return np.maximum(values, values[leads])

    subject = of_lead(subject_shares(query, units, load_scorer().meaning))
    likely = of_lead(scores) / best_score(scores)
    own = (likely + _SCORE) * (subject + _SUBJECT) ** _SHARPER * np.array(worth)
    return with_paragraphs(units, own)


def best_score(scores: NDArray[np.float64]) -> float:
    """What scores are divided by."""
    return max(float(scores.max(initial=0.0)), _GOOD)


def with_paragraphs(units: Sequence[TextUnit], worth: NDArray[np.float64]) -> NDArray[np.float64]:
    """Every sentence worth at least a share of the best one of its paragraph."""
    best: defaultdict[tuple[str, int, int], float] = defaultdict(float)
    for unit, own in zip(units, worth.tolist(), strict=True):
        place = unit.document_id, unit.page, unit.element
        best[place] = max(best[place], own)
    whole = [_WHOLE * best[one.document_id, one.page, one.element] for one in units]
    return np.maximum(worth, whole)


def states_reason(query: PassageQuery, units: Sequence[TextUnit], at: int) -> bool:
    """Whether a sentence begins with the whole subject, and says that it changed and why."""
    near = units[max(at - _BEFORE, 0) : at + 1]
    text = units[at].text
    says = all(one.search(text) for one in (_REASON, _CHANGE)) and not _FORECAST.search(text)
    return says and subject_shares(query, near, load_scorer().meaning)[-1] >= _WHOLE_SUBJECT


def subject_shares(
    query: PassageQuery, units: Sequence[TextUnit], meaning: WordMeaning
) -> NDArray[np.float64]:
    """How much of the subject each piece is about, by the rarity of its words."""
    # Without the words for what happened to it.
    subject = [one for one in stems(query.topic) if one not in HAPPENING]
    terms = distinct_codes(subject)
    if not len(terms):
        return np.ones(len(units))
    concepts = concepts_of(subject)

    def term_presence(texts: Sequence[Codes]) -> Floats:
        return np.asarray(
            presence(texts, terms)[0] | other_names(texts, terms, concepts), np.float32
        )

    own = [codes_of(unit.text) for unit in units]
    opening = term_presence([one[:_OPENING] for one in own])
    above = term_presence([codes_of(" ".join(titles)) for titles in _titles_above(units)])
    match = np.maximum(opening, np.maximum(_ABOVE * above, _WITHIN * term_presence(own)))
    weight = meaning.rarity_of(terms)
    share = match @ weight / max(float(weight.sum()), 1e-6)
    return np.asarray(share, np.float64)


def _titles_above(units: Sequence[TextUnit]) -> list[tuple[str, ...]]:
    """The last titles before each piece and those of its path; some of the former are siblings."""
    found: list[tuple[str, ...]] = []
    last: tuple[str, ...] = ()
    before: TextUnit | None = None
    for unit in units:
        if before is not None and (
            before.document_id != unit.document_id or unit.page > before.page + 1
        ):
            last = ()
        if unit.kind == TITLE:
            last = (*last, unit.text)[-_TITLES:]
        found.append(tuple(dict.fromkeys((*last, *unit.path[-2:]))))
        before = unit
    return found
