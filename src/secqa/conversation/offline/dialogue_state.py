"""The turns so far -> the values a new question can refer to, and what the talk is about."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from secqa.conversation.offline.page_numbers import ConversationPage, PageNumber, traits_on_page
from secqa.conversation.offline.question_traits import QuestionTraits, years_in_focus
from secqa.conversation.programs.generator import Exchange
from secqa.conversation.programs.program_language import (
    Program,
    ProgramError,
    ProgramNumber,
    Reference,
    parse,
)
from secqa.conversation.records.conversation_record import RecordSpot

_ROUND_NUMBERS = (1.0, 2.0, 3.0, 4.0, 5.0, 10.0, 100.0, 1000.0, 1e6, 1e9)


@dataclass(frozen=True, slots=True)
class EarlierValue:
    """A value of earlier turns: a result, or a number that was taken on the way."""

    program: Program
    """What makes it, complete."""
    value: float
    roles: frozenset[str]
    """How it came up: "result 0" of the last turn, "selected", "first of last", …"""
    years: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Memory:
    """What earlier turns left."""

    known: tuple[EarlierValue, ...]
    """Latest first, each value once."""
    asked: tuple[QuestionTraits, ...]
    years: tuple[int, ...]
    """What the conversation is about now."""
    terms: int = 0
    """How many numbers the last sum added; 0 after another program."""
    last_used: tuple[RecordSpot, ...] = ()
    used: frozenset[RecordSpot] = frozenset()


def remember(page: ConversationPage, history: Sequence[Exchange]) -> Memory:
    """Read the turns so far against the page they are about."""
    asked: list[QuestionTraits] = []
    for exchange in history:
        asked.append(
            traits_on_page(page, exchange.question, years_in_focus([a.years for a in asked]))
        )
    programs = [_parsed(exchange) for exchange in history]
    computed = [i for i, p in enumerate(programs) if p and p.steps]
    last_computed = computed[-1] if computed else -1
    seen: dict[float, EarlierValue] = {}
    for index in range(len(history) - 1, -1, -1):
        program, answer = programs[index], history[index].answer
        if program is None:
            continue
        if isinstance(answer, float | int):
            roles = _roles(program, len(history) - 1 - index, index - last_computed)
            _see(
                page,
                seen,
                EarlierValue(program, float(answer), roles, asked[index].years),
                asked[index],
            )
        when = "last" if index == last_computed else "earlier"
        for position, number in _operands(program):
            place = f"{'second' if position else 'first'} of {when}"
            taken = EarlierValue(
                Program(picked=number), number.value, frozenset((place, "operand")), ()
            )
            _see(page, seen, taken, asked[index])
    places = [_spots(page, p, a) for p, a in zip(programs, asked, strict=True)]
    last_used = next((spots for spots in reversed(places) if spots), ())
    return Memory(
        tuple(seen.values()),
        tuple(asked),
        years_in_focus([a.years for a in asked]),
        _terms(programs[last_computed]) if last_computed >= 0 else 0,
        last_used,
        frozenset(spot for spots in places for spot in spots),
    )


def _parsed(exchange: Exchange) -> Program | None:
    try:
        return parse(exchange.program) if exchange.program else None
    except ProgramError:
        return None


def _roles(program: Program, age: int, since: int) -> frozenset[str]:
    """How the result of a turn came up, so many turns ago and after the last that computed."""
    roles = [f"result {min(age, 3)}", "computed" if program.steps else "selected"]
    if program.steps:
        roles.append("computed before" if since else "last computed")
    elif since > 0:
        roles.append(f"selected since, {min(since, 3)}")
    return frozenset((*roles, *(["result before a computation"] if since < 0 else [])))


def _see(
    page: ConversationPage,
    seen: dict[float, EarlierValue],
    known: EarlierValue,
    asked: QuestionTraits,
) -> None:
    """Keep a value, or note how else it came up; what was computed stays what it was."""
    key = round(known.value, 6)
    before = seen.get(key)
    picked = known.program.picked
    if before is None:
        named = _page_number(page, picked.value, asked) if picked else None
        years = named.years if named and named.years else asked.years
        seen[key] = replace(known, years=years)
    elif not (picked and before.program.steps):
        seen[key] = replace(before, roles=before.roles | known.roles)


def _operands(program: Program) -> list[tuple[int, ProgramNumber]]:
    """Numbers of the record that a program takes, those of its last step by position."""
    found = []
    for step in program.steps:
        for position, argument in enumerate(step.arguments):
            if isinstance(argument, ProgramNumber) and not (
                argument.constant or argument.value in _ROUND_NUMBERS
            ):
                found.append((position, argument))
    return found


def _page_number(page: ConversationPage, value: float, asked: QuestionTraits) -> PageNumber | None:
    """The number of the page that a program's number most likely is: it may stand there twice."""
    equal = [n for n in page.numbers if abs(n.mention.value) == abs(value)]
    percent = [n for n in page.numbers if n.mention.percent and n.mention.value == value * 100]

    def closeness(named: PageNumber) -> int:
        names = {*named.row, *named.column, *(stem for stem, _ in named.near)}
        years = {*asked.years, *asked.carried_years}
        return 2 * bool(years & set(named.years)) + sum(stem in names for stem in asked.stems)

    return max(equal or percent, key=closeness, default=None)


