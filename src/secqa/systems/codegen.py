"""CodeGen (SEC-QA paper, 4.1): a program is written for the question and run in the sandbox.

In: a question. Out: what the program writes, with the program, and the documents, pages and
readings that its calls went through. `codegen-docs` is the paper's CodeGen+DocS+PageR, where
documents are selected by company, form and year before pages are retrieved; `codegen` is
CodeGen+PageR, whose programs search the whole collection.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter

from secqa.corpus.store import Corpus
from secqa.errors import SecqaError
from secqa.language.evaluate import NOT_TOLD
from secqa.language.query import Query, Telling
from secqa.language.units import unit_of
from secqa.metrics.catalogue import Catalogue
from secqa.planning.planner import Plan
from secqa.retrieval.query import known_companies
from secqa.retrieval.rank import RankedPage, retrieve_pages
from secqa.sandbox import Outcome, run_program
from secqa.systems.ahead import reading_ahead
from secqa.systems.answer import Answer, refusal
from secqa.systems.confidence import confidence_of
from secqa.systems.engine import Engine
from secqa.systems.functions import Reader, Trail, bind, search_once
from secqa.systems.series import Table, is_series, table_of
from secqa.systems.telling import PAGES, answer_in_words, documents_told, sentence_of


@dataclass(frozen=True)
class CodeGen:
    """See the module; each retrieval gives `k` pages."""

    corpus: Corpus
    engine: Engine
    k: int
    name: str
    selects_documents: bool

    def answer(self, question: str) -> Answer:
        """Answer one question."""
        began = perf_counter()
        try:
            plan = self.engine.plan(question)
        except SecqaError as error:
            return refusal(question, error, began)
        if plan.query.tellings:
            told = answer_in_words(question, plan.query, self._pages, self.engine.tell, began)
            told = replace(told, confidence=plan.probability * told.confidence)
            return self.engine.explain(told)
        outcome, trail = self._run(plan)
        if outcome.error and (mended := self.engine.mend(question, plan, outcome.error)):
            plan = mended
            outcome, trail = self._run(plan)
        value, table, missing = self._told(plan, _lines(outcome.answer_text), trail)
        answer = Answer(
            question=question,
            value=value,
            unit=_unit(plan.query, self.corpus.catalogue) if value is not None else "",
            form=plan.query.form,
            labels=plan.labels,
            table=table,
            program=plan.program,
            documents=tuple(trail.documents),
            pages=tuple(trail.pages),
            readings=tuple(trail.readings),
            seconds=perf_counter() - began,
            error="" if value is not None else missing or _reason(outcome, trail),
        )
        return replace(answer, confidence=confidence_of(plan, value, answer.readings))

    def _pages(self, telling: Telling) -> tuple[RankedPage, ...]:
        documents = documents_told(self.corpus, telling) if self.selects_documents else None
        return retrieve_pages(self.corpus, sentence_of(telling), max(self.k, PAGES), documents)

    def _told(
        self, plan: Plan, lines: Sequence[float | str], trail: Trail
    ) -> tuple[float | str | tuple[float | str, ...] | None, Table | None, str]:
        """The value of an answer; its table, where series are asked for; why it has no value."""
        if not (lines and is_series(plan.query)):
            return _value(lines), None, ""
        known, catalogue = known_companies(self.corpus), self.corpus.catalogue
        table = table_of(plan.query, lines, trail.readings, known, catalogue)
        cells = [cell for row in table.rows for cell in row if cell is not None]
        if all(cell.value is None for cell in cells):
            return None, None, cells[-1].why
        return tuple(one if isinstance(one, float) else NOT_TOLD for one in lines), table, ""

    def _run(self, plan: Plan) -> tuple[Outcome, Trail]:
        search, trail = search_once(self.corpus, self.k), Trail()

        def functions(reader: Reader, noted: Trail) -> dict[str, Callable[..., object]]:
            bound = bind(self.corpus, reader, search, noted)
            if not self.selects_documents:
                bound |= _everywhere(bound["retrieve_relevant_pages"])
            return bound

        if not self.engine.waits:
            return run_program(plan.program, functions(self.engine.read, trail)), trail
        dry = partial(functions, noted=Trail())
        with reading_ahead(plan.program, self.engine.read, dry) as reader:
            return run_program(plan.program, functions(reader, trail)), trail


def _unit(query: Query, catalogue: Catalogue) -> str:
    """The unit of the first figure among the answers to a query."""
    units = (unit_of(one, lambda metric: catalogue[metric].unit) for one in query.outputs)
    return next(filter(None, units), "")


def _everywhere(retrieve: Callable[..., object]) -> dict[str, Callable[..., object]]:
    """Functions for a system without document selection: whatever is asked for, all are searched.

    Programs are the same as with selection, so that the two systems differ in nothing else.
    """

    def select_documents(**_conditions: object) -> list[str]:
        return ["the whole collection"]

    def retrieve_relevant_pages(question: str, documents: Sequence[str] | None = None) -> object:
        return retrieve(question)

    return {
        "select_documents": select_documents,
        "retrieve_relevant_pages": retrieve_relevant_pages,
    }


def _lines(text: str | None) -> list[float | str]:
    """What a program wrote: a number or a word a line."""
    return [_number(line.strip()) for line in (text or "").splitlines() if line.strip()]


def _value(values: Sequence[float | str]) -> float | str | tuple[float | str, ...] | None:
    """One value, or several; None for nothing."""
    return None if not values else values[0] if len(values) == 1 else tuple(values)


def _number(line: str) -> float | str:
    try:
        return float(line)
    except ValueError:
        return line


def _reason(outcome: Outcome, trail: Trail) -> str:
    """Why there is no answer: what the program said, and the reader before it."""
    said = outcome.error.removeprefix("ValueError: ").removeprefix("RuntimeError: ")
    last = trail.readings[-1] if trail.readings else None
    if last is not None and last.value is None and last.why:
        return f"{said} ({last.why})"
    return said or "the program wrote no answer"
