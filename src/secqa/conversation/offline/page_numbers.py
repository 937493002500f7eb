"""A record, prepared for asking: each printed number with the words and years beside it.

A cell is named by its row, its column and the rows of headings above it; a number in a sentence
by the words around it, the nearer the more, and by the year or list member it is aligned with:
"$ 80 , $ 83 and $ 111 in 2007 , 2006 and 2005".
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from secqa.conversation.offline.question_traits import (
    QuestionTraits,
    content,
    read_question,
    years_in,
)
from secqa.conversation.records.conversation_record import Record
from secqa.conversation.records.number_mentions import RecordNumber, mentions_of
from secqa.metrics.catalogue import Metric, load_catalogue
from secqa.metrics.formula import MetricPart, Operation, parse

_YEAR = re.compile(r"(?<![\d$.,])(?:19|20)\d\d(?![\d,.]\d|\d)")
_LIST_GAP = re.compile(r"[\s$,]*(?:(?:million|billion|thousand|cents|shares|and|or)[\s$,]*)*")
_REACH = 25.0
"""Characters over which a word's nearness falls to half."""


@dataclass(frozen=True, slots=True)
class PageNumber:
    """A printed number and what names it."""

    mention: RecordNumber
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
class ConversationPage:
    """A record and the named numbers on it."""

    record: Record
    numbers: tuple[PageNumber, ...]
    rarity: dict[str, float]
    """Stem -> how much it tells here."""


@lru_cache(maxsize=16)
def prepared(record: Record) -> ConversationPage:
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
    return ConversationPage(record, tuple(numbers), rarity)


def _cell(record: Record, mention: RecordNumber, about: Sequence[frozenset[str]]) -> PageNumber:
    spot = mention.spot
    grid = record.tables[spot.table]
    name, label = grid.rows[spot.row][0], grid.header[spot.column]
    row = content(name)
    above = content(grid.heading(spot.row))
    return PageNumber(
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


def _sentence(text: str, mentions: Sequence[RecordNumber]) -> list[PageNumber]:
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
            PageNumber(
                mention,
                near=tuple(near.items()),
                years=aligned.get(mention.start, ()),
                is_year=mention.start in at_year,
                pairs=pairs,
            )
        )
    return named


def _aligned(
    text: str, amounts: Sequence[RecordNumber], years: Sequence[tuple[int, int, int]]
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


def _end(text: str, mention: RecordNumber) -> int:
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


_WORD = re.compile(r"[a-z&-]+")
_NOTES = re.compile(r"\([^)]*\)|\[[^\]]*\]|[^a-z&, -]")
_OVER = " divided by "
_LONGEST = 5
"""Words of a metric's name."""


def traits_on_page(
    page: ConversationPage, question: str, earlier_years: tuple[int, ...] = ()
) -> QuestionTraits:
    """A question about a page, read; `earlier_years` are those the conversation was about."""
    return read_question(in_page_words(page, question), earlier_years)


def in_page_words(page: ConversationPage, question: str) -> str:
    """The question, lower case, with names that the page does not print said as it does."""
    text = question.lower()
    if all(stem in page.rarity for stem in content(text)):
        return text
    words = list(_WORD.finditer(text))
    rows = {_plain(number.label) for number in page.numbers if number.label}
    for size in range(min(_LONGEST, len(words)), 0, -1):
        for first, last in zip(words, words[size - 1 :], strict=False):
            name = text[first.start() : last.end()]
            metrics = _called().get(name, ())
            if metrics and all(stem in page.rarity for stem in content(name)):
                continue
            for metric in metrics:
                if printed := _printed(metric, rows):
                    return text[: first.start()] + printed + text[last.end() :]
    return text


def _plain(label: str) -> str:
    return " ".join(_NOTES.sub(" ", label.lower()).split())


@cache
def _called() -> Mapping[str, tuple[Metric, ...]]:
    """Every name of a metric -> the metrics that it may mean."""
    found: dict[str, list[Metric]] = {}
    for metric in load_catalogue().metrics.values():
        for name in dict.fromkeys((metric.name, *metric.synonyms)):
            found.setdefault(name, []).append(metric)
    return {name: tuple(metrics) for name, metrics in found.items()}


def _printed(metric: Metric, rows: set[str]) -> str:
    """A metric as a row prints it, a ratio as one row divided by another; "" if none does."""
    if not metric.formula:
        return next((name for name in (*metric.printed, metric.name) if name in rows), "")
    formula = parse(metric.formula)
    if not isinstance(formula, Operation) or formula.sign != "/":
        return ""
    sides = (formula.left, formula.right)
    known = load_catalogue().metrics
    names = [
        _printed(known[side.metric], rows) if isinstance(side, MetricPart) and not side.back else ""
        for side in sides
    ]
    return _OVER.join(names) if all(names) else ""
