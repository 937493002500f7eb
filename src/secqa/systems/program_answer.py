"""Compute the answer of a plan: evaluate its query over pages, or run its program in the sandbox.

All systems that calculate use this module; they differ in how they find pages. Both ways record the
same documents, pages and readings.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from secqa.corpus.corpus_store import Corpus
from secqa.errors import CannotAnswer, SecqaError
from secqa.filings.decoding import printable
from secqa.metrics.catalogue import Catalogue
from secqa.models.model import Model
from secqa.parsing.grammar.answer_kind import demands_number
from secqa.query.answer_rules import NOT_MEANINGFUL, NOT_TOLD, AnswerValue
from secqa.query.decisive_figures import (
    DecisiveFigure,
    compared_figures,
    form_of_answer,
    idle_companies,
    places_in_ranking,
    ranked_figures,
    unit_of_answer,
)
from secqa.query.each import in_period
from secqa.query.evaluate import Evaluator
from secqa.query.query import Choose, Lookup, Query, Series, lookups
from secqa.reading.model_reader import answer_by_model
from secqa.reading.plausibility import contradiction, missing_loss
from secqa.reading.reading import Reading
from secqa.retrieval.page_query import corpus_companies
from secqa.retrieval.rank import RankedPage
from secqa.systems.ahead import read_once, reading_ahead
from secqa.systems.answer import Answer
from secqa.systems.confidence import DOUBTFUL, confidence_of
from secqa.systems.functions import bind
from secqa.systems.page_source import (
    PageSource,
    Reader,
    Tools,
    Trail,
    page_source,
    pages_of,
)
from secqa.systems.period_table import PeriodValue, is_series, table_of, table_sure
from secqa.systems.planning.compile import check_reported
from secqa.systems.planning.planner import Plan
from secqa.systems.sandbox.answer_dependence import depends_on_figures
from secqa.systems.sandbox.run import run_program
from secqa.systems.sandbox.workers import ProgramLimits

_LONGEST_COMPILED = 1_000_000  # the names of 10,000 companies, twice
_MADE_UP = "the program read no figure from the filings that its answer rests on"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a plan."""

    trail: Trail
    values: tuple[AnswerValue, ...] = ()
    cells: tuple[PeriodValue, ...] = ()
    """The figures of series, one series after the other."""
    error: str = ""
    """The reason why there are no values."""
    figures: tuple[float, ...] = ()
    """The figures by which a ranking is ordered."""
    compared: tuple[DecisiveFigure, ...] = ()
    """The figures that decided a choice, or a yes or no."""
    notes: tuple[str, ...] = ()
    """What comparisons omit, and figures that mean nothing."""
    source: PageSource | None = None
    """The source of a query's figures; None for a program."""


def work_out(plan: Plan, tools: Tools, waits: bool = False, execute: bool = False) -> Result:
    """Compute the values of a plan; with `waits`, several figures are read at once.

    Runs the program with `execute` or if a model wrote it, otherwise evaluates the query.
    """
    work = _run if execute or not plan.query.outputs else _evaluate
    if not waits:
        return work(plan, tools)

    def work_with(reader: Reader) -> Result:
        return work(plan, replace(tools, read=reader))

    with reading_ahead(work_with, tools.read) as reader:
        return work_with(reader)


def answer_of(question: str, plan: Plan, result: Result, tools: Tools) -> Answer:
    """The answer from the result of a plan, without its time."""
    trail, corpus, catalogue = result.trail, tools.corpus, tools.corpus.catalogue
    value, table, error = single_or_tuple(result.values), None, _reason(result)
    if value is not None and not _is_borne_out(plan, trail):
        value, error = None, _MADE_UP
    confidence = confidence_of(plan, value, trail.readings, idle_readings(plan, result, catalogue))
    if result.cells:
        table = table_of(plan.query, result.cells, corpus_companies(corpus), catalogue)
        confidence = plan.probability * table_sure(table)
        if all(cell.value is None for cell in result.cells):
            last = [cell for row in table.rows for cell in row if cell is not None][-1]
            value, table, error = None, None, last.why
    wants_figure = any(isinstance(one, Lookup | Choose) for one in plan.query.outputs)
    loss = missing_loss(trail.readings, plan.losses, catalogue) if wants_figure else ""
    counts = demands_number(question) and all(isinstance(one, Lookup) for one in plan.query.outputs)
    if value is not None and (against := loss or contradiction(trail.readings, corpus, counts)):
        value, table, error = None, None, against
    if value is None:
        confidence = 0.0
    if any(NOT_MEANINGFUL in note for note in result.notes):
        confidence = min(confidence, DOUBTFUL)
    return Answer(
        question=question,
        value=value,
        unit=unit_of_answer(plan.query, catalogue) if value is not None else "",
        form=form_of_answer(plan.query, catalogue),
        labels=places_in_ranking(plan.query, result.figures) or plan.labels,
        figures=result.figures,
        compared=result.compared if value is not None else (),
        table=table,
        program=plan.program,
        documents=tuple(trail.documents),
        pages=tuple(trail.pages),
        readings=tuple(trail.readings),
        notes=(*result.notes, *_notes(plan)) if value is not None else (),
        confidence=confidence,
        error="" if value is not None else error,
    )


def single_or_tuple(
    values: Sequence[AnswerValue],
) -> AnswerValue | tuple[AnswerValue, ...] | None:
    """One value or a tuple of several; None if there is none."""
    return None if not values else values[0] if len(values) == 1 else tuple(values)


def idle_readings(plan: Plan, result: Result, catalogue: Catalogue) -> frozenset[Reading]:
    """The readings that do not change the answer: those of companies that do not decide it."""
    if (source := result.source) is None:
        return frozenset()
    figures = {
        one: value for one, value in source.figures.items() if one not in source.negative_bases
    }
    idle = idle_companies(plan.query, figures, result.values, catalogue.names)
    return source.readings_of(idle)


