"""An answer as CSV, Excel or Markdown, each value with the page that prints it.

A value that was worked out has a row for each operand, and a formula over them, so that it can be
worked out again. A formula is given only where it comes to the very value of the answer.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from secqa.app.addresses import place_address
from secqa.app.ask.answer_evidence import AnswerEvidence
from secqa.app.ask.answer_sentence import answer_sentence
from secqa.app.ask.answer_wording import explanation_of, value_texts
from secqa.app.ask.answers import QuestionAnswer
from secqa.app.ask.worked_out import ReadTerm, sheet_formula, worked_out
from secqa.corpus.corpus_store import Corpus
from secqa.export.table_formats import (
    Sheet,
    SheetLink,
    SheetNumber,
    SheetValue,
    markdown_text,
)
from secqa.query.each import in_period
from secqa.query.leaves import AnswerForm
from secqa.query.query import Series
from secqa.systems.period_table import SeriesCell
from secqa.systems.value_words import column_of

_PLACE = ("document", "page", "printed label", "printed line", "confidence", "link")
_READ = "Read from"


def answer_sheets(
    reply: QuestionAnswer, evidence: Sequence[AnswerEvidence], corpus: Corpus, host: str
) -> list[Sheet]:
    """The answer, then of a series each cell, then each value or passage that was read; `host`
    begins the links."""
    sheets = [_summary(reply, evidence, corpus)]
    sheets += [_period_sheet(reply, evidence, corpus, host)] if reply.answer.table else []
    return [*sheets, _readings_sheet(evidence, host)]


def _number(value: float | None, unit: str, form: AnswerForm, formula: str = "") -> SheetValue:
    if value is None:
        return None
    shown = form.unit if unit == "pure" and form.unit in ("times", "days") else unit
    return SheetNumber(value, shown, formula)


def _cells(evidence: Sequence[AnswerEvidence]) -> dict[str, ReadTerm]:
    """Where the sheet of readings holds the value of each look-up."""
    return {
        one.about: ReadTerm(f"'{_READ}'!$B${row}", float(one.value))
        for row, one in enumerate(evidence, 2)
        if isinstance(one.value, float | int)
    }


def _period_sheet(
    reply: QuestionAnswer, evidence: Sequence[AnswerEvidence], corpus: Corpus, host: str
) -> Sheet:
    """A row a value; a further one for each further operand."""
    table, form = reply.answer.table, reply.answer.form
    assert table is not None
    cells = _cells(evidence)
    series = [one for one in reply.grounded.outputs if isinstance(one, Series)]
    rows: list[tuple[SheetValue, ...]] = []
    for place, column in enumerate(table.columns):
        above = 0
        for cell in column_of(table, place):
            at = len(rows) + 2
            formula = ""
            for period in series[place].over.periods if place < len(series) else ():
                if str(period) == cell.period:
                    of = in_period(series[place].of, period)
                    formula = sheet_formula(of, cell.value, cells, corpus.catalogue)
            change = f"=D{at}-D{above}" if cell.change is not None else ""
            percent = f"=F{at}/D{above}" if cell.percent is not None else ""
            numbers = (
                _number(cell.value, column.unit, form, formula),
                column.unit,
                _number(cell.change, column.unit, form, change),
                _number(cell.percent, "pure", AnswerForm(), percent),
            )
            above = at if cell.value is not None else 0
            name = (column.company, column.figure, cell.period)
            rows += [(*name, *numbers, *where) for where in _places(cell, corpus, host)]
    header = ("company", "figure", "period", "value", "unit", "change", "change in %", *_PLACE)
    return Sheet("By period", header, list(_once(rows)))


def _once(rows: Sequence[tuple[SheetValue, ...]]) -> Iterator[tuple[SheetValue, ...]]:
    """Rows whose numbers stand in the first of those for one value."""
    last: tuple[SheetValue, ...] = ()
    for row in rows:
        yield (*row[:3], *(None,) * 4, *row[7:]) if row[:3] == last else row
        last = row[:3]


def _places(cell: SeriesCell, corpus: Corpus, host: str) -> list[tuple[SheetValue, ...]]:
    """Where a value was read, a tuple for each operand."""
    if not cell.readings:
        missing = f"not found: {cell.why}" if cell.value is None else ""
        return [("", None, "", missing, None, None)]
    return [
        (
            one.document_id,
            one.page,
            corpus.page(one.document_id, one.page).label,
            one.quote,
            round(one.confidence, 3),
            SheetLink(host + place_address(one), f"{one.document_id} page {one.page}"),
        )
        for one in cell.readings
    ]


def _readings_sheet(evidence: Sequence[AnswerEvidence], host: str) -> Sheet:
    rows: list[tuple[SheetValue, ...]] = [
        (
            one.name,
            _number(one.value, one.unit, AnswerForm())
            if isinstance(one.value, float | int)
            else one.quote,
            one.unit,
            one.document_id,
            one.page,
            one.label,
            one.quote,
            round(one.confidence, 3),
            SheetLink(host + one.filing_address, f"{one.document_id} page {one.page}"),
        )
        for one in evidence
    ]
    return Sheet(_READ, ("figure", "value", "unit", *_PLACE), rows)


def _summary(reply: QuestionAnswer, evidence: Sequence[AnswerEvidence], corpus: Corpus) -> Sheet:
    """The question, the answer, how it was understood, and how it was worked out."""
    answer, outputs = reply.answer, reply.grounded.outputs
    rows: list[tuple[SheetValue, ...]] = [("question", reply.question)]
    if answer.table is None and not answer.passages:
        cells = _cells(evidence)
        for at, (label, value) in enumerate(answer.labelled_values):
            if isinstance(value, str):
                rows.append((f"answer {label}".strip(), value))
                continue
            node = outputs[at] if at < len(outputs) and not answer.figures else None
            formula = sheet_formula(node, value, cells, corpus.catalogue) if node else ""
            number = _number(value, answer.unit, answer.form, formula)
            rows.append((f"answer {label}".strip(), number))
    if pieces := answer_sentence(answer, reply.grounded, evidence, corpus.catalogue):
        rows.append(("in words", "".join(piece.name for piece in pieces)))
    rows += [(one.name, _number(one.value, one.unit, one.form)) for one in answer.compared]
    rows += [("understood as", str(reply.query))] if reply.query is not None else []
    rows += [("confidence", SheetNumber(round(answer.confidence, 3), "pure"))]
    rows += [("cannot answer", answer.error)] if answer.error else []
    rows += [("note", one) for one in answer.notes]
    steps = worked_out(reply, evidence, corpus.catalogue)
    rows += [("worked out as", ": ".join(filter(None, (name, text)))) for name, text, _ in steps]
    return Sheet("Answer", ("", "value"), rows)


def answer_markdown(
    reply: QuestionAnswer, evidence: Sequence[AnswerEvidence], host: str = ""
) -> str:
    """The answer with its sources, as links that begin with `host`."""
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
    for part, passages in groupby(answer.passages, lambda one: one.about):
        lines += [f"**{markdown_text(part)}**", ""] if part else []
        for passage in passages:
            lines += [f"> {markdown_text(passage.text)}", ""]
    lines += [f"Note: {markdown_text(note)}" for note in answer.notes]
    lines += ["", f"Confidence {answer.confidence:.0%}.", "", "Sources:", ""]
    for number, place in enumerate(evidence, 1):
        printed = f' (printed "{place.label}")' if place.label else ""
        what = f": {markdown_text(place.text)}" if place.text else ""
        page = f"{markdown_text(place.document_id)} page {place.page}"
        link = f"[{page}]({host}{place.filing_address})" if host else page
        lines.append(f"{number}. {link}{printed}{what}")
        if place.text:
            lines.append(f"   > {markdown_text(place.quote)}")
    return "\n".join([*lines, ""])
