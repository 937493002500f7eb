"""Find the label of each column in the header lines of a table without markup.

A header such as "Year Ended December 31," is printed once, centred over its columns. Which columns
it covers is clear from the rule drawn under it, from names that repeat below it ("2021, 2020, 2021,
2020" under two headers), or from its centre.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from secqa.filings.layout.printed_lines import (
    LinePiece,
    PrintedLine,
    PrintedPiece,
    Rule,
    is_value,
    is_year,
    line_pieces,
)
from secqa.word_lists import any_of

_HEADER_LABEL = re.compile(
    r"\(.*\)|.*\b(?:in|except)\b.*\b(?:millions|thousands|billions|data|amounts?|value)\b.*"
    r"|.*\b(?:millions|thousands|billions)\b.*"
    r"|.*\b(?:years?|months|weeks|quarters?|periods?|fiscal|ended|ending|as of|at|"
    r"january|february|march|april|may|june|july|august|september|october|november|december)\b.*",
    re.IGNORECASE | re.DOTALL,
)
_UNIT = re.compile(r"\([^()]*(?:in|except)\b[^()]*\)", re.IGNORECASE)
"""A unit above the columns, which applies to the whole table."""
_PERIOD = any_of("ended, ending, as of, fiscal year(s), at", any_case=True)
_HEADER_GAP = 0.5
"""Gap that separates headers, as a share of the letters' height; narrower than in other lines."""
_OFF_MIDDLE = 12.0
"""Maximum distance, in points, between the centres of a header and its columns."""
_RULE_OVERLAP = 0.4
"""Maximum overlap of a line and its rule, as a share of their maximum distance."""
_TOUCHING = 1.5
"""Maximum gap, in points, between rules that are one line."""

_LABELS = (-1, -1)


@dataclass
class PrintedColumn:
    """A column of the table, in points."""

    left: float
    right: float
    rows: set[int] = field(default_factory=set)

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2

    def overlap(self, piece: LinePiece) -> float:
        return min(self.right, piece.right) - max(self.left, piece.left)


def is_header_line(line: PrintedLine) -> bool:
    """Whether a line names columns: years or words, and no other number."""
    values = [piece for piece in line.pieces if is_value(piece.text)]
    if any(not is_year(piece.text) for piece in values if piece is not line.pieces[0]):
        return False
    if not values:
        return True
    first = line.pieces[0].text
    if is_value(first):
        return is_year(first)
    return _HEADER_LABEL.fullmatch(first) is not None or _count_down(values)


def _count_down(values: Sequence[LinePiece]) -> bool:
    """Whether the values are consecutive years, up or down: 2018, 2017."""
    years = [int(piece.text[:4]) for piece in values]
    steps = {after - before for before, after in pairwise(years)}
    return len(years) >= 2 and steps in ({1}, {-1})


def header_of(
    lines: Sequence[PrintedLine],
    columns: Sequence[PrintedColumn],
    edge: float,
    rules: Sequence[Rule],
) -> tuple[list[tuple[str, ...]], tuple[str, ...], list[PrintedPiece]]:
    """The cells of each header line, one label per column, both with the row labels first, and the
    words of the cells.

    A cell that covers several columns is in the first of them. `edge` is the left end of the row
    labels.
    """
    rows: list[tuple[str, ...]] = []
    labels = [""] * (1 + len(columns))
    whole = False
    placed: list[PrintedPiece] = []
    for number in range(len(lines) - 1, -1, -1):
        line = lines[number]
        pieces = line_pieces(line.words, line.size, _HEADER_GAP)
        near = _rules_under(line, columns, rules)
        cells = [""] * len(labels)
        above = [""] * len(labels)
        spans = _spans(pieces, columns, edge, near, labels[1:], whole)
        for piece, (first, last) in zip(pieces, spans, strict=True):
            cells[first + 1] = f"{cells[first + 1]} {piece.text}".strip()
            placed.append(PrintedPiece(piece.words, number, first + 1))
            for i in range(first + 1, last + 2):
                above[i] = f"{above[i]} {piece.text}".strip()
        labels = [f"{a} {b}".strip() for a, b in zip(above, labels, strict=True)]
        rows.append(tuple(cells))
        whole = all(above[1:])
    return rows[::-1], tuple(labels), placed


def _rules_under(
    line: PrintedLine, columns: Sequence[PrintedColumn], rules: Sequence[Rule]
) -> list[Rule]:
    """The rules drawn under a header line."""
    slack = 0.5 * line.size
    near = [rule for rule in rules if rule.left > columns[0].left - 40]
    return [rule for rule in near if -_RULE_OVERLAP * slack < rule.y - line.bottom < slack]


