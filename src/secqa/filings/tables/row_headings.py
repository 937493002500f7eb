"""Rows of a table as a reader means them: their parents, and their labels without marks.

A row is part of the heading it is set in below, and a label may carry footnote marks.
"""

import re

from secqa.filings.document import Table

_MARKS = re.compile(r"(?<=\S)\s*((?:\s*(?:\(\s?(?:[a-z]|\d{1,2})\s?\)|\[\w{1,2}\]|[*†‡§]+),?)+)$")
_MARK = re.compile(r"\(\s?\w{1,2}\s?\)|\[\w{1,2}\]|[*†‡§]+")
_TOTAL = re.compile(r"(?i)(?:sub-?)?totals?\b")
_IN = 1.0
"""Points by which a label must be set in to be below another."""


def split_label(label: str) -> tuple[str, tuple[str, ...]]:
    """A row label without its footnote marks, and the marks: "Revenue (1)" is Revenue and (1)."""
    found = _MARKS.search(label)
    if found is None:
        return label, ()
    return label[: found.start()], tuple(_MARK.findall(found.group(1)))


def row_parents(table: Table) -> tuple[int | None, ...]:
    """For each row the row that heads it, None for those at the top and in the header.

    That is the last one above it that is less set in, or a heading without figures at the same
    indentation that ends with a colon; a total ends such a heading's rows.
    """
    parents: list[int | None] = [None] * len(table.cells)
    above: list[int] = []
    for row in range(table.header_rows, len(table.cells)):
        label, *values = table.cells[row]
        if not label:
            parents[row] = parents[row - 1] if row > table.header_rows else None
            continue
        indent = table.indents[row]
        while above and not _heads(table, above[-1], indent, label):
            above.pop()
        parents[row] = above[-1] if above else None
        if not any(values) or not _is_beside(table, row):
            above.append(row)
    return tuple(parents)


def _heads(table: Table, heading: int, indent: float, label: str) -> bool:
    """Whether a row further up is the heading of one with this label and indentation."""
    text, *values = table.cells[heading]
    further = indent - table.indents[heading]
    if further >= _IN:
        return True
    opens = text.endswith(":") and not any(values)
    return opens and further > -_IN and not label.endswith(":") and not _TOTAL.match(label)


def _is_beside(table: Table, row: int) -> bool:
    """Whether the row below is not set in under this one."""
    below = row + 1
    return below >= len(table.cells) or table.indents[below] - table.indents[row] < _IN
