"""Define `Answer` and `System`."""

from dataclasses import dataclass
from html import escape
from itertools import islice
from time import perf_counter
from typing import Any, Protocol

from secqa.filings.decoding import printable
from secqa.query.decisive_figures import DecisiveFigure
from secqa.query.leaves import AS_IT_IS, AnswerForm
from secqa.reading.reading import Passage, Reading
from secqa.systems.period_table import SeriesTable
from secqa.systems.value_words import table_text, value_text

_PLACES_SHOWN = 3
"""Maximum number of pages in a short representation."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a system and its sources."""

    question: str
    value: float | str | tuple[float | str, ...] | None
    """None if the system cannot answer; `error` has the reason."""
    unit: str = ""
    form: AnswerForm = AS_IT_IS
    """The requested notation; the value itself stays in base units."""
    labels: tuple[str, ...] = ()
    """Names of several values."""
    figures: tuple[float, ...] = ()
    """The figures by which a ranking is ordered; its labels are ranks."""
    compared: tuple[DecisiveFigure, ...] = ()
    """The figures that decide a choice or a yes or no, the best first."""
    table: SeriesTable | None = None
    """The values by period, if the question asks for series, or figures beside passages."""
    program: str = ""
    """The program of the question, if the system writes one."""
    documents: tuple[str, ...] = ()
    """Ids of the documents used, in order of first use."""
    pages: tuple[tuple[str, int], ...] = ()
    """(document_id, page) as retrieved, best first, without repeats."""
    readings: tuple[Reading, ...] = ()
    passages: tuple[Passage, ...] = ()
    """Passages that answer a question for text, best first for each company and year. The value is
    their texts, separated by empty lines, or a model's text, in which [1] cites the first
    passage."""
    notes: tuple[str, ...] = ()
    """Remarks: words of the question that the answer ignores, companies and sentences of a model
    that were omitted, with reasons."""
    confidence: float = 0.0
    calls: int = 0
    """Calls of a language model, including cached ones. Without a model: plans and readings by
    rule, each of which would be a call."""
    tokens: int = 0
    cost: float | None = None
    """US dollars; None if a price is unknown."""
    seconds: float = 0.0
    error: str = ""

    def __repr__(self) -> str:
        if self.value is None:
            return f"<Answer: none, {self.error}>"
        places = dict.fromkeys(f"{r.document_id} page {r.page}" for r in self.readings)
        more = f", from {', '.join(islice(places, _PLACES_SHOWN))}" if places else ""
        return f"<Answer: {self.text}, confidence {self.confidence:.0%}{more}>"

    def _repr_html_(self) -> str:
        if self.value is None:
            return f"<p>Cannot answer: {escape(self.error)}</p>"
        notes = "".join(f"<p>Note: {escape(note)}</p>" for note in self.notes)
        lines = [
            *((r.document_id, r.page, r.quote) for r in self.readings if r.value is not None),
            *((passage.document_id, passage.page, passage.about) for passage in self.passages),
        ]
        sources = "".join(
            f"<li>{escape(f'{document_id} page {page}: {quote}')}</li>"
            for document_id, page, quote in dict.fromkeys(lines)
        )
        return (
            f"<p><b>{escape(self.text)}</b> (confidence {self.confidence:.0%})</p>{notes}"
            f"<ul>{sources}</ul>"
        )

    @property
    def text(self) -> str:
        """The values as text, each after its label; passages follow their table of figures."""
        text = ", ".join(
            f"{label}: {value_text(value, self.unit, self.form)}"
            if label
            else value_text(value, self.unit, self.form)
            for label, value in self.labelled_values
        )
        return f"{table_text(self.table)}\n\n{text}" if self.table and self.passages else text

    def __post_init__(self) -> None:
        """Make texts printable: models, programs and filers wrote them."""
        for name in ("value", "unit", "labels", "notes", "error"):
            object.__setattr__(self, name, _printable(getattr(self, name)))

    @property
    def labelled_values(self) -> tuple[tuple[str, float | str], ...]:
        """Each value with its label, or with ""; empty for a refusal.

        In a ranking, each figure with its rank and name.
        """
        if self.value is None:
            return ()
        values = self.value if isinstance(self.value, tuple) else (self.value,)
        labels = self.labels if len(self.labels) == len(values) else ("",) * len(values)
        if self.figures and len(self.figures) == len(values):
            places = zip(labels, values, self.figures, strict=True)
            return tuple((f"{label}. {value}", figure) for label, value, figure in places)
        return tuple(zip(labels, values, strict=True))


def _printable(value: Any) -> Any:
    match value:
        case str():
            return printable(value)
        case tuple():
            return tuple(map(_printable, value))
    return value


def refusal(question: str, error: Exception, began: float) -> Answer:
    """An answer without a value; `began` is a time of `time.perf_counter`."""
    return Answer(question, None, seconds=perf_counter() - began, error=str(error))


class System(Protocol):
    """Answers questions from a corpus."""

    @property
    def name(self) -> str:
        """The name for `--system`."""

    def answer(self, question: str) -> Answer:
        """Answer one question; does not raise for a question that it cannot answer."""
