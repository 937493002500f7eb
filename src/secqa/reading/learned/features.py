"""Proposals in, what tells a right one from a wrong one out: named numbers, one row a proposal.

What the label says and how it stands to the rest of its table, what the column's header says
beside the period, what table it is, what the cell looks like, how many other places agree. No
company, no document, no page is named, so that what is learned holds for filings never seen.
"""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from secqa.filings.document import Statement
from secqa.metrics.catalogue import Metric
from secqa.metrics.labels import LabelModel
from secqa.reading.columns import own_words
from secqa.reading.labels import normal
from secqa.reading.learned.proposals import Proposal, Seen
from secqa.reading.names import Names, fit, names_of, refuses
from secqa.reading.place import Place
from secqa.reading.table_reader import ELSEWHERE

NAMES = (
    # What the label says.
    "said", "said_alone", "rival", "rival_alone", "nothing", "first_in_table", "first_of_all",
    "listed", "refused", "row_fit", "words", "total", "other", "in_section", "depth",
    # What the column is.
    "column_fit", "header_words", "header_strange", "header_own", "header_total", "column",
    "columns", "fitting", "place_in_fitting",
    # What the table is.
    "own_statement", "any_statement", "wanted_statement", "elsewhere", "title_own",
    "title_strange", "rows", "row_place", "financial", "kind",
    # What the cell looks like.
    "negative", "dash", "money_sign", "size", "sure",
    # Who agrees.
    "same_value", "same_said", "sums_up", "share_of_largest", "prose_score",
    # What is sought.
    "unit", "instant", "positive", "outflow", "quarterly", "listed_names", "best_said",
    "statement_there", "parts",
)  # fmt: skip
_UNITS = ("USD", "USD/shares", "shares", "count", "pure")
_KINDS = tuple(Place)
_CLOSE = 0.005
"""Values nearer than this, in parts of themselves, are one."""
_TINY = 1e-6


def features(
    metric: Metric,
    proposed: Sequence[Proposal],
    tables: Sequence[Seen],
    labels: LabelModel,
) -> NDArray[np.float32]:
    """Proposals x `NAMES`."""
    if not proposed:
        return np.zeros((0, len(NAMES)), np.float32)
    names = names_of(metric)
    place = labels.places.get(metric.id)
    values = np.array([one.candidate.value for one in proposed])
    said = np.array([one.said[0, place] if place is not None else 0.0 for one in proposed])
    close = np.abs(values[:, None] - values[None, :]) <= _CLOSE * np.abs(values)[:, None]
    elements = np.array([one.candidate.element for one in proposed])
    apart = close & (elements[:, None] != elements[None, :])
    same_said = np.where(apart, said[None, :], 0.0).max(axis=1, initial=0.0)
    largest = np.abs(values).max() or 1.0
    order = np.argsort(np.argsort(-said, kind="stable"), kind="stable")
    fixed = (
        float(_UNITS.index(metric.unit)), float(metric.period == "instant"),
        float(metric.positive), float(metric.outflow),
    )  # fmt: skip
    around = len(names.names), _logit(float(said.max())), float(_has_statement(metric, tables))
    rows = [
        (
            *_label(names, one, place, int(order[at])),
            *_column(one, names),
            *_table(metric, names, one),
            *_cell(one),
            float(apart[at].sum()), float(same_said[at]), _sums_up(one),
            math.log10(abs(values[at]) / largest + _TINY),
            one.candidate.score if one.candidate.place is Place.SENTENCE else 0.0,
            *fixed,
            float(_is_quarterly(one)), *around, float(one.parts),
        )
        for at, one in enumerate(proposed)
    ]  # fmt: skip
    return np.array(rows, np.float32)


def _has_statement(metric: Metric, tables: Sequence[Seen]) -> bool:
    """Whether the statement that would print it is among the tables, for the period asked for."""
    return any(
        one.asked.table.statement is not None
        and one.asked.table.statement.value == metric.statement
        and bool(one.columns)
        for one in tables
    )


def _logit(p: float) -> float:
    return math.log((p + 1e-4) / (1 - p + 1e-4))


