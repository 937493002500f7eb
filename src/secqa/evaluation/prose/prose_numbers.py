"""Read the numbers that an answer in words gives to its question.

Candidates are numbers whose unit fits: dollars for dollars, a percentage or a bare number for a
share. Years, pages and notes are excluded. Each has the fiscal year of its sentence, a sign, and a
role: a level, a change, or a base of comparison. The answer is the candidate in the conclusion of
the text (`conclusions.py`) that fits in unit and year and has the role that the question expects. A
number after the last "=" is a result. Several answers belong to the companies or years beside them,
else they keep their order.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from secqa.evaluation.prose.conclusions import mentions_of, parts, refuses, superlative_parts
from secqa.evaluation.prose.expectation import YEAR, ExpectedAnswer, scale_in
from secqa.evaluation.prose.notation import cue, plain
from secqa.evaluation.verdict import is_within_margin
from secqa.reading.structure.text_figures import (
    YEAR_IN_PROSE,
    TextNumber,
    TextYear,
    numbers_in,
    sentences,
    with_years,
)

_HEDGE = r"(?:(?:about|around|approximately|roughly|nearly|almost|some|just|only|the|over|an?)\s+)*"
_BY = re.compile(
    r"(?:\b(?:by|up|down|fell|rose|grew|declined|decreased|increased|dropped|gained|lost|improved|"
    r"(?:increase|decrease|decline|drop|rise|fall|growth|improvement|reduction|gain|change|"
    r"contracted|expanded|difference)(?:\s+(?:of|is|was|=))?)\s*[:=]?\s*)" + _HEDGE + r"-?$"
)
_FROM = re.compile(
    r"\b(?:from|versus|vs\.?|compared (?:with|to)|against|than|exceeded [\w'’ ]*|over)\s+"
    r"(?:an?\s+)?"
    r"(?:[a-z]+\s+(?:of|in)\s+)?" + _HEDGE + r"-?$"
)
_THAN_BEFORE = re.compile(
    r"^\s*(?:\w+\s+)?(?:higher|lower|more|less|larger|smaller|greater|decline|decrease|increase|"
    r"drop|rise|improvement|reduction|growth|gain)\b"
)
_NEAR = 200
"""Characters around a number that decide its role; generated sentences can be endless."""


class NumberRole(IntEnum):
    """The role of a number in its sentence."""

    LEVEL = 0
    CHANGE = 1
    BASE = 2


@dataclass(frozen=True, slots=True)
class ProseNumber:
    """A number that may be the answer."""

    value: float
    """In base units, with its sign."""
    start: int
    """Place in the text."""
    rank: int
    """How well its unit fits; 0 is best."""
    part: NumberRole
    year: int | None


def candidates_in(text: str, expected: ExpectedAnswer) -> list[ProseNumber]:
    """Candidates of a text in the notation of `plain`, those whose unit fits best."""
    if expected.unit == YEAR:
        return _years(text)
    found: list[ProseNumber] = []
    place, scale = 0, scale_in(text)
    for sentence in sentences(text):
        start = text.index(sentence, place)
        place = start + len(sentence)
        own = _of_sentence(sentence, start, scale, expected)
        # One of several values may be a percentage, and the next a ratio.
        found += own if expected.count == 1 else _best(own)
    if expected.count > 1:
        return found
    return _best(found)


def _best(found: list[ProseNumber]) -> list[ProseNumber]:
    """Those whose unit fits best."""
    best = min((one.rank for one in found), default=0)
    return [one for one in found if one.rank == best]


def _of_sentence(
    sentence: str, start: int, scale: float, expected: ExpectedAnswer
) -> list[ProseNumber]:
    named = tuple(TextYear(int(one[0]), *one.span()) for one in YEAR_IN_PROSE.finditer(sentence))
    found: list[ProseNumber] = []
    for one, year in with_years(numbers_in(sentence), named, sentence):
        rank = _rank(one, sentence, expected.unit)
        if rank is None:
            continue
        part = _part(one, sentence)
        size = _based(one, scale, expected) * _sign(one, sentence, part, expected)
        again = sentence[one.start - 1 : one.start] == "(" and found
        if not (again and is_within_margin(size, again[-1].value)):
            found.append(ProseNumber(size, start + one.start, rank, part, year))
    return found


def _years(text: str) -> list[ProseNumber]:
    found = [(one.start(), int(one[0])) for one in YEAR_IN_PROSE.finditer(text)]
    return [ProseNumber(float(year), place, 0, NumberRole.LEVEL, year) for place, year in found]


def _rank(one: TextNumber, sentence: str, unit: str) -> int | None:
    """How well the unit of a number fits, 0 best; None if it does not."""
    if not unit:
        return 0
    times = sentence[one.end : one.end + _NEAR].lstrip().startswith(("times", "turns", "to 1"))
    if unit in ("USD", "USD/shares"):
        if one.percent or times:
            return None
        return 0 if one.money else 1 if one.scaled else 2
    if one.money:
        return None
    if unit == "pure":
        return None if one.scaled else 0 if one.percent or times else 1
    return None if one.percent or times else 0


def _based(one: TextNumber, scale: float, expected: ExpectedAnswer) -> float:
    """The value of a number in base units."""
    if one.percent:
        return one.value / 100
    if expected.unit == "pure":
        # A bare number above 1 that answers in percent is one; up to 1 it is the fraction.
        return one.value / 100 if expected.percent and abs(one.value) > 1 else one.value
    if one.scaled or expected.unit == "USD/shares":
        return one.value
    return one.value * max(scale, expected.scale)


def _part(one: TextNumber, sentence: str) -> NumberRole:
    before, after = _left_of(one, sentence), sentence[one.end : one.end + _NEAR]
    if _BY.search(before) or _THAN_BEFORE.search(after):
        return NumberRole.CHANGE
    return NumberRole.BASE if _FROM.search(before) else NumberRole.LEVEL


def _sign(one: TextNumber, sentence: str, part: NumberRole, expected: ExpectedAnswer) -> float:
    before = _left_of(one, sentence)
    sign = before[:-1] if before[-1:].isspace() else before
    if one.value > 0 and sign.endswith("-") and not (f" {sign}"[-2].isalnum() or sign[-2:] == ")-"):
        # "a loss of -5" is a loss of 5.
        return -1.0
    if expected.down:
        return 1.0
    if part is NumberRole.CHANGE or expected.change:
        return -1.0 if part is not NumberRole.BASE and _falls(one, sentence) else 1.0
    clause = _last_clause(before)
    is_loss = cue("loss").search(clause)
    return -1.0 if part is NumberRole.LEVEL and is_loss else 1.0


def _last_clause(text: str) -> str:
    """The text after the last comma, semicolon or full stop."""
    for place in range(len(text) - 1, -1, -1):
        if text[place] in ",;" or (
            text[place] == "." and not text[place + 1 : place + 2].isdigit()
        ):
            return text[place + 1 :]
    return text


def _left_of(one: TextNumber, sentence: str) -> str:
    return sentence[max(0, one.start - _NEAR) : one.start]


def _falls(one: TextNumber, sentence: str) -> bool:
    """Whether the nearest word of change is one of falling; the words right after come first."""
    if follows := _THAN_BEFORE.search(sentence[one.end : one.end + _NEAR]):
        return bool(cue("falling").search(follows[0]))
    before = _left_of(one, sentence)
    downs = [found.end() for found in cue("falling").finditer(before)]
    ups = [found.end() for found in cue("rising").finditer(before)]
    return max(downs, default=-1) > max(ups, default=-1)


def read_number(text: str, expected: ExpectedAnswer) -> float | None:
    """The number that a text answers with; None if it has none or refuses."""
    whole = plain(text)
    if refuses(whole, [one.start for one in candidates_in(whole, expected)]):
        return None
    split = superlative_parts if expected.unit == YEAR else parts
    for part in map(plain, split(text)):
        if chosen := _pick(part, candidates_in(part, expected), expected):
            return chosen.value
    return _counted(whole, expected) if expected.unit == "count" else None


def read_numbers(text: str, expected: ExpectedAnswer) -> tuple[float, ...] | None:
    """The expected count of numbers, in order; None if a text does not give them."""
    whole = plain(text)
    if refuses(whole, [one.start for one in candidates_in(whole, expected)]):
        return None
    for part in map(plain, parts(text)):
        found = candidates_in(part, expected)
        listed = _by_name(part, found, expected) or _of_years(found, expected) or _in_order(found)
        if len(listed) == expected.count:
            return tuple(one.value for one in listed)
    return None


def _pick(text: str, found: Sequence[ProseNumber], expected: ExpectedAnswer) -> ProseNumber | None:
    if len(expected.years) == 1:
        found = [one for one in found if one.year in (None, *expected.years)] or found
        found = [one for one in found if one.year is not None] or found
    result = max([text.rfind("=") + 1, *(match.end() for match in cue("result").finditer(text))])
    worked_out = [one for one in found if result and one.start >= result]
    best = NumberRole.CHANGE if expected.change else NumberRole.LEVEL
    ranked = sorted(worked_out or found, key=lambda one: (one.part is not best, one.part))
    return ranked[0] if ranked else None


def _counted(text: str, expected: ExpectedAnswer) -> float | None:
    """ "None of them", "all three"."""
    if cue("none").search(text):
        return 0.0
    return float(len(expected.names)) if cue("all").search(text) and expected.names else None


def _in_order(found: Sequence[ProseNumber]) -> Sequence[ProseNumber]:
    levels = [one for one in found if one.part is not NumberRole.CHANGE]
    return levels or found


def _of_years(found: Sequence[ProseNumber], expected: ExpectedAnswer) -> Sequence[ProseNumber]:
    """A candidate for each year of the question; () if one is missing."""
    if len(expected.years) != expected.count:
        return ()
    first = {one.year: one for one in reversed(found)}
    return [first[year] for year in expected.years if year in first]


def _by_name(
    text: str, found: Sequence[ProseNumber], expected: ExpectedAnswer
) -> Sequence[ProseNumber]:
    """The first candidate after each name of the question; () if one is missing."""
    places = mentions_of(expected.names, text)
    if len(expected.names) != expected.count or len(places) != expected.count:
        return ()
    ends = [*sorted(places.values())[1:], len(text)]
    until = dict(zip(sorted(places.values()), ends, strict=True))
    listed = []
    for name in expected.names:
        own = [one for one in found if places[name] < one.start < until[places[name]]]
        listed += own[:1]
    return listed if len(listed) == expected.count else ()
