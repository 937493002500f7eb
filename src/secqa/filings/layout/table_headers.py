"""Find the label of each column in the header lines of a table without marks.

A header such as "Year Ended December 31," is printed once, in the middle of its columns. Its
reach shows in the rule drawn under it, in names that repeat below it ("2021, 2020, 2021, 2020"
under two headers), or in where its middle is.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from secqa.filings.layout.printed_lines import LinePiece, PrintedLine, Rule, is_year, line_pieces
from secqa.word_lists import any_of

_UNIT = re.compile(r"\([^()]*(?:in|except)\b[^()]*\)", re.IGNORECASE)
"""A unit over the columns, which holds for the whole table."""
_PERIOD = any_of("ended, ending, as of, fiscal year(s), at", any_case=True)
_HEADER_GAP = 0.5
"""Words of a header are cut apart at narrower gaps than running text."""
_OFF_MIDDLE = 12.0
"""How far, in points, the middle of a header may be from the middle of its columns."""
_RULE_OVERLAP = 0.4
"""Share of the distance allowed between a line and its rule by which they may overlap."""
_TOUCHING = 1.5
"""Points between the ends of rules that make one line."""

_LABELS = (-1, -1)


@dataclass
class PrintedColumn:
    """An upright strip of the table."""

    left: float
    right: float
    rows: set[int] = field(default_factory=set)

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2

    def overlap(self, piece: LinePiece) -> float:
        return min(self.right, piece.right) - max(self.left, piece.left)


def header_of(
    lines: Sequence[PrintedLine],
    columns: Sequence[PrintedColumn],
    edge: float,
    rules: Sequence[Rule],
) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """The cells of each header line, and one label a column, the labels' column first.

    A cell that stands over several columns is in the first of them. `edge` is where the row
    labels begin.
    """
    rows: list[tuple[str, ...]] = []
    labels = [""] * (1 + len(columns))
    whole = False
    for number in range(len(lines) - 1, -1, -1):
        line = lines[number]
        pieces = line_pieces(line.words, line.size, _HEADER_GAP)
        near = _rules_under(line, columns, rules)
        cells = [""] * len(labels)
        above = [""] * len(labels)
        spans = _spans(pieces, columns, edge, near, labels[1:], whole)
        for piece, (first, last) in zip(pieces, spans, strict=True):
            cells[first + 1] = f"{cells[first + 1]} {piece.text}".strip()
            for i in range(first + 1, last + 2):
                above[i] = f"{above[i]} {piece.text}".strip()
        labels = [f"{a} {b}".strip() for a, b in zip(above, labels, strict=True)]
        rows.append(tuple(cells))
        whole = all(above[1:])
    return rows[::-1], tuple(labels)


def _rules_under(
    line: PrintedLine, columns: Sequence[PrintedColumn], rules: Sequence[Rule]
) -> list[Rule]:
    """The rules drawn under a header's line."""
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
    """First and last column that each piece of a header line stands over.

    `rules` are those under the line; `below` is what the lines below call each
    column, `whole` whether the next line alone names them all.
    """
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
    """Runs of columns in which no label comes twice: "2021, 2020, 2021, 2020" is two.

    `by_kind` cuts between years and other labels as well.
    """
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
    """The columns at the rule drawn for a piece and for no other piece."""
    middle = (piece.left + piece.right) / 2
    middles = [(other.left + other.right) / 2 for other in pieces if other != piece]
    wide = [rule for rule in _joined(rules) if rule.left < middle < rule.right]
    for rule in sorted(wide, key=lambda rule: rule.left - rule.right):
        if not any(rule.left < other < rule.right for other in middles):
            return [i for i, c in enumerate(columns) if rule.left < c.middle < rule.right]
    return []


def _joined(rules: Sequence[Rule]) -> list[Rule]:
    """The rules, and those that touch at one height as one."""
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
    """The columns within `free` around `touched` whose middle is nearest to the piece's.

    The name of a period is printed once over all its columns, so it takes as many as it can; any
    other piece takes more than it touches only where that is clearly better.
    """
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
    """How far `middle` is from the range in which the middle of these columns can be.

    Numbers are set flush right, so that the first column may begin as far left of them as the
    space between columns is wide.
    """
    first, last = span
    space = columns[1].left - columns[0].right if len(columns) > 1 else 0.0
    right = columns[last].right
    highest = (columns[first].left + right) / 2
    lowest = (columns[first].left - max(space, 0.0) + right) / 2
    return max(lowest - middle, middle - highest, 0.0)
