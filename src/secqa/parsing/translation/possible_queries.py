"""List the candidate queries of a question: outputs of the translator that fit.

Queries with meaningless dimensions, or with another form of answer than the words demand, are
excluded.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import Catalogue, all_parts, optional_parts
from secqa.metrics.formula import parse, parts
from secqa.parsing.grammar.answer_kind import (
    demanded_forms,
    demands_number,
    form_of,
    losses_of,
    modifying_metrics,
    names_group,
    size_of_losses,
)
from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.lexicon import NUMBER_WORDS
from secqa.parsing.translation.beam import Translation, translations
from secqa.parsing.translation.parts_as_companies import companies_as_parts
from secqa.parsing.translation.query_grammar import NOTHING
from secqa.parsing.translation.query_reader import is_later, query_of_tokens
from secqa.parsing.translation.symbols import Symbols, symbols_of
from secqa.parsing.translation.translator import Translator
from secqa.query import query as q
from secqa.query.dimensions import check_dimensions, unit_of
from secqa.query.each import companies_in, free
from secqa.query.leaves import Companies, Parts, Years
from secqa.query.period import Period
from secqa.query.query import Lookup, Query, lookups
from secqa.query.tree import map_nodes, nodes

_MOST_RANKED = 30
"""Maximum items of a ranking."""
_BEFORE_DEFINITION = 3
"""Maximum words between a metric and the word that introduces its definition."""
_LEAST, _ALL_BUT = -9.0, 0.999
"""Log probability of NOTHING if the beam lacks it; its maximum probability for scaling the
others."""


@lru_cache(maxsize=8)
def units_of(catalogue: Catalogue) -> Mapping[str, str]:
    """The unit of each metric by id."""
    return {metric.id: metric.unit for metric in catalogue.metrics.values()}


def possible_queries(
    mentions: Mentions,
    symbols: Symbols,
    catalogue: Catalogue,
    model: Translator,
    bags: Sequence[Sequence[str]],
    is_answerable: bool,
) -> dict[Query | None, Translation]:
    """The candidates with their tokens; None means that no figure answers.

    `bags` are the features of the question's tokens. With `is_answerable`, None is no candidate.
    """
    printed = translations(bags, symbols, model)
    if is_answerable:
        printed = list(_without_nothing(printed))
    count, size = _count_of(mentions), size_of_losses(mentions)
    losses = losses_of(mentions, catalogue) if size else frozenset()
    named = symbols_of(mentions).companies
    possible: dict[Query | None, Translation] = {}
    for one in printed:
        query = _with_count(query_of_tokens(one.tokens, symbols), count)
        if query is not None and symbols.companies != named:
            query = companies_as_parts(query, *named)
        query = _of_each_part(query, symbols.parts)
        if query is not None and losses:
            query = map_nodes(query, lambda node: _of_losses(node, losses, size > 0))
        if query is None or is_possible(query, mentions, catalogue):
            possible.setdefault(query, one)
    return possible


def is_possible(query: Query, mentions: Mentions, catalogue: Catalogue) -> bool:
    """Whether dimensions and the form of the answer fit the words of a question."""
    units = units_of(catalogue)

    def unit_of_metric(metric: str) -> str:
        return units.get(metric, "")

    output, *others = query.outputs
    found = list(nodes(query.outputs))
    try:
        check_dimensions(query, unit_of_metric)
    except CannotAnswer:
        return False
    forms, symbols = demanded_forms(mentions), symbols_of(mentions)
    percentages = {amount.value for amount in mentions.amounts if amount.unit == "%"}
    years = frozenset(period.year for period in symbols.periods if period.year)
    excluded = modifying_metrics(mentions, catalogue).union(_redefined(mentions, catalogue))
    is_number, is_of_group = demands_number(mentions.question), names_group(mentions)
    return not (
        any(map(free, query.outputs))
        or (not others and forms and form_of(output) not in forms)
        or any(map(_is_idle, found))
        or (is_number and not others and not _counts(output, unit_of_metric))
        or any(_skips_some(one, years) for one in found)
        or (symbols.companies and set(symbols.companies).isdisjoint(companies_in(query)))
        or any(isinstance(one, Lookup) and one.metric in excluded for one in found)
        or (is_of_group and any(isinstance(one, Companies) and not one.names for one in found))
        or any(
            isinstance(one, q.Compare)
            and isinstance(one.right, q.Number)
            and one.right.value in percentages
            and unit_of(one.left, unit_of_metric) not in ("", "pure")
            for one in found
        )
    )


def _of_losses(node: object, losses: frozenset[str], are_large: bool) -> object:
    """Choose the lowest income for the largest loss, and the reverse."""
    match node:
        case (
            q.Choose(q.Options((Lookup(metric=metric), *_)), None)
            | q.Choose(by=Lookup(metric=metric))
        ) if metric in losses:
            return replace(node, highest=not are_large)
        case q.Compare(Lookup(metric=metric), _, Lookup(metric=other)) if (
            metric == other and metric in losses
        ):
            return replace(node, sign="<" if are_large else ">")
    return node


def _count_of(mentions: Mentions) -> int:
    """The number next to a superlative: "top 3", "the two lowest"; else 0."""
    words = zip(mentions.tokens, mentions.classes, mentions.time_tokens, strict=True)
    for pair in pairwise(words):
        for (word, _, of_time), (beside, classes, _) in (pair, pair[::-1]):
            is_ranked = beside.text == "top" or not {"high", "low"}.isdisjoint(classes)
            count = NUMBER_WORDS.get(word.text) or (int(word.text) if word.text.isdecimal() else 0)
            if is_ranked and not of_time and 1 < count <= _MOST_RANKED:
                return count
    return 0


def _with_count(query: Query | None, count: int) -> Query | None:
    """Set the number of items of a ranking."""
    if query is not None and count:
        match query.outputs:
            case (q.Choose(Companies() | Years() | Parts(), rank=1) as choice,):
                return replace(query, outputs=(replace(choice, top=count),))
    return query


def _counts(output: q.Output, unit_of_metric: Callable[[str], str]) -> bool:
    """Whether an output can answer "how many"."""
    return form_of(output) != "truth" and not unit_of(output, unit_of_metric).startswith("USD")


def _is_idle(node: object) -> bool:
    """Whether something is combined with itself, chosen alone, or grows backwards in time."""
    if isinstance(node, q.Options):
        return len(set(node.values)) < 2
    if isinstance(node, q.Compare | q.Arithmetic):
        return node.left == node.right
    if not isinstance(node, q.Growth | q.Cagr):
        return False
    ends, bases = (lookups(side) for side in (node.of, node.base))
    return node.of == node.base or any(
        is_later(base.period, end.period) and replace(base, period=end.period) == end
        for end, base in zip(ends, bases, strict=False)
    )


def _redefined(mentions: Mentions, catalogue: Catalogue) -> Iterator[str]:
    """Metrics that the question defines by others that are no part of them in the catalogue."""
    for at, classes in enumerate(mentions.classes):
        near = [link for link in mentions.links if 0 <= at - link.last <= _BEFORE_DEFINITION]
        name = near[-1].metrics[0] if near and "define" in classes else ""
        if name and (metric := catalogue[name]).formula:
            terms = [link.metrics[0] for link in mentions.links if link.first > at][:2]
            usual = all_parts(metric, catalogue) - optional_parts(metric, catalogue)
            usual |= {name, *(part.metric for part in parts(parse(metric.formula)))}
            if len(terms) > 1 and not usual.issuperset(terms):
                yield name


def _skips_some(node: object, years: frozenset[int]) -> bool:
    """Whether a span of years has some of those that are named between its ends, and not others:
    "2020, 2022 and 2024", "2019 to 2025 without 2020"."""
    match node:
        case Years(first=Period(year=int(first)), final=Period(year=int(final))):
            between = set(range(first + 1, final))
            return bool(between & years) and not between <= years
    return False


def _of_each_part(query: Query | None, parts: Sequence[str]) -> Query | None:
    """Ask for the figure of one part of all parts that are named."""
    match query:
        case Query(outputs=(Lookup(part=str(part)) as lookup,)) if part in parts:
            return replace(query, outputs=tuple(replace(lookup, part=one) for one in parts))
    return query


def _without_nothing(printed: Sequence[Translation]) -> Iterator[Translation]:
    """Remove NOTHING, and scale up the other probabilities."""
    nothing = next((one.score for one in printed if one.tokens[0] == NOTHING), _LEAST)
    others = math.log1p(-min(math.exp(nothing), _ALL_BUT))
    for one in printed:
        if one.tokens[0] != NOTHING:
            first, *rest = one.scores
            yield Translation(one.tokens, (min(first - others, 0.0), *rest))
