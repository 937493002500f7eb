"""Format values and cells of answers as text."""

from collections.abc import Callable

from secqa.metrics.number_text import in_form, short, short_and_exact
from secqa.query.leaves import AS_IT_IS, AnswerForm
from secqa.systems.period_table import SAME, SeriesCell, SeriesColumn, SeriesTable


def value_text(value: float | str, unit: str, form: AnswerForm = AS_IT_IS) -> str:
    """ "$93.736 billion ($93,736,000,000)", or in the requested form: "$93,736 million".

    Units are those of `Answer.unit`; text stays unchanged.
    """
    return value if isinstance(value, str) else _formed(value, unit, form, short_and_exact)


_PER_UNIT = {"points": 100.0, "times": 1.0, "days": 1.0}
"""Factors of ratios in points, times or days."""
_DECIMALS = 2
"""Default decimals of these."""


def _formed(
    value: float, unit: str, form: AnswerForm, otherwise: Callable[[float, str], str]
) -> str:
    """Format a value by its form, or by `otherwise` without a form."""
    percent = form.unit == "percent" and unit == "pure"
    scale = form.scale if unit in ("USD", "shares", "count") else ""
    if unit == "pure" and form.unit in _PER_UNIT:
        decimals = _DECIMALS if form.decimals is None else form.decimals
        return f"{value * _PER_UNIT[form.unit]:,.{decimals}f} {form.unit}"
    if percent or scale or form.decimals is not None:
        return in_form(value, unit, scale, form.decimals, percent)
    return otherwise(value, unit)


NOTHING = "–"


def series_value_text(
    cell: SeriesCell | None, column: SeriesColumn, form: AnswerForm = AS_IT_IS
) -> str:
    """ "$56.36 billion", or a dash."""
    return (
        NOTHING
        if cell is None or cell.value is None
        else _formed(cell.value, column.unit, form, short)
    )


def change_text(cell: SeriesCell | None, column: SeriesColumn, form: AnswerForm = AS_IT_IS) -> str:
    """ "+$2.143 billion"; for percentages "+1.2 points"."""
    if cell is None or cell.change is None:
        return NOTHING
    sign = "+" if cell.change > 0 else ""
    if _in_points(cell, column) and form.unit not in _PER_UNIT:
        return f"{sign}{cell.change * 100:,.2f} points"
    return f"{sign}{_formed(cell.change, column.unit, form, short)}"


def percent_text(cell: SeriesCell | None, column: SeriesColumn) -> str:
    """ "+4.0%"; a dash for percentages, and from or to negative values."""
    if cell is None or cell.percent is None or (cell.value or 0) < 0 or _in_points(cell, column):
        return NOTHING
    return f"{cell.percent * 100:+,.1f}%"


def direction_text(cell: SeriesCell | None, column: SeriesColumn) -> str:
    """The change in percent, or in points for percentages."""
    in_points = cell is not None and _in_points(cell, column)
    return change_text(cell, column) if in_points else percent_text(cell, column)


def places_of(cell: SeriesCell) -> tuple[tuple[str, int], ...]:
    """The distinct pages of a value."""
    return tuple(dict.fromkeys((one.document_id, one.page) for one in cell.readings))


def place_text(cell: SeriesCell) -> str:
    """ "ACME-10-K-2025 page 50", or the reason for no value."""
    if cell.value is None:
        return f"not found: {cell.why}"
    return ", ".join(f"{document} page {page}" for document, page in places_of(cell))


def confidence_text(cell: SeriesCell) -> str:
    """ "97%", or a dash without a value."""
    return NOTHING if cell.value is None else f"{cell.confidence:.0%}"


def title_of(column: SeriesColumn) -> str:
    """ "Acme: total revenues"."""
    return f"{column.company}: {column.figure}"


def period_of(row: tuple[SeriesCell | None, ...]) -> str:
    """The companies' name of a row's period, for quarters with its end: "2024Q2 (Mar 30, 2024)"; if
    names differ, "FY2024 / FY2023 (ending Sep 2023 to Jan 2024)"."""
    names = dict.fromkeys(cell.period for cell in row if cell is not None)
    ends = sorted(cell.ends for cell in row if cell is not None and cell.ends is not None)
    called = " / ".join(names)
    if not ends:
        return called
    if (ends[-1] - ends[0]).days <= SAME:
        return f"{called} ({ends[-1]:%b %-d, %Y})" if "Q" in called else called
    return f"{called} (ending {ends[0]:%b %Y} to {ends[-1]:%b %Y})"


def table_text(table: SeriesTable) -> str:
    """The figures of a table, one per line."""
    return "\n".join(
        f"{title_of(column)}, {period_of(row)}: {series_value_text(row[at], column)}"
        f" ({change_text(row[at], column)})"
        for at, column in enumerate(table.columns)
        for row in table.rows
    )


def column_of(table: SeriesTable, place: int) -> tuple[SeriesCell, ...]:
    """The cells of one column, earliest first."""
    return tuple(cell for row in table.rows if (cell := row[place]) is not None)


def _in_points(cell: SeriesCell, column: SeriesColumn) -> bool:
    """Whether changes of a value are given in points, since it is a percentage."""
    return column.unit == "pure" and abs(cell.value or 0) < 2
