"""An answer in, what people take with them out: Markdown with sources, and a table as CSV."""

import csv
import io
from collections.abc import Sequence

from secqa.app.ask.asking import Asked
from secqa.app.ask.evidence import Evidence
from secqa.systems import series_words as words
from secqa.systems.answer import Answer
from secqa.systems.value_words import spoken

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for a formula, when a text begins with it."""


def values_said(answer: Answer) -> tuple[tuple[str, str], ...]:
    """What each value is about, "" where there is one alone, and the value in words."""
    if answer.value is None or answer.passages:
        return ()
    values = answer.value if isinstance(answer.value, tuple) else (answer.value,)
    labels = answer.labels if len(answer.labels) == len(values) else ("",) * len(values)
    return tuple(
        (label, spoken(value, answer.unit, answer.form))
        for label, value in zip(labels, values, strict=True)
    )


def markdown_of(asked: Asked, evidence: Sequence[Evidence]) -> str:
    """The answer with its sources."""
    answer = asked.answer
    lines = [f"## {_plain(asked.question)}", ""]
    if asked.is_changed:
        lines += [f"Changed to: {_plain(str(asked.query))}", ""]
    if answer.value is None:
        return "\n".join([*lines, f"Cannot answer: {_plain(answer.error)}", ""])
    for label, said in values_said(answer):
        lines += [f"- {_plain(label)}: **{_plain(said)}**" if label else f"**{_plain(said)}**"]
    for passage in answer.passages:
        lines += [f"> {_plain(passage.text)}", ""]
    lines += ["", f"Confidence {answer.confidence:.0%}.", "", "Sources:", ""]
    for number, one in enumerate(evidence, 1):
        printed = f' (printed "{one.label}")' if one.label else ""
        what = f": {_plain(one.said)}" if one.said else ""
        lines.append(f"{number}. {_plain(one.document_id)} page {one.page}{printed}{what}")
        if one.said:
            lines.append(f"   > {_plain(one.quote)}")
    return "\n".join([*lines, ""])


def _plain(text: str) -> str:
    """Text of a filing or a question in which Markdown finds no markup."""
    folded = " ".join(text.split())
    return "".join(f"\\{one}" if one in "\\`*_[]<>#|!~&" else one for one in folded)


def csv_of(answer: Answer, evidence: Sequence[Evidence]) -> str:
    """A row a value: of a series each cell, else each value that was read."""
    out = io.StringIO()
    writer = csv.writer(out)
    if answer.table is not None:
        writer.writerow(("company", "figure", "period", "value", "unit", "confidence", "sources"))
        for place, column in enumerate(answer.table.columns):
            for cell in words.column_of(answer.table, place):
                value = "" if cell.value is None else repr(cell.value)
                told = (_cell(column.company), _cell(column.figure), cell.period, value)
                sure = f"{cell.confidence:.3f}" if cell.value is not None else ""
                writer.writerow((*told, column.unit, sure, _cell(words.place_said(cell))))
        return out.getvalue()
    writer.writerow(("figure", "value", "document", "page", "printed line", "confidence"))
    for one in evidence:
        read = (one.about, one.said, one.document_id, str(one.page), one.quote)
        writer.writerow((*map(_cell, read), f"{one.confidence:.3f}"))
    return out.getvalue()


def _cell(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text
