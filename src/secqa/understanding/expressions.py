"""Arithmetic in words: text with metrics in it in, a formula of the catalogue's kind out.

"365 * (average accounts payable between FY2018 and FY2019) / (FY2019 COGS + change in inventory)",
"long-term debt less cash", "ratio of net income to total assets". Every word has to be
accounted for, or the text is no formula; and words leave open what is worked out first, so that
"A less B over C" is none either.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from secqa.errors import SecqaError
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.formula import parse
from secqa.understanding.links import MetricLink
from secqa.understanding.metric_links import link_metrics
from secqa.understanding.time_phrases import find_periods

_OPERATORS = {
    "plus": "+", "and": "+", ",": "+", "+": "+", "less": "-", "minus": "-", "net of": "-",
    "-": "-", "–": "-", "−": "-", "divided by": "/", "over": "/", "/": "/", "÷": "/", "to": "/",
    "times": "*", "multiplied by": "*", "*": "*", "×": "*", "x": "*",
}  # fmt: skip
_SIGNS = frozenset("+-–−/÷*×x")
LISTING = frozenset(["and", ",", "to"])
"""Operators that join what is only listed as well."""
_WORDS = "|".join(re.escape(word) for word in sorted(_OPERATORS, key=len, reverse=True))
_YEAR = r"(?:fy|fiscal year|fiscal|the year|year)? ?['’]?((?:19|20)\d\d)|fy ?['’]?(\d\d)"
_TOKEN = re.compile(
    rf"(?P<space>[ .:;]+)|«(?P<metric>\d+)»|(?:between|from) (?:{_YEAR}) (?:and|to) (?:{_YEAR})\b"
    rf"|(?P<year>(?:(?:in|for|of|at the end of) )?(?:{_YEAR})\b(?:['’]s)?)"
    r"|(?P<number>\d+(?:\.\d+)?)|(?P<bracket>[()])|(?P<average>(?:the )?(?:average|avg\.?|mean)\b)"
    r"|(?P<change>(?:the )?(?:change|increase) in\b)"
    r"|(?P<prior>(?:the )?(?:prior|previous|preceding) (?:fiscal )?year(?:['’]s)?(?!\w))"
    rf"|(?:the |its |their |total |sum of |ratio of |year[- ]end |ending |annual |that year['’]s "
    rf"|of |company['’]s |¤+(?:['’]s)? )|,? ?(?P<operator>{_WORDS})(?![\w])",
    re.IGNORECASE,
)
_APPLIED = re.compile(r"\b(?:average|avg\.?|mean|change in|increase in)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Expression:
    """What a text works out."""

    formula: str
    links: tuple[MetricLink, ...]
    operators: tuple[str, ...]
    """As they are written."""
    year: int
    """The latest that it names; 0 for none."""


@dataclass
class _Level:
    """What stands between two brackets, so far."""

    opened: str = ""
    """What stands before it: `avg(`."""
    signs: set[str] = field(default_factory=set)
    words: bool = False


def expression(text: str, catalogue: Catalogue) -> Expression | None:
    """The formula that a text writes out; None where it is none, or may be read in two ways.

    `text` has companies masked.
    """
    blank = find_periods(text)[1]
    bare = "".join(
        t if b != " " else " " for t, b in zip(text, _APPLIED.sub(_blank, blank), strict=True)
    )
    links = link_metrics(bare, catalogue)
    if len(links) < 2 or not all(link.metric and not link.apart for link in links):
        return None
    marked = text
    for number, link in sorted(enumerate(links), reverse=True):
        marked = f"{marked[: link.start]}«{number}»{marked[link.end :]}"
    try:
        tokens = list(_tokens(marked))
        written = _written(tokens, links)
        parse(written)
    except (_Unreadable, SecqaError):
        return None
    operators = tuple(t["operator"].lower() for t in tokens if t["operator"])
    return Expression(written, links, operators, _latest(tokens))


class _Unreadable(Exception):
    """The text is no formula."""


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _tokens(text: str) -> Iterator[re.Match[str]]:
    position = 0
    while position < len(text):
        token = _TOKEN.match(text, position)
        if token is None:
            raise _Unreadable
        position = token.end()
        if not token["space"]:
            yield token


def _written(tokens: Sequence[re.Match[str]], links: Sequence[MetricLink]) -> str:
    latest = _latest(tokens)
    text, applied, before = "", list[str](), 0
    levels = [_Level()]
    for place, token in enumerate(tokens):
        level = levels[-1]
        if token["metric"]:
            metric = links[int(token["metric"])].metric
            after = tokens[place + 1] if place + 1 < len(tokens) else None
            own = latest - int(after["year"][-4:]) if after and _is_year(after) else before
            atom = metric.id if metric else ""
            for _ in range(own):
                atom = f"prior({atom})"
            text += _applied(atom, applied)
            applied, before = [], 0
        elif token["number"]:
            text += token["number"]
        elif token["year"]:
            follows = place + 1 < len(tokens) and tokens[place + 1]["metric"]
            before = latest - int(token["year"][-4:]) if _is_year(token) and follows else 0
        elif token["bracket"] == "(":
            if applied not in ([], ["average"]):
                raise _Unreadable
            levels.append(_Level("avg" if applied else ""))
            text, applied = text + levels[-1].opened + "(", []
        elif token["bracket"]:
            if len(levels) < 2:
                raise _Unreadable
            levels.pop()
            text += ")"
        elif token["operator"]:
            said = token["operator"].lower()
            level.signs.add(_OPERATORS[said])
            level.words |= said not in _SIGNS
            if level.words and level.signs & {"+", "-"} and level.signs & {"*", "/"}:
                raise _Unreadable
            text += f" {_OPERATORS[said]} "
        else:
            applied += [name for name in ("average", "change", "prior") if token[name]]
    if len(levels) > 1 or applied:
        raise _Unreadable
    return text


def _latest(tokens: Sequence[re.Match[str]]) -> int:
    return max((int(token["year"][-4:]) for token in tokens if _is_year(token)), default=0)


def _is_year(token: re.Match[str]) -> bool:
    return bool(token["year"]) and token["year"][-4:].isdigit()


def _applied(atom: str, functions: Sequence[str]) -> str:
    for function in reversed(functions):
        if function == "average":
            atom = f"avg({atom})"
        elif function == "prior":
            atom = f"prior({atom})"
        else:
            atom = f"({atom} - prior({atom}))"
    return atom
