"""Define what answers are and what answers: `Answer` and `System`."""

from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

from secqa.query.leaves import AS_IT_IS, AnswerForm
from secqa.reading.reading import Passage, Reading
from secqa.systems.period_table import SeriesTable


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
    table: SeriesTable | None = None
    """The same values by period, where series are asked for."""
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
