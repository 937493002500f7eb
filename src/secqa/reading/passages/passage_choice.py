"""Choose the best pieces of pages and show each with what a reader needs to understand it.

A heading is no answer, so it brings the text below it; "the following:" brings the list; a sentence
that begins with "This" or "The increase" brings the sentence before. All that is chosen of a page
is one passage. Reports repeat themselves from quarter to quarter: the newest is shown, with the
names of the others.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from secqa.reading.passages.text_units import ITEM, ROW, SENTENCE, TITLE, TextUnit, follows, joined
from secqa.reading.reading import Passage
from secqa.reading.structure.vocabulary import pattern_of, words_of

_SAME = 97
"""Likeness, of 100, from which two pieces say the same: a comma or a note's number differs."""
_REFERENCES = words_of("passage_choice", "references")
"""First words that refer to the sentence before."""
_CHANGES = words_of("passage_choice", "changes")
"""What "the" refers to the sentence before with: "the increase"."""
_NOTE = pattern_of("passage_choice", "note")
"""A note of a table or an item of a list, which the paragraph behind it does not go on from."""
_TO_DATE, _OF_QUARTER = (pattern_of("passage_worth", name) for name in ("to_date", "of_quarter"))
_NEAR_THE = 3
"""Words behind the first among which these are: "The overall increase"."""
_ENDS = '.!?:;)”"'
_MOST_LISTED = 8
"""Items that are shown of a list that is announced."""
_MOST_BEFORE = 2
"""Sentences that are shown before the one that refers to them."""


@dataclass(frozen=True, slots=True)
class PassageLimits:
    """How much is shown; chosen on companies that nothing was fitted on."""

    share: float = 0.1
    """Of the best piece's score: what is below is not shown."""
    pieces: int = 8
    """Most pieces of one telling."""
    words: int = 250
    """Most words of these pieces, but for the first."""
    context: bool = True
    """Whether pieces bring what they cannot be understood without."""
    there: float = 0.54
    """How likely it must be that the pages tell it: of companies left out, 92% of questions that
    their filings answer are answered from there on, and 66% of the others refused."""


def passages_of(
    units: Sequence[TextUnit], scores: NDArray[np.float64], limits: PassageLimits
) -> tuple[Passage, ...]:
    """The passages, best first; units are in reading order page by page."""
    if not len(units):
        return ()
    repeats = _best(units, scores, limits)
    pages: defaultdict[tuple[str, int], dict[int, float]] = defaultdict(dict)
    for at in sorted(repeats):
        for one in _with_context(units, at) if limits.context else _with_title(units, at):
            own = pages[units[one].document_id, units[one].page]
            own[one] = max(own.get(one, 0.0), float(scores[at]))
    found = [
        replace(
            passage_of([units[at] for at in sorted(own)], max(own.values())),
            also_in=_repeated_in(repeats, own),
        )
        for own in pages.values()
    ]
    return tuple(sorted(found, key=lambda one: -one.score) if limits.context else found)


def passage_of(units: Sequence[TextUnit], score: float) -> Passage:
    """One passage of pieces of a page in reading order."""
    first = next((unit for unit in units if unit.kind != TITLE), units[0])
    return Passage(
        first.document_id, first.page, first.section, first.heading, joined(units), round(score, 4)
    )


def _best(
    units: Sequence[TextUnit], scores: NDArray[np.float64], limits: PassageLimits
) -> Mapping[int, Iterable[TextUnit]]:
    """The best pieces, each with those of other reports of the company that repeat it."""
    least = limits.share * float(scores.max())
    repeats: dict[int, list[TextUnit]] = {}
    left = limits.words
    for at in map(int, np.argsort(-scores, kind="stable")):
        if scores[at] < least or not scores[at]:
            break
        unit = units[at]
        twin = next((one for one in repeats if _says_same(units[one], unit)), None)
        if twin is not None and unit.document_id == units[twin].document_id:
            continue
        if twin is not None and _ended(unit) > _ended(units[twin]):
            repeats[at] = [units[twin], *repeats.pop(twin)]
        elif twin is not None:
            repeats[twin].append(unit)
        elif len(repeats) < limits.pieces and (not repeats or unit.size <= left):
            repeats[at] = []
            left -= unit.size
    return repeats


