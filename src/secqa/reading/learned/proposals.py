"""Tables and what the rules propose in, every number that could be meant out.

Two sources, each blind where the other sees: the rules name rows by the catalogue's wordings and
read sums, sentences and labels; the label model names rows by what other filers tagged under
such labels. What both propose is one proposal.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from secqa.filings.document import Table
from secqa.metrics.catalogue import Metric
from secqa.metrics.labels import LabelModel, Line
from secqa.reading.asked_table import AskedTable
from secqa.reading.columns import fitting_columns
from secqa.reading.place import Place
from secqa.reading.rows import Row
from secqa.reading.signs import sign
from secqa.reading.sought import Candidate
from secqa.reading.table_reader import quote_of, value_of
from secqa.reading.tables import rows_of

_MOST_ROWS = 40
"""Rows looked at for a metric, by what their labels say: of a right row five are enough in 97%."""
_LEAST = 0.002
"""How likely a label must be the metric's to be looked at: a model of a hundred metrics that has
no idea gives each half of this."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A number that may be meant, with what is needed to tell how likely."""

    candidate: Candidate
    """Its score is what the rules give it, 0 where they do not propose it."""
    table: AskedTable | None
    """None for sentences."""
    row: Row | None
    """None where the number stands in no row with numbers."""
    said: NDArray[np.float32]
    """What the label says, with and without what stands around it: 2 x metrics."""
    column_fit: float
    sure: float
    """How sure its scale is."""


def proposals(
    metric: Metric, tables: Sequence[AskedTable], ruled: Iterable[Candidate], model: LabelModel
) -> list[Proposal]:
    """What could be meant on the pages of one document; the rules' candidates among them."""
    known = {(one.page, one.element.index): one for one in tables}
    found: dict[tuple[int, int, int, int, float], Proposal] = {}
    for one, row, said in _likely_rows(metric, tables, model):
        for column, fit in fitting_columns(one.table, one.metadata, one.title, one.sought.period):
            candidate, sure = _candidate(metric, one, row, column)
            if candidate is not None:
                found[_key(candidate)] = Proposal(candidate, one, row, said, fit, sure)
    for candidate in ruled:
        key = _key(candidate)
        own = found.get(key)
        if own is not None:
            if candidate.score > own.candidate.score:
                found[key] = replace(own, candidate=candidate)
            continue
        table = known.get((candidate.page, candidate.element))
        found[key] = _ruled(candidate, table, model)
    return list(found.values())


def _key(candidate: Candidate) -> tuple[int, int, int, int, float]:
    # A row of a sum stands where the first of its parts does.
    place = candidate.page, candidate.element, candidate.row, candidate.column
    return (*place, round(candidate.value, 4))


def _likely_rows(
    metric: Metric, tables: Sequence[AskedTable], model: LabelModel
) -> list[tuple[AskedTable, Row, NDArray[np.float32]]]:
    place = model.places.get(metric.id)
    if place is None:
        return []
    found = []
    for one in tables:
        said = lines_said(one.table, one.title, model)
        likely = said[:, :, place].max(axis=1) if len(said) else ()
        found += [
            (float(p), one, row, said[at])
            for at, (p, row) in enumerate(zip(likely, one.rows, strict=True))
            if p >= _LEAST
        ]
    found.sort(key=lambda entry: -entry[0])
    return [(one, row, said) for _, one, row, said in found[:_MOST_ROWS]]


@lru_cache(maxsize=8192)
def lines_said(table: Table, title: str, model: LabelModel) -> NDArray[np.float32]:
    """What the label of each row of a table says: rows x 2 x metrics."""
    kind = table.statement.value if table.statement else ""
    lines = [Line(row.label, row.section, kind, title) for row in rows_of(table)]
    return model.line_scores(lines)


def _candidate(
    metric: Metric, one: AskedTable, row: Row, column: int
) -> tuple[Candidate | None, float]:
    cell = row.cell(column)
    if cell is None:
        return None, 0.0
    read = value_of(cell, row, column, one.table, one.scale, one.fallback, metric.unit)
    if read is None:
        return None, 0.0
    value, sure = read
    value *= sign(row, cell, metric, one.rows, one.table.statement)
    quote = quote_of(row, one.table, column, cell)
    place, detail = Place.TABLE, one.title or one.table.caption
    if one.table.statement is not None:
        place, detail = Place.STATEMENT, one.table.statement.value.replace("_", " ")
    return one.candidate(value, 0.0, row.index, column, quote, place, detail), sure


def _ruled(candidate: Candidate, table: AskedTable | None, model: LabelModel) -> Proposal:
    row = None
    if table is not None and candidate.row >= 0:
        row = next((one for one in table.rows if one.index == candidate.row), None)
    if table is not None and row is not None:
        said = lines_said(table.table, table.title, model)[table.rows.index(row)]
    else:
        said = model.line_scores([Line(candidate.quote)])[0]
    fit = 0.0
    if table is not None and candidate.column > 0:
        period = candidate_period(table)
        fit = dict(period).get(candidate.column, 0.0)
    return Proposal(candidate, table, row, said, fit, 1.0)


def candidate_period(table: AskedTable) -> tuple[tuple[int, float], ...]:
    """The columns of a table that fit the period asked for."""
    return fitting_columns(table.table, table.metadata, table.title, table.sought.period)