def _spots(
    page: ConversationPage, program: Program | None, asked: QuestionTraits
) -> tuple[RecordSpot, ...]:
    if program is None:
        return ()
    numbers = [program.picked] if program.picked else [n for _, n in _operands(program)]
    found = [_page_number(page, number.value, asked) for number in numbers]
    return tuple(named.mention.spot for named in found if named)


def _terms(program: Program | None) -> int:
    if not program or not program.steps or program.steps[-1].operation != "add":
        return 0
    step = program.steps[-1]
    deeper = [a.step for a in step.arguments if isinstance(a, Reference)]
    return 2 + sum(_terms(Program(program.steps[: step_ + 1])) - 1 for step_ in deeper if
                   program.steps[step_].operation == "add")  # fmt: skip


def topic(memory: Memory) -> tuple[str, ...]:
    """Stems of the last question that named things."""
    return next((a.stems for a in reversed(memory.asked) if len(a.stems) >= 3), ())


_KEPT = 6
_READINGS = 3
"""How many readings of a turn are followed up."""


@dataclass(frozen=True, slots=True)
class Belief:
    """A history as it may have been, all its turns taken for certain."""

    history: tuple[Exchange, ...]
    chance: float


Read = Callable[[tuple[Exchange, ...], str], Sequence[tuple[Exchange, float]]]
"""(history, question) -> what the question may mean after it, each with its chance, the likeliest
first."""


def beliefs(history: Sequence[Exchange], read: Read) -> list[Belief]:
    """The likeliest histories; their chances sum to 1."""
    found = [Belief((), 1.0)]
    for exchange in history:
        found = _grown_beliefs(found, exchange, read)
    return found


def _grown_beliefs(before: Sequence[Belief], exchange: Exchange, read: Read) -> list[Belief]:
    as_said = [Belief((*belief.history, exchange), belief.chance) for belief in before]
    asked_back = not exchange.program and exchange.confidence > 0
    if exchange.confidence >= 1 or not (exchange.program or asked_back):
        return as_said
    grown = [
        Belief((*belief.history, meant), belief.chance * chance)
        for belief in before
        for meant, chance in read(belief.history, exchange.question)[:_READINGS]
    ]
    programs = {belief.history[-1].program for belief in grown}
    if not (exchange.program in programs or (asked_back and programs)):
        return as_said  # another generator's answer
    kept = sorted(grown, key=lambda belief: -belief.chance)[:_KEPT]
    total = sum(belief.chance for belief in kept)
    return [Belief(belief.history, belief.chance / total) for belief in kept]
