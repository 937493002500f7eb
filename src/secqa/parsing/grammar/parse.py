"""An offline parser: a question in, the queries that it may mean with their probabilities out.

Built bottom up: mentions are found, the heads weigh what kind of question it is and each choice
within the kind, and every combination that the types allow is composed and scored. A query's score
is the sum of what its choices are worth, so that the best whole wins, not the best first step.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from types import MappingProxyType

from secqa.parsing.grammar.composition import compose
from secqa.parsing.grammar.cues import (
    asks_how_much_less,
    may_be,
    of_growth,
    own_figures,
    shortfall,
    written_formula,
)
from secqa.parsing.grammar.fitted import Fitted
from secqa.parsing.grammar.frames import LETTERS, Arguments, QuestionFrame, Unfit, size_of
from secqa.parsing.grammar.metric_links import MetricMention
from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.grammar.series_requests import (
    is_growth_series,
    is_ratio,
    series_columns,
    series_periods,
)
from secqa.parsing.grammar.skeleton import Sign, context_of, features_of, signs_of, zones_of
from secqa.query.query import AnswerForm, Lookup, Query

EVERYONE = re.compile(
    r"\b(?:which|what|of|among|across|all|any|every|each|how many|whole) (?:of )?"
    r"(?:(?:the|these|our|your) )?(?:\w+ )?(?:compan(?:y|ies)|firms?|filers?|registrants?"
    r"|business(?:es)?|names|issuers|groups?|stocks|corporations?|collection|outfits?)\b"
    r"|\bwho\b|\beveryone\b|\bin the (?:collection|set|database|list|universe|sample)\b"
)
"""Words by which all companies of a collection are meant."""
KINDS, CHOICES = 5, 3
"""Kinds of questions that are tried, and labels of each choice within them."""
_DROPPED = -2.5
"""What leaving out a mention costs beside what it was worth."""
_OF_EACH = ("value", "series")
"""Kinds that tell the same of each metric."""
_PARTS_OF_KIND = {
    "choice": ("shape", "by", "output", "high", "rank"),
    "rank": ("shape", "by", "high", "top"),
    "filter": ("shape", "sign", "against", "by"),
    "count": ("shape", "sign", "against", "by"),
    "holds": ("sign", "against", "quantifier"),
    "yes": ("shape", "sign", "swapped", "by"),
    "between": ("shape", "swapped", "absolute"),
    "change": ("shape", "absolute"),
}
"""Which choices a kind has, besides those of every term."""


@dataclass(frozen=True, slots=True)
class Parse:
    """One reading of a question."""

    query: Query
    score: float
    frame: QuestionFrame
    links: tuple[MetricMention, ...]
    """The mentions that it uses."""


def parts_of_kind(kind: str) -> tuple[str, ...]:
    """The choices that a frame of a kind has."""
    return _PARTS_OF_KIND.get(kind.partition(".")[0], ("shape",))


def parses(
    found: Mentions,
    fitted: Fitted,
    parts_of: Mapping[str, frozenset[str]],
    units: Mapping[str, str] = MappingProxyType({}),
    growths: Mapping[str, str] = MappingProxyType({}),
) -> list[Parse]:
    """Readings of a question, the best first; none where nothing fits.

    `parts_of` has the ids of what each compound metric is made of, `units` that of each metric,
    `growths` what grows for each that is growth.
    """
    if found.times.void:
        return []
    signs = signs_of(found)
    features = features_of(found, signs)
    logs: dict[str, dict[str, float]] = {}
    lesser, own = asks_how_much_less(found), own_figures(found)
    weighed = fitted.heads["kind"].scores(features)
    kinds = _best({kind: weighed[kind] for kind in weighed if may_be(kind, found)}, KINDS)
    mentioned, whole_terms = found.links, False
    if (through := series_periods(found)) is not None:
        kinds = [("series", 0.0)]
        mentioned, whole_terms = series_columns(found), not is_ratio(found)
    best: dict[Query, Parse] = {}
    for kind, kind_score in kinds:
        if kind == "none":
            continue
        told = told_features(features, signs, kind)
        names = parts_of_kind(kind)
        for name in names:
            logs[name] = fitted.heads[name].scores(told)
        options = [_best(logs[name], CHOICES) for name in names]
        for choice in product(*options):
            score = kind_score + sum(worth for _, worth in choice)
            labels = dict(zip(names, (label for label, _ in choice), strict=True))
            frame = _frame(kind, labels, found)
            if frame is None:
                continue
            # In a table a part may stand beside its whole: "capex and free cash flow by year".
            made_of = {} if through is not None else parts_of
            if whole_terms and frame.shape != "a":
                continue
            if through is not None and is_growth_series(found):
                frame = replace(frame, by="growth")
            for links, worth in _mentioned(mentioned, made_of):
                shape = written_formula(links, found, units)
                formed = replace(frame, shape=shape or frame.shape)
                for ordered, fit in _ordered(formed, links, found, signs, fitted, bool(shape)):
                    whole = score + worth + fit
                    given = replace(_arguments(found, ordered), growths=growths)
                    if through is not None:
                        given = replace(given, years=through)
                    typed, given = of_growth(formed, given, found, units)
                    try:
                        outputs = compose(typed, given)
                    except Unfit:
                        continue
                    if own and kind == "value" and formed.shape == "a":
                        outputs = own
                    if lesser:
                        outputs = tuple(shortfall(kind, output) for output in outputs)
                    query = Query(outputs, AnswerForm())
                    if query not in best or best[query].score < whole:
                        best[query] = Parse(query, whole, typed, links)
    return sorted(best.values(), key=lambda one: -one.score)


def told_features(features: Sequence[str], signs: Sequence[Sign], kind: str) -> list[str]:
    """What the choices within a kind are made by."""
    plain = [f"kind {kind} {feature}" for feature in features if " " not in feature]
    told = [*features, f"kind {kind}", *plain]
    if kind.startswith(("between", "yes.company")):
        for place in range(2):
            told += [f"{place} {one}" for one in context_of(signs, place, "C")]
    return told


def _best(scores: Mapping[str, float], most: int) -> list[tuple[str, float]]:
    return sorted(scores.items(), key=lambda item: -item[1])[:most]


def _frame(kind: str, chosen: dict[str, str], found: Mentions) -> QuestionFrame | None:
    made: dict[str, object] = {}
    for name, label in chosen.items():
        if name in ("high", "absolute", "swapped"):
            made[name] = label == "True"
        elif name in ("rank", "top"):
            made[name] = int(label)
        else:
            made[name] = label
    if kind == "yes.limit" and not found.amounts:
        said = {name for names in found.classes for name in names}
        if said & {"up", "down"} and not said & {"positive", "negative"}:
            # "Did revenue fall": what rises or falls is compared with what it was.
            return None
        # "Did it make a loss": what is lost is below nothing.
        made["sign"] = "<" if "negative" in said else ">"
    if kind == "choice.option" and (made["shape"] != "a" or made["by"] != "level"):
        return None
    return QuestionFrame(kind, **made)  # type: ignore[arg-type]


def _mentioned(
    links: tuple[MetricMention, ...], parts_of: Mapping[str, frozenset[str]]
) -> Iterator[tuple[tuple[MetricMention, ...], float]]:
    """Mentions of different metrics: each metric once, with or without what only explains one."""
    distinct: dict[str, MetricMention] = {}
    for link in links:
        distinct.setdefault(link.name, link)
    once = tuple(distinct.values())
    yield once, 0.0
    made_of = frozenset[str]().union(*(parts_of.get(name, frozenset()) for name in distinct))
    whole = tuple(link for link in once if link.part or link.metrics[0] not in made_of)
    if whole and len(whole) < len(once):
        yield whole, 0.5
    if len(once) > 1:
        for left_out in once:
            rest = tuple(link for link in once if link is not left_out)
            yield rest, _DROPPED


def _ordered(
    frame: QuestionFrame,
    links: tuple[MetricMention, ...],
    found: Mentions,
    signs: list[Sign],
    fitted: Fitted,
    in_order: bool,
) -> Iterator[tuple[tuple[MetricMention, ...], float]]:
    """The mentions in the order of their parts in the frame."""
    roles = roles_of(frame, len(links))
    if roles is None:
        return
    if len(set(roles)) == 1:
        yield links, 0.0
        return
    if in_order and roles == tuple(LETTERS[: len(links)]):
        yield tuple(sorted(links, key=lambda link: link.first)), 0.0
        return
    head = fitted.heads["role"]
    table = []
    for link in links:
        place = found.links.index(link)
        features = role_features(frame, signs, place)
        table.append(head.scores(features))
    scored = []
    for order in permutations(range(len(links))):
        worth = sum(table[at].get(role, -9.0) for at, role in zip(order, roles, strict=True))
        scored.append((worth, order))
    total = math.log(sum(math.exp(worth) for worth, _ in scored))
    scored.sort(reverse=True)
    for worth, order in scored[:2]:
        yield tuple(links[at] for at in order), worth - total


def role_features(frame: QuestionFrame, signs: list[Sign], place: int) -> list[str]:
    """What tells which part a metric plays."""
    around = context_of(signs, place, "M")
    zones = list(dict.fromkeys(zones_of(signs, place)))
    kind = frame.kind.partition(".")[0]
    return [
        *around,
        *zones,
        *(f"{frame.shape} {one}" for one in (*around, *zones)),
        *(f"{kind} {one}" for one in around),
    ]


def roles_of(frame: QuestionFrame, count: int) -> tuple[str, ...] | None:
    """The parts that so many metrics play in a frame; None where it needs another number."""
    if frame.kind == "choice.option" or (frame.kind in _OF_EACH and frame.shape == "a"):
        return ("each",) * count if count else None
    if frame.kind.startswith("fold") and frame.shape == "a":
        return ("each",) * count if count else None
    size = size_of(frame.shape)
    roles = tuple(LETTERS[:size])
    told = (
        set(frame.output.split(",")) & {"other", "growth"}
        if frame.kind.startswith("choice")
        else ()
    )
    compared = frame.against == "metric" or frame.kind == "yes.metric"
    if told or compared:
        roles = (*roles, "told" if told else "right")
    return roles if len(roles) == count else None


def _arguments(found: Mentions, links: Sequence[MetricMention]) -> Arguments:
    times = found.times
    return Arguments(
        companies=tuple(company.short_name for company in found.distinct_companies),
        terms=tuple(Lookup(k.metrics[0], line=k.line, part=k.part) for k in links),
        periods=times.compared_periods,
        years=times.years,
        prior=times.prior,
        limits=tuple(amount.value for amount in found.amounts),
        everyone=EVERYONE.search(found.question.lower()) is not None,
    )
