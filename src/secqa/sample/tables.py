"""Tables of figures as filings set them: spacer cells, stacked heads, cells for `$` and `)`.

In: a table's text and the report. Out: its HTML, or None when the source states too little of
it. A row without a known figure is left out, and a column that knows fewer than half of the
rows: what is shown is complete enough to be read, and nothing in it is made up.
"""

from dataclasses import dataclass
from html import escape
from itertools import groupby

from secqa.sample.figures import Figure
from secqa.sample.language import Row, TableText
from secqa.sample.report import Column, Report
from secqa.sample.tags import Printed, Tags

Line = tuple[Row, list[Figure | None]]


@dataclass(frozen=True, slots=True)
class TableHtml:
    """A table's HTML and how many lines it takes on a page."""

    html: str
    lines: float


def table_html(table: TableText, report: Report, tags: Tags) -> TableHtml | None:
    """The table with the columns and rows that the report knows."""
    columns, lines = known_part(table, report)
    if not columns:
        return None
    head = _head(table, report, columns)
    money_rows = [row for row, figures in lines if any(f and f.unit == "USD" for f in figures)]
    body: list[str] = []
    for row, figures in lines:
        dollars = row.total or row in money_rows[:1] or _per_share(figures)
        shade = report.style.shaded if len(body) % 2 else ""
        body.append(_line(row, figures, report, tags, dollars=dollars, shade=shade))
    html = (
        '<table style="border-collapse:collapse;display:inline-table;margin-bottom:5pt;'
        f'vertical-align:text-bottom;width:100%">{_widths(len(columns), report)}'
        f"{''.join(head)}{''.join(body)}</table>"
    )
    return TableHtml(html, (len(head) + len(body)) * 1.25 + 1)


def known_part(table: TableText, report: Report) -> tuple[list[Column], list[Line]]:
    """The columns and rows of a table that the report's source states."""
    columns = report.columns(table.kind)
    rows = [row for row in table.rows if row.first <= report.source_year <= row.last]
    lines = [(row, [_figure(row, column, report) for column in columns]) for row in rows]
    filled = [figures for row, figures in lines if any(figures)]
    kept = [
        place
        for place in range(len(columns))
        if 2 * sum(figures[place] is not None for figures in filled) >= len(filled) > 0
    ]
    lines = [(row, [figures[place] for place in kept]) for row, figures in lines]
    lines = [(row, figures) for row, figures in lines if not row.reference or _told(figures)]
    return [columns[place] for place in kept], _without_empty_groups(lines)


def _told(figures: list[Figure | None]) -> bool:
    return any(figure and figure.value is not None for figure in figures)


def _figure(row: Row, column: Column, report: Report) -> Figure | None:
    if row.reference is None:
        return None
    return report.source.figure(row.reference, column.period, at_start=row.at_start)


def _without_empty_groups(lines: list[Line]) -> list[Line]:
    kept: list[Line] = []
    for row, figures in reversed(lines):
        below = kept[-1][0] if kept else None
        if row.reference or (below and (below.reference or below.level > row.level)):
            kept.append((row, figures))
    return kept[::-1]


def _per_share(figures: list[Figure | None]) -> bool:
    return any(figure and figure.unit == "USD/shares" for figure in figures)


def _widths(columns: int, report: Report) -> str:
    value = 3 if report.style.split_cells else 1
    one = '<td style="width:1.0%"></td>'
    gap = '<td style="width:0.1%"></td>' * 3
    number = '<td style="width:9.0%"></td>'
    cells = f"{one}{number}{one}" if value == 3 else number
    return f'<tr><td style="width:1.0%"></td><td style="width:45%"></td>{one}' + (
        gap.join([cells] * columns) + "</tr>"
    )


def _head(table: TableText, report: Report, columns: list[Column]) -> list[str]:
    split = report.style.split_cells
    heads = [(column.head, 1) for column in columns]
    lines = _corner(table, report, columns)
    if any(column.group for column in columns):
        over = [(column.group, 1) for column in columns]
        if report.quarter or report.style.periods != "fiscal":
            over = [(group, len(list(same))) for group, same in groupby(c.group for c in columns)]
        return [_head_row("", over, split), _head_row(lines[-1], heads, split)]
    blank = [("", 1) for _ in columns]
    return [_head_row(line, blank, split) for line in lines[:-1]] + [
        _head_row(lines[-1], heads, split)
    ]


