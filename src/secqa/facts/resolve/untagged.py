"""Find pages that print a value without a tag.

Nearly half of all figures are printed again on pages without tags: highlights, discussion, tables
of ratios. Such a page answers a question as well as the tagged one, so it is evidence. Figures of
few digits are often equal by chance; a figure counts only if it has at least three significant
digits and a label of the metric.
"""

import itertools
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from secqa.filings.document import Document, Element, Location, Table
from secqa.metrics.metric import Metric

_DIGITS_THAT_MATTER = 3
_BEFORE, _AFTER = 250, 120
"""Characters before and after a figure in prose in which its metric must be named."""

_IN_PROSE = re.compile(r"([0-9][0-9,]*(?:\.[0-9]+)?)(?:\s+(billion|million))?")
_NOT_DIGITS = re.compile(r"[^0-9.]+")
_WORDS = {"billion": 1e9, "million": 1e6}
_PRINTED_SCALES = (1, 1e3, 1e6)
_MOST_PLACES = 3
_QUOTED = 300
"""Maximum characters of a quoted sentence."""

_ValuesOf = Callable[[str, str], Sequence[int]]
"""Maps a number and "million", "billion" or "" to the indexes of the values that it shows."""


@dataclass(frozen=True, slots=True)
class UntaggedValue:
    """A value to search for."""

    metric: Metric
    value: float
    printed: frozenset[str]
    """Its printed forms at tagged locations."""
    pages: frozenset[int]
    """Pages that are known to show it."""


@dataclass(frozen=True, slots=True)
class PrintedMention:
    """A location that shows a value, and the printed line."""

    place: Location
    quote: str


def untagged_mentions(
    document: Document, values: Sequence[UntaggedValue]
) -> list[list[PrintedMention]]:
    """For each value, its first mention on each page that is not already known."""
    exact = _printed_digits(values)
    values_of = _number_index(values, exact)
    elements = document.elements
    cell_values = _cell_index(
        [element.table for element in elements if element.table is not None], exact
    )
    mentions_of: list[dict[int, PrintedMention]] = [{} for _ in values]
    for element in elements:
        # Nearly all rows and paragraphs contain none of the values.
        if element.table is not None:
            hits = _in_table(element, element.table, cell_values, values)
        elif any(itertools.starmap(values_of, _IN_PROSE.findall(element.text))):
            hits = _in_prose(element, values_of, values)
        else:
            continue
        for index, mention in hits:
            mentions_of[index].setdefault(element.page, mention)
    return [list(mentions.values()) for mentions in mentions_of]


def printable(value: float, unit: str) -> frozenset[str]:
    """The printed forms of a value: in units, thousands or millions; a ratio in percent."""
    if unit == "pure":
        return frozenset({f"{abs(value) * 100:.{places}f}" for places in (1, 2)})
    if "/" in unit:
        return frozenset({f"{abs(value):.2f}", f"{abs(value):.3f}"})
    forms = set()
    for scale in _PRINTED_SCALES:
        for places in (0, 1):
            text = f"{abs(value) / scale:.{places}f}"
            if float(text) * scale == abs(value):
                forms.add(text)
    return frozenset(forms)


def _printed_digits(values: Sequence[UntaggedValue]) -> dict[str, list[int]]:
    """The indexes of the values by their tagged digits."""
    exact: defaultdict[str, list[int]] = defaultdict(list)
    for index, value in enumerate(values):
        for text in value.printed:
            digits = digits_in(text)
            if _matter(digits):
                exact[digits].append(index)
    return dict(exact)


def _number_index(values: Sequence[UntaggedValue], exact: dict[str, list[int]]) -> _ValuesOf:
    """Make a function that finds the values of a number in prose, also if rounded to millions."""
    sizes = sorted((abs(one.value), index) for index, one in enumerate(values))

    @cache
    def values_of(number: str, word: str) -> Sequence[int]:
        digits = number.replace(",", "")
        if not word:
            return exact.get(digits, ())
        places = len(digits.partition(".")[2])
        if places > _MOST_PLACES or not _matter(digits):
            return ()
        scale = _WORDS[word]
        size, off = float(digits) * scale, scale / 10**places
        first, last = bisect_left(sizes, (size - off,)), bisect_left(sizes, (size + off,))
        return [
            index
            for value, index in sizes[first:last]
            if value >= scale and f"{value / scale:.{places}f}" == digits
        ]

    return values_of


def _cell_index(tables: Sequence[Table], exact: dict[str, list[int]]) -> dict[str, list[int]]:
    """The indexes of the values that each table cell shows."""
    cells = {cell for table in tables for row in table.cells for cell in row[1:]}
    return {
        cell: indices
        for cell in cells
        if len(cell) >= _DIGITS_THAT_MATTER and (indices := exact.get(digits_in(cell)))
    }


