"""Propose possible values from the rules and from the label model.

The rules find rows by the catalogue's names, and read sums, sentences and labels. The label model
classifies rows by the tags of other filers for such labels.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from secqa.filings.document import Table
from secqa.metrics.label_model import LabelledRow, LabelModel
from secqa.metrics.metric import Metric
from secqa.reading.structure.columns import fitting_columns
from secqa.reading.structure.signs import likely, sign
from secqa.reading.structure.table_rows import TableRow, rows_of
from secqa.reading.target import Candidate, TargetTable
from secqa.reading.values.table_reader import quote_of, value_of

_MOST_ROWS = 40
"""Maximum rows for a metric by label score; the right row is among the first five in 97%."""
_PART = 0.03
"""Minimum label score of a row that is a term of a sum."""
_MOST_PARTS = 4
_NEAR = 8
"""Maximum rows between the first and the last term of a sum, which statements list together."""
_LIKELY = 0.5
_LEAST = 0.002
"""Minimum label score: an uncertain model of a hundred metrics gives each half of this."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoredTable:
    """A table with the data that all its proposals share."""

    target_table: TargetTable
    scores: NDArray[np.float32]
    """Label scores of shape (rows, 2, metrics), with and without context."""
    columns: dict[int, float]
    """Columns of the period with their fit, best first."""


@dataclass(frozen=True, slots=True, eq=False)
class ValueProposal:
    """A possible value, with the data for its features."""

    candidate: Candidate
    """With the score of the rules, or 0."""
    seen: ScoredTable | None
    """None for sentences."""
    row: TableRow | None
    """None for values outside of rows with numbers."""
    scores: NDArray[np.float32]
    """Label scores of shape (2, metrics), with and without context."""
    sure: float
    """Certainty of its scale."""
    parts: int = 1
    """Number of rows that it sums."""


def scored_tables(tables: Iterable[TargetTable], labels: LabelModel) -> list[ScoredTable]:
    """Score the labels of tables."""
    return [
        ScoredTable(
            one,
            label_scores(one.table, one.title, labels),
            dict(fitting_columns(one.table, one.metadata, one.title, one.target.period)),
        )
        for one in tables
    ]


def proposals(
    metric: Metric, tables: Sequence[ScoredTable], ruled: Iterable[Candidate], labels: LabelModel
) -> list[ValueProposal]:
    """The possible values of one document, including the rules' candidates."""
    known = {(one.target_table.page, one.target_table.element.index): one for one in tables}
    found: dict[tuple[int, int, int, int, float], ValueProposal] = {}
    for one, row, scores in _likely_rows(metric, tables, labels):
        for column in one.columns:
            candidate, sure = _candidate(metric, one.target_table, row, column)
            if candidate is not None:
                found[_key(candidate)] = ValueProposal(candidate, one, row, scores, sure)
    for added in sums(list(found.values()), labels.places.get(metric.id, 0)):
        found.setdefault(_key(added.candidate), added)
    for candidate in ruled:
        if likely(candidate.value, metric) < 1.0:
            continue
        key = _key(candidate)
        own = found.get(key)
        if own is None:
            table = known.get((candidate.page, candidate.element))
            found[key] = _ruled(candidate, table, labels)
        elif candidate.score > own.candidate.score:
            found[key] = replace(own, candidate=candidate)
    return list(found.values())


def sums(found: Sequence[ValueProposal], place: int) -> Iterator[ValueProposal]:
    """Sums of rows of a column that may all belong to the metric: sales and maturities, current and
    noncurrent portions, shares of two classes."""
    columns: defaultdict[tuple[int, int], list[ValueProposal]] = defaultdict(list)
    for one in found:
        says = float(one.scores[:, place].max())
        total = one.row is not None and "total" in one.row.words
        if says >= _PART and not total and one.candidate.value:
            columns[one.candidate.element, one.candidate.column].append(one)
    for own in columns.values():
        own.sort(key=lambda one: -float(one.scores[:, place].max()))
        own = sorted(own[:_MOST_PARTS], key=lambda one: one.candidate.row)
        for count in range(2, len(own) + 1):
            for parts in combinations(own, count):
                if parts[-1].candidate.row - parts[0].candidate.row <= _NEAR:
                    yield _together(parts, place)


def _together(parts: Sequence[ValueProposal], place: int) -> ValueProposal:
    """A proposal for a sum, with the label scores of its least likely term."""
    first = parts[0]
    least = min(parts, key=lambda one: float(one.scores[:, place].max()))
    value = sum(one.candidate.value for one in parts)
    quote = "; ".join(one.candidate.quote for one in parts)
    candidate = replace(first.candidate, value=value, quote=quote)
    return replace(first, candidate=candidate, scores=least.scores, parts=len(parts))


def _key(candidate: Candidate) -> tuple[int, int, int, int, float]:
    # A sum has the location of its first term.
    place = candidate.page, candidate.element, candidate.row, candidate.column
    return (*place, round(candidate.value, 4))


def _likely_rows(
    metric: Metric, tables: Sequence[ScoredTable], labels: LabelModel
) -> list[tuple[ScoredTable, TableRow, NDArray[np.float32]]]:
    place = labels.places.get(metric.id)
    if place is None:
        return []
    found = []
    for one in tables:
        says = one.scores[:, :, place].max(axis=1, initial=0.0)
        places = np.nonzero(says >= _LEAST)[0] if one.columns else ()
        rows = one.target_table.rows
        found += [(float(says[at]), one, rows[at], one.scores[at]) for at in places]
    found.sort(key=lambda entry: -entry[0])
    return [(one, row, scores) for _, one, row, scores in found[:_MOST_ROWS]]


@lru_cache(maxsize=1024)  # Some 8 KB each.
def label_scores(table: Table, title: str, labels: LabelModel) -> NDArray[np.float32]:
    """Label scores of a table, shape (rows, 2, metrics)."""
    kind = table.statement.value if table.statement else ""
    return labels.line_scores(
        [LabelledRow(row.label, row.section, kind, title) for row in rows_of(table)]
    )


def likeliest_metric(table: Table, title: str, index: int) -> tuple[str, float]:
    """The metric that a row most likely is of, and how likely; "" where most likely of none."""
    labels = LabelModel.load()
    place = next(place for place, row in enumerate(rows_of(table)) if row.index == index)
    scores = label_scores(table, title, labels)[place, 0]
    best = int(scores.argmax())
    return (labels.metrics[best], float(scores[best])) if scores[best] > _LIKELY else ("", 0.0)


def _candidate(
    metric: Metric, one: TargetTable, row: TableRow, column: int
) -> tuple[Candidate | None, float]:
    cell = row.cell(column)
    if cell is None:
        return None, 0.0
    read = value_of(row, cell, one.table, one.scales, metric.unit)
    if read is None:
        return None, 0.0
    value, sure = read
    value *= sign(row, cell, metric, one.table)
    if likely(value, metric) < 1.0:
        return None, 0.0
    quote = quote_of(row, cell, one.table)
    return one.candidate(value, 0.0, (row.index, column), quote), sure


def _ruled(candidate: Candidate, seen: ScoredTable | None, labels: LabelModel) -> ValueProposal:
    if seen is not None and candidate.row >= 0:
        for at, row in enumerate(seen.target_table.rows):
            if row.index == candidate.row:
                return ValueProposal(candidate, seen, row, seen.scores[at], 1.0)
    scores = labels.line_scores([LabelledRow(candidate.quote)])[0]
    return ValueProposal(candidate, seen, None, scores, 1.0)