def _corner(table: TableText, report: Report, columns: list[Column]) -> list[str]:
    """What the table's first cell says, one or two lines: units, and whose days or years."""
    style = report.style
    units = table.units if style.units_in_corner else ""
    if style.periods != "years" or report.quarter:
        return [units]
    end = columns[0].period.end
    words = f"{end:%B} {end.day}," if table.kind == "balances" else style.period_words
    if not style.units_in_words:
        return [f"({units})", words] if units else [words]
    days = f"as of {words.rstrip(',')}" if table.kind == "balances" else words
    return [f"Amounts in {units}; {days}" if units else f"{days[0].upper()}{days[1:]}"]


def _head_row(corner: str, cells: list[tuple[str, int]], split: bool) -> str:
    width = 3 if split else 1
    border = "border-bottom:0.5pt solid #000000;"
    html = [_cell(_bold(corner), 3, "text-align:left;")]
    for place, (text, columns) in enumerate(cells):
        if place:
            html.append('<td colspan="3" style="padding:0 1pt"></td>')
        span = width * columns + 3 * (columns - 1)
        html.append(_cell(_bold(text), span, f"{border if text else ''}text-align:center;"))
    return f"<tr>{''.join(html)}</tr>"


def _line(
    row: Row,
    figures: list[Figure | None],
    report: Report,
    tags: Tags,
    dollars: bool,
    shade: str,
) -> str:
    look = f"background-color:{shade};" if shade else ""
    label = _span(escape(row.label, quote=False), bold=row.total or row.reference is None)
    indent = f"padding:2px 1pt 2px {1 + 9 * row.level}pt;text-align:left;"
    cells = [_cell(label, 3, look + indent, padded=False)]
    rule = look + (
        "border-top:0.5pt solid #000000;border-bottom:3pt double #000000;" if row.total else ""
    )
    for place, figure in enumerate(figures):
        if place:
            cells.append(f'<td colspan="3" style="{look}padding:0 1pt"></td>')
        printed = _printed(row, figure, tags)
        cells.append(_value_cells(printed, dollars, rule, report.style.split_cells))
    return f"<tr>{''.join(cells)}</tr>"


def _printed(row: Row, figure: Figure | None, tags: Tags) -> Printed | None:
    if figure is None or row.reference is None:
        return None
    return tags.number(figure, row.reference.negated, also=row.reference.also)


def _value_cells(printed: Printed | None, dollars: bool, look: str, split: bool) -> str:
    if printed is None:
        return f'<td colspan="{3 if split else 1}" style="{look}padding:2px 1pt"></td>'
    sign = "$" if dollars and printed.unit.startswith("USD") else ""
    percent = "%" if printed.unit == "pure" and not printed.blank else ""
    opening, closing = ("(", ")") if printed.negative else ("", "")
    right = look + "text-align:right;white-space:nowrap;"
    if not split:
        text = f"{sign}{' ' if sign else ''}{opening}{printed.html}{closing}{percent}"
        return _cell(_span(text), 1, right)
    number = _span(opening + printed.html)
    tail = _cell(_span(closing + percent) if closing or percent else "&#160;", 1, look)
    if sign:
        return _cell(_span("$"), 1, look) + _cell(number, 1, right) + tail
    return _cell(number, 2, right) + tail


def _cell(html: str, span: int, look: str, padded: bool = True) -> str:
    columns = f' colspan="{span}"' if span > 1 else ""
    padding = "padding:2px 1pt;" if padded else ""
    return f'<td{columns} style="{look}{padding}vertical-align:bottom">{html}</td>'


def _span(html: str, bold: bool = False) -> str:
    return f'<span style="font-weight:{700 if bold else 400}">{html}</span>' if html else ""


def _bold(text: str) -> str:
    return _span(escape(text, quote=False), bold=True)
