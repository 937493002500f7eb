"""Gains, losses, income and charges of something: text and links in, the line they mean out.

"The loss it booked on selling businesses" is no net loss and "income from affiliates" no income of
the company's. A bare word for what was made or lost, and a preposition with words that are no
metric, are one line of that name: looked for as such, and refused where no filing prints it.
"""

import re
from collections.abc import Iterator, Sequence

from secqa.understanding.links import MASK, MetricLink, plain_words
from secqa.understanding.stems import stem

_BOOKED = (
    r"(?:(?:that|which|did|does|do|has|have|had|it|they|was|were|been|the|book|record|report|post"
    r"|take|took|get|got|make|made|earn|incur|recogni[sz]e|realize|suffer|show|receive|see|saw)"
    r"(?:ed|d)? )*"
)
_BOUND = re.compile(
    r"(?<![\w&-])(?P<measure>loss(?:es)?|gains?|income|expenses?|charges?|profits?)"
    rf" (?P<booked>(?:{_BOOKED}(?:{MASK}+(?:['’]s)? )?{_BOOKED}))"
    r"(?P<word>on|from|for|due to|related to) (?:the |its |their |an? )?"
    r"(?P<of>[a-z][\w&'’/-]*(?: [a-z&][\w&'’/-]*){0,5})"
)


_OF_SOMETHING = re.compile(
    r"(loss(?:es)?|gains?|income|expenses?|charges?|profits?)"
    r" (?:on|from|for|due to|related to) (.+)"
)
_ALIKE = (("loss", "gain"), ("income", "profit", "earn"), ("expense", "charge", "cost"))


def measures_of(label: str) -> tuple[str, ...]:
    """Words under which a gain or charge of something is printed; none for another label."""
    found = _OF_SOMETHING.match(label.lower())
    same = (group for group in _ALIKE if found and stem(found.group(1)) in map(stem, group))
    return next(same, ())


def turned(label: str) -> Iterator[str]:
    """A gain or charge of something in the other ways that it is printed: "pension expense"."""
    found = _OF_SOMETHING.match(label.lower())
    rest = found.group(2) if found else ""
    for measure in measures_of(label):
        yield from (f"{rest} {measure}", f"{measure} {rest}")


def of_something(
    links: Sequence[MetricLink], lowered: str, text: str
) -> tuple[MetricLink, ...] | None:
    """The links with such a line for what stands in its place; None where there is none.

    `lowered` is the text in lower case, with companies masked and periods blank.
    """
    for found in _BOUND.finditer(lowered):
        words = found["of"].split()
        while words and not any(plain_words(words[-1])):
            words = words[:-1]
        end = found.start("of") + len(" ".join(words))
        named = any(k.start < found.end("measure") <= k.end and " " in k.label for k in links)
        flows = (k.metric and k.metric.period == "duration" for k in links if _in(k, found, end))
        # "The profit of the chip maker Acme" is Acme's.
        if not words or named or any(flows) or lowered[end : end + 2].endswith(MASK):
            continue
        label = f"{text[slice(*found.span('measure'))]} {found['word']} " + " ".join(words)
        # A company between stays one: the line is the word before it then.
        till = found.end("measure") if MASK in found["booked"] else end
        line = MetricLink(None, label, found.start(), till)
        others = [k for k in links if k.end <= found.start() or end <= k.start]
        return tuple(sorted([*others, line], key=lambda link: link.start))
    return None


def _in(link: MetricLink, found: re.Match[str], end: int) -> bool:
    return found.start("of") <= link.start < end
