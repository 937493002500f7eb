"""Find the lines of an income statement that moved a result most.

A report says line by line, under the names of the lines, why its profit fell. So the lines stand
beside the result, and reasons are looked for under their names. Filers print expenses with either
sign, so the label says which way a line moves the result.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rapidfuzz import fuzz
from rapidfuzz.utils import default_process

from secqa.corpus.corpus_store import Corpus
from secqa.query.leaves import Narrative
from secqa.query.query import Query
from secqa.reading.reading import Passage, PassageAnswer
from secqa.reading.structure.table_rows import NumberCell, TableRow, rows_of
from secqa.reading.structure.vocabulary import pattern_of
from secqa.systems.answer import Answer
from secqa.systems.period_table import SeriesCell, SeriesColumn, SeriesTable, with_changes

_RESULTS = frozenset({"net_income", "pretax_income", "operating_income"})
_MOST, _MOST_COLUMNS = 2, 4
"""Lines that are shown, and columns of their table."""
_LEAST = 0.15
"""Of the change of the result: a line that moved it less says little of it."""
_NEAR = 0.005
"""Maximum relative difference of the result of the year before, as an earlier report prints it."""
_SUM, _INCOME, _SALES, _NOTE, _RESULT, _RISES, _FALLS = (
    pattern_of("statement_moves", name)
    for name in ("sum", "income", "sales", "note", "result", "rises", "falls")
)
_OPENING, _SAME_LINE = 20, 95
"""Words of a passage among which its subject is; likeness, of 100, of the line that it explains."""
_Move = tuple[float, str, Sequence[SeriesCell]]
"""How far a line moved the result, its label, and its figures in both periods."""


def with_moves(
    figures: Answer, query: Query, corpus: Corpus
) -> tuple[Answer, tuple[Narrative, ...]]:
    """A result of two periods with the lines that moved it most, and questions for their reasons;
    the same answer if its table has no result, or no reason is asked for."""
    table, why = figures.table, next((one for one in query.narratives if one.asks == "why"), None)
    if table is None or why is None or len(table.rows) != 2:
        return figures, ()
    (company, *others) = {one.company for one in table.columns}
    if others:
        return figures, ()
    has_sales = any(_SALES.search(one.figure) for one in table.columns)
    moves = [
        move
        for before, after in zip(*table.rows, strict=True)
        if before is not None and after is not None and len(after.readings) == 1
        for move in _moves(before, after, corpus)
        if not (has_sales and _SALES.search(move[1]))
    ][: max(min(_MOST, _MOST_COLUMNS - len(table.columns)), 0)]
    columns = (SeriesColumn(company, label, "USD") for _, label, _ in moves)
    rows = ((*row, *(cells[at] for *_, cells in moves)) for at, row in enumerate(table.rows))
    table = replace(table, columns=(*table.columns, *columns), rows=tuple(rows))
    return replace(figures, table=table), tuple(replace(why, topic=one) for _, one, _ in moves)


def _moves(before: SeriesCell, after: SeriesCell, corpus: Corpus) -> list[_Move]:
    """The lines above a result that moved it in the direction of its change, most first."""
    (reading,) = after.readings
    if reading.metric not in _RESULTS or not after.change or not after.value:
        return []
    elements = corpus.page(reading.document_id, reading.page).elements
    tables = [one.table for one in elements if one.index == reading.element]
    rows = rows_of(tables[0]) if tables and tables[0] else ()
    result = next((one for one in rows if one.index == reading.row), None)
    pair = _pair(result, reading.column, after.value, before.value) if result else None
    if result is None or pair is None:
        return []
    scale, sense = after.value / pair[0].value, 1 if after.change > 0 else -1
    moves: list[_Move] = []
    for row in rows:
        own, prior = (row.cell(cell.column) for cell in pair)
        if row.index >= result.index or not own or not prior or _SUM.search(row.label):
            continue
        change = scale * (own.value - prior.value)
        is_income = _INCOME.search(row.label) or own.value < 0
        weight = sense * change * (1 if is_income else -1)
        if weight >= _LEAST * abs(after.change):
            cells = _cell(row, prior, before, after, scale), _cell(row, own, after, after, scale)
            moves.append((weight, _NOTE.sub("", row.label), with_changes(cells)))
    return sorted(moves, key=lambda move: -move[0])


def _pair(
    result: TableRow, column: int, value: float, before: float | None
) -> tuple[NumberCell, NumberCell] | None:
    """The cells of a result in its row: of the period, and of the one before by its value."""
    own = result.cell(column)
    if own is None or not own.value or before is None:
        return None
    for cell in result.cells:
        near = abs(cell.value * value / own.value - before) <= _NEAR * abs(before)
        if near and cell.column != column:
            return own, cell
    return None


def _cell(
    row: TableRow, own: NumberCell, of: SeriesCell, latest: SeriesCell, scale: float
) -> SeriesCell:
    """The figure of a line in a period of a result, on the page of its latest figure."""
    value, quote = own.value * scale, f"{row.label} | {own.text}"
    (reading,) = latest.readings
    reading = replace(reading, value=value, row=row.index, column=own.column, quote=quote)
    reading = replace(reading, metric="", period=of.period)
    return replace(of, value=value, change=None, percent=None, readings=(reading,))


def corrections(question: str, table: SeriesTable) -> Iterator[str]:
    """A note where the first figure rose, but a question asks why it fell, or the reverse."""
    cell = table.rows[-1][0]
    if cell is not None and cell.change:
        name = table.columns[0].figure
        if cell.change > 0 and _FALLS.match(question):
            yield f"{name} did not fall: it rose"
        elif cell.change < 0 and _RISES.match(question):
            yield f"{name} did not rise: it fell"


def about_line(line: Narrative, answer: PassageAnswer) -> PassageAnswer:
    """The passages that begin with all words of a line, or stand under it."""

    def is_about(one: Passage) -> bool:
        texts = one.heading, _opening(one)
        return any(
            fuzz.token_set_ratio(line.topic, text, processor=default_process) >= _SAME_LINE
            for text in texts
        )

    return replace(answer, passages=tuple(filter(is_about, answer.passages)))


def about_results(answer: PassageAnswer) -> PassageAnswer:
    """The passages that begin with a result, or stand under one."""
    kept = (p for p in answer.passages if _RESULT.search(f"{p.heading}: {_opening(p)}"))
    return replace(answer, passages=tuple(kept))


def _opening(passage: Passage) -> str:
    return " ".join(passage.text.split()[:_OPENING])
