"""Collect the row labels of the tables of documents.

Questions use the wordings of filings as often as those of the metric catalogue. Collecting them
from all pages for each question would take too long, so the corpus stores each document's row
labels with counts.
"""

import re
from dataclasses import dataclass

import pyarrow as pa

from secqa.corpus.corpus_schema import SCHEMAS, WORDINGS, revision_of
from secqa.filings.document import Document

_LINE = "line"
"""The kind of all rows; corpora of earlier versions have others."""
_LONGEST = 120
"""Characters of a label; longer texts are sentences."""
_LETTERS = re.compile(r"[A-Za-z]{2}")


@dataclass(frozen=True, slots=True)
class RowLabel:
    """A printed row label with its number of rows."""

    label: str
    rows: int
    statements: int
    """Number of these rows in primary statements."""


def wording_rows(document: Document) -> pa.Table:
    """The rows of `wordings` for a document."""
    lines = _lines(document)
    columns = {
        "revision": [revision_of(document.metadata.sha256)] * len(lines),
        "kind": [_LINE] * len(lines),
        "text": [*lines],
        "rows": [rows for rows, _ in lines.values()],
        "statements": [statements for _, statements in lines.values()],
    }
    return pa.table(columns, schema=SCHEMAS[WORDINGS])


def lines_from(rows: pa.Table) -> tuple[RowLabel, ...]:
    """The row labels in rows of `wordings`, equal ones merged."""
    counted: dict[str, tuple[int, int]] = {}
    for kind, text, count, statements in zip(
        *(rows.column(name).to_pylist() for name in ("kind", "text", "rows", "statements")),
        strict=True,
    ):
        if kind == _LINE:
            before = counted.get(text, (0, 0))
            counted[text] = (before[0] + count, before[1] + statements)
    return tuple(RowLabel(label, *counts) for label, counts in counted.items())


def _lines(document: Document) -> dict[str, tuple[int, int]]:
    """The number of rows with a figure, and of those in primary statements, by row label."""
    counted: dict[str, tuple[int, int]] = {}
    for element in document.elements:
        table = element.table
        for row in table.cells[table.header_rows :] if table is not None else ():
            label = " ".join(row[0].split())
            if (
                table is not None
                and len(label) <= _LONGEST
                and _LETTERS.search(label)
                and any(map(str.isdigit, "".join(row[1:])))
            ):
                rows, statements = counted.get(label, (0, 0))
                counted[label] = (rows + 1, statements + (table.statement is not None))
    return counted