def _matter(digits: str) -> bool:
    return digits_that_matter(digits) >= _DIGITS_THAT_MATTER


def digits_in(cell: str) -> str:
    """The digits and points of a printed figure."""
    return _NOT_DIGITS.sub("", cell)


def digits_that_matter(digits: str) -> int:
    """Count the significant digits of a printed figure: 4 for "12,340.0"."""
    return len(digits.replace(".", "").strip("0"))


def _in_table(
    element: Element, table: Table, shown: dict[str, list[int]], values: Sequence[UntaggedValue]
) -> Iterator[tuple[int, PrintedMention]]:
    for row, cells in enumerate(table.cells):
        if shown.keys().isdisjoint(cells):
            continue
        for column, cell in enumerate(cells[1:], 1):
            for index in shown.get(cell, ()):
                value = values[index]
                if element.page not in value.pages and _names(
                    value.metric, cells[0].lower(), _heading(table, row)
                ):
                    place = Location(element.page, element.index, row, column)
                    yield index, PrintedMention(place, f"{cells[0]} | {cell}")


def _heading(table: Table, row: int) -> str:
    """The nearest heading above a row: a label in a row without figures."""
    above = reversed(table.cells[:row])
    return next((cells[0].lower() for cells in above if cells[0] and not any(cells[1:])), "")


def _in_prose(
    element: Element, values_of: _ValuesOf, values: Sequence[UntaggedValue]
) -> Iterator[tuple[int, PrintedMention]]:
    text = element.text
    metrics = tuple(dict.fromkeys(value.metric for value in values))
    for match in _IN_PROSE.finditer(text):
        indices = values_of(match[1], match[2] or "")
        new = [index for index in indices if element.page not in values[index].pages]
        if not new:
            continue
        around = text[max(0, match.start() - _BEFORE) : match.end() + _AFTER].lower()
        for index in new:
            if _names_metric(values[index].metric, around, metrics):
                place = Location(element.page, element.index)
                yield index, PrintedMention(place, sentence_at(text, match.start()))


def _names_metric(metric: Metric, text: str, metrics: tuple[Metric, ...]) -> bool:
    """Whether a text names a metric, not only inside a longer name of another metric, as "cash"
    in "operating cash flow"."""
    named = [match.span() for match in label_pattern(metric).finditer(text)]
    longer = _longer_names(metric, metrics) if named else None
    if longer is None or "respectively" in text:  # "cash and short-term investments, respectively"
        return bool(named)
    others = [match.span() for match in longer.finditer(text)]
    return any(
        not any(first <= start and end <= last for first, last in others) for start, end in named
    )


@lru_cache(maxsize=4096)
def _longer_names(metric: Metric, metrics: tuple[Metric, ...]) -> re.Pattern[str] | None:
    """A pattern of other metrics' names that contain one of this metric's; None without any."""
    own = label_pattern(metric)
    mine = _phrases(metric)
    longer = {
        phrase
        for other in metrics
        if other.id != metric.id
        for phrase in _phrases(other) - mine
        if own.search(phrase)
    }
    if not longer:
        return None
    return _any_of(longer)


@lru_cache(maxsize=1024)
def _phrases(metric: Metric) -> frozenset[str]:
    return frozenset((metric.name.lower(), *metric.synonyms, *metric.printed))


@lru_cache(maxsize=16_384)
def _names(metric: Metric, label: str, heading: str) -> bool:
    """Whether a row's label, alone or after its heading, contains a name of the metric."""
    if any(word in label for word in metric.not_printed):
        return False
    pattern = label_pattern(metric)
    return pattern.search(label) is not None or (
        heading != "" and pattern.search(f"{heading} {label}") is not None
    )


@lru_cache(maxsize=1024)
def label_pattern(metric: Metric) -> re.Pattern[str]:
    """A pattern of the names and printed labels of a metric, as whole words."""
    return _any_of(_phrases(metric))


def _any_of(phrases: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(phrases, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")


def sentence_at(text: str, position: int) -> str:
    """The sentence of a text at a position, at most `_QUOTED` characters of it."""
    start = max((m.end() for m in re.finditer(r"[.;!?]\s+(?=[A-Z])", text[:position])), default=0)
    end_match = re.search(r"[.;!?](?=\s+[A-Z]|\s*$)", text[position:])
    end = position + end_match.end() if end_match else len(text)
    sentence = text[start:end].strip()
    if len(sentence) <= _QUOTED:
        return sentence
    # Keep the part of a long sentence around the position.
    cut = max(start, position - _QUOTED // 2)
    return text[cut : cut + _QUOTED].strip()
