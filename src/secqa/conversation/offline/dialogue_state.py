"""Keep the state of a conversation: the values that a question can refer to, and its topic.

Earlier answers may be wrong. Beliefs follow the likeliest readings of each uncertain turn.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from secqa.conversation.offline.page_numbers import ConversationPage, PageNumber
from secqa.conversation.offline.question_traits import QuestionTraits, read_question, years_in_focus
from secqa.conversation.programs.generator import Exchange
from secqa.conversation.programs.program_language import (
    Program,
    ProgramError,
    ProgramNumber,
    parse,
)
from secqa.conversation.records.conversation_record import RecordSpot

_ROUND_NUMBERS = (1.0, 2.0, 3.0, 4.0, 5.0, 10.0, 100.0, 1000.0, 1e6, 1e9)
"""Numbers that a program uses to scale and to count, and seldom copies from the page."""
_BELIEFS = 6
_READINGS = 3
"""Readings of a turn that beliefs follow."""


@dataclass(frozen=True, slots=True)
class EarlierValue:
    """A value of earlier turns: a result, or a number that a program used."""

    program: Program
    """The complete program that computes it."""
    value: float
    roles: frozenset[str]
    """Its roles so far: "result 0" of the last turn, "selected", "first of last", …"""
    years: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Memory:
    """The state after earlier turns."""

    known: tuple[EarlierValue, ...]
    """The latest first, each value once."""
    questions: tuple[QuestionTraits, ...]
    """The questions of the earlier turns."""
    years: tuple[int, ...]
    """The years that the conversation is about now."""
    terms: int = 0
    """How many numbers the last sum added; 0 after another program."""
    last_used: tuple[RecordSpot, ...] = ()
    used: frozenset[RecordSpot] = frozenset()


def remember(page: ConversationPage, history: Sequence[Exchange]) -> Memory:
    """Read the turns so far on their page."""
    questions: list[QuestionTraits] = []
    for exchange in history:
        years = years_in_focus([question.years for question in questions])
        questions.append(read_question(exchange.question, years))
    programs = [_parsed(exchange) for exchange in history]
    last_computed = max((i for i, p in enumerate(programs) if p and p.steps), default=-1)
    values: dict[float, EarlierValue] = {}
    for index in range(len(history) - 1, -1, -1):
        program, answer, question = programs[index], history[index].answer, questions[index]
        if program is None:
            continue
        if isinstance(answer, float | int):
            roles = _roles(program, len(history) - 1 - index, index - last_computed)
            result = EarlierValue(program, float(answer), roles, question.years)
            _add_value(page, values, result, question)
        turn = "last" if index == last_computed else "earlier"
        for position, number in _operands(program):
            role = f"{'second' if position else 'first'} of {turn}"
            operand = EarlierValue(
                Program(picked=number), number.value, frozenset((role, "operand")), ()
            )
            _add_value(page, values, operand, question)
    spots = [_spots(page, p, q) for p, q in zip(programs, questions, strict=True)]
    last_program = programs[last_computed] if last_computed >= 0 else None
    return Memory(
        tuple(values.values()),
        tuple(questions),
        years_in_focus([question.years for question in questions]),
        _terms(last_program, len(last_program.steps) - 1) if last_program else 0,
        next((turn for turn in reversed(spots) if turn), ()),
        frozenset(spot for turn in spots for spot in turn),
    )


def _parsed(exchange: Exchange) -> Program | None:
    try:
        return parse(exchange.program) if exchange.program else None
    except ProgramError:
        return None


def _roles(program: Program, age: int, since: int) -> frozenset[str]:
    """Roles of a result by its age in turns, and its turns since the last computation."""
    roles = [f"result {min(age, 3)}", "computed" if program.steps else "selected"]
    if program.steps:
        roles.append("computed before" if since else "last computed")
    elif since > 0:
        roles.append(f"selected since, {min(since, 3)}")
    if since < 0:
        roles.append("result before a computation")
    return frozenset(roles)


def _add_value(
    page: ConversationPage,
    values: dict[float, EarlierValue],
    value: EarlierValue,
    question: QuestionTraits,
) -> None:
    """Add a value, or its roles to an equal one; a computed value gets no roles of a picked one."""
    key = round(value.value, 6)
    known = values.get(key)
    picked = value.program.picked
    if known is None:
        number = _page_number(page, picked.value, question) if picked else None
        years = number.years if number and number.years else question.years
        values[key] = replace(value, years=years)
    elif not (picked and known.program.steps):
        values[key] = replace(known, roles=known.roles | value.roles)


def _operands(program: Program) -> list[tuple[int, ProgramNumber]]:
    """The record's numbers in the steps of a program, each with its position in its step."""
    return [
        (position, argument)
        for step in program.steps
        for position, argument in enumerate(step.arguments)
        if isinstance(argument, ProgramNumber)
        and not (argument.constant or argument.value in _ROUND_NUMBERS)
    ]


