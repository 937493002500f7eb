"""Weigh pieces of pages by the form of answer that is wanted: reasons, items, changes, or a topic.

The fitted scores say what a piece is about; what it does decides whether it can be shown. A heading
tells nothing, but the sentence below it may. A reason has a causal clause about the right figure
and time, an item of a list a date or an amount, and "any changes?" is answered by the sentence that
says so, whatever its score.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from secqa.reading.passages.passage_choice import PassageLimits, is_heading
from secqa.reading.passages.passage_features import PassageQuery, PieceFeatures
from secqa.reading.passages.passage_reasons import (
    best_score,
    reasons,
    states_reason,
    with_paragraphs,
)
from secqa.reading.passages.text_units import (
    ITEM,
    ROW,
    SENTENCE,
    TITLE,
    TextUnit,
    follows,
    is_recent,
)
from secqa.reading.structure.vocabulary import pattern_of
from secqa.retrieval.document_fit import is_current
from secqa.retrieval.topics import part_of

Worth = NDArray[np.float64]

_PATTERNS = (
    "forecast", "boilerplate", "pointer", "caption",
    "definition", "control", "dated", "amount", "event", "changed", "chapter",
)  # fmt: skip
_SAYS = {name: pattern_of("passage_worth", name) for name in _PATTERNS}
_LITTLE, _LESS = 0.02, 0.4
"""What boilerplate, pointers and captions are worth, and what definitions and rows are."""
_FEWEST_WORDS = 5
"""Of a sentence or item that answers."""
_BELOW = 0.8
"""Of the score of a heading: what the first sentence below it gets."""
_CONSIDERED = 200
"""Best pieces that are weighed; no other comes near them."""
_HEADED = 0.5
"""What an item is worth under a heading of its topic, beside the best by score."""
_STATED_CHANGE = 0.3
"""What a sentence is worth that says that something changed, beside the share of the topic that it
names."""
_NAMED_THERE = 0.3
"""Share of the topic that a sentence of a current report names."""
_EARLIER_YEARS, _UNDATED, _ELSEWHERE = 0.4, 0.6, 0.15
"""What an item of earlier years is worth, one without a date, and one that does not stand under a
heading of its topic where others do."""
_FEWEST_FACTS = 2
"""Of an item: a date, an amount, or something that happened; any sentence has one of them."""
_RISKS = "risk factors"
MOST_LIKELY = 0.75
"""No answer in words is surer: of 64 judgements of surer ones, 22 were that it is right and 33 that
it is right in part."""
ALONE = frozenset((_RISKS, "legal proceedings", "controls", "market risk", "accountants"))
"""Parts of a report that are about one thing."""


@dataclass(frozen=True, slots=True)
class AnswerShape:
    """What an answer of one form has."""

    limits: PassageLimits
    least: float = 0.0
    """Least probability where a sentence says what changed, has an item's facts, or gives the
    reason of the very subject; 0 where no sentence is sure to."""

    def of_part(self, parts: int) -> PassageLimits:
        """How much is shown of one of several parts: however many, not twice as much as of one."""
        pieces, words = (
            2 * most // (parts + 1) for most in (self.limits.pieces, self.limits.words)
        )
        return replace(self.limits, pieces=max(pieces, 1), words=words)


SHAPES = {
    "what": AnswerShape(PassageLimits(share=0.05, pieces=14, words=330)),
    "why": AnswerShape(PassageLimits(share=0.15, pieces=10, words=220), 0.5),
    "list": AnswerShape(PassageLimits(share=0.18, pieces=18, words=350, context=False), 0.5),
    "changes": AnswerShape(PassageLimits(share=0.4, pieces=6, words=260), MOST_LIKELY),
}
"""By what is asked."""


def is_stated(query: PassageQuery, units: Sequence[TextUnit], worth: Worth) -> bool:
    """Whether a sentence says the very thing that is asked."""
    if query.asks == "why":
        return bool(worth.any()) and states_reason(query, units, int(np.argmax(worth)))
    return query.asks != "what" and bool(worth.any())


def worth_of(
    query: PassageQuery, units: Sequence[TextUnit], features: PieceFeatures, scores: Worth
) -> Worth:
    """What each piece is worth as a part of the answer that is asked for."""
    alike = features.table[:, features.names.index("alike all above")]
    if query.asks == "changes":
        return _changes(query, units, alike)
    lead = _sentence_scores(units, scores)
    if query.asks == "list":
        lead = _items(query, units, lead)
    elif query.asks == "why":
        lead = reasons(query, units, lead)
    return lead * _plain(query, units, lead)


def _sentence_scores(units: Sequence[TextUnit], scores: Worth) -> Worth:
    """The scores, those of headings given to the first sentence below."""
    own = scores.copy()
    for at, unit in enumerate(units):
        if is_heading(unit):
            own[at] = 0.0
            below = at + 1
            if below < len(units) and units[below].kind != TITLE and follows(unit, units[below]):
                own[below] = max(own[below], _BELOW * scores[at])
    return own


def _plain(query: PassageQuery, units: Sequence[TextUnit], scores: Worth) -> Worth:
    """Factor for each piece: 1, less for pieces that are no answer by themselves."""
    worth = np.zeros(len(units))
    topic = query.topic.lower()
    for at in map(int, np.argsort(-scores, kind="stable")[:_CONSIDERED]):
        unit = units[at]
        defines = bool(_SAYS["definition"].search(unit.text))
        is_little = (
            (query.asks == "why" and defines)
            or any(map(_SAYS["boilerplate"].search, (unit.text, *unit.path)))
            or _SAYS["pointer"].search(unit.text)
            or (_SAYS["caption"].search(unit.text) and not unit.below)
            or ("control" not in topic and _SAYS["control"].search(unit.text))
            or (unit.kind in (SENTENCE, ITEM) and len(unit.text.split()) < _FEWEST_WORDS)
        )
        # Where a page ends within a sentence, its rest says little by itself.
        is_less = (unit.kind == ROW and query.asks != "list") or defines or unit.text[:1].islower()
        worth[at] = _LITTLE if is_little else _LESS if is_less else 1.0
    return worth


def _items(query: PassageQuery, units: Sequence[TextUnit], scores: Worth) -> Worth:
    """What each sentence or row is worth as an item of a list: with what happened, when, or for how
    much; a sentence that announces a table of them, with the table."""
    inside = _headed(query, units)
    worth: Worth = np.sqrt(scores / best_score(scores)) + _HEADED * inside
    for at, (unit, headed) in enumerate(zip(units, inside, strict=True)):
        facts = _facts(unit) * bool(headed or unit.kind != ROW)
        if unit.below and headed:
            dated = [_SAYS["dated"].search(row.partition(" | ")[0]) for row in unit.below[2:]]
            facts += _FEWEST_FACTS * (1 + any(dated))
        worth[at] *= facts if facts >= _FEWEST_FACTS else 0.0
        worth[at] *= 1.0 if is_recent(query.years, unit) else _EARLIER_YEARS
        worth[at] *= 1.0 if unit.kind == ROW or _SAYS["dated"].search(unit.text) else _UNDATED
    return np.where(inside | ~(inside & (worth > 0)).any(), worth, _ELSEWHERE * worth)


def _facts(unit: TextUnit) -> int:
    """How many of a date, an amount and something that happened a sentence tells."""
    if unit.kind == ROW:
        # "3.75% notes due March 2026 | 750": what is due when, and how much.
        label, _, figures = unit.text.partition(" | ")
        is_item = _SAYS["dated"].search(label) and any(map(str.isdigit, figures))
        return _FEWEST_FACTS * bool(is_item and unit.heading)
    is_whole = unit.kind in (SENTENCE, ITEM) and not unit.text[:1].islower()
    if not is_whole or _SAYS["forecast"].search(unit.text):
        return 0
    return sum(bool(_SAYS[name].search(unit.text)) for name in ("dated", "amount", "event"))


def _headed(query: PassageQuery, units: Sequence[TextUnit]) -> NDArray[np.bool_]:
    """Which pieces stand under a heading that names the topic. The heading of a note or Item covers
    all up to the next note or Item, since the titles in between need not repeat the topic."""
    inside = np.zeros(len(units), bool)
    is_in, before = False, units[0]
    for at, unit in enumerate(units):
        goes_on = unit.page <= before.page + 1 and unit.section == before.section
        titles = [*unit.path, unit.text] if unit.kind == TITLE else [*unit.path]
        naming = [t for t in titles[-2:] if any(one in t.lower() for one in query.sections)]
        if any(map(_SAYS["chapter"].match, naming or titles[-1:])) or not goes_on:
            is_in = bool(naming)
        before = unit
        inside[at] = is_in or naming
    return inside


def _changes(query: PassageQuery, units: Sequence[TextUnit], alike: NDArray[np.float32]) -> Worth:
    """The worth of sentences that say whether something changed. Where a part about one subject
    (`ALONE`, but not risk factors) has none, its sentences count by their facts: a date, an
    amount, an event."""
    parts = query.parts.intersection(ALONE)
    headed = (
        np.array([part_of(one.form, one.section) in parts for one in units])
        if parts
        else _headed(query, units)
    )
    text = np.array([one.kind in (SENTENCE, ITEM) for one in units])
    # A current report is about little else.
    current = np.array([is_current(one.document) for one in units])
    place = text & (headed | (current & (alike >= _NAMED_THERE)))
    changed = [any(map(_SAYS["changed"].search, (one.text, one.heading))) for one in units]
    little = [bool(_SAYS["boilerplate"].search(one.text)) for one in units]
    timely = np.array([1.0 if is_recent(query.years, one, 1) else _EARLIER_YEARS for one in units])
    worth = np.where(place & changed & ~np.array(little), (_STATED_CHANGE + alike) * timely, 0.0)
    if _RISKS in query.parts:
        # Annual reports tell all risks, and that they may change.
        return worth * [one.form.startswith("10-Q") for one in units]
    if worth.any() or not parts:
        return with_paragraphs(units, worth)
    facts = np.array([_facts(one) for one in units], np.float64)
    return np.where(place, facts, 0.0)
