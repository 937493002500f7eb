"""Arithmetic as it is written or spoken out: `(A - B) / C`, "A plus B", mentions in, a shape out.

Where nothing but signs and brackets stands between metrics, the question itself says how they make
one figure, and no model needs to guess it.
"""

from collections.abc import Iterator, Mapping, Sequence

from secqa.errors import SecqaError
from secqa.metrics.formula import metrics_in, parse
from secqa.parsing.grammar.frames import LETTERS
from secqa.parsing.grammar.question_mentions import Mentions, MetricMention
from secqa.parsing.lexicon import TRANSPARENT, tokens

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
            size, sign = _spoken_at(found, at)
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


def _spoken_at(found: Mentions, at: int) -> tuple[int, str]:
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
