"""Find the figures that lines state, and decide whether one bears out another.

This is stricter than a judge of answers: a judge excuses 1%, and here a figure must be the printed
one, or that one rounded. What a text does not say is not held against it: a row without a sign, a
sentence without a year.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from secqa.filings.dates import NUMBER_WORDS
from secqa.parsing.lexicon import class_runs, stem, words
from secqa.reading.structure.text_figures import Figure, figures_in
from secqa.retrieval.terms import stems, term_of
from secqa.systems.explaining.cited_sources import SourceCell, SourceLine
from secqa.word_lists import any_of

_LOSS = any_of("loss, losses, deficit(s)")
_PROFIT = any_of("income(s), profit(s), earnings, gain(s), surplus")
_FACTORS = {"": 1.0, "thousand": 1e3, "million": 1e6, "billion": 1e9}
_TELLING = 2
"""Digits that a rounded figure must have: "1.6" tells of 1.577, "2" does not."""
_FLOATS = 1e-12
"""What multiplying by a scale may add; a digit of a figure of twelve is more."""
_CURRENCIES = "$€£"
_WORDED = {word: str(number) for word, number in NUMBER_WORDS.items() if 2 <= number <= 20}
_WORD = any_of(",".join(_WORDED))


@dataclass(frozen=True, slots=True)
class StatedFigure:
    """A figure with what stands around it."""

    figure: Figure
    direction: str
    """`up` or `down`, or "" where its sentence says neither, or both."""
    gain: bool | None
    """A profit, no loss; None where neither is said."""
    beside: frozenset[str]
    """Stems of its line."""
    cell: bool = False
    """It stands in a table: its sign and its currency may be left unsaid."""


def stated(line: SourceLine) -> Iterator[StatedFigure]:
    """The figures that a line states; years are none of them."""
    beside = frozenset(stems(line.text))
    if line.cells:
        for cell in line.cells:
            yield from (StatedFigure(one, _sign(one), None, beside, True) for one in _of_cell(cell))
        return
    text = digits(line.text)
    way, gain = direction(text), _gain(text)
    for one in figures_in(text):
        if one.unit != "year":
            yield StatedFigure(one, way, gain, beside)


def bears_out(source: StatedFigure, figure: StatedFigure) -> bool:
    """Whether what a source states is what was said: value, unit, period, sign and direction."""
    one, other = figure.figure, source.figure
    if one.year and other.year and one.year != other.year:
        return False
    if not _same_unit(one, other, source.cell) or not _same_value(one.size, other.size, one):
        return False
    if {figure.direction, source.direction} == {"up", "down"} or {figure.gain, source.gain} == {
        True,
        False,
    }:
        return False
    signs_differ = (one.value < 0) != (other.value < 0)
    if signs_differ and not source.cell and not (one.negative and other.negative):
        return False
    return bool(source.beside & figure.beside)


def direction(text: str) -> str:
    """`up` or `down`, as the words of a text say; "" for neither, or both."""
    found = {
        one
        for _, _, classes in class_runs([stem(word) for word in words(text)])
        for one in classes
        if one in ("up", "down")
    }
    return found.pop() if len(found) == 1 else ""


def moves(text: str) -> frozenset[tuple[str, str]]:
    """What goes which way: (the stem just before a word of direction, `up` or `down`)."""
    spoken = words(text)
    found = set()
    for first, _, classes in class_runs([stem(word) for word in spoken]):
        before = next(filter(None, map(term_of, reversed(spoken[:first]))), "")
        found |= {(before, one) for one in classes if before and one in ("up", "down")}
    return frozenset(found)


def digits(text: str) -> str:
    """A text in small letters with its number words in digits: "three plants" are "3 plants"."""
    return _WORD.sub(lambda match: _WORDED[match[0]], text.lower())


def _of_cell(cell: SourceCell) -> Iterator[Figure]:
    """The figures of a cell, as printed and in the scale of its table."""
    printed = cell.text.replace("(", "-").replace(")", "")
    years = {int(one.value) for one in figures_in(cell.column) if one.unit == "year"}
    year = years.pop() if len(years) == 1 else None
    factor = _FACTORS[cell.scale]
    for one in figures_in(printed):
        if one.unit == "year":
            continue
        dated = replace(one, year=year)
        # Amounts per share and percentages are not scaled, and have decimals.
        if one.unit == "percent" or factor == 1 or "." in cell.text:
            yield dated
        if one.unit != "percent" and factor != 1:
            yield replace(dated, value=one.value * factor, half=one.half * factor, scaled=True)


def _sign(one: Figure) -> str:
    """Of a change in percent, brackets say that it fell."""
    return "down" if one.unit == "percent" and one.value < 0 else ""


def _gain(text: str) -> bool | None:
    loss, profit = _LOSS.search(text) is not None, _PROFIT.search(text) is not None
    return None if loss == profit else profit


def _same_unit(one: Figure, other: Figure, cell: bool) -> bool:
    if one.unit != other.unit and not (cell and {one.unit, other.unit} == {"money", ""}):
        return False
    if ("point" in one.text) != ("point" in other.text):
        return False
    marks = [{mark for mark in _CURRENCIES if mark in each.text} for each in (one, other)]
    return not all(marks) or marks[0] == marks[1]


def _same_value(size: float, printed: float, one: Figure) -> bool:
    rounding = one.half if one.digits >= _TELLING else 0.0
    return abs(size - printed) <= rounding * (1 + _FLOATS) + _FLOATS * printed
