"""A table of series in words, as screens and pages show them: cells in, texts out."""

from secqa.language.query import AS_IT_IS, Form
from secqa.metrics.units import in_form, short
from secqa.systems.series import Cell, Column, Table

NOTHING = "–"


def value_said(cell: Cell | None, column: Column, form: Form = AS_IT_IS) -> str:
    """ "$56.36 billion", or a dash."""
    return NOTHING if cell is None or cell.value is None else _said(cell.value, column.unit, form)


def change_said(cell: Cell | None, column: Column, form: Form = AS_IT_IS) -> str:
    """ "+$2.143 billion"; of shares in percent "+1.2 points"."""
    if cell is None or cell.change is None:
        return NOTHING
    sign = "+" if cell.change > 0 else ""
    if column.unit == "pure" and abs(cell.value or 0) < 2:
        return f"{sign}{cell.change * 100:,.2f} points"
    return f"{sign}{_said(cell.change, column.unit, form)}"


def percent_said(cell: Cell | None) -> str:
    """ "+4.0%"; a dash where the period before has no value above zero."""
    return NOTHING if cell is None or cell.percent is None else f"{cell.percent * 100:+,.1f}%"


def places_of(cell: Cell) -> tuple[tuple[str, int], ...]:
    """The pages that a value was read from, each once."""
    return tuple(dict.fromkeys((one.document_id, one.page) for one in cell.readings))


def place_said(cell: Cell) -> str:
    """ "ACME-10-K-2025 page 50", or why there is no value."""
    if cell.value is None:
        return f"not found: {cell.why}"
    return ", ".join(f"{document} page {page}" for document, page in places_of(cell))


def title_of(column: Column) -> str:
    """ "Acme: total revenues"."""
    return f"{column.company}: {column.figure}"


def period_of(row: tuple[Cell | None, ...]) -> str:
    """What a row is called: as its companies call it, all of their names where they differ."""
    return " / ".join(dict.fromkeys(cell.period for cell in row if cell is not None))


def column_of(table: Table, place: int) -> tuple[Cell, ...]:
    """The cells of one column from the earliest on."""
    return tuple(cell for row in table.rows if (cell := row[place]) is not None)


def _said(value: float, unit: str, form: Form) -> str:
    percent = form.unit == "percent" and unit == "pure"
    scale = form.scale if unit in ("USD", "shares", "count") else ""
    if percent or scale or form.decimals is not None:
        return in_form(value, unit, scale, form.decimals, percent)
    return short(value, unit)
