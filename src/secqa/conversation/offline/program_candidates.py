"""List the programs that a question may reasonably mean.

A turn adds one step to earlier values (498 of 500 turns do): it picks a number, or combines two
sources: earlier values, numbers of the page, constants. A question for a percentage change of two
numbers takes two steps.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from secqa.conversation.offline.dialogue_state import EarlierValue, Memory, topic
from secqa.conversation.offline.number_grounding import GroundedNumber, OperandPhrase, ground
from secqa.conversation.offline.page_numbers import ConversationPage
from secqa.conversation.offline.question_traits import CHANGES, REFERRING, QuestionTraits, content
from secqa.conversation.programs.program_language import (
    Argument,
    Program,
    ProgramNumber,
    ProgramStep,
    Reference,
)
from secqa.learning.linear import Choice

RATE = "rate"
"""A combined operation: subtract, then divide by the second operand."""
_WITH_CONSTANT = ("multiply", "divide", "subtract", "add")
_UNITS = ("thousand", "million", "billion", "dollar")
_LARGE_UNITS = (1000.0, 1e6, 1e9)
_PRICE = frozenset(content("price prices pricepaid averageprice per rate"))


@dataclass(frozen=True, slots=True)
class ConstantOperand:
    """A number that no document prints."""

    value: float
    typed: bool
    """True if the question contains it."""
    terms: bool = False
    """True if it is the number of terms of the last sum."""


Source = EarlierValue | GroundedNumber | ConstantOperand


@dataclass(frozen=True, slots=True)
class ProgramCandidate:
    """An operation over sources."""

    operation: str
    """"" for a picked number."""
    sources: tuple[Source, ...]
    program: Program
    part: str = ""
    """How its two new numbers differ: "later first", "as asked", "pair", "same"."""


def candidates(
    page: ConversationPage, memory: Memory, question: QuestionTraits, grounding: Choice
) -> list[ProgramCandidate]:
    """Every candidate once: with earlier values before new numbers, then the likeliest numbers."""
    distinct: dict[tuple[str, str], ProgramCandidate] = {}
    for candidate in _Composer(page, memory, question, grounding).all():
        key = (candidate.operation, str(candidate.program))
        if key not in distinct or _likelier(candidate, distinct[key]):
            distinct[key] = candidate
    return list(distinct.values())


def _likelier(candidate: ProgramCandidate, rival: ProgramCandidate) -> bool:
    chances, rival_chances = (
        [s.log_probability for s in c.sources if isinstance(s, GroundedNumber)]
        for c in (candidate, rival)
    )
    return len(chances) == len(rival_chances) and sum(chances) > sum(rival_chances)


def phrase_of(memory: Memory, question: QuestionTraits) -> OperandPhrase:
    """The question as the description of one number, without a part about an earlier answer."""
    naming = [part for part in question.pair or () if not REFERRING.search(part)]
    return OperandPhrase(
        (content(naming[0]) if len(naming) == 1 else ()) or question.stems,
        question.stems,
        topic(memory),
        question.years,
        question.text,
        memory.last_used,
        memory.used,
    )


def phrase_pairs(
    question: QuestionTraits, whole: OperandPhrase
) -> dict[str, tuple[OperandPhrase, OperandPhrase]]:
    """The ways a question may describe two numbers, the first operand first."""
    pairs = {"same": (whole, whole)}
    first, second = (content(part) for part in question.pair or ("", ""))
    if question.pair and first and second:  # otherwise the parts differ by year only
        years = [tuple(y for y in question.years if str(y) in part) for part in question.pair]
        pairs["pair"] = (
            replace(whole, stems=first, years=years[0] or years[1] or whole.years),
            replace(whole, stems=second, years=years[1] or years[0] or whole.years),
        )
    focus = question.years or question.carried_years
    if not focus:
        return pairs
    late, early = (max(focus), min(focus)) if len(focus) >= 2 else (focus[0], focus[0] - 1)
    pairs["later first"] = (replace(whole, years=(late,)), replace(whole, years=(early,)))
    if len(question.years) >= 2 and question.years[:2] != (late, early):
        left, right = (replace(whole, years=(year,)) for year in question.years[:2])
        pairs["as asked"] = (left, right)
    return pairs


@dataclass(frozen=True, slots=True)
class _Composer:
    page: ConversationPage
    memory: Memory
    question: QuestionTraits
    grounding: Choice

    def all(self) -> Iterator[ProgramCandidate]:
        """Every candidate, some several times."""
        whole = phrase_of(self.memory, self.question)
        operations = operations_for(self.question)
        single = ground(self.page, whole, self.grounding, top=8)
        for number in single:
            yield ProgramCandidate("", (number,), _program(number))
        yield from self._with_earlier_values(operations, single[:4])
        for number in single[:4]:
            for constant in constants(self.question, self.memory):
                new = constant.typed and constant.value != source_value(number)
                if new or (not constant.typed and constant.value >= 100):
                    yield from _combined(number, constant, self._with_constant(number, constant))
        yield from self._of_two_numbers(operations, whole)

    def _with_earlier_values(
        self, operations: tuple[str, ...], numbers: Sequence[GroundedNumber]
    ) -> Iterator[ProgramCandidate]:
        known = self.memory.known[:9]
        for first in known:
            for second in known:
                if first is not second:
                    rate = (RATE,) if first.program.picked and second.program.picked else ()
                    yield from _combined(first, second, (*operations, *rate))
            if first.roles & {"result 0", "result 1"}:
                for constant in constants(self.question, self.memory):
                    yield from _combined(first, constant, self._with_constant(first, constant))
        for first in known[:4]:
            for number in numbers:
                yield from _combined(first, number, operations)
                yield from _combined(number, first, ("subtract", "divide"))

    def _of_two_numbers(
        self, operations: tuple[str, ...], whole: OperandPhrase
    ) -> Iterator[ProgramCandidate]:
        classes = self.question.classes
        change = "percent" in classes and classes & CHANGES
        rate = (RATE,) if change or "growth" in classes else ()
        for part, (first, second) in phrase_pairs(self.question, whole).items():
            rights = ground(self.page, second, self.grounding, top=6)
            for left in ground(self.page, first, self.grounding, top=6):
                for right in rights:
                    if left.number is not right.number:
                        multiply = ("multiply",) if _count_and_price(left, right) else ()
                        yield from _combined(left, right, (*operations, *multiply, *rate), part)

    def _with_constant(self, first: Source, constant: ConstantOperand) -> tuple[str, ...]:
        """Operations on a value and a constant.

        Unless the question types it, 100 turns only ratios into percent, and it is the base of an
        index only if the page prints it.
        """
        if constant.typed or constant.value != 100:
            return _WITH_CONSTANT
        ratio = _is_ratio(first) or (isinstance(first, EarlierValue) and first.program.picked)
        base = any(number.mention.value == 100 for number in self.page.numbers)
        return (*(("multiply",) if ratio else ()), "divide", *(("subtract",) if base else ()))


def operations_for(question: QuestionTraits) -> tuple[str, ...]:
    """Operations on two numbers that the words do not rule out."""
    operations = ["add", "subtract", "divide"]
    if "times" in question.classes:
        operations.append("multiply")
    if question.classes & {"which", "more", "above", "high", "low"}:
        operations.append("greater")
    return tuple(operations)


def _count_and_price(first: GroundedNumber, second: GroundedNumber) -> bool:
    """True for a count and a price in one row, which are multiplied."""
    left, right = first.number.mention.spot, second.number.mention.spot
    same_row = left.sentence < 0 and (left.table, left.row) == (right.table, right.row)
    prices = [bool(_PRICE & set(operand.number.column)) for operand in (first, second)]
    return same_row and any(prices) and not all(prices)


def constants(question: QuestionTraits, memory: Memory) -> list[ConstantOperand]:
    """The numbers that the question types, and those that its words imply."""
    operands = {value: ConstantOperand(value, typed=True) for value in question.numbers}
    implied = [100.0]
    if any(unit in question.text for unit in _UNITS):
        implied += _LARGE_UNITS
    if "average" in question.classes:
        implied += [2.0, float(memory.terms), float(len(set(question.years)))]
        if len(question.years) == 2:
            implied.append(float(abs(question.years[1] - question.years[0]) + 1))
    if "minus" in question.classes:
        implied.append(1.0)
    for value in implied:
        if value >= 1:
            terms = value == memory.terms
            operands.setdefault(value, ConstantOperand(value, typed=False, terms=terms))
    return list(operands.values())


def _combined(
    first: Source, second: Source, operations: Sequence[str], part: str = ""
) -> Iterator[ProgramCandidate]:
    for operation in operations:
        if operation == "divide" and source_value(second) == 0:
            continue
        if _of_one_kind(operation, first, second) and not _with_itself(operation, first, second):
            program = compose(operation, _program(first), _program(second))
            yield ProgramCandidate(operation, (first, second), program, part)


def _with_itself(operation: str, first: Source, second: Source) -> bool:
    """An earlier value minus itself, or divided by itself: nobody asks for 0 or 1."""
    earlier = isinstance(first, EarlierValue) or isinstance(second, EarlierValue)
    equal = earlier and source_value(first) == source_value(second)
    return equal and operation in ("subtract", "divide", RATE)


def _of_one_kind(operation: str, first: Source, second: Source) -> bool:
    """False for a ratio added to, compared with or divided by an amount: it has no meaning."""
    if operation == "multiply" or ConstantOperand in (type(first), type(second)):
        return True
    ratios = _is_ratio(first), _is_ratio(second)
    return ratios[0] == ratios[1] or (operation == "divide" and ratios == (False, True))


def _is_ratio(source: Source) -> bool:
    """True for one amount divided by another, whatever constants follow."""
    if not isinstance(source, EarlierValue):
        return False
    steps = source.program.steps
    last = len(steps) - 1
    while last >= 0:
        step = steps[last]
        if not any(isinstance(a, ProgramNumber) and a.constant for a in step.arguments):
            return step.operation == "divide"
        last = next(iter(step.references), -1)
    return False


def _program(source: Source) -> Program:
    match source:
        case EarlierValue():
            return source.program
        case GroundedNumber():
            return Program(picked=ProgramNumber(source.text))
    digits = f"{source.value:.12g}"
    return Program(picked=ProgramNumber(digits if "." in digits else f"const_{digits}"))


def source_value(source: Source) -> float:
    """The value of a source."""
    if isinstance(source, GroundedNumber):
        return ProgramNumber(source.text).value
    return source.value


def compose(operation: str, first: Program, second: Program) -> Program:
    """A program that runs both and combines their results; shared steps run once."""
    steps: list[ProgramStep] = []
    left, right = _append(steps, first), _append(steps, second)
    if operation == RATE:
        steps.append(ProgramStep("subtract", (left, right)))
        steps.append(ProgramStep("divide", (Reference(len(steps) - 1), right)))
    else:
        steps.append(ProgramStep(operation, (left, right)))
    return Program(tuple(steps))


def _append(steps: list[ProgramStep], program: Program) -> Argument:
    if program.picked is not None:
        return program.picked
    moved: list[int] = []
    for step in program.steps:
        arguments = tuple(
            Reference(moved[a.step]) if isinstance(a, Reference) else a for a in step.arguments
        )
        renumbered = ProgramStep(step.operation, arguments)
        if renumbered not in steps:
            steps.append(renumbered)
        moved.append(steps.index(renumbered))
    return Reference(moved[-1])