def _evaluate(plan: Plan, tools: Tools) -> Result:
    source = page_source(plan.query, tools, plan.industries)
    ranked: dict[object, Sequence[float]] = {}
    names = source.catalogue.names
    evaluator = Evaluator(source, names, ranked.__setitem__, source.negative_bases, stepwise=True)
    try:
        if not is_series(plan.query):
            values = evaluator.answers(plan.query)
            read = len(source.trail.readings)
            compared = tuple(compared_figures(plan.query, ranked, evaluator, source.catalogue))
            # Comparing may look figures up once more.
            del source.trail.readings[read:]
            notes = tuple(evaluator.remarks)
            return Result(
                source.trail,
                values,
                figures=ranked_figures(plan.query, ranked),
                compared=compared,
                notes=notes,
                source=source,
            )
        evaluator.prepare(plan.query.outputs)
    except SecqaError as error:
        return Result(source.trail, error=str(error))
    result = _with_cells(source.trail, _cells(plan.query, evaluator, source))
    return replace(result, notes=tuple(evaluator.remarks))


def _cells(query: Query, evaluator: Evaluator, source: PageSource) -> tuple[PeriodValue, ...]:
    """The figure of each series in each period, with its readings."""
    cells: list[PeriodValue] = []
    readings = source.trail.readings
    for output in query.outputs:
        assert isinstance(output, Series)
        for period in output.over.periods:
            before = len(readings)
            value, why = None, ""
            of = in_period(output.of, period)
            try:
                for lookup in lookups(of):
                    check_reported(lookup, source.companies, source.catalogue)
                value = evaluator.value(of)
            except SecqaError as error:
                why = str(error)
            cells.append(PeriodValue(period, value, why, tuple(readings[before:])))
    return tuple(cells)


def _with_cells(trail: Trail, cells: tuple[PeriodValue, ...]) -> Result:
    values = tuple(NOT_TOLD if cell.value is None else cell.value for cell in cells)
    return Result(trail, values, cells)


def _run(plan: Plan, tools: Tools) -> Result:
    trail = Trail()
    # Compiled programs may name thousands of companies.
    limits = ProgramLimits() if plan.by_model else ProgramLimits(source=_LONGEST_COMPILED)
    functions = bind(tools, trail)
    outcome = run_program(plan.program, functions, limits)
    lines = [line.strip() for line in (outcome.answer_text or "").splitlines()]
    try:
        values = tuple(_value_of(line) for line in lines if line)
    except CannotAnswer as reason:
        return Result(trail, error=str(reason))
    is_free = values and not plan.query.outputs and _is_borne_out(plan, trail)
    if is_free and not depends_on_figures(plan.program, functions, outcome, limits):
        return Result(trail, error=_MADE_UP)
    if not values or not plan.query.outputs:
        return Result(trail, values, error=outcome.error)
    # A program only writes values; evaluating its query gives the rest.
    evaluated = _evaluate(plan, tools)
    if not is_series(plan.query):
        return replace(evaluated, trail=trail, values=values)
    cells = tuple(
        replace(cell, value=value if isinstance(value, float) else None)
        for cell, value in zip(evaluated.cells, values, strict=True)
    )
    return replace(_with_cells(trail, cells), notes=evaluated.notes)


def _notes(plan: Plan) -> tuple[str, ...]:
    """A note on words of the question that the query ignores."""
    if not plan.uncovered:
        return ()
    words = ", ".join(f'"{word}"' for word in plan.uncovered)
    return (f"The answer does not account for {words}.",)


def _is_borne_out(plan: Plan, trail: Trail) -> bool:
    """Whether values have readings; a query may find that there was no payment."""
    return any(plan.query.outputs or reading.value is not None for reading in trail.readings)


def _value_of(line: str) -> AnswerValue:
    try:
        value = float(line)
    except ValueError:
        if line.startswith("<"):
            raise CannotAnswer(f"the program wrote {printable(line)}, which is no value") from None
        return printable(line)
    if not math.isfinite(value):
        raise CannotAnswer(f"the program wrote {value}, which is no value")
    return value


def _reason(result: Result) -> str:
    """The reason for no answer: the error, with the reason of the last reading."""
    reason = result.error.removeprefix("ValueError: ").removeprefix("RuntimeError: ")
    reason = reason.removeprefix("AssertionError: ")
    last = result.trail.readings[-1] if result.trail.readings else None
    if last is not None and last.value is None and last.why:
        return f"{reason} ({last.why})"
    return reason or "the program wrote no answer"


def answer_by_program(
    question: str,
    found: Sequence[RankedPage],
    *,
    corpus: Corpus,
    plan: Callable[[str], Plan],
    read: Reader,
) -> Answer:
    """Plan a question and compute it from the given pages."""
    try:
        planned = plan(question)
    except CannotAnswer as reason:
        return Answer(question, None, error=str(reason))
    tools = Tools(corpus, lambda _question, _documents: found, read_once(read))
    return answer_of(question, planned, work_out(planned, tools), tools)


def answer_at_once(
    question: str, found: Sequence[RankedPage], *, corpus: Corpus, model: Model
) -> Answer:
    """Let a model answer a question from the given pages."""
    readings = answer_by_model(question, pages_of(corpus, found), model=model)
    values = [reading.value for reading in readings if reading.value is not None]
    return Answer(
        question=question,
        value=single_or_tuple(values),
        unit=readings[0].unit,
        readings=readings,
        confidence=min(reading.confidence for reading in readings),
        error="" if values else readings[0].why,
    )
