"""Compute the numeric features of value proposals for the fitted scorer.

Features describe the label and its rank in the table, the header of the column, the table, the cell
and agreement with other places. They name no company, document or page, so the fit holds for new
filings.
"""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from secqa.filings.document import Statement
from secqa.metrics.label_model import LabelModel
from secqa.metrics.metric import Metric
from secqa.reading.model.value_proposals import ScoredTable, ValueProposal
from secqa.reading.reading import ValueOrigin
from secqa.reading.structure.columns import header_words
from secqa.reading.structure.label_words import label_words
from secqa.reading.structure.line_names import LineNames, fit, names_of, refuses
from secqa.reading.values.table_reader import ELSEWHERE

NAMES = (
    # What its words are.
    "listed", "refused", "row_fit", "words", "total", "other", "in_section", "depth",
    # What the column is.
    "column_fit", "header_words", "header_strange", "header_own", "header_total", "column",
    "columns", "fitting", "place_in_fitting",
    # What the table is.
    "own_statement", "any_statement", "wanted_statement", "elsewhere", "title_own",
    "title_strange", "rows", "financial",
    # What the cell looks like.
    "row_place", "kind", "negative", "dash", "money_sign", "size", "sure", "prose_score",
    "sums_up", "quarterly", "parts",
    # What the label model says.
    "said", "said_alone", "rival", "rival_alone", "nothing", "first_in_table", "first_of_all",
    # Who agrees.
    "same_value", "same_said", "share_of_largest",
    # What the target is.
    "unit", "instant", "positive", "outflow", "listed_names", "best_said", "statement_there",
)  # fmt: skip
_UNITS = ("USD", "USD/shares", "shares", "count", "pure")
_KINDS = {
    ValueOrigin.STATEMENT: 0.0, ValueOrigin.TABLE: 1.0, ValueOrigin.PART: 2.0,
    ValueOrigin.LABEL: 3.0, ValueOrigin.BALANCE: 4.0, ValueOrigin.MOVEMENT: 5.0,
    ValueOrigin.SENTENCE: 7.0,
}  # fmt: skip
"""Numbers of the places of values in the fitted trees."""
_CLOSE = 0.005
"""Maximum relative difference of equal values."""
_TINY = 1e-6
_NEVER = 1e-4
"""Keeps log-odds finite."""
Numbers = NDArray[np.float64]


def features(
    metric: Metric,
    proposed: Sequence[ValueProposal],
    tables: Sequence[ScoredTable],
    labels: LabelModel,
) -> NDArray[np.float32]:
    """Features of shape (proposals, `NAMES`)."""
    if not proposed:
        return np.zeros((0, len(NAMES)), np.float32)
    names = names_of(metric)
    scores = np.stack([one.scores for one in proposed]).astype(np.float64)
    place = labels.places.get(metric.id)
    own = scores[:, :, place] if place is not None else np.zeros(scores.shape[:2])
    # Features of a table, row or column are computed once.
    table = {one: _table(metric, names, one) for one in {one.seen for one in proposed}}
    label: dict[tuple[ScoredTable | None, int | str], tuple[float, ...]] = {}
    column: dict[tuple[ScoredTable | None, int], tuple[float, ...]] = {}
    rows = []
    for one in proposed:
        line = one.seen, one.row.index if one.row is not None else one.candidate.quote
        over = one.seen, one.candidate.column
        if line not in label:
            label[line] = _label(names, one)
        if over not in column:
            column[over] = _column(*over, names)
        rows.append((
            *label[line], *column[over], *table[one.seen], *_cell(one), _sums_up(one),
            float(_is_quarterly(one)), float(one.parts),
        ))  # fmt: skip
    fixed = (
        float(_UNITS.index(metric.unit)), float(metric.period == "instant"),
        float(metric.positive), float(metric.outflow), float(len(names.names)),
        log_odds(float(own[:, 0].max())), float(_has_statement(metric, tables)),
    )  # fmt: skip
    return np.hstack([
        np.array(rows), _label_features(proposed, scores, own, place),
        _agreeing(proposed, own[:, 0]), np.tile(fixed, (len(rows), 1)),
    ]).astype(np.float32)  # fmt: skip


def _label_features(
    proposed: Sequence[ValueProposal], scores: Numbers, own: Numbers, place: int | None
) -> Numbers:
    """Features from the label model's scores of each label, with and without context."""
    others = scores.copy()
    if place is not None:
        others[:, :, place] = 0.0
    nothing = np.maximum(0.0, 1.0 - scores[:, 0].sum(axis=1))
    order = np.argsort(np.argsort(-own[:, 0], kind="stable"), kind="stable")
    first = [_likelier_rows(one, p, place) for one, p in zip(proposed, own[:, 0], strict=True)]
    logits = _logits(np.hstack([own, others.max(axis=2), nothing[:, None]]))
    return np.hstack([logits, np.array(first)[:, None], order[:, None]])


def _likelier_rows(one: ValueProposal, score: float, place: int | None) -> float:
    """The number of rows in its table with a higher label score."""
    if one.row is None or one.seen is None or place is None:
        return 0.0
    return float(np.count_nonzero(one.seen.scores[:, 0, place] > score))


