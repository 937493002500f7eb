"""What words of a question demand of its reading, whatever the fitted models think.

In: mentions and what a reading would make of them. Out: whether its kind may be meant, a limit in
percent as one of growth, a shortfall the right way round, each company with its own figures. None
of it contradicts the writers whom the parser was fitted to; of some they wrote too few to teach it.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from secqa.parsing.grammar.frames import Arguments, QuestionFrame
from secqa.parsing.grammar.question_mentions import Mentions, MetricMention
from secqa.parsing.lexicon import classes_of
from secqa.parsing.periods.times import find_times
from secqa.query.period import LATEST, Period
from secqa.query.query import Arithmetic, Comparison, Growth, Lookup, Number, Output

_CHANGED = frozenset({"percent", "growth", "up", "down", "change"})
_ADDED = frozenset({"sum", "plus"})
_SAID_BY = {
    "fold.year.average": frozenset({"average"}), "fold.company.average": frozenset({"average"}),
    "fold.year.median": frozenset({"median"}), "fold.company.median": frozenset({"median"}),
    "fold.company.sum": _ADDED, "cagr": frozenset({"compound"}), "growth": _CHANGED,
}  # fmt: skip
"""Classes of words without one of which nobody asks for such a thing."""
_COMPARED = ("between.difference", "between.growth", "change", "growth")
"""Kinds of questions that tell how far one figure is above another."""
_JOINING = frozenset({"and", "also", "plus", "while", "versus"})
_LIMITED = frozenset({"yes", "filter", "count", "holds"})
"""Kinds of questions that hold a metric to a limit."""
_BELOW: dict[Comparison, Comparison] = {">": "<", ">=": "<="}


def may_be(kind: str, found: Mentions) -> bool:
    """Whether a question may be of a kind."""
    needed = _SAID_BY.get(kind)
    return needed is None or any(not needed.isdisjoint(names) for names in found.classes)


def of_growth(
    frame: QuestionFrame, given: Arguments, found: Mentions, units: Mapping[str, str]
) -> tuple[QuestionFrame, Arguments]:
    """A frame whose limit is in percent while its metric is no share: one of growth.

    "Did revenue fall by at least 2%" asks whether it grew by at most -2%.
    """
    limited = frame.kind.partition(".")[0] in _LIMITED and frame.against == "limit"
    in_percent = any(amount.unit == "%" for amount in found.amounts)
    if not (limited and in_percent and frame.shape == "a" and frame.by == "level"):
        return frame, given
    if not given.terms or units.get(given.terms[0].metric, "pure") == "pure":
        return frame, given
    if any("down" in names for names in found.classes):
        sign = _BELOW.get(frame.sign, frame.sign)
        given = replace(given, limits=tuple(-abs(limit) for limit in given.limits))
        return replace(frame, by="growth", sign=sign), given
    return replace(frame, by="growth"), given


def asks_how_much_less(found: Mentions) -> bool:
    """Whether a shortfall is asked for: "lower than", but not "sales less costs"."""
    classes = {word.stem: classes_of((word.stem,)) for word in found.tokens}
    less = {stem for stem, names in classes.items() if "less" in names}
    if any("more" in names for stem, names in classes.items() if stem not in less):
        return False
    return bool(less if "than" in classes else less - {"less"})


def shortfall(kind: str, output: Output) -> Output:
    """How far something is below another, where a comparison has how far it is above."""
    match output:
        case Arithmetic("-", left, right) if kind in _COMPARED:
            return replace(output, left=right, right=left)
        case Growth(of, base) if kind in _COMPARED:
            return Arithmetic("-", Number(1.0), Arithmetic("/", of, base))
    return output


def own_figures(found: Mentions) -> tuple[Output, ...]:
    """The figures of a question that gives companies metrics or times of their own, else none.

    "Apple's revenue in 2024 and Intel's in 2023" asks for two figures, not for four.
    """
    if len(found.distinct_companies) < 2 or found.times.years is not None or found.times.prior:
        return ()
    pieces = _pieces(found)
    own = max(sum(bool(links) for _, links, _ in pieces), sum(bool(t) for _, _, t in pieces))
    if own < 2 or not found.links:
        return ()
    told: list[Output] = []
    for at, (company, links, periods) in enumerate(pieces):
        others = [*reversed(pieces[:at]), *pieces[at + 1 :]]
        links = links or next(one for _, one, _ in others if one)
        later = [*pieces[at + 1 :], *reversed(pieces[:at])]
        periods = periods or next((one for _, _, one in later if one), (LATEST,))
        told += [
            Lookup(link.metrics[0], company, period, link.line, link.part)
            for link in links
            for period in periods
        ]
    return tuple(told)


_Piece = tuple[str, tuple[MetricMention, ...], tuple[Period, ...]]


def _pieces(found: Mentions) -> list[_Piece]:
    """Each company with the metrics and times of its own clause; none where clauses do not part
    the companies."""
    firsts: dict[str, tuple[int, int]] = {}
    for company, first, last in found.companies:
        firsts.setdefault(company.short_name, (first, last))
    places = list(firsts.values())
    starts = [0]
    for (_, end), (begin, _) in pairwise(places):
        breaks = [at for at in range(end, begin + 1) if _begins_clause(found, at)]
        kept = [at for at in breaks if _is_told(found, starts[-1], at)]
        if not kept:
            return []
        starts.append(kept[-1])
    ends = [*starts[1:], len(found.tokens)]
    return [
        (name, _links_in(found, start, end), _times_in(found, start, end))
        for name, start, end in zip(firsts, starts, ends, strict=True)
    ]


def _begins_clause(found: Mentions, at: int) -> bool:
    if any(link.first < at < link.last for link in found.links):
        return False
    before = found.tokens[at - 1].stem
    return before in _JOINING or found.tokens[at].stem in _JOINING or bool(found.tokens[at].mark)


def _is_told(found: Mentions, start: int, end: int) -> bool:
    """Whether a metric or a time stands there."""
    return bool(_links_in(found, start, end)) or any(found.time_tokens[start:end])


def _links_in(found: Mentions, start: int, end: int) -> tuple[MetricMention, ...]:
    own = {link.name: link for link in found.links if start <= link.first < end}
    return tuple(own.values())


def _times_in(found: Mentions, start: int, end: int) -> tuple[Period, ...]:
    if not any(found.time_tokens[start:end]):
        return ()
    words = found.tokens[start:end]
    return find_times(found.question[words[0].start : words[-1].end]).periods or (LATEST,)
