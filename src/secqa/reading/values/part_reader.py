"""Read figures of segments: "Europe revenue", "Acme Tools operating profit".

The segment may be the row and the figure the caption, or the reverse, or the segment is a column or
a section. A cell fits if its row, column, section and titles together have all words of the label,
and the nearest of them that names a figure names this one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from secqa.filings.dates import says_only_time, years_in
from secqa.filings.document import Table
from secqa.filings.tables.column_periods import (
    ColumnPeriod,
    cell_period,
    column_periods,
    text_period,
)
from secqa.reading.reading import ValueOrigin
from secqa.reading.structure.columns import agrees, header_words
from secqa.reading.structure.label_words import label_words
from secqa.reading.structure.signs import sign
from secqa.reading.structure.table_rows import NumberCell, TableRow
from secqa.reading.structure.text_figures import DATES
from secqa.reading.structure.vocabulary import weights, words_of
from secqa.reading.target import Candidate, TargetTable
from secqa.reading.values.table_reader import quote_of, value_of

_W = weights("part_reader")

_SAME = {
    "sale": "revenue", "turnover": "revenue", "profit": "income", "loss": "income",
    "capex": "expenditure", "spending": "expenditure", "addition": "expenditure",
}  # fmt: skip
_FIGURES = words_of("part_reader", "figures")
"""Words that distinguish figures."""
_KINDS = words_of("part_reader", "kinds")
_RIVALS = frozenset({"gross", "operating", "net", "pretax"})
"""Words for different kinds of income."""
_DISTINCT = {
    "asset": frozenset({"lived", "intangible", "goodwill"}),
    "revenue": frozenset({"cost"}),
    "income": frozenset({"tax", "gross"}),
}
_HARMLESS = words_of("part_reader", "harmless")


@dataclass(frozen=True, slots=True)
class _PartLabel:
    """The words of a label for the segment and for the figure."""

    part: frozenset[str]
    figure: frozenset[str]

    @property
    def words(self) -> frozenset[str]:
        return self.part | self.figure


def read_parts(one: TargetTable) -> Iterator[Candidate]:
    """The cells of the table that the label may name."""
    target, table, element = one.target, one.table, one.element
    if target.metric is not None or target.unit not in ("", "USD"):
        return
    wanted = _part_label(target.name)
    if not wanted.part or not wanted.part <= _vocabulary(table, element.path):
        return
    titles = tuple(map(_words, (table.caption, table.cells[0][0], *element.path[:-3:-1])))
    years = _year_column(table)
    periods = column_periods(table, one.metadata, one.title)
    columns = [frozenset(_SAME.get(w, w) for w in header_words(name)) for name in table.columns]
    label = ""
    for row in one.rows:
        label = row.label or label
        words = frozenset() if says_only_time(label) else _words(DATES.sub(" ", label.lower()))
        # Some tables have two columns of labels: "Cars | United States | 5", "| Total | 9".
        words |= _words(" ".join(table.cells[row.index][1 : row.cells[0].column]))
        sections = tuple(map(_words, reversed(row.section)))
        # The heading of the last segment is above the totals, too.
        totals = any(section.lower().startswith("consolidated") for section in row.section)
        for cell in row.cells:
            if cell.column == years:
                continue
            sure = _fits(wanted, words, columns[cell.column], sections, () if totals else titles)
            if sure * _W["part"] < _W["least"]:
                continue
            period = _period(periods[cell.column], one, row, cell, years)
            in_time = agrees(period, one.metadata, target.period) if period else 0.0
            unit = target.unit or "USD"
            read = value_of(row, cell, table, one.scales, unit)
            if not in_time or read is None:
                continue
            value = read[0] * sign(row, cell, None, table)
            score = _W["part"] * sure * in_time * read[1] * (_W["dash"] if cell.dash else 1.0)
            quote = quote_of(row, cell, table)
            found = one.candidate(value, score, (row.index, cell.column), quote, ValueOrigin.PART)
            yield replace(found, unit="USD")


def _fits(
    wanted: _PartLabel,
    row: frozenset[str],
    column: frozenset[str],
    sections: tuple[frozenset[str], ...],
    titles: tuple[frozenset[str], ...],
) -> float:
    """The fit of the words around a cell with the label, 0 to 1."""
    near = row | column | frozenset().union(*sections)
    if not wanted.part <= near.union(*titles):
        return 0.0
    if row and row.isdisjoint(wanted.words) and not row <= _HARMLESS:
        return 0.0
    worth = 1.0 if wanted.part <= near else _W["title"]
    # "Product revenue:" above regions is not the revenue of the regions.
    measures = (section for section in sections if section & _FIGURES)
    for words in (row, column, *measures):
        worth *= _W["strange_word"] ** len(words - wanted.words - _HARMLESS - _FIGURES - _KINDS)
    if column and column.isdisjoint(wanted.words) and not column <= _HARMLESS:
        worth *= 0.5
    return worth * _tells_figure(wanted.figure, (column, row, *sections, *titles))


def _rivals_of(figure: str) -> frozenset[str]:
    """Words that make another figure of one: "long-lived assets", "cost of revenue"."""
    return _DISTINCT.get(figure, frozenset())


def _tells_figure(figure: frozenset[str], around: tuple[frozenset[str], ...]) -> float:
    """The fit of the nearest words that name a figure; `around` is nearest first."""
    if not figure & _FIGURES:
        return 1.0
    for words in around:
        named = words & _FIGURES
        if not named:
            continue
        if _RIVALS & words and _RIVALS & figure and not _RIVALS & words & figure:
            return _W["other_figure"]
        if not figure & named:
            # Long-lived assets are mostly property.
            return (
                _W["property"] if "lived" in figure and "property" in named else _W["other_figure"]
            )
        if any(words & rivals != figure & rivals for rivals in map(_rivals_of, figure)):
            return _W["other_figure"]
        return 1.0 if figure <= words else _W["some_words"]
    # Only revenue is shown by a table of parts without a name.
    return _W["unsaid" if "revenue" in figure else "other_figure"]


@lru_cache(maxsize=4096)
def _part_label(label: str) -> _PartLabel:
    words = _words(label)
    figure = words & _FIGURES
    if figure:
        figure |= words & _KINDS
    return _PartLabel(words - figure, figure)


@lru_cache(maxsize=65536)
def _words(text: str) -> frozenset[str]:
    return frozenset(_SAME.get(word, word) for word in label_words(text))


@lru_cache(maxsize=8192)
def _vocabulary(table: Table, path: tuple[str, ...]) -> frozenset[str]:
    labels = (cell for row in table.cells for cell in row[:2])
    return frozenset().union(*map(_words, (*labels, *table.columns, table.caption, *path[-2:])))


def _year_column(table: Table) -> int:
    """The column with each row's year; 0 if there is none."""
    body = table.cells[table.header_rows :]
    for column in range(1, min(4, len(table.columns))):
        texts = [row[column] for row in body if row[column]]
        if len(texts) > 1 and all(len(text) == 4 and years_in(text) for text in texts):
            return column
    return 0


def _period(
    own: ColumnPeriod | None, one: TargetTable, row: TableRow, cell: NumberCell, years: int
) -> ColumnPeriod | None:
    """The period of a cell; `own` is its column's period, `years` the column of row years."""
    if years:
        return text_period(one.table.cells[row.index][years], one.metadata)
    period = cell_period(own, one.table, row.index, cell.column, one.metadata)
    return period if period is not None and period.role == "value" and period.year else None
