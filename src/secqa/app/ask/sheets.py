"""An answer in, its tables out, as Excel and CSV take them: each value with where it stands.

What was worked out has a row for each operand, and its result and steps in a sheet beside: whoever
wants can work it out again by hand.
"""

from collections.abc import Iterator, Sequence

from secqa.app.addresses import filing_address
from secqa.app.ask.asking import Asked
from secqa.app.ask.evidence import Evidence
from secqa.app.printed.marks import Mark
from secqa.corpus.store import Corpus
from secqa.export.sheets import Sheet, csv_text, workbook
from secqa.export.sheets import SheetValue as Value
from secqa.systems import series_words as words
from secqa.systems.answer import Answer
from secqa.systems.period_table import SeriesCell, SeriesColumn

_PLACE = ("document", "page", "printed label", "printed line", "confidence", "link")


def excel_of(asked: Asked, evidence: Sequence[Evidence], corpus: Corpus, host: str) -> bytes:
    """The answer as a workbook; `host` begins its links."""
    main = main_sheet(asked.answer, evidence, corpus, host)
    return workbook((main, _told(asked), *_read_for(main, evidence, host)))


def csv_of(answer: Answer, evidence: Sequence[Evidence], corpus: Corpus, host: str) -> str:
    """A row a value: of a series each cell, else each value or passage that was read."""
    return csv_text(main_sheet(answer, evidence, corpus, host))


def main_sheet(answer: Answer, evidence: Sequence[Evidence], corpus: Corpus, host: str) -> Sheet:
    """The table of an answer: values by period, else what was read."""
    if answer.table is None:
        return _read_sheet(evidence, host)
    header = ("company", "figure", "period", "value", "unit", "change", "change in %", *_PLACE)
    rows = [
        row
        for place, column in enumerate(answer.table.columns)
        for cell in words.column_of(answer.table, place)
        for row in _cell_rows(column, cell, corpus, host)
    ]
    return Sheet("By period", header, rows)


def _cell_rows(
    column: SeriesColumn, cell: SeriesCell, corpus: Corpus, host: str
) -> Iterator[tuple[Value, ...]]:
    """The row of a value with what it was read from; a further one for each further operand."""
    percent = None if cell.percent is None else round(cell.percent * 100, 2)
    told = (column.company, column.figure, cell.period)
    if not cell.readings:
        missing = f"not found: {cell.why}" if cell.value is None else ""
        where = ("", None, "", missing, None, "")
        yield (*told, cell.value, column.unit, cell.change, percent, *where)
    for at, reading in enumerate(cell.readings):
        mark = Mark(reading.element, reading.row, reading.column, reading.quote)
        yield (
            *told,
            *((cell.value, column.unit, cell.change, percent) if at == 0 else (None,) * 4),
            reading.document_id,
            reading.page,
            corpus.page(reading.document_id, reading.page).label,
            reading.quote,
            round(reading.confidence, 3),
            host + filing_address(reading.document_id, reading.page, mark),
        )


def _read_sheet(evidence: Sequence[Evidence], host: str) -> Sheet:
    rows = [
        (
            one.about,
            one.quote if one.value is None else one.value,
            one.unit,
            one.document_id,
            one.page,
            one.label,
            one.quote,
            round(one.confidence, 3),
            host + one.filing_address,
        )
        for one in evidence
    ]
    return Sheet("Read from", ("figure", "value", "unit", *_PLACE), rows)


def _told(asked: Asked) -> Sheet:
    """The question, how it was understood, what came of it, and how it was worked out."""
    answer = asked.answer
    values = answer.value if isinstance(answer.value, tuple) else (answer.value,)
    labels = answer.labels if len(answer.labels) == len(values) else ("",) * len(values)
    rows: list[tuple[Value, ...]] = [("question", asked.question)]
    if asked.query is not None:
        rows.append(("understood as", str(asked.query)))
    if answer.table is None and answer.value is not None:
        rows += [
            (f"answer {label}".strip(), one) for label, one in zip(labels, values, strict=True)
        ]
        rows.append(("unit", answer.unit))
    rows.append(("confidence", round(answer.confidence, 3)))
    rows += [("cannot answer", answer.error)] if answer.error else []
    rows += [("note", one) for one in answer.notes]
    rows += [("worked out by", line) for line in answer.program.splitlines() if line.strip()]
    return Sheet("Answer", ("", "value"), rows)


def _read_for(main: Sheet, evidence: Sequence[Evidence], host: str) -> Iterator[Sheet]:
    """What a table of series was read from, one row each."""
    read = _read_sheet(evidence, host)
    if main.name != read.name:
        yield read
