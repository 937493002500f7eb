"""Describe each piece of some pages by named numbers that speak for or against it as an answer.

No number is enough alone: the words of the question stand in the heading as often as in the
sentence, and the reason stands in the sentence after. `benchmarks/fit_passages.py` fits the
weights. Matches weigh by how rare their words are in filings.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from secqa.filings.dates import YEAR
from secqa.reading.passages.term_matches import (
    Presence,
    any_of,
    distinct_codes,
    names_above,
    openings,
    other_names,
    pairs,
    presence,
    shifted,
)
from secqa.reading.passages.text_units import ITEM, ROW, SENTENCE, TITLE, TextUnit
from secqa.reading.passages.word_meaning import Floats, WordMeaning, codes_of, concepts_of
from secqa.reading.structure.vocabulary import pattern_of, patterns
from secqa.retrieval.bm25 import length_norms
from secqa.retrieval.terms import stems
from secqa.retrieval.topics import part_of

_TALK_WORDS = """
    say said tell describe explain report state disclose mention company companies firm business
    filing
"""
TALK = frozenset(stems(_TALK_WORDS))
"""Words of questions that no passage has to have."""
_KINDS = (SENTENCE, ITEM, ROW, TITLE)
_COMPARED = ("own", "bm25", "own or heading", "all above", "near", "meaning", "meaning near",
             "alike", "alike all above", "alike near")  # fmt: skip
"""Numbers of which it also counts how far behind the best piece each is."""
_PARTS = ("business", "risk factors", "legal proceedings", "discussion", "market risk",
          "statements", "controls", "security", "governance", "event")  # fmt: skip
_STARTS = r"^(?:this|these|those|such|it|they|however|in addition|also|additionally|as a result)\b"
_MONTH = pattern_of("passage_features", "month")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][A-Za-z&.-]+")
_ASKING = patterns("passage_features", "asking")
_SAYING = patterns("passage_features", "saying")
_BEGINNING = re.compile(_STARTS, re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PassageQuery:
    """What passages are looked for."""

    topic: str
    asks: str = "what"
    """As `Narrative.asks`."""
    years: tuple[int, ...] = ()
    to_date: bool = False
    """Whether the year to date is asked for, not its last quarter."""
    section: str = ""
    """Part and Item that the question names."""
    phrases: tuple[str, ...] = ()
    """How what is asked for is printed, as retrieval knows it."""
    parts: frozenset[str] = frozenset()
    """Parts of a report that tell it, as retrieval knows them."""
    sections: tuple[str, ...] = ()
    """Headings under which reports tell it, as retrieval knows them."""


@dataclass(frozen=True, slots=True)
class PieceFeatures:
    """Numbers of pieces, one row each."""

    names: tuple[str, ...]
    table: Floats
    """pieces x names."""
    covered: float
    """Of all that is asked, by weight: the share that stands somewhere in the pieces."""
    rarest_missing: float
    """How rare the rarest word is that stands nowhere; 0 where none is missing."""


def piece_features(
    query: PassageQuery,
    units: Sequence[TextUnit],
    pages: Mapping[tuple[str, int], float],
    meaning: WordMeaning,
) -> PieceFeatures:
    """The numbers of each piece; `pages` has the score of each page that pieces are of."""
    own = [codes_of(unit.text) for unit in units]
    topic = [stem for stem in stems(query.topic) if stem not in TALK]
    terms, concepts = distinct_codes(topic), concepts_of(topic)
    weight = meaning.rarity_of(terms)
    has, counts = presence(own, terms)
    headings = [codes_of(unit.heading) for unit in units]
    paths = [codes_of(" ".join(unit.path)) for unit in units]
    heading, path = presence(headings, terms)[0], presence(paths, terms)[0]
    alike = has | other_names(own, terms, concepts)
    alike_path = path | other_names(paths, terms, concepts)
    elements = [(u.document_id, u.page, u.element) for u in units]
    places = [(u.document_id, u.page) for u in units]
    paragraph, page = any_of(has, elements), any_of(has, places)
    before, after = shifted(has, 1), shifted(has, -1)
    near = has | before | after | shifted(has, 2) | shifted(has, -2)
    total = max(float(weight.sum()), 1e-6)

    def share(found: Presence) -> Floats:
        return (found @ weight / total).astype(np.float32)

    length = np.array([len(one) for one in own], np.float32)
    bm25 = (counts / (counts + length_norms(length)[:, None])) @ weight / total
    columns: dict[str, Iterable[float]] = {
        "own": share(has),
        "bm25": bm25,
        "pairs": pairs(own, terms),
        "heading": share(heading),
        "path": share(path),
        "paragraph": share(paragraph),
        "before": share(before),
        "after": share(after),
        "near": share(near),
        "page": share(page),
        "own or heading": share(has | heading),
        "all above": share(paragraph | path),
        "rarest missing": (np.where(has, 0, weight)).max(axis=1, initial=0.0),
        "rarest found": (np.where(has, weight, 0)).max(axis=1, initial=0.0),
        "terms": np.full(len(units), len(terms)),
        "rarest": np.full(len(units), weight.max(initial=0.0)),
        "words": length,
    }
    columns |= {
        "alike": share(alike),
        "alike heading": share(heading | other_names(headings, terms, concepts)),
        "alike path": share(alike_path),
        "alike paragraph": share(any_of(alike, elements)),
        "alike near": share(alike | shifted(alike, 1) | shifted(alike, -1)),
        "alike page": share(any_of(alike, places)),
        "alike all above": share(any_of(alike, elements) | alike_path),
        "alike rarest missing": np.where(alike, 0, weight).max(axis=1, initial=0.0),
        "concepts": np.full(len(units), len(concepts)),
        "opening": openings(own, topic),
        "names above": names_above(query.topic, own, paths, elements),
    }
    columns |= _meaning_features(query.topic, units, meaning)
    columns |= _wording_features(query, units)
    columns |= _placed(query, units, pages)
    for name in _COMPARED:
        values = np.asarray(columns[name], np.float32)
        columns[f"{name} behind"] = values.max(initial=0.0) - values
    table = np.column_stack([np.asarray(one, np.float32) for one in columns.values()])
    missing = weight[~(has | path).any(axis=0)] if len(units) else weight
    return PieceFeatures(
        tuple(columns),
        np.ascontiguousarray(table, np.float32),
        1 - float(missing.sum()) / total,
        float(missing.max(initial=0.0)),
    )


def _meaning_features(
    topic: str, units: Sequence[TextUnit], meaning: WordMeaning
) -> dict[str, Floats]:
    """How near each piece, its neighbours and its heading are to the topic in meaning."""
    topic_vector = meaning.of_texts([topic])[0]
    own = meaning.of_texts([unit.text for unit in units])
    titles = list(dict.fromkeys(unit.heading for unit in units))
    of_title = dict(zip(titles, (meaning.of_texts(titles) @ topic_vector).tolist(), strict=True))
    summed = own.copy()
    summed[1:] += own[:-1]
    summed[:-1] += own[1:]
    summed /= np.maximum(np.linalg.norm(summed, axis=1, keepdims=True), 1e-6)
    return {
        "meaning": own @ topic_vector,
        "meaning near": summed @ topic_vector,
        "meaning heading": np.array([of_title[unit.heading] for unit in units], np.float32),
    }


def _wording_features(query: PassageQuery, units: Sequence[TextUnit]) -> dict[str, Iterable[float]]:
    """What the words of each piece do: give reasons, dates, names; and what the question wants."""
    lower = [f" {unit.text.lower()}" for unit in units]
    printed = [f" {one.lower()}" for one in query.phrases]
    headings = [unit.heading.lower() for unit in units]
    years = {str(year) for year in query.years}
    unit_years = [set(YEAR.findall(unit.text)) for unit in units]
    found: dict[str, Iterable[float]] = {
        f"asks {name}": [float(bool(pattern.search(query.topic)))] * len(units)
        for name, pattern in _ASKING.items()
    }
    found["asks why"] = [float(query.asks == "why")] * len(units)
    numbers = np.array([_numbers_of(unit.text) for unit in units], np.float32)
    found |= dict(zip(_NUMBERS, numbers.T.reshape(len(_NUMBERS), -1), strict=True))
    found |= {
        "its year": [float(bool(years & own)) for own in unit_years],
        "other years": [float(len(own - years)) for own in unit_years],
        "phrases": [float(sum(one in text for one in printed)) for text in lower],
        "phrases heading": [float(any(p[1:] in one for p in printed)) for one in headings],
    }
    return found


_NUMBERS = (*_SAYING, "fragment", "begins on", "digits", "money", "months", "names")
"""What the words of a piece do, whatever is asked."""


@lru_cache(maxsize=8192)
def _numbers_of(text: str) -> tuple[float, ...]:
    """The `_NUMBERS` of a piece."""
    lower = text.lower()
    return (
        *(float(len(pattern.findall(lower))) for pattern in _SAYING.values()),
        float(text[:1].islower()),
        float(bool(_BEGINNING.search(lower))),
        sum(map(str.isdigit, lower)) / max(len(lower), 1),
        float(lower.count("$") + lower.count("%")),
        float(len(_MONTH.findall(text))),
        float(len(_NAME.findall(text))),
    )


def _placed(
    query: PassageQuery, units: Sequence[TextUnit], pages: Mapping[tuple[str, int], float]
) -> dict[str, list[float]]:
    """Where each piece stands."""
    best = max(pages.values(), default=1.0) or 1.0
    rank = {place: at for at, place in enumerate(sorted(pages, key=lambda one: -pages[one]))}
    parts = [part_of(unit.form, unit.section) for unit in units]
    places = [(unit.document_id, unit.page) for unit in units]
    found: dict[str, list[float]] = {
        "page rank": [float(rank[place]) for place in places],
        "page score": [pages[place] / best for place in places],
        "place": [float(unit.place) for unit in units],
        "since": [float(unit.since) for unit in units],
        "depth": [float(len(unit.path)) for unit in units],
        "its section": [float(unit.section == query.section != "") for unit in units],
        "its part": [float(part in query.parts) for part in parts],
        "parts known": [float(bool(query.parts))] * len(units),
    }
    found |= {f"is {kind}": [float(u.kind == kind) for u in units] for kind in _KINDS}
    found |= {f"in {name}": [float(part == name) for part in parts] for name in _PARTS}
    return found
