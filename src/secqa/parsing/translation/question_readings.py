"""Weigh the readings of a question: the queries that it may mean, the likeliest to be right first.

The translator says which queries the words suggest. Whether one is right shows besides in what it
leaves over (a company, a metric, a number, words that nothing accounts for), in its types, and in
how far the next reading is. A fitted model weighs all of it. What has no dimension that anybody
asks for, or not the form of answer that the words demand, is no reading at all.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import Catalogue
from secqa.parsing.grammar.answer_form import demanded_forms, demands_number, form_of
from secqa.parsing.grammar.fitted import Fitted
from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.translation.beam import Translation, scored, translations
from secqa.parsing.translation.network import TranslatorNetwork, load_translator
from secqa.parsing.translation.query_grammar import NOTHING
from secqa.parsing.translation.query_reader import is_later, query_of_tokens
from secqa.parsing.translation.query_writer import Unsayable, target_tokens
from secqa.parsing.translation.source import source_tokens
from secqa.parsing.translation.symbols import MOST, Symbols, symbols_of
from secqa.parsing.translation.uncovered_words import (
    narrowing_count,
    strangers_of,
    uncovered_of,
)
from secqa.query.dimensions import check_dimensions, unit_of
from secqa.query.each import free
from secqa.query.period import LATEST
from secqa.query.query import (
    Cagr,
    Compare,
    Growth,
    Lookup,
    Number,
    Query,
    Years,
    lookups,
    nodes,
)

_ALL_BUT = 0.999
"""The highest probability that is taken away from other readings."""
_LEAST = -9.0
"""The lowest logarithm of a probability that is told apart."""
_FAR = 5.0
"""A gap of scores from which on it makes no difference."""
_TELLING = ("reason", "future", "opinion", "not", "place", "none", "statement", "define", "left")
"""Classes of words that change what is asked for."""


@dataclass(frozen=True, slots=True)
class QuestionReading:
    """A query that a question may mean."""

    query: Query | None
    """None: no figure of a filing answers the question."""
    probability: float
    """How likely it is right."""
    uncovered: tuple[str, ...] = ()
    """Words of the question that nothing accounts for."""


@lru_cache(maxsize=8)
def units_of(catalogue: Catalogue) -> Mapping[str, str]:
    """The unit of each metric, by its id."""
    return {metric.id: metric.unit for metric in catalogue.metrics.values()}


def readings(
    mentions: Mentions,
    fitted: Fitted,
    catalogue: Catalogue,
    translator: TranslatorNetwork | None = None,
) -> list[QuestionReading]:
    """The readings of a question, the likeliest first; none where nothing fits."""
    if mentions.times.void:
        return []
    uncovered = uncovered_of(mentions, fitted)
    found = [
        QuestionReading(query, fitted.sureness.probability(doubts), uncovered)
        for query, doubts in candidates(mentions, fitted, catalogue, translator)
    ]
    return sorted(found, key=lambda reading: -reading.probability)


def candidates(
    mentions: Mentions,
    fitted: Fitted,
    catalogue: Catalogue,
    translator: TranslatorNetwork | None = None,
) -> list[tuple[Query | None, dict[str, float]]]:
    """The queries that a question may mean, each with the numbers that tell how sure it is."""
    symbols = symbols_of(mentions)
    units = units_of(catalogue)
    model = translator or load_translator()
    bags = source_tokens(mentions, symbols, units)
    printed = translations(bags, symbols, model)
    if _is_covered(mentions, fitted):
        printed = list(_without_nothing(printed))
    plain = _plain_tokens(mentions, symbols, tuple(catalogue.metrics))
    if plain and all(one.tokens != plain for one in printed) and {*plain} <= {*model.tokens}:
        printed.append(scored(plain, bags, model))
    demanded = demanded_forms(mentions)
    counted = demands_number(mentions)
    fractions = frozenset(amount.value for amount in mentions.amounts if amount.unit == "%")
    possible: dict[Query | None, Translation] = {}
    for one in printed:
        query = query_of_tokens(one.tokens, symbols)
        if query is None or (
            _is_to_latest(query, mentions)
            and (
                is_possible(query, units, demanded, counted)
                and not _limits_amounts(query, units, fractions)
            )
        ):
            possible.setdefault(query, one)
    common = _doubts_of_question(mentions, fitted)
    return [
        (query, common | _doubts_of_query(query, one, symbols, list(possible.values())))
        for query, one in possible.items()
    ]


def _without_nothing(printed: Sequence[Translation]) -> Iterator[Translation]:
    """The translations that are queries, as likely as they are among queries."""
    nothing = next((one.score for one in printed if one.tokens[0] == NOTHING), _LEAST)
    others = math.log1p(-min(math.exp(nothing), _ALL_BUT))
    for one in printed:
        if one.tokens[0] != NOTHING:
            first, *rest = one.scores
            yield Translation(one.tokens, (min(first - others, 0.0), *rest))


def _plain_tokens(
    mentions: Mentions, symbols: Symbols, metrics: tuple[str, ...]
) -> tuple[str, ...]:
    """The tokens of all figures that are named, for each company and period; none where a span of
    years or a number says that more is asked."""
    if not (symbols.companies and symbols.metrics) or mentions.times.years or mentions.amounts:
        return ()
    looks = (
        Lookup(link.metrics[0], company, period, link.line, link.part)
        for company in symbols.companies
        for link in symbols.metrics
        for period in symbols.periods or (LATEST,)
    )
    try:
        return tuple(target_tokens(Query(tuple(looks)), symbols, metrics))
    except Unsayable:
        return ()


def _is_covered(mentions: Mentions, fitted: Fitted) -> bool:
    """Whether companies and metrics are known and every word is accounted for, so that there is a
    figure to look for, whether or not a report has it."""
    classes = {name for names in mentions.classes for name in names}
    return bool(
        mentions.companies
        and mentions.links
        and not uncovered_of(mentions, fitted)
        and not strangers_of(mentions, fitted)
        and classes.isdisjoint(_TELLING)
    )


def _is_to_latest(query: Query, mentions: Mentions) -> bool:
    """Whether a query goes on to the latest period where the question says "since"."""
    years = mentions.times.years
    if years is None or years.first is None or years.final is not None:
        return True
    return any(
        (isinstance(node, Lookup) and node.period == LATEST)
        or (isinstance(node, Years) and node.final is None)
        for node in nodes(query.outputs)
    )


def is_possible(
    query: Query, units: Mapping[str, str], demanded: frozenset[str], counted: bool = False
) -> bool:
    """Whether types, dimensions and the form of the answer fit; `counted`: a number of things is
    wanted, no amount of money."""
    if any(free(output) for output in query.outputs):
        return False
    if len(query.outputs) == 1 and demanded and form_of(query.outputs[0]) not in demanded:
        return False
    if any(
        isinstance(one, Compare | Growth | Cagr) and _is_idle(one) for one in nodes(query.outputs)
    ):
        return False
    try:
        check_dimensions(query, lambda metric: units.get(metric, ""))
    except CannotAnswer:
        return False
    of_money = unit_of(query.outputs[0], lambda metric: units.get(metric, "")).startswith("USD")
    return not (counted and of_money)


def _limits_amounts(query: Query, units: Mapping[str, str], fractions: frozenset[float]) -> bool:
    """Whether an amount is compared with a percentage of the question."""
    return any(
        isinstance(node, Compare)
        and isinstance(node.right, Number)
        and node.right.value in fractions
        and unit_of(node.left, lambda metric: units.get(metric, "")) not in ("", "pure")
        for node in nodes(query.outputs)
    )


def _is_idle(node: Compare | Growth | Cagr) -> bool:
    """Whether something is compared with itself, or grows backwards in time."""
    if isinstance(node, Compare):
        return node.left == node.right
    ends, bases = (lookups(side) for side in (node.of, node.base))
    return node.of == node.base or any(
        is_later(base.period, end.period) and replace(base, period=end.period) == end
        for end, base in zip(ends, bases, strict=False)
    )


def _doubts_of_question(mentions: Mentions, fitted: Fitted) -> dict[str, float]:
    classes = {name for names in mentions.classes for name in names}
    doubts = {
        "uncovered": math.log1p(len(uncovered_of(mentions, fitted))),
        "beside": float(narrowing_count(mentions, fitted)),
        "strangers": float(len(strangers_of(mentions, fitted))),
        "companies": math.log1p(len(mentions.distinct_companies)),
        "labels": float(len(mentions.labels)),
        "length": math.log1p(len(mentions.tokens)),
        "amounts": float(len(mentions.amounts)),
        "links": float(len({link.name for link in mentions.links})),
    }
    return doubts | {f"says {name}": 1.0 for name in _TELLING if name in classes}


def _doubts_of_query(
    query: Query | None, one: Translation, symbols: Symbols, all_of_them: Sequence[Translation]
) -> dict[str, float]:
    others = [other.score for other in all_of_them if other is not one]
    rival = max(others, default=one.score - _FAR)
    total = sum(math.exp(score - one.score) for score in (*others, one.score))
    used = {token.partition("-")[0].partition("+")[0] for token in one.tokens}
    doubts = {
        "score": max(one.score, _LEAST),
        "margin": max(min(one.score - rival, _FAR), -_FAR),
        "share": 1 / total,
        "least token": max(min(one.scores), _LEAST),
        "second least token": max(sorted(one.scores)[min(1, len(one.scores) - 1)], _LEAST),
        "tokens": float(len(one.tokens)),
        "outputs": float(len(query.outputs)) if query else 0.0,
    }
    everyone = used & {"mentioned", "everyone"}
    for kind, name in zip("CMSPN", ("company", "metric", "part", "period", "number"), strict=True):
        left = {f"{kind}{place}" for place in range(min(symbols.count(kind), MOST[kind]))} - used
        doubts[f"{name} left over"] = 0.0 if kind == "C" and everyone else float(len(left))
    if query is None:
        return doubts | {"gives nothing": 1.0}
    links = [link for link in symbols.metrics if link.name in _linked_names(query, symbols)]
    odds = [link.odds[0] for link in links] or [0.0]
    gaps = [link.odds[0] - link.odds[1] for link in links if len(link.odds) > 1] or [_FAR]
    looks = [node for node in nodes(query.outputs) if isinstance(node, Lookup)]
    doubts |= {
        "least link": min(odds),
        "least gap": min(min(gaps), _FAR),
        "unlinked metrics": float(sum(token[0] == "@" for token in one.tokens)),
        "look-ups": float(len(looks)),
        "no company": float(any(look.company == "" for look in looks)),
        f"gives {form_of(query.outputs[0])}": 1.0,
    }
    return doubts | {f"has {name}": 1.0 for name in used & _STRUCTURE}


_STRUCTURE = frozenset(
    {"/", "-", "+", "*", "growth", "cagr", "abs", "count", "filter", "sum", "average", NOTHING}
)


def _linked_names(query: Query, symbols: Symbols) -> set[str]:
    looks = [node for node in nodes(query.outputs) if isinstance(node, Lookup)]
    named = {look.line or look.metric for look in looks}
    return {link.name for link in symbols.metrics if (link.line or link.metrics[0]) in named}
