"""Describe the form of a question without its subject, as features for a fitted classifier.

Companies become `C`, metrics `M`, times and amounts a sign of their kind; other words keep their
stem and classes. Features are single signs, and pairs that are adjacent or have one sign between.
Because of the classes, an unseen verb still counts as `up`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from secqa.parsing.grammar.question_mentions import Mentions

_DULL = frozenset({"frame", "polite"})
_COMPARING = frozenset({"more", "less", "high", "low", "up", "down", "growth", "change"})
"""Classes of words that count even within names of metrics."""
_MARKS = "()+-×/=:;"
"""Signs between words that express operations."""


@dataclass(frozen=True, slots=True)
class Sign:
    """One element of a skeleton."""

    names: tuple[str, ...]
    """`C`, `M`, `P`, `T`, `N…`, or a stem and its classes."""
    token: int
    """Its first token."""
    mention: int = -1
    """Index of its company, link, label or amount; -1 for words and times."""


def signs_of(found: Mentions) -> list[Sign]:
    """Convert a question to signs."""
    at: dict[int, tuple[int, Sign]] = {}
    for place, link in enumerate(found.links):
        at[link.first] = (link.last, Sign(("M",), link.first, place))
    for place, label in enumerate(found.labels):
        if label.part:
            at[label.first] = (label.last, Sign(("P",), label.first, place))
    for place, (_, first, last) in enumerate(found.companies):
        at[first] = (last, Sign(("C",), first, place))
    for place, amount in enumerate(found.amounts):
        at[amount.first] = (amount.last, Sign((f"N{amount.unit}", "N"), amount.first, place))
    signs: list[Sign] = []
    token = 0
    inside = -1
    while token < len(found.tokens):
        marks = found.tokens[token].mark
        signs += [Sign((f"p{mark}",), token) for mark in marks if mark in _MARKS]
        if token in at:
            token, sign = at[token]
            signs.append(sign)
            continue
        if found.time_tokens[token]:
            if inside != token - 1:
                signs.append(Sign(("T",), token))
            inside = token
        else:
            word = found.tokens[token]
            names = tuple(n for n in found.classes[token] if n not in _DULL)
            signs.append(Sign((f"={word.stem}", *names), token))
        token += 1
    return signs


def features_of(found: Mentions, signs: list[Sign]) -> list[str]:
    """The distinct features of a question."""
    return list(dict.fromkeys([*_counts(found), *_grams(signs), *_in_order(signs)]))


def _counts(found: Mentions) -> Iterator[str]:
    times = found.times
    companies, links = min(len(found.distinct_companies), 3), min(len(found.links), 4)
    periods = min(len(times.periods), 3)
    span = "last" if times.years and times.years.last else "range" if times.years else ""
    yield f"companies {companies}"
    yield f"links {links}"
    yield f"periods {periods}"
    yield f"span {span}"
    yield f"several {companies > 1} {links > 1} {periods > 1 or bool(span)}"
    if times.prior:
        yield "prior"
    if times.each:
        yield f"each {times.each}"
    yield f"parts {sum(label.part for label in found.labels)}"
    yield f"amounts {min(len(found.amounts), 2)}"
    if "?" in found.question:
        yield "asks"
    # Comparing words within names: "holding more cash".
    inside = {name for k in found.links for own in found.classes[k.first : k.last] for name in own}
    for name in sorted(inside & _COMPARING):
        yield f"inside {name}"


def _grams(signs: list[Sign]) -> Iterator[str]:
    edged = [Sign(("^",), -1), *signs, Sign(("$",), -1)]
    for place, sign in enumerate(edged):
        yield from sign.names
        if place + 1 < len(edged):
            for first in sign.names:
                for second in edged[place + 1].names:
                    yield f"{first} {second}"
        if place + 2 < len(edged):
            for first in sign.names:
                for third in edged[place + 2].names:
                    yield f"{first} _ {third}"
    kinds = [sign.names[0] if sign.mention >= 0 else sign.names[-1] for sign in signs]
    # Classes and mentions, without other words.
    classes = [kind for kind in kinds if not kind.startswith("=")]
    for one, two, three in zip(classes, classes[1:], classes[2:], strict=False):
        yield f"~{one} {two} {three}"
    for one, two in pairwise(classes):
        yield f"~{one} {two}"


def _in_order(signs: Sequence[Sign]) -> Iterator[str]:
    """Pairs of classes and mentions in order, at any distance."""
    classes = [
        (sign.token, name)
        for sign in signs
        for name in sign.names
        if not name.startswith(("=", "p"))
    ]
    for place, (token, name) in enumerate(classes):
        for other, following in classes[place + 1 :]:
            if other != token:
                yield f"{name}>{following}"
