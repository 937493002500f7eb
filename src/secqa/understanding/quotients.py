"""Ratios of lines that no catalogue has: text and links in, links with both sides of them out.

"Fuel as a percentage of operating expenses", "the ratio of fuel to wages": a side that is no known
metric is a line, named by the words that stand there. "AWS operating margin" is printed by nobody:
AWS operating income and AWS revenue are.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from secqa.metrics.catalogue import Catalogue
from secqa.metrics.formula import Operation, Part, parse
from secqa.understanding.lines import Lines
from secqa.understanding.links import FRAME, MASK, WORD, MetricLink, plain_words
from secqa.understanding.phrasings import leading_verb

_SHARE = r"(?:%|percent(?:age)?|per cent|share|fraction|proportion|portion|multiple|ratio)"
_BETWEEN = re.compile(
    rf"(?:,? (?:expressed )?(?:as|in) (?:a |an )?{_SHARE} (?:of|to)|,? divided by|,? relative to"
    rf"|(?: sales| revenue)? {_SHARE} of|,? (?:per|for (?:each|every)) (?:dollar|\$1?) of)"
    rf"(?: (?:{MASK}+(?:['’]s)?|the|its|their|total))*(?= )"
)
_RATIO = re.compile(rf"\bratio of (?:(?:{MASK}+(?:['’]s)?|the|its|their|total) )*(?=.* to )")
_ENDS = re.compile(rf"[{MASK}?:;,()\"“”]|\s{{2,}}| (?:in|for|at|during|of|and) |\.(?:\s|$)")


def with_operands(links: Sequence[MetricLink], lowered: str, text: str) -> tuple[MetricLink, ...]:
    """The links, and lines for the sides of a ratio that none of them is.

    `text` has companies masked and periods blank, `lowered` is the same in lower case.
    """
    ratio = _RATIO.search(lowered)
    between = _BETWEEN.search(lowered)
    if ratio and (to := lowered.find(" to ", ratio.end())) > 0:
        sides = [_run(lowered, ratio.end(), to), _right(lowered, to + 3)]
    elif between:
        sides = [_left(lowered, between.start()), _right(lowered, between.end())]
    else:
        return tuple(links)
    operator = ratio or between
    # Words that hold the operator are both sides, not one line.
    links = [k for k in links if not (operator and k.metric is None and _meets(k, operator.span()))]
    free = [side for side in sides if side and not any(_meets(link, side) for link in links)]
    found = [MetricLink(None, text[start:end], start, end) for start, end in free]
    return tuple(sorted([*links, *found], key=lambda link: link.start))


def _meets(link: MetricLink, side: tuple[int, int]) -> bool:
    pieces = ((link.start, link.end), *link.apart)
    return any(start < side[1] and side[0] < end for start, end in pieces)


def _left(lowered: str, end: int) -> tuple[int, int] | None:
    starts = [found.end() for found in _ENDS.finditer(lowered, 0, end) if found.end() <= end]
    return _run(lowered, max(starts, default=0), end)


def _right(lowered: str, start: int) -> tuple[int, int] | None:
    after = _ENDS.search(lowered, start + 1)
    return _run(lowered, start, after.start() if after else len(lowered))


def _run(lowered: str, start: int, end: int) -> tuple[int, int] | None:
    """The words there without those that only frame a question; None for no others."""
    words = list(WORD.finditer(lowered, start, end))
    words = words[leading_verb(words) :]
    while words and words[0].group() in FRAME:
        words = words[1:]
    while words and words[-1].group() in FRAME:
        words = words[:-1]
    if not words or not any(plain_words(lowered[words[0].start() : words[-1].end()])):
        return None
    return words[0].start(), words[-1].end()


def as_quotients(
    links: Sequence[MetricLink], lines: Sequence[Lines], catalogue: Catalogue
) -> tuple[MetricLink, ...]:
    """The links, the ratio of a part of the company as what it is worked out from."""
    return tuple(_as_quotient(link, lines, catalogue) for link in links)


def _as_quotient(link: MetricLink, lines: Sequence[Lines], catalogue: Catalogue) -> MetricLink:
    whole = link.whole
    formula = parse(whole.formula) if whole and whole.formula and link.narrowed else None
    if not isinstance(formula, Operation) or formula.sign != "/":
        return link
    above, below = formula.left, formula.right
    if not isinstance(above, Part) or not isinstance(below, Part) or above.back or below.back:
        return link
    if any(own.named(link.label) for own in lines):
        return link
    if not any(own.named(link.narrowed) for own in lines):
        return link
    label, over = (
        f"{link.narrowed} {_figure(catalogue[part.metric].name)}" for part in (above, below)
    )
    return replace(link, label=label, over=over, part=link.narrowed, otherwise="")


def _figure(name: str) -> str:
    """What the figure of a part is called: taxes and interest are the whole company's."""
    return "profit" if name == "net income" else name.removeprefix("total ")
