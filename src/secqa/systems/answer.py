"""Define what answers are and what answers: `Answer` and `System`."""

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
"""Pages that a short representation names."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a system says and how it came to say it."""

    question: str
    value: float | str | tuple[float | str, ...] | None
    """None: the system says that it cannot answer, and `error` says why."""
    unit: str = ""
    form: AnswerForm = AS_IT_IS
    """How the question wants the value written; the value itself stays in base units."""
    labels: tuple[str, ...] = ()
    """Where there are several values: what each is about."""
    figures: tuple[float, ...] = ()
    """Of a ranking: what each of its values was ranked by; its labels are their places."""
    compared: tuple[DecisiveFigure, ...] = ()
    """Of a choice or a yes or no: the figures that decided it, the first choice first."""
    table: SeriesTable | None = None
    """Where series are asked for: the same values by period, or figures that passages tell of."""
    program: str = ""
    """The program that was run, where the system writes one."""
    documents: tuple[str, ...] = ()
    """Ids of the documents used, in order of first use."""
    pages: tuple[tuple[str, int], ...] = ()
    """(document_id, page) as retrieved, best first, without repeats."""
    readings: tuple[Reading, ...] = ()
    passages: tuple[Passage, ...] = ()
    """Where words are wanted: those that answer, best first of each company and year. The value is
    their texts, an empty line between them; or what a model wrote about them, where [1] cites the
    first of them."""
    notes: tuple[str, ...] = ()
    """What a reader should know: words of the question that the answer does not account for,
    companies that were left out of all, sentences of a model that were left out, and why."""
    confidence: float = 0.0
    calls: int = 0
    """Calls of a language model, those answered from the cache too. Without a model: plans and
    readings by rule, each of which would be a call."""
    tokens: int = 0
    cost: float | None = None
    """US dollars; None where a price is not known."""
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
        """The values in words, each after its label; above words that tell of series, these."""
        text = ", ".join(
            f"{label}: {value_text(value, self.unit, self.form)}"
            if label
            else value_text(value, self.unit, self.form)
            for label, value in self.labelled_values
        )
        return f"{table_text(self.table)}\n\n{text}" if self.table and self.passages else text

    def __post_init__(self) -> None:
        """Keep texts printable: models, programs and strangers wrote them."""
        for name in ("value", "unit", "labels", "notes", "error"):
            object.__setattr__(self, name, _printable(getattr(self, name)))

    @property
    def labelled_values(self) -> tuple[tuple[str, float | str], ...]:
        """Each value with its label, "" where it has none; empty for a refusal.

        Of a ranking each figure with the place and name of whose it is.
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
    """The answer to a question that is out of reach; `began` is of `time.perf_counter`."""
    return Answer(question, None, seconds=perf_counter() - began, error=str(error))


class System(Protocol):
    """What answers a question from a corpus."""

    @property
    def name(self) -> str:
        """As `--system` gives it."""

    def answer(self, question: str) -> Answer:
        """Answer one question. Never raises for a question it cannot answer."""
