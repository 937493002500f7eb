"""Weigh pieces of pages by the form of answer that is wanted: reasons, items, changes, or a topic.

The fitted scores say what a piece is about; what it does decides whether it can be shown. A heading
tells nothing, but the sentence below it may. A reason has a causal clause about the right figure
and time, an item of a list a date or an amount, and "any changes?" is answered by the sentence that
says so, whatever its score.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from secqa.reading.passages.passage_choice import PassageLimits, is_heading, is_to_date, leads_of
from secqa.reading.passages.passage_features import PassageQuery, PieceFeatures
from secqa.reading.passages.text_units import ITEM, ROW, SENTENCE, TITLE, TextUnit, follows
from secqa.reading.structure.vocabulary import pattern_of
from secqa.retrieval.topics import part_of

Worth = NDArray[np.float64]

_PATTERNS = (
    "reason", "forecast", "boilerplate", "pointer", "caption",
    "definition", "control", "dated", "amount", "event", "changed", "chapter",
)  # fmt: skip
_SAYS = {name: pattern_of("passage_worth", name) for name in _PATTERNS}
_NO_REASON, _ASIDE = 0.3, 0.15
"""What a piece is worth that gives no reason, and one that tells of another time."""
_LITTLE, _LESS = 0.05, 0.4
"""What boilerplate, pointers and captions are worth, and what definitions and rows are."""
_OTHER_SUBJECT = 0.3
"""Worth of a reason about another subject; the share of the topic that a reason begins with is
added. Of 199 questions on held-out companies, three reasons answer 70% with this, 63% without."""
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
_GOOD = 0.3
"""Scores are divided by the best one, but at least by this."""
_LEAST = 0.45
"""Least worth of a list item, from its heading and its score; other sentences are no items."""
_EARLIER_YEARS, _SECOND = 0.4, 0.6
"""What an item of earlier years is worth, and one after the best of its paragraph or undated."""
_ENOUGH = 3
"""With so many items under headings of the topic, items elsewhere weigh little (`_ASIDE`)."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_FEWEST_FACTS = 2
"""Of an item: a date, an amount, or something that happened; any sentence has one of them."""
_RISKS, _MOST_NEW_RISKS = "risk factors", 8
"""A quarterly report with more risks than that repeats those of the annual report."""
LEAST_PROBABILITY = {"changes": 0.85, "list": 0.5}
"""Least probability of an answer with a sentence that says what changed, or has an item's facts."""
ALONE = frozenset((_RISKS, "legal proceedings", "controls", "market risk", "accountants"))
"""Parts of a report that are about one thing."""
_LIMITS = {
    "what": PassageLimits(pieces=12, words=300),
    "why": PassageLimits(share=0.2, joining=1.0, pieces=3, words=80),
    "list": PassageLimits(share=0.18, joining=1.0, pieces=14, words=330, context=False),
    "changes": PassageLimits(share=0.5, joining=1.0, pieces=5, words=260),
}
_BRIEF = {"what": (2, 60), "why": (2, 60), "list": (4, 90), "changes": (1, 50)}
"""Pieces and words of each of many periods."""


def limits_of(asks: str, brief: bool) -> PassageLimits:
    """How much an answer shows."""
    pieces, words = _BRIEF[asks]
    return replace(_LIMITS[asks], pieces=pieces, words=words) if brief else _LIMITS[asks]


def worth_of(
    asked: PassageQuery, units: Sequence[TextUnit], features: PieceFeatures, scores: Worth
) -> Worth:
    """What each piece is worth as a part of the answer that is asked for."""
    alike = features.table[:, features.names.index("alike all above")]
    if asked.asks == "changes":
        return _changes(asked, units, alike)
    lead = _sentence_scores(units, scores)
    if asked.asks == "list":
        lead = _items(asked, units, lead)
    elif asked.asks == "why":
        opening = features.table[:, features.names.index("opening")]
        lead = reasons(units, lead, opening, asked.to_date)
    return lead * _plain(asked, units, lead)


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


def _plain(asked: PassageQuery, units: Sequence[TextUnit], scores: Worth) -> Worth:
    """Factor for each piece: 1, less for pieces that are no answer by themselves."""
    worth = np.zeros(len(units))
    topic = asked.topic.lower()
    for at in map(int, np.argsort(-scores, kind="stable")[:_CONSIDERED]):
        unit = units[at]
        defines = bool(_SAYS["definition"].search(unit.text))
        is_little = (
            (asked.asks == "why" and defines)
            or any(map(_SAYS["boilerplate"].search, (unit.text, *unit.path)))
            or _SAYS["pointer"].search(unit.text)
            or (_SAYS["caption"].search(unit.text) and not unit.text.endswith(":"))
            or ("control" not in topic and _SAYS["control"].search(unit.text))
            or (unit.kind in (SENTENCE, ITEM) and len(unit.text.split()) < _FEWEST_WORDS)
        )
        # Where a page ends within a sentence, its rest says little by itself.
        is_less = unit.kind == ROW or defines or unit.text[:1].islower()
        worth[at] = _LITTLE if is_little else _LESS if is_less else 1.0
    return worth


