"""All programs that a question may reasonably mean, each with what speaks for it.

A turn adds one step to what is known (498 of 500 do): it picks a number, or combines two of:
values of earlier turns, numbers of the page, a constant. A person who asks for a percentage
change at once gets two steps.
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
"""Stands for subtract, then divide by the second."""


@dataclass(frozen=True, slots=True)
class ConstantOperand:
    """A number of no document."""

    value: float
    typed: bool
    """The question says it."""
    terms: bool = False
    """It counts what was added up."""


Source = EarlierValue | GroundedNumber | ConstantOperand


@dataclass(frozen=True, slots=True)
class ProgramCandidate:
    """One reading: an operation over sources; none for picking a number."""

    operation: str
    """"" for a number picked."""
    sources: tuple[Source, ...]
    program: Program
    part: str = ""
    """How its new numbers were told apart: "years", "pair", "same"."""


def candidates(
    page: ConversationPage, memory: Memory, asked: QuestionTraits, grounding: Choice
) -> list[ProgramCandidate]:
    """Every reading once: by earlier values rather than new numbers, else by the likeliest."""
    whole = phrase_of(memory, asked)
    known = memory.known[:9]
    found: dict[tuple[str, str], ProgramCandidate] = {}
    for candidate in _all(page, known, memory, asked, whole, grounding):
        key = (candidate.operation, str(candidate.program))
        if key not in found or _likelier(candidate, found[key]):
            found[key] = candidate
    return list(found.values())


def _likelier(one: ProgramCandidate, other: ProgramCandidate) -> bool:
    chances = [
        [s.log_probability for s in candidate.sources if isinstance(s, GroundedNumber)]
        for candidate in (one, other)
    ]
    return len(chances[0]) == len(chances[1]) and sum(chances[0]) > sum(chances[1])


def phrase_of(memory: Memory, asked: QuestionTraits) -> OperandPhrase:
    """The question, or what of it refers to no earlier answer, as the description of one number."""
    return OperandPhrase(
        _naming_part(asked) or asked.stems,
        asked.stems,
        topic(memory),
        asked.years,
        asked.text,
        memory.last_used,
        memory.used,
    )


def _naming_part(asked: QuestionTraits) -> tuple[str, ...]:
    """Of two parts, one of which refers ("divided by that change"), what the other says."""
    naming = [part for part in asked.pair or () if not REFERRING.search(part)]
    return content(naming[0]) if len(naming) == 1 else ()


def phrase_pairs(
    asked: QuestionTraits, whole: OperandPhrase
) -> dict[str, tuple[OperandPhrase, OperandPhrase]]:
    """How a question may describe two numbers, the first operand first."""
    pairs = {"same": (whole, whole)}
    first, second = (content(part) for part in asked.pair or ("", ""))
    if asked.pair and first and second:  # else they differ by year only
        years = [tuple(y for y in asked.years if str(y) in part) for part in asked.pair]
        pairs["pair"] = (
            replace(whole, stems=first, years=years[0] or years[1] or whole.years),
            replace(whole, stems=second, years=years[1] or years[0] or whole.years),
        )
    years_asked = asked.years or asked.carried_years
    if len(years_asked) >= 2:
        late, early = max(years_asked), min(years_asked)
    elif years_asked:
        late, early = years_asked[0], years_asked[0] - 1
    else:
        return pairs
    pairs["later first"] = (replace(whole, years=(late,)), replace(whole, years=(early,)))
    if len(asked.years) >= 2:
        one, other = asked.years[:2]
        if (one, other) != (late, early):
            pairs["as asked"] = (replace(whole, years=(one,)), replace(whole, years=(other,)))
    return pairs


def _all(
    page: ConversationPage,
    known: Sequence[EarlierValue],
    memory: Memory,
    asked: QuestionTraits,
    whole: OperandPhrase,
    grounding: Choice,
) -> Iterator[ProgramCandidate]:
    operations = operations_for(asked)
    fixed = constants(asked, memory)
    single = ground(page, whole, grounding, top=8)
    for grounded in single:
        yield ProgramCandidate("", (grounded,), Program(picked=ProgramNumber(grounded.text)))
    for first in known:
        for second in known:
            if first is not second:
                at_once = (RATE,) if first.program.picked and second.program.picked else ()
                yield from _combined(first, second, (*operations, *at_once))
        if first.roles & {"result 0", "result 1"}:
            for constant in fixed:
                yield from _combined(first, constant, _with_constant(page, first, constant))
    for first in known[:4]:
        for grounded in single[:4]:
            yield from _combined(first, grounded, operations)
            yield from _combined(grounded, first, ("subtract", "divide"))
    for grounded in single[:4]:
        for constant in fixed:
            said = constant.typed and constant.value != source_value(grounded)
            if said or (not constant.typed and constant.value >= 100):
                yield from _combined(grounded, constant, _with_constant(page, grounded, constant))
    changing = "percent" in asked.classes and asked.classes & CHANGES
    rate = (RATE,) if changing or "growth" in asked.classes else ()
    for part, (one, other) in phrase_pairs(asked, whole).items():
        seconds = ground(page, other, grounding, top=6)
        for left in ground(page, one, grounding, top=6):
            for right in seconds:
                if left.number is not right.number:
                    multiply = ("multiply",) if _count_and_price(left, right) else ()
                    combining = (*operations, *multiply, *rate)
                    yield from _combined(left, right, combining, part)


_WITH_CONSTANT = ("multiply", "divide", "subtract", "add")


def _with_constant(
    page: ConversationPage, first: Source, constant: ConstantOperand
) -> tuple[str, ...]:
    """What a value and a constant may do: unless a question says so, only a ratio is turned into
    percent, and 100 is the base of an index only where the page prints it.
    """
    if constant.typed or constant.value != 100:
        return _WITH_CONSTANT
    ratio = _is_ratio(first) or (isinstance(first, EarlierValue) and first.program.picked)
    based = any(number.mention.value == 100 for number in page.numbers)
    return (*(("multiply",) if ratio else ()), "divide", *(("subtract",) if based else ()))


def operations_for(asked: QuestionTraits) -> tuple[str, ...]:
    """Operations over two numbers that the words do not rule out."""
    operations = ["add", "subtract", "divide"]
    if "times" in asked.classes:
        operations.append("multiply")
    if asked.classes & {"which", "more", "above", "high", "low"}:
        operations.append("greater")
    return tuple(operations)


def _count_and_price(first: GroundedNumber, second: GroundedNumber) -> bool:
    """In one row of a table, one of them a price: what is bought times what it costs."""
    one, other = first.number.mention.spot, second.number.mention.spot
    in_one_row = one.sentence < 0 and (one.table, one.row) == (other.table, other.row)
    prices = [bool(_PRICE & set(grounded.number.column)) for grounded in (first, second)]
    return in_one_row and any(prices) and not all(prices)


_PRICE = frozenset(content("price prices pricepaid averageprice per rate"))


def constants(asked: QuestionTraits, memory: Memory) -> list[ConstantOperand]:
    """Numbers that the question types, and those that no question needs to."""
    found = {value: ConstantOperand(value, typed=True) for value in asked.numbers}
    untyped = [100.0]
    if any(unit in asked.text for unit in ("thousand", "million", "billion", "dollar")):
        untyped += [1000.0, 1e6, 1e9]
    if "average" in asked.classes:
        untyped += [2.0, float(memory.terms), float(len(set(asked.years)))]
        if len(asked.years) == 2:
            untyped.append(float(abs(asked.years[1] - asked.years[0]) + 1))
    if "minus" in asked.classes:
        untyped.append(1.0)
    for value in untyped:
        if value >= 1:
            terms = value == memory.terms
            found.setdefault(value, ConstantOperand(value, typed=False, terms=terms))
    return list(found.values())


def _combined(
    first: Source, second: Source, operations: Sequence[str], part: str = ""
) -> Iterator[ProgramCandidate]:
    for operation in operations:
        if operation == "divide" and source_value(second) == 0:
            continue
        if not _of_one_kind(operation, first, second) or _with_itself(operation, first, second):
            continue
        program = compose(operation, _program(first), _program(second))
        yield ProgramCandidate(operation, (first, second), program, part)


def _with_itself(operation: str, first: Source, second: Source) -> bool:
    """A value said before less itself, or divided by itself: nobody asks for 0 or 1."""
    before = isinstance(first, EarlierValue) or isinstance(second, EarlierValue)
    equal = before and source_value(first) == source_value(second)
    return equal and operation in ("subtract", "divide", RATE)


def _of_one_kind(operation: str, first: Source, second: Source) -> bool:
    """False for a ratio added to, compared with or divided by an amount: it would mean nothing."""
    if (
        isinstance(first, ConstantOperand)
        or isinstance(second, ConstantOperand)
        or operation == "multiply"
    ):
        return True
    ratios = _is_ratio(first), _is_ratio(second)
    return ratios[0] == ratios[1] or (operation == "divide" and ratios == (False, True))


def _is_ratio(source: Source) -> bool:
    """One amount divided by another, whatever constants came after."""
    if not isinstance(source, EarlierValue):
        return False
    steps = source.program.steps
    last = len(steps) - 1
    while last >= 0:
        step = steps[last]
        constant = any(isinstance(a, ProgramNumber) and a.constant for a in step.arguments)
        if not constant:
            return step.operation == "divide"
        deeper = [a.step for a in step.arguments if isinstance(a, Reference)]
        last = deeper[0] if deeper else -1
    return False


def _program(source: Source) -> Program:
    match source:
        case EarlierValue():
            return source.program
        case GroundedNumber():
            return Program(picked=ProgramNumber(source.text))
    spelled = f"{source.value:.12g}"
    return Program(picked=ProgramNumber(f"const_{spelled}" if "." not in spelled else spelled))


def source_value(source: Source) -> float:
    """What a source is worth."""
    if isinstance(source, GroundedNumber):
        return ProgramNumber(source.text).value
    return source.value


def compose(operation: str, first: Program, second: Program) -> Program:
    """One program that does both and combines them; shared steps are done once."""
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