def _agreeing(proposed: Sequence[ValueProposal], scores: Numbers) -> Numbers:
    """The number of other places with each value, their best label score, and its relative size."""
    values = np.array([one.candidate.value for one in proposed])
    elements = np.array([one.candidate.element for one in proposed])
    close = np.abs(values[:, None] - values[None, :]) <= _CLOSE * np.abs(values)[:, None]
    apart = close & (elements[:, None] != elements[None, :])
    return np.column_stack([
        apart.sum(axis=1),
        np.where(apart, scores[None, :], 0.0).max(axis=1, initial=0.0),
        np.log10(np.abs(values) / (np.abs(values).max() or 1.0) + _TINY),
    ])  # fmt: skip


def _has_statement(metric: Metric, tables: Sequence[ScoredTable]) -> bool:
    """Whether the tables include the metric's statement for the period."""
    return any(
        one.target_table.table.statement is not None
        and one.target_table.table.statement.value == metric.statement
        and bool(one.columns)
        for one in tables
    )


def log_odds(p: float) -> float:
    """The finite log-odds of a probability."""
    return math.log((p + _NEVER) / (1 - p + _NEVER))


def _logits(p: Numbers) -> Numbers:
    return np.asarray(np.log((p + _NEVER) / (1 - p + _NEVER)))


def _label(names: LineNames, one: ValueProposal) -> tuple[float, ...]:
    row = one.row
    label = row.label if row is not None else one.candidate.quote
    words = row.words if row is not None else label_words(label)[:30]
    around = frozenset(row.section_words) if row is not None else frozenset()
    return (
        names.exact.get(words, 0.0), float(refuses(label, names)),
        fit(label, words, around, names), float(len(words)),
        float("total" in words), float("other" in words),
        float(not names.vocabulary.isdisjoint(around)),
        float(len(row.section)) if row is not None else 0.0,
    )  # fmt: skip


def _column(seen: ScoredTable | None, at: int, names: LineNames) -> tuple[float, ...]:
    if seen is None or at <= 0:
        return (0.0,) * 9
    columns, fitting = seen.target_table.table.columns, seen.columns
    header = _header(columns[at])
    return (
        fitting.get(at, 0.0), float(len(header)), float(len(header - names.vocabulary)),
        float(len(header & names.vocabulary)), float("total" in header), float(at),
        float(len(columns)), float(len(fitting)),
        float(list(fitting).index(at)) if at in fitting else -1.0,
    )  # fmt: skip


@lru_cache(maxsize=8192)
def _header(text: str) -> frozenset[str]:
    return frozenset(header_words(text))


def _table(metric: Metric, names: LineNames, seen: ScoredTable | None) -> tuple[float, ...]:
    wanted = _statement(metric.statement)
    if seen is None:
        return (0.0, 0.0, wanted, 0.0, 0.0, 0.0, 0.0, 0.0)
    target = seen.target_table
    table, element = target.table, target.element
    statement = table.statement.value if table.statement is not None else ""
    title, elsewhere = _heading(" ".join((*element.path[-2:], table.caption)).lower())
    return (
        float(bool(statement) and statement == metric.statement), _statement(statement), wanted,
        elsewhere,
        len(title & names.vocabulary) / max(1, len(names.vocabulary)),
        float(len(title - names.vocabulary)), float(len(target.rows)),
        float(element.section == "II/8"),
    )  # fmt: skip


@lru_cache(maxsize=16)
def _statement(name: str) -> float:
    return float([*Statement].index(Statement(name)) + 1) if name else 0.0


@lru_cache(maxsize=8192)
def _heading(text: str) -> tuple[frozenset[str], float]:
    """The words of the titles above a table, and whether they refer to other figures."""
    return frozenset(label_words(text)), float(ELSEWHERE.search(text) is not None)


def _cell(one: ValueProposal) -> tuple[float, ...]:
    candidate, row, seen = one.candidate, one.row, one.seen
    cell = row.cell(candidate.column) if row is not None else None
    text = cell.text if cell is not None else ""
    return (
        candidate.row / max(1, len(seen.target_table.table.cells)) if seen is not None else 0.0,
        _KINDS[candidate.place],
        float(candidate.value < 0), float(cell is not None and cell.dash), float("$" in text),
        math.log10(abs(candidate.value) + 1), one.sure,
        candidate.score if candidate.place is ValueOrigin.SENTENCE else 0.0,
    )  # fmt: skip


def _sums_up(one: ValueProposal) -> float:
    """The number of rows directly above that add up to the value, or 0."""
    row, column = one.row, one.candidate.column
    if row is None or one.seen is None or (own := row.cell(column)) is None or own.dash:
        return 0.0
    total, count = 0.0, 0
    above = [other for other in one.seen.target_table.rows if other.index < row.index]
    for other in reversed(above[-12:]):
        cell = other.cell(column)
        if cell is None:
            continue
        total += cell.value
        count += 1
        if count > 1 and abs(total - own.value) <= 0.011 + 1e-6 * abs(own.value):
            return float(count)
    return 0.0


def _is_quarterly(one: ValueProposal) -> bool:
    return one.seen is not None and one.seen.target_table.target.period.quarter != ""
