"""Parse a question offline: the queries that it may mean, the likeliest first.

Parses are built bottom up. Mentions are found, fitted heads weigh the kind of the question and each
choice within the kind, and every combination that the types allow is composed and scored. A query's
score is the sum of its choices' scores, so that the best whole wins, not the best first step.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import permutations, product

from secqa.metrics.catalogue import Catalogue, all_parts
from secqa.parsing.grammar.composition import compose
from secqa.parsing.grammar.cues import (
    asks_how_much_less,
    clause_figures,
    may_be,
    of_growth,
    shortfall,
    written_formula,
)
from secqa.parsing.grammar.fitted import Fitted
from secqa.parsing.grammar.frames import LETTERS, Arguments, QuestionFrame, Unfit, size_of
from secqa.parsing.grammar.metric_links import MetricMention, growths_of
from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.grammar.series_requests import (
    is_growth_series,
    is_ratio,
    series_columns,
    series_periods,
)
from secqa.parsing.grammar.skeleton import Sign, context_of, features_of, signs_of, zones_of
from secqa.query.query import AnswerForm, Lookup, Query, Years

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
_UNLIKELY = -9.0
"""The logarithm of the odds of a role that the fitted head does not know."""
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


@lru_cache(maxsize=8)
def parts_of(catalogue: Catalogue) -> dict[str, frozenset[str]]:
    """Ids of the metrics that each compound metric is made of."""
    return {m.id: all_parts(m, catalogue) for m in catalogue.metrics.values() if m.formula}


@lru_cache(maxsize=8)
def units_of(catalogue: Catalogue) -> dict[str, str]:
    """The unit of each metric, by its id."""
    return {metric.id: metric.unit for metric in catalogue.metrics.values()}


def parses(found: Mentions, fitted: Fitted, catalogue: Catalogue) -> list[Parse]:
    """Readings of a question, the best first; none where nothing fits."""
    if found.times.void:
        return []
    return _Parser(found, fitted, catalogue).parses()


@dataclass(frozen=True)
class _Parser:
    """Finds the readings of one question."""

    found: Mentions
    fitted: Fitted
    catalogue: Catalogue

    @cached_property
    def _signs(self) -> list[Sign]:
        return signs_of(self.found)

    @cached_property
    def _series(self) -> Years | None:
        return series_periods(self.found)

    def parses(self) -> list[Parse]:
        found, units = self.found, units_of(self.catalogue)
        lesser, own = asks_how_much_less(found), clause_figures(found)
        links = found.links if self._series is None else series_columns(found)
        best: dict[Query, Parse] = {}
        for frame, score in self._frames():
            for mentioned, worth in _selections(links, self._parts()):
                shape = written_formula(mentioned, found, units)
                formed = replace(frame, shape=shape or frame.shape)
                for ordered, fit in self._orders(formed, mentioned, bool(shape)):
                    typed, given = of_growth(formed, self._arguments(ordered), found, units)
                    try:
                        outputs = compose(typed, given)
                    except Unfit:
                        continue
                    if own and frame.kind == "value" and formed.shape == "a":
                        outputs = own
                    if lesser:
                        outputs = tuple(shortfall(frame.kind, output) for output in outputs)
                    query, whole = Query(outputs, AnswerForm()), score + worth + fit
                    if query not in best or best[query].score < whole:
                        best[query] = Parse(query, whole, typed, mentioned)
        return sorted(best.values(), key=lambda parse: -parse.score)

    def _parts(self) -> Mapping[str, frozenset[str]]:
        """In a table a part may stand beside its whole: "capex and free cash flow by year"."""
        return parts_of(self.catalogue) if self._series is None else {}

    def _frames(self) -> Iterator[tuple[QuestionFrame, float]]:
        """The frames that are tried, with their scores."""
        features = features_of(self.found, self._signs)
        kinds = [("series", 0.0)]
        if self._series is None:
            scores = self.fitted.heads["kind"].scores(features)
            possible = {kind: scores[kind] for kind in scores if may_be(kind, self.found)}
            kinds = [(kind, score) for kind, score in _best(possible, KINDS) if kind != "none"]
        whole_terms = self._series is not None and not is_ratio(self.found)
        is_growth = self._series is not None and is_growth_series(self.found)
        for kind, kind_score in kinds:
            own_features = kind_features(features, self._signs, kind)
            names = parts_of_kind(kind)
            options = [
                _best(self.fitted.heads[name].scores(own_features), CHOICES) for name in names
            ]
            for choice in product(*options):
                labels = dict(zip(names, (label for label, _ in choice), strict=True))
                frame = _frame(kind, labels, self.found)
                if frame is None or (whole_terms and frame.shape != "a"):
                    continue
                frame = replace(frame, by="growth") if is_growth else frame
                yield frame, kind_score + sum(score for _, score in choice)

    def _orders(
        self, frame: QuestionFrame, links: tuple[MetricMention, ...], in_order: bool
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
        table = []
        for link in links:
            features = role_features(frame, self._signs, self.found.links.index(link))
            table.append(self.fitted.heads["role"].scores(features))
        scored = []
        for order in permutations(range(len(links))):
            pairs = zip(order, roles, strict=True)
            scored.append((sum(table[at].get(role, _UNLIKELY) for at, role in pairs), order))
        total = math.log(sum(math.exp(score) for score, _ in scored))
        scored.sort(reverse=True)
        for score, order in scored[:2]:
            yield tuple(links[at] for at in order), score - total

    def _arguments(self, links: Sequence[MetricMention]) -> Arguments:
        times = self.found.times
        return Arguments(
            companies=tuple(company.short_name for company in self.found.distinct_companies),
            terms=tuple(Lookup(k.metrics[0], line=k.line, part=k.part) for k in links),
            periods=times.compared_periods,
            years=times.years if self._series is None else self._series,
            prior=times.prior,
            growths=growths_of(self.catalogue),
            limits=tuple(amount.value for amount in self.found.amounts),
            everyone=EVERYONE.search(self.found.question.lower()) is not None,
        )


def kind_features(features: Sequence[str], signs: Sequence[Sign], kind: str) -> list[str]:
    """The features of the choices within a kind."""
    plain = [f"kind {kind} {feature}" for feature in features if " " not in feature]
    whole = [*features, f"kind {kind}", *plain]
    if kind.startswith(("between", "yes.company")):
        for place in range(2):
            whole += [f"{place} {feature}" for feature in context_of(signs, place, "C")]
    return whole


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


def _selections(
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
