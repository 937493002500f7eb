"""Rows of a page by the words of a question: by their labels, or as the metric that they print."""

import re
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from secqa.conversation.offline.question_traits import years_in
from secqa.conversation.programs.generator import NO_AMOUNT
from secqa.conversation.records.conversation_record import Grid, Record, RecordSpot
from secqa.files import bundled_toml
from secqa.filings.document import Statement, Table
from secqa.filings.numbers import parse_number
from secqa.metrics.catalogue import find_metric, load_catalogue
from secqa.metrics.label_model import LabelModel
from secqa.metrics.metric import Metric
from secqa.metrics.senses import name_sense
from secqa.reading.model.value_proposals import label_scores, likeliest_metric
from secqa.reading.structure.signs import sign
from secqa.reading.structure.table_rows import NumberCell, TableRow, rows_of
from secqa.retrieval.terms import label_key, stems

WORDS: dict[str, frozenset[str]] = {
    name: frozenset(words.split())
    for name, words in bundled_toml("secqa.conversation.page_chat", "follow_ups.toml").items()
}
"""Words of questions by what they ask for."""
ASKING = WORDS["change"] | WORDS["before"] | WORDS["percent"] | WORDS["asking"]
FOLLOWING = ASKING | WORDS["linking"]
_FILLING = (WORDS["asking"] | WORDS["linking"]) - WORDS["arithmetic"] - {"total"}
_WORD = re.compile(r"[^\W\d_][\w&’'-]*")
_MOVED = re.compile(r"\b(?:beginning|opening|start of|changes?|(?:in|de)creases?)\b", re.IGNORECASE)
"""Rows of such names are meant by questions that say so."""
_MOVED_SHARE = 0.5
_LIKELY = 0.9
"""Confidence in a row whose label the metric is known to have: of 979 such rows of statements of
train 92.6% are tagged with it, of 115 of dev 96.5%."""
_LEAST = 0.1
"""Of a row that is offered."""
_RIVAL = 0.5
"""Where a label is known of several metrics, the share of the likeliest that counts as well."""
Scores = NDArray[np.float32]

RowMatch = tuple[int, int, float]
"""Table and row that a question may mean, and how likely."""


def name_phrase(question: str) -> str:
    """The words of a question that name something, without those around them that only ask."""
    words = _WORD.findall(question)
    names = [at for at, word in enumerate(words) if word.lower() not in _FILLING]
    return " ".join(words[names[0] : names[-1] + 1]) if names else ""


def inner_phrase(question: str) -> str:
    """The words of a question that name something, without all words that ask or calculate."""
    return " ".join(word for word in _WORD.findall(question) if word.lower() not in FOLLOWING)


@lru_cache(maxsize=4096)
def metric_of_phrase(phrase: str) -> Metric | None:
    """The metric that a phrase names; None for none. "Diluted" alone is of a share."""
    catalogue = load_catalogue()
    return find_metric(phrase, catalogue) or find_metric(f"{phrase} eps", catalogue)


@lru_cache(maxsize=256)
def matching_rows(record: Record, phrase: str) -> tuple[RowMatch, ...]:
    """The rows with figures that a phrase may mean, the likeliest first."""
    metric, wanted = metric_of_phrase(phrase), frozenset(stems(phrase.lower()))
    model = LabelModel.load()
    place = model.places.get(metric.id) if metric else None
    tables = [grid.table for grid in record.tables]
    rows = [
        (at, row.index - table.header_rows, row, scores[0])
        for at, table in enumerate(tables)
        for row, scores in zip(rows_of(table), label_scores(table, "", model), strict=True)
    ]
    labels = [frozenset(stems(row.label.lower())) for *_, row, _ in rows]
    if not any(wanted <= words for words in labels):
        headings = (" ".join(row.section[-1:]).lower() for *_, row, _ in rows)
        labels = [
            words | frozenset(stems(heading)) if words & wanted else words
            for words, heading in zip(labels, headings, strict=True)
        ]
    having = {words for words in labels if wanted and wanted <= words}
    matches = []
    for (table, at, row, scores), words in zip(rows, labels, strict=True):
        chance = 0.0
        if metric and place is not None and not _is_elsewhere(metric, tables[table]):
            chance = _metric_chance(metric, row, scores, place)
        if words == wanted or (words in having and place is None):
            share = max(len(wanted) / len(words), 1 / len(having) if metric is None else 0.0)
            chance = max(chance, _LIKELY * share)
        if _MOVED.search(row.label) and not _MOVED.search(phrase):
            chance *= _MOVED_SHARE
        matches.append((table, at, chance))
    return tuple(sorted((one for one in matches if one[2] >= _LEAST), key=lambda one: -one[2]))


def _is_elsewhere(metric: Metric, table: Table) -> bool:
    """Whether a table is a statement that has no such figures: no balances are income."""
    if metric.period == "instant":
        return table.statement in (Statement.INCOME, Statement.COMPREHENSIVE_INCOME)
    return table.statement is Statement.BALANCE_SHEET


def _metric_chance(metric: Metric, row: TableRow, scores: Scores, place: int) -> float:
    """How likely a row is one of a metric; "Diluted" is known of two, told apart by headings."""
    is_known = label_key(row.label) in {label_key(one) for one in metric.printed}
    is_likely = scores[place] >= _RIVAL * scores.max()
    return _LIKELY if is_known and is_likely else float(scores[place])


def dated_cells(grid: Grid, row: int) -> list[tuple[int, int]]:
    """Year and column of the figures of a row whose years are told apart by the header."""
    years = [(years_in(label), column) for column, label in enumerate(grid.header) if column]
    cells = [
        (year[0], column)
        for year, column in years
        if len(year) == 1 and (printed := parse_number(grid.rows[row][column])) and not printed.dash
    ]
    return cells if len({year for year, _ in cells}) == len(cells) else []


def figure_of(record: Record, spot: RecordSpot, *, as_printed: bool = False) -> str:
    """The number of a cell as programs write it, with the sign that the main engine gives it.

    `as_printed` is for rows of losses and expenses that are asked for by their names: the main
    engine takes them for negative incomes.
    """
    row, cell, metric = _row_of(record, spot)
    table = record.tables[spot.table].table
    if as_printed and metric and name_sense(metric.name) > 0:
        metric = None
    value = cell.value * sign(row, cell, metric, table)
    return f"{value:.15g}{'%' if cell.text.rstrip().endswith('%') else ''}"


def is_money(record: Record, spot: RecordSpot) -> bool:
    """Whether a cell is of dollars: by its row, else by a "$" further up in its column."""
    row, cell, metric = _row_of(record, spot)
    if any("$" in one.text for one in row.cells):
        return True
    above = record.tables[spot.table].rows[: spot.row]
    names = " ".join((*row.section[-1:], row.label)).lower()
    is_amount = metric.unit.startswith("USD") if metric else not NO_AMOUNT.search(names)
    return is_amount and not cell.percent and any("$" in one[spot.column] for one in above)


def _row_of(record: Record, spot: RecordSpot) -> tuple[TableRow, NumberCell, Metric | None]:
    """The row and number of a cell, and the metric that it is more likely of than not."""
    table = record.tables[spot.table].table
    at = spot.row + table.header_rows
    row = next(row for row in rows_of(table) if row.index == at)
    cell = row.cell(spot.column)
    assert cell is not None
    metric, _ = likeliest_metric(table, "", at)
    return row, cell, load_catalogue()[metric] if metric else None
