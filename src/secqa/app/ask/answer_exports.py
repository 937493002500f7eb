"""An answer as CSV, Excel or Markdown, each value with the page that prints it.

A value that was worked out has a row for each operand, and its steps on a sheet of their own, so
that it can be worked out again by hand.
"""

from collections.abc import Iterator, Sequence

from secqa.app.addresses import place_address
from secqa.app.ask.answer_evidence import AnswerEvidence
from secqa.app.ask.answer_wording import explanation_of, value_texts
from secqa.app.ask.answers import QuestionAnswer
from secqa.corpus.corpus_store import Corpus
from secqa.export.table_formats import Sheet, SheetValue, csv_text, markdown_text, workbook
from secqa.systems.answer import Answer
from secqa.systems.period_table import SeriesCell, SeriesColumn
from secqa.systems.value_words import column_of

_PLACE = ("document", "page", "printed label", "printed line", "confidence", "link")


def answer_workbook(
    reply: QuestionAnswer, evidence: Sequence[AnswerEvidence], corpus: Corpus, host: str
) -> bytes:
    """The answer as a workbook; `host` begins its links."""
    sheets = [_main_sheet(reply.answer, evidence, corpus, host), _summary(reply)]
    # The readings behind a table by period, a row each.
    sheets += [_readings_sheet(evidence, host)] if reply.answer.table is not None else []
    return workbook(sheets)


def answer_csv(
    answer: Answer, evidence: Sequence[AnswerEvidence], corpus: Corpus, host: str
) -> str:
    """A row a value: of a series each cell, else each value or passage that was read."""
    return csv_text(_main_sheet(answer, evidence, corpus, host))


def _main_sheet(
    answer: Answer, evidence: Sequence[AnswerEvidence], corpus: Corpus, host: str
) -> Sheet:
    """The table of an answer: values by period, else each value that was read."""
    if answer.table is None:
        return _readings_sheet(evidence, host)
    header = ("company", "figure", "period", "value", "unit", "change", "change in %", *_PLACE)
    rows = [
        row
        for place, column in enumerate(answer.table.columns)
        for cell in column_of(answer.table, place)
        for row in _cell_rows(column, cell, corpus, host)
    ]
    return Sheet("By period", header, rows)


def _cell_rows(
    column: SeriesColumn, cell: SeriesCell, corpus: Corpus, host: str
) -> Iterator[tuple[SheetValue, ...]]:
    """The row of a value with what it was read from; a further one for each further operand."""
    percent = None if cell.percent is None else round(cell.percent * 100, 2)
    place = (column.company, column.figure, cell.period)
    if not cell.readings:
        missing = f"not found: {cell.why}" if cell.value is None else ""
        where = ("", None, "", missing, None, "")
        yield (*place, cell.value, column.unit, cell.change, percent, *where)
    for at, reading in enumerate(cell.readings):
        yield (
            *place,
            *((cell.value, column.unit, cell.change, percent) if at == 0 else (None,) * 4),
            reading.document_id,
            reading.page,
            corpus.page(reading.document_id, reading.page).label,
            reading.quote,
            round(reading.confidence, 3),
            host + place_address(reading),
        )


def _readings_sheet(evidence: Sequence[AnswerEvidence], host: str) -> Sheet:
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


def _summary(reply: QuestionAnswer) -> Sheet:
    """The question, how it was understood, the answer, and how it was worked out."""
    answer = reply.answer
    rows: list[tuple[SheetValue, ...]] = [("question", reply.question)]
    if reply.query is not None:
        rows.append(("understood as", str(reply.query)))
    if answer.table is None and answer.value is not None:
        rows += [(f"answer {label}".strip(), value) for label, value in answer.labelled_values]
        rows.append(("unit", answer.unit))
    rows.append(("confidence", round(answer.confidence, 3)))
    rows += [("cannot answer", answer.error)] if answer.error else []
    rows += [("note", one) for one in answer.notes]
    rows += [("worked out by", line) for line in answer.program.splitlines() if line.strip()]
    return Sheet("Answer", ("", "value"), rows)


def answer_markdown(reply: QuestionAnswer, evidence: Sequence[AnswerEvidence]) -> str:
    """The answer with its sources."""
    answer = reply.answer
    lines = [f"## {markdown_text(reply.question)}", ""]
    if reply.is_changed:
        lines += [f"Changed to: {markdown_text(str(reply.query))}", ""]
    if answer.value is None:
        return "\n".join([*lines, f"Cannot answer: {markdown_text(answer.error)}", ""])
    for label, text in value_texts(answer):
        value = f"**{markdown_text(text)}**"
        lines.append(f"- {markdown_text(label)}: {value}" if label else value)
    if explanation := explanation_of(answer):
        lines += [markdown_text(explanation), ""]
    for passage in answer.passages:
        lines += [f"> {markdown_text(passage.text)}", ""]
    lines += [f"Note: {markdown_text(note)}" for note in answer.notes]
    lines += ["", f"Confidence {answer.confidence:.0%}.", "", "Sources:", ""]
    for number, place in enumerate(evidence, 1):
        printed = f' (printed "{place.label}")' if place.label else ""
        what = f": {markdown_text(place.text)}" if place.text else ""
        document = markdown_text(place.document_id)
        lines.append(f"{number}. {document} page {place.page}{printed}{what}")
        if place.text:
            lines.append(f"   > {markdown_text(place.quote)}")
    return "\n".join([*lines, ""])
