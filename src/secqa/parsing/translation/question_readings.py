"""Rank the readings of a question by the probability that they are right.

The translator proposes queries with scores. Further features are unused companies, metrics, numbers
and words of the question, types, the lead over the next reading, and the fit with the outline of
the question (`query_outline`). A fitted model combines them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from secqa.metrics.catalogue import Catalogue
from secqa.parsing.grammar.answer_kind import counts_what_is_unknown
from secqa.parsing.grammar.fitted import Fitted
from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.translation.beam import Translation
from secqa.parsing.translation.parts_as_companies import parts_as_companies
from secqa.parsing.translation.possible_queries import possible_queries, units_of
from secqa.parsing.translation.source import source_tokens
from secqa.parsing.translation.symbols import MOST, Symbols
from secqa.parsing.translation.translator import Translator, load_translator
from secqa.parsing.translation.uncovered_words import (
    describing_metrics,
    narrowing_count,
    strangers_of,
    uncovered_of,
)
from secqa.query.query import Lookup, Query, lookups
from secqa.query.tree import nodes

_LEAST, _WIDEST_GAP = -9.0, 5.0
"""Limits of log probabilities and of their differences."""
_DISQUALIFYING = (
    "reason",
    "future",
    "opinion",
    "not",
    "place",
    "none",
    "statement",
    "define",
    "left",
)
"""Classes of words that change the meaning."""


@dataclass(frozen=True, slots=True)
class QuestionReading:
    """A possible query of a question."""

    query: Query | None
    """None if no figure answers the question."""
    probability: float
    """Probability that it is right."""
    uncovered: tuple[str, ...] = ()
    """Words of the question that it ignores."""


def readings(mentions: Mentions, fitted: Fitted, catalogue: Catalogue) -> list[QuestionReading]:
    """The readings of a question, likeliest first."""
    uncovered = uncovered_of(mentions, fitted)
    weighed = [
        QuestionReading(query, fitted.sureness.probability(features), uncovered)
        for query, features in candidates(mentions, fitted, catalogue, load_translator())
    ]
    return sorted(weighed, key=lambda reading: -reading.probability)


def candidates(
    mentions: Mentions, fitted: Fitted, catalogue: Catalogue, translator: Translator
) -> list[tuple[Query | None, dict[str, float]]]:
    """The possible queries of a question with their features."""
    if counts_what_is_unknown(mentions, catalogue):
        return []
    symbols = parts_as_companies(mentions)
    is_covered = _is_covered(mentions, fitted)
    bags = source_tokens(mentions, symbols, units_of(catalogue))
    possible = possible_queries(mentions, symbols, catalogue, translator, bags, is_covered)
    describing = describing_metrics(mentions, fitted, catalogue)
    possible = {
        query: one
        for query, one in possible.items()
        if query is None or not describing.intersection(of.metric for of in lookups(query.outputs))
    }
    common = _question_features(mentions, fitted)
    all_doubts = _outline_doubts(bags, list(possible.values()), translator)
    return [
        (query, common | _query_features(query, one, symbols, list(possible.values())) | doubts)
        for (query, one), doubts in zip(possible.items(), all_doubts, strict=True)
    ]


def _outline_doubts(
    bags: Sequence[Sequence[str]], possible: Sequence[Translation], translator: Translator
) -> list[dict[str, float]]:
    """The features of each query from the outline of the question."""
    if translator.outline is None:
        return [{} for _ in possible]
    outline = translator.outline.outline(bags)
    doubts = [outline.doubts(one.tokens) for one in possible]
    alone = [-own["outline"] for own in doubts]
    joint = [one.score + own / 2 for one, own in zip(possible, alone, strict=True)]
    return [
        {**own, "outline lead": _lead(alone, place), "joint lead": _lead(joint, place)}
        for place, own in enumerate(doubts)
    ]


def _lead(values: Sequence[float], place: int) -> float:
    """How far a value is above the highest other one."""
    others = [*values[:place], *values[place + 1 :]]
    return max(min(values[place] - max(others, default=-math.inf), _WIDEST_GAP), -_WIDEST_GAP)


def _is_covered(mentions: Mentions, fitted: Fitted) -> bool:
    """Whether the question consists of known companies and metrics, so that it asks for a
    figure."""
    classes = {name for names in mentions.classes for name in names}
    return bool(
        mentions.companies
        and mentions.links
        and not uncovered_of(mentions, fitted)
        and not strangers_of(mentions, fitted)
        and classes.isdisjoint(_DISQUALIFYING)
    )


def _question_features(mentions: Mentions, fitted: Fitted) -> dict[str, float]:
    return {
        "uncovered": math.log1p(len(uncovered_of(mentions, fitted))),
        "beside": float(narrowing_count(mentions, fitted)),
        "strangers": float(len(strangers_of(mentions, fitted))),
        "labels": float(len(mentions.labels)),
        "amounts": float(len(mentions.amounts)),
        "links": float(len({link.name for link in mentions.links})),
    }


def _query_features(
    query: Query | None, one: Translation, symbols: Symbols, candidates: Sequence[Translation]
) -> dict[str, float]:
    scores = [other.score for other in candidates]
    used = {token.partition("-")[0].partition("+")[0] for token in one.tokens}
    features = {
        "score": max(one.score, _LEAST),
        "margin": _lead(scores, candidates.index(one)),
        "least token": max(min(one.scores), _LEAST),
        "second least token": max(sorted(one.scores)[min(1, len(one.scores) - 1)], _LEAST),
        "tokens": float(len(one.tokens)),
        "outputs": float(len(query.outputs)) if query else 0.0,
    }
    everyone = used & {"mentioned", "everyone"}
    for kind, name in zip("CMPN", ("company", "metric", "period", "number"), strict=True):
        left = {f"{kind}{place}" for place in range(min(symbols.count(kind), MOST[kind]))} - used
        features[f"{name} left over"] = 0.0 if kind == "C" and everyone else float(len(left))
    if query is None:
        return features | {"gives nothing": 1.0}
    links = [link for link in symbols.metrics if link.name in _linked_names(query, symbols)]
    odds = [link.odds[0] for link in links] or [0.0]
    gaps = [link.odds[0] - link.odds[1] for link in links if len(link.odds) > 1] or [_WIDEST_GAP]
    looks = [node for node in nodes(query.outputs) if isinstance(node, Lookup)]
    return features | {
        "least link": min(odds),
        "least gap": min(min(gaps), _WIDEST_GAP),
        "unlinked metrics": float(sum(token[0] == "@" for token in one.tokens)),
        "look-ups": float(len(looks)),
    }


def _linked_names(query: Query, symbols: Symbols) -> set[str]:
    looks = [node for node in nodes(query.outputs) if isinstance(node, Lookup)]
    named = {look.line or look.metric for look in looks}
    return {link.name for link in symbols.metrics if (link.line or link.metrics[0]) in named}
