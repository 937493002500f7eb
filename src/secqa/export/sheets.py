"""Rows as CSV or an Excel workbook, in which no text becomes a formula or a link."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

SheetValue = str | float | int | None

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""Spreadsheets take a text of CSV that begins with one of these for a formula."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet: its name of up to 31 characters, the names of its columns, and its rows."""

    name: str
    header: tuple[str, ...]
    rows: Sequence[Sequence[SheetValue]]


def workbook(sheets: Sequence[Sheet]) -> bytes:
    """The sheets as a file of Excel; numbers stay numbers, and texts texts."""
    import xlsxwriter

    out = io.BytesIO()
    options = {
        "in_memory": True,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
    with xlsxwriter.Workbook(out, options) as book:
        bold = book.add_format({"bold": True, "text_wrap": True, "valign": "top"})
        for sheet in sheets:
            page = book.add_worksheet(sheet.name)
            page.write_row(0, 0, sheet.header, bold)
            for at, row in enumerate(sheet.rows, 1):
                page.write_row(at, 0, row)
            page.freeze_panes(1, 0)
            page.autofit()
    return out.getvalue()


def csv_text(sheet: Sheet) -> str:
    """One sheet as CSV, with numbers in full."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(sheet.header)
    writer.writerows([_cell(value) for value in row] for row in sheet.rows)
    return out.getvalue()


def _cell(value: SheetValue) -> SheetValue:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA_STARTS) else value
