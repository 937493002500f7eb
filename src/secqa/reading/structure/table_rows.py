"""Parse the rows of a table with their sections, and the scale of its numbers.

A label alone is often insufficient: "Basic" is under "Earnings per share", and the sum of a section
may have no label. Rows without numbers and indents show the sections; not all filers print indents.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from secqa.filings.document import Element, ElementType, Page, Table
from secqa.filings.numbers import Scale, parse_number, table_scale, text_scale
from secqa.reading.structure.label_words import label_words
from secqa.reading.structure.vocabulary import pattern_of

_BROKEN_OFF = re.compile(r"\b(?:of|to|for|and|by|the|from|with|or)$|[a-z],$", re.IGNORECASE)
UNITS = pattern_of("table_reader", "units")
"""Units in brackets of labels for figures other than money, which have another scale."""
_TABLES_KEPT = 1024
"""Each takes some 4 KB."""
_NOTE = re.compile(r"\(|(?:in|dollars|\$|amounts|millions|thousands|billions)\b")


@dataclass(frozen=True, slots=True)
class NumberCell:
    """A printed number."""

    column: int
    text: str
    value: float
    percent: bool
    dash: bool


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row with numbers."""

    index: int
    label: str
    """The printed label, or "Total …" for an unlabelled sum."""
    words: tuple[str, ...]
    section: tuple[str, ...]
    """Labels of its sections, outermost first."""
    section_words: tuple[str, ...]
    """Words of the innermost section."""
    scale: Scale
    """The scale in its label or section."""
    cells: tuple[NumberCell, ...]

    def cell(self, column: int) -> NumberCell | None:
        """The number in a column."""
        for cell in self.cells:
            if cell.column == column:
                return cell
        return None


@dataclass(slots=True)
class _Section:
    label: str
    words: tuple[str, ...]
    indent: float
    child_indent: float | None = None


@lru_cache(maxsize=_TABLES_KEPT)
def rows_of(table: Table) -> tuple[TableRow, ...]:
    """Rows with numbers, in order."""
    rows: list[TableRow] = []
    open_sections: list[_Section] = []
    running = Scale()
    for index, label in _header_sections(table):
        _open(open_sections, label, table.indents[index])
    for index in range(table.header_rows, len(table.cells)):
        printed = table.cells[index]
        label = printed[0]
        cells = _numbers(printed)
        indent = table.indents[index]
        if not cells:
            shares = text_scale(label).shares
            if shares is not None and text_scale(label).money is None:
                running = Scale(shares=shares)
            if label and not _is_scale_note(label):
                _open(open_sections, label, indent)
            continue
        words = label_words(label)
        if label:
            _close_deeper(open_sections, indent)
        if not words:
            label = _sum_name(cells, rows, open_sections)
            words = label_words(label)
        elif index and not any(table.cells[index - 1][1:]):
            label, words = _unbroken(table.cells[index - 1][0], label, words)
        innermost = open_sections[-1] if open_sections else None
        rows.append(
            TableRow(
                index=index,
                label=label,
                words=words,
                section=tuple(section.label for section in open_sections),
                section_words=innermost.words if innermost else (),
                scale=_row_scale(label, innermost, running),
                cells=cells,
            )
        )
        if words[:1] == ("total",):
            _close_total(open_sections, words[1:])
    return tuple(rows)