def _label(names: Names, one: Proposal, place: int | None, order: int) -> tuple[float, ...]:
    full, alone = one.said
    own, own_alone = (full[place], alone[place]) if place is not None else (0.0, 0.0)
    row = one.row
    label = row.label if row is not None else one.candidate.quote
    words = row.words if row is not None else normal(label)[:30]
    first = 0.0
    if row is not None and one.seen is not None and place is not None:
        first = float((one.seen.said[:, 0, place] > own).sum())
    around = frozenset(row.section_words) if row is not None else frozenset()
    return (
        _logit(float(own)), _logit(float(own_alone)),
        _logit(_rival(full, place)), _logit(_rival(alone, place)),
        _logit(max(0.0, 1.0 - float(full.sum()))),
        first, float(order),
        names.exact.get(words, 0.0), float(refuses(label, names)),
        fit(label, words, around, names), float(len(words)),
        float("total" in words), float("other" in words),
        float(not names.vocabulary.isdisjoint(around)),
        float(len(row.section)) if row is not None else 0.0,
    )  # fmt: skip


def _rival(said: NDArray[np.float32], place: int | None) -> float:
    if place is None:
        return float(said.max())
    return float(max(said[:place].max(initial=0.0), said[place + 1 :].max(initial=0.0)))


def _column(one: Proposal, names: Names) -> tuple[float, ...]:
    at = one.candidate.column
    if one.seen is None or at <= 0:
        return (0.0,) * 9
    columns, fitting = one.seen.asked.table.columns, one.seen.columns
    header = _header(columns[at])
    return (
        fitting.get(at, 0.0), float(len(header)), float(len(header - names.vocabulary)),
        float(len(header & names.vocabulary)), float("total" in header), float(at),
        float(len(columns)), float(len(fitting)),
        float(list(fitting).index(at)) if at in fitting else -1.0,
    )  # fmt: skip


@lru_cache(maxsize=8192)
def _header(text: str) -> frozenset[str]:
    return frozenset(own_words(text))


def _table(metric: Metric, names: Names, one: Proposal) -> tuple[float, ...]:
    kind = float(_KINDS.index(one.candidate.place))
    wanted = _statement(metric.statement)
    if one.seen is None:
        return (0.0, 0.0, wanted, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, kind)
    asked = one.seen.asked
    table, element = asked.table, asked.element
    statement = table.statement.value if table.statement is not None else ""
    title, elsewhere = _heading(" ".join((*element.path[-2:], table.caption)).lower())
    return (
        float(bool(statement) and statement == metric.statement), _statement(statement), wanted,
        elsewhere,
        len(title & names.vocabulary) / max(1, len(names.vocabulary)),
        float(len(title - names.vocabulary)), float(len(asked.rows)),
        one.candidate.row / max(1, len(table.cells)),
        float(element.section == "II/8"), kind,
    )  # fmt: skip


@lru_cache(maxsize=16)
def _statement(name: str) -> float:
    return float([*Statement].index(Statement(name)) + 1) if name else 0.0


@lru_cache(maxsize=8192)
def _heading(text: str) -> tuple[frozenset[str], float]:
    """Words of the titles over a table, and whether they name figures of something else."""
    return frozenset(normal(text)), float(ELSEWHERE.search(text) is not None)


def _cell(one: Proposal) -> tuple[float, ...]:
    cell = one.row.cell(one.candidate.column) if one.row is not None else None
    text = cell.text if cell is not None else ""
    value = one.candidate.value
    return (
        float(value < 0), float(cell is not None and cell.dash), float("$" in text),
        math.log10(abs(value) + 1), one.sure,
    )  # fmt: skip


def _sums_up(one: Proposal) -> float:
    """How many rows straight above the number it is the sum of, 0 where it is of none."""
    row, column = one.row, one.candidate.column
    if row is None or one.seen is None or (own := row.cell(column)) is None or own.dash:
        return 0.0
    total, count = 0.0, 0
    above = [other for other in one.seen.asked.rows if other.index < row.index]
    for other in reversed(above[-12:]):
        cell = other.cell(column)
        if cell is None:
            continue
        total += cell.value
        count += 1
        if count > 1 and abs(total - own.value) <= 0.011 + 1e-6 * abs(own.value):
            return float(count)
    return 0.0


def _is_quarterly(one: Proposal) -> bool:
    return one.seen is not None and one.seen.asked.sought.period.quarter != ""
