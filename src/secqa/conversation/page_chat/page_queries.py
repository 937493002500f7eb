"""Write the program of a question that the main parser understands as a whole.

"The ratio of current assets to current liabilities" or "gross margin" needs no earlier answer: the
parser gives its `Query`, the rows of the page its figures. Queries that the program language cannot
express (choices, counts, several outputs) have no program.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import prod

from secqa.conversation.chat_session import ASK_BELOW
from secqa.conversation.offline.question_traits import years_in
from secqa.conversation.page_chat.question_rows import (
    dated_cells,
    figure_of,
    matching_rows,
    name_phrase,
)
from secqa.conversation.programs.generator import Generated, in_words, operands_of
from secqa.conversation.programs.program_language import ProgramError, parse, run
from secqa.conversation.records.conversation_record import Record, RecordSpot
from secqa.errors import CannotAnswer
from secqa.metrics import formula as formulas
from secqa.metrics.catalogue import load_catalogue
from secqa.parsing.entities.company_index import Company, CompanyIndex
from secqa.parsing.ground import ground
from secqa.parsing.understand import understand
from secqa.query.each import in_period
from secqa.query.leaves import Years
from secqa.query.period import Period
from secqa.query.query import (
    Absolute,
    Aggregate,
    Arithmetic,
    Compare,
    Defined,
    Growth,
    Lookup,
    Number,
)

_OWNER = "Quorvex"
"""A name for the company of the page: the parser wants one, and no company has it."""
_SIGNS = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide"}
_LEAST_LIKELY_ROW = 0.5
"""Of rows that are rather the one meant than not."""
_SURE = 0.8
"""Probability of a reading from which on what the page lacks is not guessed from other rows."""
NOT_HERE = "This page does not print that year; Ask looks in all filings."
NOT_NAMED = "This page does not name that; Ask looks in all filings."


class _NoProgram(Exception):
    """The program language cannot express a query."""


class _NotPrinted(_NoProgram):
    """The page lacks a figure that a query needs."""


@lru_cache(maxsize=256)
def query_program(record: Record, question: str) -> Generated | None:
    """The program of a whole question about the years that a page prints; None if it has none,
    or a doubtful one.

    Its confidence is the probability of the reading times that of each row. Without a program, it
    says that the page lacks a figure which the question surely asks for.
    """
    names = (name for grid in record.tables for name in grid.header)
    years = {year for name in names for year in years_in(name)}
    if years and not years.issuperset(years_in(question)):
        return Generated("", 0.0, words=NOT_HERE)
    company = Company(_OWNER, fiscal_years=tuple(sorted(years)), fiscal_year_end="12-31")
    known = CompanyIndex([company])
    try:
        reading = understand(f"For {_OWNER}: {question.rstrip('?. ')}?", known, load_catalogue())
        query = ground(reading.query, known)
    except CannotAnswer:
        return None
    if len(query.outputs) != 1 or query.narratives:
        return None
    writer = _ProgramWriter(record)
    try:
        last = writer.operand(query.outputs[0])
        program = parse(", ".join(writer.steps) or last)
        run(program)
    except _NotPrinted:
        is_sure = reading.probability >= _SURE and not reading.uncovered
        if is_sure and not _prints(record, name_phrase(question).lower()):
            return Generated("", 0.0, words=NOT_NAMED)
        return None
    except (_NoProgram, ProgramError):
        return None
    confidence = reading.probability * prod(writer.chances.values())
    if confidence < ASK_BELOW:
        return None
    operands = operands_of(program, record, writer.places)
    return Generated(str(program), confidence, operands, in_words(program, operands))


def _prints(record: Record, phrase: str) -> bool:
    """Whether the label of a row or a sentence has these words."""
    labels = (row[0] for grid in record.tables for row in grid.rows)
    return any(phrase in text.lower() for text in (*labels, *record.sentences))


@dataclass(slots=True)
class _ProgramWriter:
    """Writes the steps of a query over the rows of a record."""

    record: Record
    steps: list[str] = field(default_factory=list)
    places: dict[str, RecordSpot] = field(default_factory=dict)
    chances: dict[RecordSpot, float] = field(default_factory=dict)
    """How likely each row is the one that is meant."""

    def operand(self, node: object) -> str:
        """A number, or the step that computes a node."""
        match node:
            case Lookup(metric, period=Period(span="year") as period) if metric and not node.part:
                return self._figure(metric, period.year or 0)
            case Number(value) if value >= 0:
                return f"const_{value:.12g}"
            case Arithmetic(sign, left, right):
                return self._step(_SIGNS[sign], self.operand(left), self.operand(right))
            case Growth(of, base):
                first = self._positive(self.operand(base))
                return self._step("divide", self._step("subtract", self.operand(of), first), first)
            case Absolute(of):
                amount = self.operand(of)
                is_loss = self._value(amount) < 0
                return self._step("multiply", amount, "const_m1") if is_loss else amount
            case Defined(of=of):
                return self.operand(of)
            case Compare(left, ">", right):
                return self._step("greater", self.operand(left), self.operand(right))
            case Compare(left, "<", right):
                return self._step("greater", self.operand(right), self.operand(left))
            case Aggregate("sum" | "average" as how, of, Years() as over):
                total, *others = [self.operand(in_period(of, one)) for one in over.periods]
                for other in others:
                    total = self._step("add", total, other)
                count = f"const_{len(over.periods)}"
                return total if how == "sum" else self._step("divide", total, count)
        raise _NoProgram

    def _step(self, operation: str, left: str, right: str) -> str:
        self.steps.append(f"{operation}({left}, {right})")
        return f"#{len(self.steps) - 1}"

    def _value(self, operand: str) -> float:
        """The value of an operand so far."""
        steps = ", ".join(self.steps)
        value = run(parse(f"{steps}, add({operand}, const_0)" if steps else operand))
        assert isinstance(value, float)
        return value

    def _positive(self, operand: str) -> str:
        if self._value(operand) <= 0:
            raise _NoProgram
        return operand

    def _figure(self, metric: str, year: int) -> str:
        """A metric as the page prints it, else by its formula."""
        name = load_catalogue()[metric].name
        for table, row, likely in matching_rows(self.record, name):
            column = dict(dated_cells(self.record.tables[table], row)).get(year)
            if column is not None and likely >= _LEAST_LIKELY_ROW:
                spot = RecordSpot(table, row, column)
                text = figure_of(self.record, spot)
                self.places[text] = spot
                self.chances[replace(spot, column=0)] = likely
                return text
        rule = load_catalogue()[metric].formula or load_catalogue()[metric].fallback
        if not rule:
            raise _NotPrinted
        return self._formula(formulas.parse(rule), year)

    def _formula(self, formula: formulas.Formula, year: int) -> str:
        match formula:
            case formulas.Constant(value):
                return f"const_{value:.12g}"
            case formulas.MetricPart(metric, back):
                return self._figure(metric, year - back)
            case formulas.Operation(sign, left, right):
                try:
                    other = self._formula(right, year)
                except _NoProgram:
                    if isinstance(right, formulas.MetricPart) and right.optional and sign in "+-":
                        return self._formula(left, year)
                    raise
                return self._step(_SIGNS[sign], self._formula(left, year), other)
        raise _NoProgram
