"""Prepare a record for questions: each printed number with the words and years beside it.

A cell is named by its row, its column and the headings above its row. A number in a sentence is
named by the words around it, near words more than far ones, and by the year or list member that it
is aligned with: "$ 80 , $ 83 and $ 111 in 2007 , 2006 and 2005".
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from secqa.conversation.offline.question_traits import content, years_in
from secqa.conversation.records.conversation_record import Record, RecordNumber, mentions_of
from secqa.filings.dates import STATED_YEAR

_LIST_GAP = re.compile(r"[\s$,]*(?:(?:million|billion|thousand|cents|shares|and|or)[\s$,]*)*")
AMOUNT = re.compile(r"[\d.,]*\d(?:\s?%)?")
_WORD = re.compile(r"[a-z]+(?:[&-][a-z]+)*")
_REACH = 25.0
"""Characters over which the nearness of a word falls to half."""
_BACKWARDS = 30
"""Extra distance in characters for years before their amounts, since most follow them."""


@dataclass(frozen=True, slots=True)
class PageNumber:
    """A printed number and the words that name it."""

    mention: RecordNumber
    row: tuple[str, ...] = ()
    """Stems of the row's name; empty in sentences."""
    column: tuple[str, ...] = ()
    """Stems of the column's label."""
    near: tuple[tuple[str, float], ...] = ()
    """Stems of the sentence, each with its nearness, 0 to 1."""
    years: tuple[int, ...] = ()
    """Years of its labels, or the years it is aligned with or nearest to."""
    label: str = ""
    """The row's name in lower case, or ""."""
    is_year: bool = False
    """True if it looks like a year and is probably not an amount."""
    pairs: frozenset[tuple[str, str]] = frozenset()
    """Adjacent stems of its labels or its sentence."""
    about: frozenset[str] = frozenset()
    """Stems that distinguish its table from other tables of the page."""


@dataclass(frozen=True, slots=True)
class ConversationPage:
    """A record and its named numbers."""

    record: Record
    numbers: tuple[PageNumber, ...]
    rarity: dict[str, float]
    """The weight of each stem: rare ones on the page are high."""


@lru_cache(maxsize=16)
def prepared(record: Record) -> ConversationPage:
    """The record with its numbers named."""
    mentions = mentions_of(record)
    about = _table_stems(record)
    numbers = [_cell(record, m, about) for m in mentions if m.spot.sentence < 0]
    for s, text in enumerate(record.sentences):
        numbers += _sentence(text, [m for m in mentions if m.spot.sentence == s])
    labels = [label for g in record.tables for label in (*(row[0] for row in g.rows), *g.header)]
    units = [*about, *(set(content(text)) for text in (*record.sentences, *labels))]
    counts = Counter(stem for unit in units for stem in unit)
    rarity = {stem: math.log(1 + len(units) / count) for stem, count in counts.items()}
    return ConversationPage(record, tuple(numbers), rarity)


def _cell(record: Record, mention: RecordNumber, about: Sequence[frozenset[str]]) -> PageNumber:
    spot = mention.spot
    grid = record.tables[spot.table]
    name, label = grid.rows[spot.row][0], grid.header[spot.column]
    row, column, heading = content(name), content(label), content(grid.heading(spot.row))
    return PageNumber(
        mention,
        row=tuple(dict.fromkeys((*row, *heading))),
        column=column,
        years=years_in(label) or years_in(name),
        label=name.lower(),
        is_year=STATED_YEAR.fullmatch(mention.text) is not None,
        pairs=frozenset((*pairwise(row), *pairwise(heading), *pairwise(column))),
        about=about[spot.table],
    )


def _table_stems(record: Record) -> list[frozenset[str]]:
    """The stems of each table's caption and corner that not all tables have."""
    stems = [{*content(grid.caption), *content(grid.header[0])} for grid in record.tables]
    if len(stems) < 2:
        return [frozenset()]
    shared = set.intersection(*stems)
    return [frozenset(words - shared) for words in stems]


def _sentence(text: str, mentions: Sequence[RecordNumber]) -> list[PageNumber]:
    lowered = text.lower()
    words = [
        (stems[0], match.start())
        for match in _WORD.finditer(lowered)
        if (stems := content(match[0]))
    ]
    years = list(STATED_YEAR.finditer(text))
    year_starts = {match.start() for match in years}
    amounts = [m for m in mentions if m.start not in year_starts]
    aligned = _aligned(lowered, amounts, years)
    pairs = frozenset(pairwise(stem for stem, _ in words))
    numbers = []
    for mention in mentions:
        near: dict[str, float] = {}
        for stem, start in words:
            nearness = 1 / (1 + abs(start - mention.start) / _REACH)
            near[stem] = max(near.get(stem, 0.0), nearness)
        numbers.append(
            PageNumber(
                mention,
                near=tuple(near.items()),
                years=aligned.get(mention.start, ()),
                is_year=mention.start in year_starts,
                pairs=pairs,
            )
        )
    return numbers


def _aligned(
    text: str, amounts: Sequence[RecordNumber], years: Sequence[re.Match[str]]
) -> dict[int, tuple[int, ...]]:
    """The year of each amount by its start: of the same position in a list, or the nearest."""
    year_runs = _runs(text, [match.span() for match in years])
    year_at = {match.start(): int(match[0]) for match in years}
    aligned: dict[int, tuple[int, ...]] = {}
    for run in _runs(text, [(m.start, _end(text, m)) for m in amounts]):
        lists = [r for r in year_runs if len(r) == len(run)]
        best = min(
            lists, key=lambda r: abs(r[0] - run[0]) + _BACKWARDS * (r[0] < run[0]), default=None
        )
        for index, start in enumerate(run):
            if best is not None:
                aligned[start] = (year_at[best[index]],)
            elif years:
                aligned[start] = (year_at[min(year_at, key=lambda at: abs(at - start))],)
    return aligned


def _end(text: str, mention: RecordNumber) -> int:
    match = AMOUNT.match(text, mention.start)
    return match.end() if match else mention.start


def _runs(text: str, spans: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The starts of spans as lists; within a list, only commas, units and "and" separate them."""
    runs: list[list[int]] = []
    last_end = -1
    for start, end in spans:
        if runs and _LIST_GAP.fullmatch(text[last_end:start]):
            runs[-1].append(start)
        else:
            runs.append([start])
        last_end = end
    return runs
