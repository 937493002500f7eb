"""A record, prepared for asking: each printed number with the words and years beside it.

A cell is named by its row, its column and the rows of headings above it; a number in a sentence
by the words around it, the nearer the more, and by the year or list member it is aligned with:
"$ 80 , $ 83 and $ 111 in 2007 , 2006 and 2005".
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from secqa.conversation.mentions import Mention, mentions_of
from secqa.conversation.offline.asked import content, years_in
from secqa.conversation.record import Record

_YEAR = re.compile(r"(?<![\d$.,])(?:19|20)\d\d(?![\d,.]\d|\d)")
_LIST_GAP = re.compile(r"[\s$,]*(?:(?:million|billion|thousand|cents|shares|and|or)[\s$,]*)*")
_REACH = 25.0
"""Characters over which a word's nearness falls to half."""


@dataclass(frozen=True, slots=True)
class Named:
    """A printed number and what names it."""

    mention: Mention
    row: tuple[str, ...] = ()
    """Stems of the row's name; empty in sentences."""
    column: tuple[str, ...] = ()
    """Stems of the column's label."""
    near: tuple[tuple[str, float], ...] = ()
    """Stems of the sentence, each with its nearness, 0 to 1."""
    years: tuple[int, ...] = ()
    """Years of its labels, or the years it is aligned with or stands nearest to."""
    label: str = ""
    """The row's name in lower case, or ""."""
    run_together: str = ""
    """Its labels without spaces: printed ones often lose theirs ("averageprice")."""
    is_year: bool = False
    """It is printed as a year, and likely counts nothing."""
    pairs: frozenset[tuple[str, str]] = frozenset()
    """Stems that stand side by side in its labels or its sentence."""
    about: frozenset[str] = frozenset()
    """Stems that tell its table from others of the page."""


@dataclass(frozen=True, slots=True)
class AskedPage:
    """A record and the named numbers on it."""

    record: Record
    numbers: tuple[Named, ...]
    rarity: dict[str, float]
    """Stem -> how much it tells here."""


@lru_cache(maxsize=16)
def prepared(record: Record) -> AskedPage:
    """The record with its numbers named; the last few are kept."""
    mentions = mentions_of(record)
    about = _about(record)
    numbers = [_cell(record, m, about) for m in mentions if m.spot.sentence < 0]
    for s, text in enumerate(record.sentences):
        numbers += _sentence(text, [m for m in mentions if m.spot.sentence == s])
    labels = [label for g in record.tables for label in (*(row[0] for row in g.rows), *g.header)]
    units = [*about, *(set(content(text)) for text in (*record.sentences, *labels))]
    counts = Counter(stem for unit in units for stem in unit)
    rarity = {stem: math.log(1 + len(units) / count) for stem, count in counts.items()}
    return AskedPage(record, tuple(numbers), rarity)


def _cell(record: Record, mention: Mention, about: Sequence[frozenset[str]]) -> Named:
    spot = mention.spot
    grid = record.tables[spot.table]
    name, label = grid.rows[spot.row][0], grid.header[spot.column]
    row = content(name)
    above = content(grid.heading(spot.row))
    return Named(
        mention,
        row=tuple(dict.fromkeys((*row, *above))),
        column=content(label),
        years=years_in(label) or years_in(name),
        label=name.lower(),
        run_together="".join(f"{name}{label}".lower().split()),
        is_year=re.fullmatch(r"(?:19|20)\d\d", mention.text) is not None,
        pairs=frozenset((*pairwise(row), *pairwise(above), *pairwise(content(label)))),
        about=about[spot.table],
    )


def _about(record: Record) -> list[frozenset[str]]:
    """For each table, stems of its caption and corner that tell it from the others."""
    said = [{*content(grid.caption), *content(grid.header[0])} for grid in record.tables]
    shared = set.intersection(*said) if said else set()
    return [frozenset(words - shared) for words in said] if len(said) > 1 else [frozenset()]


def _sentence(text: str, mentions: Sequence[Mention]) -> list[Named]:
    lowered = text.lower()
    words = [
        (stem[0], match.start())
        for match in re.finditer(r"[a-z]+(?:[&-][a-z]+)*", lowered)
        if (stem := content(match[0]))
    ]
    years = [(int(match[0]), match.start(), match.end()) for match in _YEAR.finditer(text)]
    at_year = {start for _, start, _ in years}
    amounts = [m for m in mentions if m.start not in at_year]
    aligned = _aligned(lowered, amounts, years)
    named = []
    pairs = frozenset(pairwise(word for word, _ in words))
    for mention in mentions:
        near: dict[str, float] = {}
        for word, at in words:
            distance = abs(at - mention.start)
            nearness = 1 / (1 + distance / _REACH)
            near[word] = max(near.get(word, 0.0), nearness)
        named.append(
            Named(
                mention,
                near=tuple(near.items()),
                years=aligned.get(mention.start, ()),
                is_year=mention.start in at_year,
                pairs=pairs,
            )
        )
    return named


def _aligned(
    text: str, amounts: Sequence[Mention], years: Sequence[tuple[int, int, int]]
) -> dict[int, tuple[int, ...]]:
    """Start of an amount -> its year: the same place in a list of years, or the nearest."""
    amount_runs = _runs(text, [(m.start, _end(text, m)) for m in amounts])
    year_runs = _runs(text, [(start, end) for _, start, end in years])
    value_at = {start: year for year, start, _ in years}
    found: dict[int, tuple[int, ...]] = {}
    for run in amount_runs:
        fitting = [r for r in year_runs if len(r) == len(run)]
        # Most lists of amounts stand before their years.
        best = min(
            fitting, key=lambda r: abs(r[0] - run[0]) + (30 if r[0] < run[0] else 0), default=None
        )
        for index, start in enumerate(run):
            if best is not None:
                found[start] = (value_at[best[index]],)
            elif years:
                nearest = min(years, key=lambda y: abs(y[1] - start))
                found[start] = (nearest[0],)
    return found


def _end(text: str, mention: Mention) -> int:
    match = re.compile(r"[\d.,]*\d(?:\s?%)?").match(text, mention.start)
    return match.end() if match else mention.start


def _runs(text: str, spans: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Starts of spans, parted where more than commas, units and "and" stand between them."""
    runs: list[list[int]] = []
    last_end = -1
    for start, end in spans:
        if runs and _LIST_GAP.fullmatch(text[last_end:start]):
            runs[-1].append(start)
        else:
            runs.append([start])
        last_end = end
    return runs