def _says_same(one: TextUnit, other: TextUnit) -> bool:
    company = one.document.company == other.document.company
    return company and fuzz.ratio(one.text, other.text, score_cutoff=_SAME) > 0


def _ended(unit: TextUnit) -> date:
    return unit.document.period_end or date.min


def _repeated_in(repeats: Mapping[int, Iterable[TextUnit]], own: Iterable[int]) -> tuple[str, ...]:
    """The documents that repeat all of a passage that was chosen."""
    documents = [{one.document_id for one in repeats[at]} for at in own if at in repeats]
    return tuple(sorted(set.intersection(*documents))) if documents else ()


def _with_title(units: Sequence[TextUnit], at: int) -> Iterator[int]:
    """A piece with the title that it stands under on its page."""
    above = at - 1 - units[at].since
    if above >= 0 and units[above].kind == TITLE and units[above].text == units[at].heading:
        yield above
    yield at


def _with_context(units: Sequence[TextUnit], at: int) -> Iterator[int]:
    """A piece with what it cannot be understood without; nothing for a heading of nothing."""
    unit = units[at]
    if unit.text.rstrip().endswith(":") and not unit.below:
        items = list(_list_items(units, at))
        if not items:
            return
        yield from items
    elif is_heading(unit):
        if at + 1 == len(units) or not follows(unit, units[at + 1]) or is_heading(units[at + 1]):
            return
        yield at + 1
    yield at
    if at + 1 < len(units) and _is_cut_off(unit, units[at + 1]):
        yield at + 1
    for _ in range(_MOST_BEFORE):
        before = lead_of(units, at)
        if before == at:
            return
        yield before
        at = before


def _list_items(units: Sequence[TextUnit], at: int) -> Iterator[int]:
    """The items or rows right behind a piece that announces them."""
    for place in range(at + 1, min(at + 1 + _MOST_LISTED, len(units))):
        if units[place].kind not in (ITEM, ROW) or not follows(units[place - 1], units[place]):
            return
        yield place


def _is_cut_off(unit: TextUnit, rest: TextUnit) -> bool:
    """Whether a page ends within a sentence, whose rest begins the next page."""
    pages = (unit.document_id, unit.page + 1) == (rest.document_id, rest.page)
    prose = unit.kind != TITLE and rest.kind == SENTENCE
    return pages and prose and unit.text.rstrip()[-1] not in _ENDS


def is_heading(unit: TextUnit) -> bool:
    """Whether a piece is a title that says nothing: risk factors begin with whole sentences."""
    return unit.kind == TITLE and not unit.text.rstrip().endswith((".", "?", "!"))


def lead_of(units: Sequence[TextUnit], at: int) -> int:
    """The piece that one goes on from, or itself: the sentence of the quarter where both it and one
    of the year to date come before."""
    if at == 0 or not refers_back(units, at):
        return at
    if at < 2 or units[at - 2].element != units[at].element or refers_back(units, at - 2):
        return at - 1
    return at - 2 if is_to_date(units[at - 1]) else at - 1


def is_to_date(unit: TextUnit) -> bool:
    """Whether a sentence of a quarterly report tells of the year to date alone."""
    if not unit.form.startswith("10-Q") or _OF_QUARTER.search(unit.text):
        return False
    of_section = _TO_DATE.search(unit.heading) and not _OF_QUARTER.search(unit.heading)
    return bool(of_section or _TO_DATE.search(unit.text))


def refers_back(units: Sequence[TextUnit], at: int) -> bool:
    """Whether a sentence begins with a word that stands for something in the one right before."""
    unit, before = units[at], units[at - 1]
    if unit.kind != SENTENCE or before.kind == ROW or is_heading(before):
        return False
    if before.element != unit.element and _NOTE.match(before.text):
        return False
    first, *others = unit.text.lower().replace(",", " ").split()[: _NEAR_THE + 1]
    refers = first in _REFERENCES or (first == "the" and not _CHANGES.isdisjoint(others))
    return refers and follows(before, unit)
