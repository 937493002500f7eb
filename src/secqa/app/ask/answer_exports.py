"""An answer as CSV, Excel or Markdown, each value with the page that prints it.

What was read has a row each, and what was worked out is a formula over them, where that comes to
the very value of the answer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from secqa.app.addresses import place_address
from secqa.app.ask.answer_evidence import AnswerEvidence
from secqa.app.ask.answer_sentence import answer_sentence
from secqa.app.ask.answer_wording import explanation_of, query_text, value_texts
from secqa.app.ask.answers import QuestionAnswer
from secqa.app.ask.worked_out import ReadTerm, node_values, sheet_formula, worked_out
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
from secqa.systems.value_words import column_of

_READ = "Read from"


def answer_sheets(
    reply: QuestionAnswer, evidence: Sequence[AnswerEvidence], corpus: Corpus, host: str
) -> list[Sheet]:
    """The answer, then of a series each cell, then each value or passage that was read; `host`
    begins the links."""
    by_period = [_period_sheet(reply, evidence, corpus, host)] if reply.answer.table else []
    values = [row for sheet in by_period for row in _period_values(sheet)]
    values += _values(reply, evidence, corpus, host)
    return [_summary(reply, evidence, corpus, values), *by_period, _readings_sheet(evidence, host)]


def _number(
    value: float | None, unit: str, form: AnswerForm, formula: str = "", link: str = ""
) -> SheetValue:
    if value is None:
        return None
    shown = form.unit if unit == "pure" and form.unit in ("times", "days") else unit
    return SheetNumber(value, shown, formula, link)


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
    """A row a value, with the pages of its operands; those have rows on the sheet of readings."""
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
            link = host + place_address(cell.readings[0]) if cell.readings else ""
            numbers = (
                _number(cell.value, column.unit, form, formula, link),
                column.unit,
                _number(cell.change, column.unit, form, change),
                _number(cell.percent, "pure", AnswerForm(), percent),
            )
            above = at if cell.value is not None else 0
            pages = "; ".join(f"{one.document_id} page {one.page}" for one in cell.readings)
            note = f"not found: {cell.why}" if cell.value is None else ""
            name = (column.company, column.figure, cell.period)
            rows.append((*name, *numbers, pages, note))
    header = ("company", "figure", "period", "value", "unit", "change", "change in %")
    return Sheet("By period", (*header, "read from", "note"), rows)


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
            SheetNumber(one.confidence, "share"),
            SheetLink(host + one.filing_address, f"{one.document_id} page {one.page}"),
        )
        for one in evidence
    ]
    place = ("document", "page", "printed label", "printed line", "confidence", "link")
    return Sheet(_READ, ("figure", "value", "unit", *place), rows)


def _period_values(sheet: Sheet) -> Iterator[tuple[SheetValue, ...]]:
    """The values of a series by their names, as formulas over its own sheet."""
    for at, (company, figure, period, value, *_) in enumerate(sheet.rows, 2):
        if isinstance(value, SheetNumber):
            name = f"{company}, {figure}, {period}"
            yield name, replace(value, formula=f"='{sheet.name}'!$D${at}")


def _values(
    reply: QuestionAnswer, evidence: Sequence[AnswerEvidence], corpus: Corpus, host: str
) -> Iterator[tuple[SheetValue, ...]]:
    """The names or numbers of an answer, and what it compared: numbers as formulas over what was
    read, with a link to the page."""
    answer, cells = reply.answer, _cells(evidence)
    nodes = {(name, value): node for name, node, value, _ in node_values(reply)}
    links = {one.about: host + one.filing_address for one in evidence}

    def number(name: str, value: float, unit: str, form: AnswerForm) -> SheetValue:
        node = nodes.get((name.partition(". ")[2] if answer.figures else name, value))
        read = cells.get(str(node))
        formula = sheet_formula(node, value, cells, corpus.catalogue)
        formula = f"={read.text}" if read and read.value == value else formula
        return _number(value, unit, form, formula, links.get(str(node), ""))

    if explanation := explanation_of(answer):
        yield "answer", explanation
    for passage in answer.passages:
        yield passage.about or "passage", passage.text
    for label, value in () if answer.passages or answer.table else answer.labelled_values:
        if isinstance(value, str):
            yield label or "answer", value
        else:
            yield label or "answer", number(label, value, answer.unit, answer.form)
    for one in answer.compared:
        yield one.name, number(one.name, one.value, one.unit, one.form)


def _summary(
    reply: QuestionAnswer,
    evidence: Sequence[AnswerEvidence],
    corpus: Corpus,
    values: Sequence[tuple[SheetValue, ...]],
) -> Sheet:
    """The question, the answer, how it was understood, and how it was worked out."""
    answer = reply.answer
    sentence = answer_sentence(answer, reply.grounded, evidence, corpus.catalogue)
    rows: list[tuple[SheetValue, ...]] = []
    rows += [("in words", "".join(piece.name for piece in sentence))] if sentence else []
    rows += values
    rows += [("understood as", query_text(reply.query))] if reply.query is not None else []
    rows += [("confidence", SheetNumber(answer.confidence, "share"))]
    rows += [("cannot answer", answer.error)] if answer.error else []
    rows += [("note", one) for one in answer.notes]
    steps = worked_out(reply, evidence, corpus.catalogue)
    rows += [("worked out as", ": ".join(filter(None, (name, text)))) for name, text, _ in steps]
    return Sheet("Answer", ("question", reply.question), rows)


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