def _page_number(
    page: ConversationPage, value: float, question: QuestionTraits
) -> PageNumber | None:
    """The number of the page that a program most likely copied: the page may print it twice."""
    equal = [n for n in page.numbers if abs(n.mention.value) == abs(value)]
    percent = [n for n in page.numbers if n.mention.percent and n.mention.value == value * 100]
    years = {*question.years, *question.carried_years}

    def closeness(number: PageNumber) -> int:
        names = {*number.row, *number.column, *(stem for stem, _ in number.near)}
        return 2 * bool(years & set(number.years)) + sum(s in names for s in question.stems)

    return max(equal or percent, key=closeness, default=None)


def _spots(
    page: ConversationPage, program: Program | None, question: QuestionTraits
) -> tuple[RecordSpot, ...]:
    if program is None:
        return ()
    values = [program.picked] if program.picked else [n for _, n in _operands(program)]
    numbers = [_page_number(page, number.value, question) for number in values]
    return tuple(number.mention.spot for number in numbers if number)


def _terms(program: Program, last: int) -> int:
    """The number of terms in the sum of a step; 0 if the step is no sum."""
    if last < 0 or program.steps[last].operation != "add":
        return 0
    inner = [_terms(program, step) for step in program.steps[last].references]
    return 2 + sum(terms - 1 for terms in inner if terms)


def topic(memory: Memory) -> tuple[str, ...]:
    """Stems of the last question that names things."""
    return next((q.stems for q in reversed(memory.questions) if len(q.stems) >= 3), ())


@dataclass(frozen=True, slots=True)
class Belief:
    """A possible history; all its turns count as certain."""

    history: tuple[Exchange, ...]
    chance: float


Read = Callable[[tuple[Exchange, ...], str], Sequence[tuple[Exchange, float]]]
"""(history, question) -> the readings of the question, each with its chance, the likeliest
first."""


def beliefs(history: Sequence[Exchange], read: Read) -> list[Belief]:
    """The likeliest histories; their chances sum to 1."""
    current = [Belief((), 1.0)]
    for exchange in history:
        current = _next_beliefs(current, exchange, read)
    return current


def _next_beliefs(current: Sequence[Belief], exchange: Exchange, read: Read) -> list[Belief]:
    certain = [Belief((*belief.history, exchange), belief.chance) for belief in current]
    was_choice = not exchange.program and exchange.confidence > 0
    if exchange.confidence >= 1 or not (exchange.program or was_choice):
        return certain
    grown = [
        Belief((*belief.history, reading), belief.chance * chance)
        for belief in current
        for reading, chance in read(belief.history, exchange.question)[:_READINGS]
    ]
    programs = {belief.history[-1].program for belief in grown}
    if not (exchange.program in programs or (was_choice and programs)):
        return certain  # the answer of another generator
    likeliest = sorted(grown, key=lambda belief: -belief.chance)[:_BELIEFS]
    total = sum(belief.chance for belief in likeliest)
    return [Belief(belief.history, belief.chance / total) for belief in likeliest]