def _unbroken(above: str, label: str, words: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """A label and its words, joined with the line above if that is incomplete."""
    if not _BROKEN_OFF.search(above) or len(words) == 1:
        # "Shares used in computing income per share of" is a section above "Basic".
        return label, words
    label = f"{above} {label}"
    return label, label_words(label)


def _numbers(printed: tuple[str, ...]) -> tuple[NumberCell, ...]:
    cells = []
    for column, text in enumerate(printed):
        if column and text:
            number = parse_number(text)
            if number is not None:
                cells.append(NumberCell(column, text, number.value, number.percent, number.dash))
    return tuple(cells)


def _header_sections(table: Table) -> list[tuple[int, str]]:
    """Labels in the header's corner that begin the first section, such as "Assets"."""
    return [
        (index, row[0])
        for index, row in enumerate(table.cells[: table.header_rows])
        if row[0] and not any(row[1:]) and not _is_scale_note(row[0])
    ]


def _is_scale_note(label: str) -> bool:
    """Whether a label only states the scale of the table."""
    return _NOTE.match(label.lower()) is not None and text_scale(label).money is not None


def _open(sections: list[_Section], label: str, indent: float) -> None:
    # A heading directly below another with equal indent is inside it.
    while sections and sections[-1].indent >= indent and sections[-1].child_indent is not None:
        sections.pop()
    sections.append(_Section(label, label_words(label), indent))


def _close_deeper(sections: list[_Section], indent: float) -> None:
    """End sections whose first rows are indented more than this row."""
    for section in sections:
        if section.child_indent is None:
            section.child_indent = indent
    while sections:
        section = sections[-1]
        assert section.child_indent is not None
        if indent < section.child_indent and indent <= section.indent:
            sections.pop()
        else:
            return


def _close_total(sections: list[_Section], words: tuple[str, ...]) -> None:
    """End "Current assets" and the sections inside it at "Total current assets"."""
    for place, section in enumerate(sections):
        if section.words and section.words == words:
            del sections[place:]
            return


def _row_scale(label: str, section: _Section | None, running: Scale) -> Scale:
    """The scale of the label, of the section, or of a note further up ("Shares in millions")."""
    for found in (text_scale(label), text_scale(section.label) if section else running):
        if found.money is not None or found.shares is not None:
            return found
    return running


def _sum_name(cells: tuple[NumberCell, ...], rows: list[TableRow], sections: list[_Section]) -> str:
    """ "Total X" for an unlabelled row with the sum of section X, else ""."""
    if not sections:
        return ""
    section = sections[-1].label
    parts = [row for row in rows if row.section and row.section[-1] == section]
    first = cells[0]
    column = [cell.value for row in parts if (cell := row.cell(first.column))]
    if len(column) > 1 and abs(sum(column) - first.value) <= 1e-6 * abs(first.value) + 0.51:
        return f"Total {section}"
    return ""


_PAGE_NOTE = pattern_of("table_rows", "page_note")
_LONGEST_PAGE_NOTE = 250


def scale_of(element: Element, table: Table) -> Scale:
    """The scale stated in a table or in the titles above."""
    return _scale(table, element.path)


@lru_cache(maxsize=_TABLES_KEPT)
def _scale(table: Table, path: tuple[str, ...]) -> Scale:
    titles = [title for title in reversed(path) if text_scale(title).money is not None]
    return table_scale(table, titles[0] if titles else "")


def usual_scale(pages: Iterable[Page]) -> Scale:
    """The most frequent scale of the statements, else of the tables, on pages of one document.

    Billions do not count, since only discussions use them. If statements state no scale, figures
    are in full, as small filers print them.
    """
    pages = tuple(pages)
    statements: dict[Scale, int] = {}
    others: dict[Scale, int] = {}
    for page in pages:
        for element in page.elements:
            if element.table is not None:
                scale = scale_of(element, element.table)
                if scale.money in (1e3, 1e6) and (
                    element.table.statement or _in_money(element.table)
                ):
                    counts = statements if element.table.statement else others
                    counts[scale] = counts.get(scale, 0) + 1
    counts = statements or others
    if counts:
        return max(counts, key=lambda scale: counts[scale])
    silent = any(e.table and e.table.statement for page in pages for e in page.elements)
    return Scale(money=1.0, shares=1.0) if silent else Scale()


def counts_things(table: Table) -> bool:
    """Whether the scale of a table is of things: "(vehicles in thousands)"."""
    return UNITS.search(table.caption) is not None


@lru_cache(maxsize=_TABLES_KEPT)
def _in_money(table: Table) -> bool:
    """Whether a table prints a currency; a scale of cars does not apply to dollars."""
    return not counts_things(table) and any("$" in cell for row in table.cells for cell in row)


@lru_cache(maxsize=2048)
def note_scale(text: str) -> Scale:
    """The scale in a note of a page: "Amounts in millions of dollars except …"."""
    if len(text) <= _LONGEST_PAGE_NOTE and _PAGE_NOTE.match(text.lower()):
        return text_scale(text)
    return Scale()


def page_scale(page: Page) -> Scale:
    """The scale in a page's header, footer or a note between tables."""
    for element in page.elements:
        if element.type is not ElementType.TABLE and element.type is not ElementType.PAGE_NUMBER:
            scale = note_scale(element.text)
            if scale.money is not None:
                return scale
    return Scale()
