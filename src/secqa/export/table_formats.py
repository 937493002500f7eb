"""Write tables as Markdown and HTML, and sheets of values as CSV or an Excel workbook.

A table has several header rows with merged cells, and indented row labels. Markdown has one header
line, so it gets the resolved label of each column; HTML keeps header rows, merged cells and
indentation. Filings are untrusted: all text is escaped in markup, and never becomes a formula or a
link in a sheet.
"""

import io
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from secqa.files import bundled_templates, csv_text
from secqa.filings.document import Element, ElementType, Page, Table

if TYPE_CHECKING:
    from jinja2 import Template
    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet

_DEEPEST = 6
_BULLET = re.compile(r"[•◦▪●○■□·‣⁃–—*-]\s*")


def table_markdown(table: Table) -> str:
    """The table in GitHub's Markdown: resolved column labels, then the rows below the header."""
    return markdown_rows(table.columns, body(table), range(1, len(table.columns)))


def markdown_rows(
    heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: Collection[int]
) -> str:
    """A Markdown table; `numbers` are the indices of right-aligned columns."""
    marks = ["---:" if place in numbers else "---" for place in range(len(heads))]
    lines = ([markdown_text(cell) for cell in row] for row in (heads, *rows))
    head, *others = (f"| {' | '.join(cells)} |" for cells in lines)
    return "\n".join([head, f"| {' | '.join(marks)} |", *others])


def html_of(macro: str, *arguments: object) -> str:
    """Call a macro of `document.html.j2`: `grid` for a table, `page` or the `whole` document."""
    return str(getattr(_template().module, macro)(*arguments))


@cache
def _template() -> "Template":
    environment = bundled_templates("secqa.export")
    environment.filters |= {
        "spans": _spans,
        "lists": _lists,
        "level": heading_level,
        "without_bullet": without_bullet,
    }
    return environment.get_template("document.html.j2")


def _lists(page: Page) -> Iterator[tuple[bool, list[Element]]]:
    """Group adjacent elements of a page; True for groups of list items."""
    for is_list, elements in groupby(page.elements, lambda e: e.type is ElementType.LIST_ITEM):
        yield is_list, list(elements)


def heading_level(title: Element) -> int:
    """The level of a title as an HTML heading, 1 to 6."""
    return min(max(title.level, 1), _DEEPEST)


def without_bullet(text: str) -> str:
    """A list item's text without its bullet; numbers and letters stay."""
    return _BULLET.sub("", text, count=1) if _BULLET.match(text) else text


def body(table: Table) -> tuple[tuple[str, ...], ...]:
    """The rows below the header."""
    return table.cells[table.header_rows :]


def markdown_text(text: str) -> str:
    """Text on one line, with the special characters of Markdown and HTML escaped."""
    folded = _ENTITY.sub("&amp;", " ".join(text.split())).replace("<", "&lt;")
    return folded.translate(_SPECIAL)


_ENTITY = re.compile(r"&(?=#?\w+;)")
_SPECIAL = str.maketrans({character: f"\\{character}" for character in "\\`*_[]|~"})


def _spans(row: Sequence[str], labels: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The cells of a header row with their column spans.

    A cell spans the following empty cells whose column labels contain its text.
    """
    at = 0
    while at < len(row):
        end = at + 1
        while end < len(row) and row[at] and not row[end] and row[at] in labels[end]:
            end += 1
        yield row[at], end - at
        at = end


@dataclass(frozen=True, slots=True)
class SheetNumber:
    """A number that a workbook formats by its unit."""

    value: float
    unit: str = ""
    """A unit of answers, `times` or `days`."""
    formula: str = ""
    """Formula that computes the number from other cells."""
    link: str = ""
    """Address of the source page."""
    thousands: int = 0
    """Groups of three digits that are not shown: 2 for an amount that is shown in millions."""

    @property
    def number_format(self) -> str:
        """Excel's number format for the unit."""
        if self.thousands:
            whole = self.value % _THOUSAND**self.thousands == 0
            return f"#,##0{'' if whole else '.000'}{',' * self.thousands}"
        if self.unit == "pure":
            return "0.00%" if abs(self.value) < _RATIO else "0.00"
        if self.unit == "USD" and self.value != int(self.value):
            return _FORMATS["USD/shares"]
        return _FORMATS.get(self.unit, "General")


@dataclass(frozen=True, slots=True)
class SheetLink:
    """A trusted link with its text."""

    address: str
    text: str


_THOUSAND = 1000
_WIDEST = 360
"""Pixels of a column."""
_LINK = "#0B5CAD"
_LONG = 60
"""Characters from which on a text is wrapped in its cell."""
_RATIO = 2
"""Values without unit from here on are ratios; below, they are percentages, as in `number_text`."""
_FORMATS = {
    "USD": "$#,##0;-$#,##0",
    "USD/shares": "$#,##0.00;-$#,##0.00",
    "shares": "#,##0",
    "count": "#,##0",
    "times": '0.00" times"',
    "days": '0.0" days"',
    "points": '0.00" points"',
    "index": "0.0",
    "share": "0%",
}
SheetValue = str | float | int | SheetNumber | SheetLink | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: a name of up to 31 characters, column names, and rows."""

    name: str
    header: tuple[str, ...]
    rows: Sequence[Sequence[SheetValue]]


def workbook(sheets: Sequence[Sheet]) -> bytes:
    """The sheets as an Excel file; numbers stay numbers and text stays text.

    Only `SheetNumber` and `SheetLink`, which the app makes itself, create formulas and links.
    """
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
                for column, value in enumerate(row):
                    _write_cell(book, page, (at, column), value)
            page.freeze_panes(1, 0)
            page.autofit(_WIDEST)
    return out.getvalue()


def _write_cell(
    book: "Workbook", page: "Worksheet", at: tuple[int, int], value: SheetValue
) -> None:
    match value:
        case SheetNumber(number, _, formula, link):
            style = book.add_format({"num_format": value.number_format})
            if link:
                style.set_font_color(_LINK)
            if link:  # the link stays where the number is written over its text
                page.write_url(*at, link, style)
            if formula:
                page.write_formula(*at, formula, style, number)
            else:
                page.write_number(*at, number, style)
        case SheetLink(address, text):
            page.write_url(*at, address, string=text)
        case str() if len(value) > _LONG:
            page.write(*at, value, book.add_format({"text_wrap": True, "valign": "top"}))
        case _:
            page.write(*at, value)


def _plain(value: SheetValue) -> str | float | int | None:
    match value:
        case SheetNumber(number):
            return number
        case SheetLink(address):
            return address
    return value


def sheet_csv(sheet: Sheet) -> str:
    """A sheet as CSV, with unformatted numbers."""
    return csv_text(sheet.header, (map(_plain, row) for row in sheet.rows))
