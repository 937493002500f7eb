"""Find the lines of an income statement that moved a result most.

A report says line by line, under the names of the lines, why its profit fell. So the lines stand
beside the result, and reasons are looked for under their names. Filers print expenses with either
sign, so the label says which way a line moves the result.
"""

from collections.abc import Callable, Sequence
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
from secqa.systems.period_table import SeriesCell, SeriesColumn, with_changes

_RESULTS = frozenset({"net_income", "pretax_income", "operating_income"})
_MOST = 2
"""Lines that are shown."""
_LEAST = 0.15
"""Of the change of the result: a line that moved it less says little of it."""
_NEAR = 0.005
"""Maximum relative difference of the result of the year before, as an earlier report prints it."""
_SUM, _INCOME, _ALL_SALES, _COSTS, _NOTE, _RESULT = (
    pattern_of("statement_moves", name)
    for name in ("sum", "income", "all_sales", "costs", "note", "result")
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
    moves = [
        move
        for before, after in zip(*table.rows, strict=True)
        if before is not None and after is not None and len(after.readings) == 1
        for move in _moves(before, after, corpus)
    ][:_MOST]
    shown = [_value(cell) for cell in table.rows[-1]]
    added = [move for move in moves if _value(move[2][-1]) not in shown]
    columns = (SeriesColumn(company, label, "USD") for _, label, _ in added)
    rows = ((*row, *(cells[at] for *_, cells in added)) for at, row in enumerate(table.rows))
    table = replace(table, columns=(*table.columns, *columns), rows=tuple(rows))
    return replace(figures, table=table), tuple(replace(why, topic=one) for _, one, _ in moves)


def _value(cell: SeriesCell | None) -> float:
    return abs(cell.value) if cell is not None and cell.value is not None else 0.0


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
    sales = max((row.index for row in rows if _ALL_SALES.search(row.label)), default=-1)
    moves: list[_Move] = []
    for row in rows:
        own, prior = (row.cell(cell.column) for cell in pair)
        if row.index >= result.index or not own or not prior or _SUM.search(row.label):
            continue
        side = 1 if _adds(row, own.value or prior.value, sales) else -1
        weight = sense * side * scale * (own.value - prior.value)
        if weight >= _LEAST * abs(after.change):
            cells = _cell(row, prior, before, after, scale), _cell(row, own, after, after, scale)
            moves.append((weight, _NOTE.sub("", row.label), with_changes(cells)))
    return sorted(moves, key=lambda move: -move[0])


def _adds(row: TableRow, value: float, sales: int) -> bool:
    """Whether the result rises with the printed number of a line; `sales` is the row of all sales,
    above which lines add to them, but for costs."""
    in_costs = any(map(_COSTS.match, row.section[-1:]))
    if _INCOME.search(row.label) and in_costs:
        return value > 0
    return bool(_INCOME.search(row.label)) or (row.index < sales and not in_costs) or value < 0


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


def about_line(line: str, answer: PassageAnswer) -> PassageAnswer:
    """What passages say of a line: all of those under its title, else what begins with it."""

    def names_line(text: str) -> bool:
        return fuzz.token_set_ratio(line, text, processor=default_process) >= _SAME_LINE

    return _where(answer, names_line)


def about_results(answer: PassageAnswer) -> PassageAnswer:
    """What passages say of a result."""
    return _where(answer, lambda text: bool(_RESULT.search(text)))


def _where(answer: PassageAnswer, is_named: Callable[[str], bool]) -> PassageAnswer:
    """The figures that passages tell under a title, or in what begins with a name."""
    passages: list[Passage] = []
    for one in answer.passages:
        said = [text for text in one.text.split("\n") if any(map(str.isdigit, text))]
        if not is_named(one.heading):
            said = [text for text in said if is_named(" ".join(text.split()[:_OPENING]))]
        if said:
            passages.append(replace(one, text="\n".join(said)))
    return replace(answer, passages=tuple(passages))
