"""What the words of a question demand of its reading, whatever the fitted models say.

Arithmetic that is written out, `(A - B) / C` or "A plus B", is the shape of the reading. A limit in
percent is one of growth, a shortfall is subtracted the right way round, and each company keeps its
own figures. Too few of the fitted sentences teach these.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from secqa.errors import SecqaError
from secqa.metrics.formula import metrics_in, parse
from secqa.parsing.grammar.frames import LETTERS, Arguments, QuestionFrame
from secqa.parsing.grammar.metric_links import MetricMention
from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.lexicon import TRANSPARENT, classes_of, tokens
from secqa.parsing.periods.times import find_times
from secqa.query.period import LATEST, Period
from secqa.query.query import Arithmetic, Comparison, Growth, Lookup, Number, Output

_SPOKEN = {
    tuple(word.stem for word in tokens(text)): sign
    for text, sign in (
        ("minus", "-"), ("less", "-"), ("plus", "+"), ("divided by", "/"), ("over", "/"),
        ("times", "*"), ("multiplied by", "*"),
    )
}  # fmt: skip
"""Words that do to what stands before and behind them what a sign of arithmetic does."""
_WRITTEN = {"+": "+", "-": "-", "×": "*", "/": "/", "(": "(", ")": ")"}
_PASSED = TRANSPARENT | {"total", "net"}

_MOST_BRACKETS = 16
"""Of a formula that is read."""


class _Words(Exception):
    """Something other than arithmetic is said."""


def written_formula(
    links: Sequence[MetricMention], found: Mentions, units: Mapping[str, str]
) -> str:
    """The shape of all these metrics, in the order in which they come, or ""."""
    ordered = sorted(links, key=lambda link: link.first)
    if not 2 <= len(ordered) <= len(LETTERS):
        return ""
    begin, end = _begin(ordered[0], found), ordered[-1].last
    if any(amount.last <= begin or end <= amount.first for amount in found.amounts):
        # "Is A plus B above 5 billion": more than arithmetic is asked.
        return ""
    try:
        shape = _balanced("".join(_signs(ordered, found)))
        if metrics_in(parse(shape)) != set(LETTERS[: len(ordered)]):
            return ""
    except (_Words, SecqaError):
        return ""
    alike = len({units.get(link.metrics[0], "") for link in ordered}) == 1
    # "Cash flow, plus the net margin" adds nothing up.
    return shape if alike or not set(shape) & set("+-") else ""


def _signs(links: Sequence[MetricMention], found: Mentions) -> Iterator[str]:
    """Letters, numbers, signs and brackets from the first metric to the last."""
    at, spoken, written = _begin(links[0], found), set[str](), False
    names = {link.first: LETTERS[place] for place, link in enumerate(links)}
    behind = {link.first: link.last for link in links}
    amounts = {amount.first: amount for amount in found.amounts}
    inside = {at for _, first, last in found.companies for at in range(first, last)}
    start = at
    while at < links[-1].last:
        for mark in _marks(found, at, begins=at == start):
            written = written or mark not in "()"
            yield mark
        if at in names:
            yield names[at]
            at = behind[at]
        elif at in amounts:
            yield f"{amounts[at].value:g}"
            at = amounts[at].last
        elif found.time_tokens[at] or at in inside or found.tokens[at].stem in _PASSED:
            at += 1
        else:
            size, sign = _sign_at(found, at)
            spoken.add(sign)
            yield sign
            at += size
    if len(links) > 2 and spoken & set("+-") and spoken & set("*/") and not written:
        raise _Words("how the signs belong together is not said")


def _begin(first: MetricMention, found: Mentions) -> int:
    """Where arithmetic begins: at a number before the first metric, or at the metric."""
    before = [amount for amount in found.amounts if amount.last <= first.first]
    if before and all(
        found.tokens[at].stem in _PASSED or (found.tokens[at].stem,) in _SPOKEN
        for at in range(before[-1].last, first.first)
    ):
        return before[-1].first
    return first.first


def _marks(found: Mentions, at: int, begins: bool) -> Iterator[str]:
    word = found.tokens[at]
    for mark in word.mark:
        if begins and mark != "(":
            continue
        if mark == "/" and not _is_apart(found, at):
            raise _Words("a stroke without blanks may mean any of both")
        if mark in _WRITTEN:
            yield _WRITTEN[mark]
        elif mark in ";?!.":
            raise _Words("the sentence ends")


def _is_apart(found: Mentions, at: int) -> bool:
    start = found.tokens[at - 1].end if at else 0
    between = found.question[start : found.tokens[at].start]
    return between.strip() != between or "(" in between or ")" in between


def _sign_at(found: Mentions, at: int) -> tuple[int, str]:
    for size in (2, 1):
        sign = _SPOKEN.get(tuple(word.stem for word in found.tokens[at : at + size]))
        if sign:
            return size, sign
    raise _Words(found.tokens[at].text)


def _balanced(text: str) -> str:
    """With brackets that open before a company's name, or close behind the last metric."""
    depth = lowest = 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        lowest = min(lowest, depth)
    if text.count("(") + text.count(")") > _MOST_BRACKETS:
        raise _Words("nobody nests so deep")
    return "(" * -lowest + text + ")" * (depth - lowest)


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


def clause_figures(found: Mentions) -> tuple[Output, ...]:
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
        kept = [at for at in breaks if _has_mention(found, starts[-1], at)]
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


def _has_mention(found: Mentions, start: int, end: int) -> bool:
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
