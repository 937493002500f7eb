"""The number, or the numbers, that an answer in words gives: a text in, values out.

Of several numbers the answer is what is marked or concluded (`parts.py`), fits in unit and year,
and is how much there is, or by how much it changed, whichever is asked for. What follows the last
"=" was worked out there. Several values go to the companies or years that they stand beside, else
in their order.
"""

import re
from collections.abc import Sequence

from secqa.evaluation.prose.candidates import NumberRole, ProseNumber, candidates_in
from secqa.evaluation.prose.conclusions import parts, superlative_parts
from secqa.evaluation.prose.expectation import YEAR, ExpectedAnswer
from secqa.evaluation.prose.notation import plain
from secqa.evaluation.prose.prose_names import mentions_of
from secqa.evaluation.prose.refusals import refuses

_RESULT = re.compile(
    r"=|\b(?:gives|gave|yields|leaves|results? in|equals|comes? to|came to|amounts? to|makes)\b"
)
_NONE = re.compile(r"\b(?:none|neither)\b")
_ALL = re.compile(r"\b(?:all|both)\b")


def number_said(text: str, asked: ExpectedAnswer) -> float | None:
    """The one number that a text answers with; None where it gives none, or says so."""
    whole = plain(text)
    if refuses(whole, [one.start for one in candidates_in(whole, asked)]):
        return None
    split = superlative_parts if asked.unit == YEAR else parts
    for part in map(plain, split(text)):
        if chosen := _chosen(part, candidates_in(part, asked), asked):
            return chosen.value
    return _counted(whole, asked) if asked.unit == "count" else None


def numbers_said(text: str, asked: ExpectedAnswer) -> tuple[float, ...] | None:
    """As many numbers as are asked for, in that order; None where a text does not give them."""
    whole = plain(text)
    if refuses(whole, [one.start for one in candidates_in(whole, asked)]):
        return None
    for part in map(plain, parts(text)):
        found = candidates_in(part, asked)
        listed = _beside_names(part, found, asked) or _of_years(found, asked) or _in_order(found)
        if len(listed) == asked.count:
            return tuple(one.value for one in listed)
    return None


def _chosen(text: str, found: Sequence[ProseNumber], asked: ExpectedAnswer) -> ProseNumber | None:
    if len(asked.years) == 1:
        found = [one for one in found if one.year in (None, *asked.years)] or found
        found = [one for one in found if one.year is not None] or found
    results = [match.end() for match in _RESULT.finditer(text)]
    worked_out = [one for one in found if results and one.start >= results[-1]]
    best = NumberRole.CHANGE if asked.change else NumberRole.LEVEL
    ranked = sorted(worked_out or found, key=lambda one: (one.part is not best, one.part))
    return ranked[0] if ranked else None


def _counted(text: str, asked: ExpectedAnswer) -> float | None:
    """ "None of them", "all three"."""
    if _NONE.search(text):
        return 0.0
    return float(len(asked.names)) if _ALL.search(text) and asked.names else None


def _in_order(found: Sequence[ProseNumber]) -> Sequence[ProseNumber]:
    told = [one for one in found if one.part is not NumberRole.CHANGE]
    return told or found


def _of_years(found: Sequence[ProseNumber], asked: ExpectedAnswer) -> Sequence[ProseNumber]:
    """A candidate for each year that is asked for; () where one is missing."""
    if len(asked.years) != asked.count:
        return ()
    first = {one.year: one for one in reversed(found)}
    return [first[year] for year in asked.years if year in first]


def _beside_names(
    text: str, found: Sequence[ProseNumber], asked: ExpectedAnswer
) -> Sequence[ProseNumber]:
    """The first candidate after each name that is asked for; () where one is missing."""
    places = mentions_of(asked.names, text)
    if len(asked.names) != asked.count or len(places) != asked.count:
        return ()
    ends = [*sorted(places.values())[1:], len(text)]
    until = dict(zip(sorted(places.values()), ends, strict=True))
    listed = []
    for name in asked.names:
        own = [one for one in found if places[name] < one.start < until[places[name]]]
        listed += own[:1]
    return listed if len(listed) == asked.count else ()