def _spans(
    pieces: Sequence[LinePiece],
    columns: Sequence[PrintedColumn],
    edge: float,
    rules: Sequence[Rule],
    below: Sequence[str],
    whole: bool,
) -> list[tuple[int, int]]:
    """The first and last column that each piece of a header line covers. `rules` are those under
    the line; `below` has the column labels from the lines below, and `whole` is true if the next
    line alone names all columns."""
    spans: list[tuple[int, int]] = []
    ruled: set[int] = set()
    for n, piece in enumerate(pieces):
        touched = [i for i, column in enumerate(columns) if column.overlap(piece) > 0]
        reach = _ruled(piece, pieces, columns, rules)
        if _UNIT.fullmatch(piece.text) or (not touched and piece.left < edge + 20):
            spans.append(_LABELS)
        elif reach or touched:
            spans.append(((reach or touched)[0], (reach or touched)[-1]))
        else:
            near = min(range(len(columns)), key=lambda i: _distance(columns[i], piece))
            spans.append((near, near))
        if reach:
            ruled.add(n)
    over = [n for n, span in enumerate(spans) if span != _LABELS]
    for by_kind in (False, True) if whole else ():
        groups = _groups(below, by_kind)
        if 1 < len(over) == len(groups) < len(columns):
            for n, group in zip(over, groups, strict=True):
                spans[n] = group
            return spans
    for n in over:
        if n not in ruled:
            low = max((spans[m][1] for m in over if m < n), default=-1) + 1
            high = min((spans[m][0] for m in over if m > n), default=len(columns)) - 1
            spans[n] = _centred(pieces[n], columns, spans[n], (low, high))
    return spans


def _groups(labels: Sequence[str], by_kind: bool) -> list[tuple[int, int]]:
    """Group columns so that no label occurs twice: "2021, 2020, 2021, 2020" is two groups.
    `by_kind` also separates years from other labels."""
    groups: list[tuple[int, int]] = []
    seen: set[str] = set()
    for i, label in enumerate(labels):
        other_kind = by_kind and i > 0 and is_year(label) != is_year(labels[i - 1])
        if not groups or label in seen or other_kind:
            groups.append((i, i))
            seen = set()
        groups[-1] = (groups[-1][0], i)
        seen.add(label)
    return groups


def _ruled(
    piece: LinePiece,
    pieces: Sequence[LinePiece],
    columns: Sequence[PrintedColumn],
    rules: Sequence[Rule],
) -> list[int]:
    """The columns above the rule of a piece, if no other piece is above that rule."""
    middle = (piece.left + piece.right) / 2
    middles = [(other.left + other.right) / 2 for other in pieces if other != piece]
    wide = [rule for rule in _joined(rules) if rule.left < middle < rule.right]
    for rule in sorted(wide, key=lambda rule: rule.left - rule.right):
        if not any(rule.left < other < rule.right for other in middles):
            return [i for i, c in enumerate(columns) if rule.left < c.middle < rule.right]
    return []


def _joined(rules: Sequence[Rule]) -> list[Rule]:
    """The rules, and also those that touch at the same height, joined."""
    joined: list[Rule] = []
    for rule in sorted(rules, key=lambda rule: (round(rule.y), rule.left)):
        if joined and rule.left - joined[-1].right < _TOUCHING and abs(rule.y - joined[-1].y) < 1:
            joined[-1] = joined[-1]._replace(right=max(joined[-1].right, rule.right))
        else:
            joined.append(rule)
    return [*rules, *joined]


def _distance(column: PrintedColumn, piece: LinePiece) -> float:
    return abs(column.left + column.right - piece.left - piece.right)


def _centred(
    piece: LinePiece,
    columns: Sequence[PrintedColumn],
    touched: tuple[int, int],
    free: tuple[int, int],
) -> tuple[int, int]:
    """The columns around `touched` and within `free` whose centre is nearest to the piece's. The
    name of a period is printed once over all its columns, so it covers as many as possible; other
    pieces cover more than `touched` only if that is clearly better."""
    middle = (piece.left + piece.right) / 2
    period = _PERIOD.search(piece.text) is not None
    best = touched
    least = _off(touched, columns, middle)
    for first in range(min(free[0], touched[0]), touched[0] + 1):
        for last in range(touched[1], max(free[1], touched[1]) + 1):
            more = (last - first) - (best[1] - best[0])
            off = _off((first, last), columns, middle)
            if (more > 0 and off < _OFF_MIDDLE) if period else (off + 6 * more < least - 6):
                best, least = (first, last), off
    return best


def _off(span: tuple[int, int], columns: Sequence[PrintedColumn], middle: float) -> float:
    """The distance of `middle` from the possible centres of these columns, in points. Numbers are
    aligned right, so the first column may extend to the left of them, up to the width of the space
    between columns."""
    first, last = span
    space = columns[1].left - columns[0].right if len(columns) > 1 else 0.0
    right = columns[last].right
    highest = (columns[first].left + right) / 2
    lowest = (columns[first].left - max(space, 0.0) + right) / 2
    return max(lowest - middle, middle - highest, 0.0)
