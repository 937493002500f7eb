"""A table in, what people take with them out: workbook, CSV, Markdown, each value with its page."""

from collections.abc import Iterator

from secqa.app.compare.notes import Note
from secqa.app.compare.picked import name_of
from secqa.app.compare.places import places_of
from secqa.app.compare.rows import Cell, Row
from secqa.app.compare.table import Table
from secqa.app.markdown import plain
from secqa.app.spreadsheet import Sheet, Value
from secqa.facts.fact import MetricFact
from secqa.facts.fiscal import FiscalPeriod
from secqa.facts.table.compound import Found, stated_parts
from secqa.parsing.entities.company_index import Company

_HEADER = (
    *("company", "symbol", "cik", "metric", "period", "ends", "value", "unit", "worked out"),
    *("part of", "concept", "document", "page", "printed line", "notes"),
)


def values_sheet(table: Table) -> Sheet:
    """A row a value, in base units, and of what is worked out a row for each of its parts."""
    lines = [line for row in table.rows for cell in row.cells for line in _lines(row, cell)]
    return Sheet("Values", _HEADER, lines)


def sheets_of(table: Table) -> list[Sheet]:
    """The table as it is shown, its values with their pages, and its notes."""
    header = ("company", "metric", *map(name_of, table.periods), "change", "growth a year")
    shown = [
        (
            row.company.name,
            row.metric.name,
            *(cell.figure.value for cell in row.cells),
            row.change.value,
            row.rate.value,
        )
        for row in table.rows
    ]
    notes = [(note.number, note.kind, note.about, note.when, _said(note)) for note in table.notes]
    return [
        Sheet("Table", header, shown),
        values_sheet(table),
        Sheet("Notes", ("note", "kind", "about", "periods", "what"), notes),
    ]


def markdown_of(table: Table) -> str:
    """The table with its notes and sources."""
    lines: list[str] = []
    for group in table.groups:
        unit = f" ({plain(group.unit)})" if group.unit else ""
        names = [name_of(period) for period in table.periods]
        lines += [
            f"## {plain(group.title)}{unit}",
            "",
            f"| | {' | '.join([*names, 'Change', 'Growth a year'])} |",
            f"|---|{'---:|' * (len(names) + 2)}",
        ]
        for row in group.rows:
            about = f" ({plain(row.about)})" if row.about else ""
            cells = [_marked(cell) for cell in row.cells]
            told = " | ".join([*cells, row.change_said, row.rate_said])
            lines.append(f"| {plain(row.label)}{about} | {told} |")
        if group.middle:
            lines.append(f"| Median | {' | '.join([*group.middle, '', ''])} |")
        lines.append("")
    if table.notes:
        lines += ["Notes:", ""]
        for note in table.notes:
            about = f"{plain(note.about)}, {note.when}"
            lines.append(f"{note.number}. {note.kind}: {about}: {plain(_said(note))}")
        lines.append("")
    return "\n".join([*lines, "Sources:", "", *_sources(table), ""])


def _lines(row: Row, cell: Cell) -> Iterator[tuple[Value, ...]]:
    """A value as a line, and the lines of its parts."""
    notes = "; ".join(f"{note.kind.lower()}: {_said(note)}" for note in cell.notes)
    if cell.picked is None:
        period = name_of(cell.period)
        yield _line(row.company, metric=row.metric.id, period=period, notes=notes)
        return
    found, how = cell.picked.found, cell.picked.how
    yield _line(row.company, **_told(found), worked_out=how, notes=notes)
    if how:
        of = f"{row.metric.id} {name_of(cell.period)}"
        for part in stated_parts(found):
            yield _line(row.company, **_told(part), part_of=of)


def _told(found: Found) -> dict[str, Value]:
    told: dict[str, Value] = {
        "metric": found.metric,
        "period": name_of(FiscalPeriod(found.fiscal_year, found.fiscal_period)),
        "ends": found.period_end.isoformat(),
        "value": found.value,
        "unit": found.unit,
    }
    if isinstance(found, MetricFact):
        places = places_of(found)
        told |= {"concept": found.concept, "document": found.document_id}
        told |= {"page": places[0].page, "printed_line": places[0].quote} if places else {}
    return told


def _line(company: Company, **told: Value) -> tuple[Value, ...]:
    told |= {"company": company.name, "symbol": company.ticker, "cik": company.cik}
    return tuple(told.get(name.replace(" ", "_")) for name in _HEADER)


def _marked(cell: Cell) -> str:
    numbers = ", ".join(str(note.number) for note in cell.notes)
    return f"{plain(cell.said)} ({numbers})" if numbers else plain(cell.said)


def _said(note: Note) -> str:
    return "; ".join(filter(None, (note.why, *(line.text for line in note.lines))))


def _sources(table: Table) -> Iterator[str]:
    """Each printed line that a value shown was read from, once."""
    seen: set[tuple[str, int, str]] = set()
    for row in table.rows:
        for cell in row.cells:
            for part in stated_parts(cell.picked.found) if cell.picked else ():
                for place in places_of(part)[:1]:
                    key = (place.document_id, place.page, place.quote)
                    if key not in seen:
                        seen.add(key)
                        where = f"{plain(place.document_id)} page {place.page}"
                        yield f"- {where}: {plain(place.quote)}"