def reasons(
    units: Sequence[TextUnit],
    scores: Worth,
    opening: NDArray[np.float32],
    to_date: bool = False,
) -> Worth:
    """The scores, less for sentences that give no reason or have another subject, and 0 for rows.

    `opening` is the share of the topic that each piece begins with. Forecasts are worth less, and
    so are sentences about the year to date, unless `to_date` says that the question asks for it.
    """
    leads = leads_of(units)
    worth = [
        (one.kind in (SENTENCE, ITEM) and not one.text.endswith(":"))
        * (1.0 if _SAYS["reason"].search(one.text) else _NO_REASON)
        * (_ASIDE if _SAYS["forecast"].search(one.text) else 1.0)
        * (_ASIDE if not to_date and is_to_date(units[lead]) else 1.0)
        for one, lead in zip(units, leads, strict=True)
    ]

    def of_lead(values: Worth) -> Worth:
        # "The operational decrease was due to …" tells the reason of a sentence before.
        return np.maximum(values, values[leads])

    subject = _OTHER_SUBJECT + of_lead(opening.astype(np.float64))
    return np.asarray(of_lead(scores) * subject * np.array(worth), np.float64)


def _items(asked: PassageQuery, units: Sequence[TextUnit], scores: Worth) -> Worth:
    """What each sentence is worth as an item of a list: with what happened, when, or for how much;
    the best of each paragraph before others."""
    best = max(float(scores.max(initial=0.0)), _GOOD)
    items = np.zeros(len(units))
    paragraphs: defaultdict[tuple[str, int, int], list[int]] = defaultdict(list)
    inside = _headed(asked, units)
    for at, (unit, headed) in enumerate(zip(units, inside, strict=True)):
        facts, worth = _facts(unit), scores[at] / best + _HEADED * headed
        if facts >= _FEWEST_FACTS and worth >= _LEAST:
            items[at] = worth * facts * (1.0 if _is_recent(asked, unit) else _EARLIER_YEARS)
            items[at] *= 1.0 if _SAYS["dated"].search(unit.text) else _SECOND
            paragraphs[(unit.document_id, unit.page, unit.element)].append(at)
    for own in paragraphs.values():
        for at in sorted(own, key=lambda one: -items[one])[1:]:
            items[at] *= _SECOND
    is_told_there = np.count_nonzero(items * inside) >= _ENOUGH
    return items * np.where(inside | (not is_told_there), 1.0, _ASIDE)


def _is_recent(asked: PassageQuery, unit: TextUnit, before: int = 0) -> bool:
    """Whether a sentence names no year, or its latest year is at most `before` years earlier than
    the first year asked for (the report's year, if the question names none)."""
    ended = unit.document.period_end
    years = asked.years or ((ended.year,) if ended else ())
    latest = max((int(one[0]) for one in _YEAR.finditer(unit.text)), default=None)
    return latest is None or not years or latest >= min(years) - before


def _facts(unit: TextUnit) -> int:
    """How many of a date, an amount and something that happened a sentence tells."""
    is_whole = unit.kind in (SENTENCE, ITEM) and not unit.text[:1].islower()
    if not is_whole or _SAYS["forecast"].search(unit.text):
        return 0
    return sum(bool(_SAYS[name].search(unit.text)) for name in ("dated", "amount", "event"))


def _headed(asked: PassageQuery, units: Sequence[TextUnit]) -> NDArray[np.bool_]:
    """Which pieces stand under a heading that names the topic. The heading of a note or Item covers
    all up to the next note or Item, since the titles in between need not repeat the topic."""
    inside = np.zeros(len(units), bool)
    is_in, before = False, units[0]
    for at, unit in enumerate(units):
        goes_on = unit.page <= before.page + 1 and unit.section == before.section
        titles = [*unit.path, unit.text] if unit.kind == TITLE else [*unit.path]
        naming = [t for t in titles[-2:] if any(one in t.lower() for one in asked.sections)]
        if any(map(_SAYS["chapter"].match, naming or titles[-1:])) or not goes_on:
            is_in = bool(naming)
        before = unit
        inside[at] = is_in or naming
    return inside


def _changes(asked: PassageQuery, units: Sequence[TextUnit], alike: NDArray[np.float32]) -> Worth:
    """The worth of sentences that say whether something changed. Where a part about one subject
    (`ALONE`, but not risk factors) has none, its sentences count by their facts: a date, an
    amount, an event."""
    parts = asked.parts.intersection(ALONE)
    headed = (
        np.array([part_of(one.form, one.section) in parts for one in units])
        if parts
        else _headed(asked, units)
    )
    text = np.array([one.kind in (SENTENCE, ITEM) for one in units])
    place = text & headed
    said = [bool(_SAYS["changed"].search(one.text)) for one in units]
    little = [bool(_SAYS["boilerplate"].search(one.text)) for one in units]
    timely = np.array([1.0 if _is_recent(asked, one, 1) else _EARLIER_YEARS for one in units])
    worth = np.where(place & said & ~np.array(little), (_STATED_CHANGE + alike) * timely, 0.0)
    if _RISKS in asked.parts:
        # Annual reports tell all risks, and that they may change.
        worth *= [one.form.startswith("10-Q") for one in units]
        return worth + _new_risks(units) * worth.any()
    if worth.any() or not parts:
        return worth
    facts = np.array([_facts(one) for one in units], np.float64)
    return np.where(place, facts, 0.0)


def _new_risks(units: Sequence[TextUnit]) -> Worth:
    """1 for each title of a risk (a whole sentence) in a quarterly report; all 0 if there are more
    than `_MOST_NEW_RISKS`, since the report then repeats the annual one."""
    titles = [
        one.kind == TITLE
        and one.text.rstrip().endswith(".")
        and one.form.startswith("10-Q")
        and part_of(one.form, one.section) == _RISKS
        for one in units
    ]
    return np.array(titles, np.float64) * (sum(titles) <= _MOST_NEW_RISKS)
