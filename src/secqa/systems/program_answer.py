"""A plan and how pages are found and read in, the answer that its program works out with them.

Every system that calculates does it here; they differ in how they find pages. An answer keeps the
whole trail: program, documents, pages, readings.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from secqa.metrics.catalogue import Catalogue
from secqa.query.answer_units import unit_of
from secqa.query.evaluate import NOT_TOLD
from secqa.query.query import Query
from secqa.retrieval.page_query import known_companies
from secqa.systems.ahead import reading_ahead
from secqa.systems.answer import Answer
from secqa.systems.confidence import confidence_of
from secqa.systems.functions import Reader, Tools, Trail, bind
from secqa.systems.period_table import SeriesTable, is_series, table_of
from secqa.systems.planning.planner import Plan
from secqa.systems.sandbox import ProgramOutcome, run_program


@dataclass(frozen=True, slots=True)
class Ran:
    """How a program ended, and what it did before."""

    outcome: ProgramOutcome
    trail: Trail


def run_plan(plan: Plan, tools: Tools, waits: bool = False) -> Ran:
    """Run the program of a plan; with `waits`, several figures are read at once."""
    trail = Trail()
    if not waits:
        return Ran(run_program(plan.program, bind(tools, trail)), trail)

    def dry(reader: Reader) -> dict[str, Callable[..., object]]:
        return bind(replace(tools, read=reader), Trail())

    with reading_ahead(plan.program, tools.read, dry) as reader:
        return Ran(run_program(plan.program, bind(replace(tools, read=reader), trail)), trail)


def answer_of(question: str, plan: Plan, ran: Ran, tools: Tools) -> Answer:
    """What a program that has run answers; how long it took is not told."""
    outcome, trail = ran.outcome, ran.trail
    value, table, missing = _told(plan, _lines(outcome.answer_text), trail, tools)
    answer = Answer(
        question=question,
        value=value,
        unit=_unit(plan.query, tools.corpus.catalogue) if value is not None else "",
        form=plan.query.form,
        labels=plan.labels,
        table=table,
        program=plan.program,
        documents=tuple(trail.documents),
        pages=tuple(trail.pages),
        readings=tuple(trail.readings),
        error="" if value is not None else missing or _reason(outcome, trail),
    )
    return replace(answer, confidence=confidence_of(plan, value, answer.readings))


def _told(
    plan: Plan, lines: Sequence[float | str], trail: Trail, tools: Tools
) -> tuple[float | str | tuple[float | str, ...] | None, SeriesTable | None, str]:
    """The value of an answer; its table, where series are asked for; why it has no value."""
    if not (lines and is_series(plan.query)):
        return one_or_all(lines), None, ""
    known, catalogue = known_companies(tools.corpus), tools.corpus.catalogue
    table = table_of(plan.query, lines, trail.readings, known, catalogue)
    cells = [cell for row in table.rows for cell in row if cell is not None]
    if all(cell.value is None for cell in cells):
        return None, None, cells[-1].why
    return tuple(one if isinstance(one, float) else NOT_TOLD for one in lines), table, ""


def _unit(query: Query, catalogue: Catalogue) -> str:
    """The unit of the first figure among the answers to a query."""
    units = (unit_of(one, lambda metric: catalogue[metric].unit) for one in query.outputs)
    return next(filter(None, units), "")


def _lines(text: str | None) -> list[float | str]:
    """What a program wrote: a number or a word a line."""
    return [_number(line.strip()) for line in (text or "").splitlines() if line.strip()]


def one_or_all(values: Sequence[float | str]) -> float | str | tuple[float | str, ...] | None:
    """One value, or several; None for nothing."""
    return None if not values else values[0] if len(values) == 1 else tuple(values)


def _number(line: str) -> float | str:
    try:
        return float(line)
    except ValueError:
        return line


def _reason(outcome: ProgramOutcome, trail: Trail) -> str:
    """Why there is no answer: what the program said, and the reader before it."""
    said = outcome.error.removeprefix("ValueError: ").removeprefix("RuntimeError: ")
    last = trail.readings[-1] if trail.readings else None
    if last is not None and last.value is None and last.why:
        return f"{said} ({last.why})"
    return said or "the program wrote no answer"
