"""Write a comparison as rows, JSON or Markdown, each value with the page that prints it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from secqa.export.table_formats import Sheet, SheetValue, markdown_text
from secqa.facts.comparison.table import CompanyComparison, ComparisonCell, ComparisonRow
from secqa.facts.comparison.values import period_name, place_of
from secqa.facts.fact import MetricFact
from secqa.facts.fiscal import FiscalPeriod
from secqa.facts.table.compound import TableValue, stated_parts

VALUE_COLUMNS = (
    *("company", "symbol", "cik", "metric", "period", "ends", "value", "unit", "worked out"),
    *("part of", "concept", "document", "page", "printed line", "notes"),
)


def values_sheet(comparison: CompanyComparison) -> Sheet:
    """A sheet with a row for each value, in base units, followed by rows for its parts."""
    return sheet_of_columns(map(value_columns, value_lines(comparison)))


def sheet_of_columns(lines: Iterable[dict[str, SheetValue]]) -> Sheet:
    """The sheet of values, of lines by the names of its columns."""
    return Sheet(
        "Values", VALUE_COLUMNS, [[line.get(one) for one in VALUE_COLUMNS] for line in lines]
    )


@dataclass(frozen=True, slots=True)
class ValueLine:
    """A line of the sheet of values: a value of the table, or a part of one."""

    row: ComparisonRow
    cell: ComparisonCell
    fact: TableValue | None
    """None where the value is missing."""
    is_part: bool = False


def value_lines(comparison: CompanyComparison) -> Iterator[ValueLine]:
    """Each value, followed by its parts."""
    for row in comparison.rows:
        for cell in row.cells:
            value = cell.value
            yield ValueLine(row, cell, value.fact if value else None)
            for part in stated_parts(value.fact) if value and value.formula else ():
                yield ValueLine(row, cell, part, True)


def comparison_data(comparison: CompanyComparison) -> dict[str, Any]:
    """The comparison as JSON-ready data: values in base units, each with its source page.

    `figure` is the value in the chosen view: growth, a share or an index.
    """
    return {
        "periods": list(comparison.period_names),
        "rows": [
            {
                "company": row.company.name,
                "symbol": row.company.ticker,
                "metric": row.metric.id,
                "unit": row.metric.unit,
                "values": [_cell_data(cell) for cell in row.cells],
                "change": row.change.value,
                "growth_a_year": row.rate.value,
            }
            for row in comparison.rows
        ],
        "notes": [
            {"note": n.number, "kind": n.kind, "about": n.about, "periods": n.when, "text": n.text}
            for n in comparison.notes
        ],
    }


def _cell_data(cell: ComparisonCell) -> dict[str, Any]:
    notes = [note.number for note in cell.notes]
    data: dict[str, Any] = {"period": period_name(cell.period), "value": None, "notes": notes}
    if cell.value is None:
        return data
    place = place_of(cell.value.fact)
    data |= {"value": cell.value.value, "figure": cell.figure.value}
    data |= {"worked_out": cell.value.formula} if cell.value.formula else {}
    if place is not None:
        data |= {"document": place.document_id, "page": place.page, "printed_line": place.quote}
    return data


def comparison_markdown(comparison: CompanyComparison) -> str:
    """The comparison as Markdown, with notes and sources."""
    lines: list[str] = []
    names = [*comparison.period_names, "Change", "Growth a year"]
    for group in comparison.groups:
        unit = f" ({markdown_text(group.unit)})" if group.unit else ""
        lines += [
            f"## {markdown_text(group.title)}{unit}",
            "",
            f"| | {' | '.join(names)} |",
            f"|---|{'---:|' * len(names)}",
        ]
        for row in group.rows:
            detail = f" ({markdown_text(row.detail)})" if row.detail else ""
            cells = [*map(_text_with_notes, row.cells), row.change_text, row.rate_text]
            lines.append(f"| {markdown_text(row.label)}{detail} | {' | '.join(cells)} |")
        if group.medians:
            lines.append(f"| Median | {' | '.join([*group.medians, '', ''])} |")
        lines.append("")
    if comparison.notes:
        lines += ["Notes:", ""]
        for note in comparison.notes:
            lines.append(f"{note.number}. {note.kind}: {markdown_text(note.sentence)}")
        lines.append("")
    return "\n".join([*lines, "Sources:", "", *_sources(comparison), ""])


def value_columns(line: ValueLine) -> dict[str, SheetValue]:
    """The line by the names of its columns."""
    company, cell, fact = line.row.company, line.cell, line.fact
    period = period_name(cell.period)
    columns: dict[str, SheetValue] = {"symbol": company.ticker, "cik": company.cik}
    columns |= {"company": company.name, "metric": line.row.metric.id, "period": period}
    if line.is_part:
        columns["part of"] = f"{line.row.metric.id} {period}"
    else:
        columns["worked out"] = cell.value.formula if cell.value else None
        columns["notes"] = "; ".join(f"{note.kind.lower()}: {note.text}" for note in cell.notes)
    if fact is not None:
        columns["metric"] = fact.metric
        columns["period"] = period_name(FiscalPeriod(fact.fiscal_year, fact.fiscal_period))
        columns |= {"ends": fact.period_end.isoformat(), "value": fact.value, "unit": fact.unit}
    if isinstance(fact, MetricFact):
        columns |= {"concept": fact.concept, "document": fact.document_id}
        for place in fact.evidence[:1]:
            columns |= {"page": place.page, "printed line": place.quote}
    return columns


def _text_with_notes(cell: ComparisonCell) -> str:
    numbers = ", ".join(str(note.number) for note in cell.notes)
    return f"{markdown_text(cell.text)} ({numbers})" if numbers else markdown_text(cell.text)


def _sources(comparison: CompanyComparison) -> Iterator[str]:
    """The distinct printed lines from which values were read."""
    cells = (cell for row in comparison.rows for cell in row.cells if cell.value is not None)
    parts = (part for cell in cells if cell.value for part in stated_parts(cell.value.fact))
    places = (place for part in parts for place in part.evidence[:1])
    lines = dict.fromkeys((place.document_id, place.page, place.quote) for place in places)
    for document_id, page, quote in lines:
        yield f"- {markdown_text(document_id)} page {page}: {markdown_text(quote)}"
