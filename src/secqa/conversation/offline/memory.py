"""The turns so far -> the values a new question can refer to, and what the talk is about."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from secqa.conversation.generator import Exchange
from secqa.conversation.language import Number, Program, ProgramError, Reference, parse
from secqa.conversation.offline.asked import Asked, carried
from secqa.conversation.offline.page import AskedPage, Named
from secqa.conversation.offline.page_words import asked_of
from secqa.conversation.record import Spot

_ROUND_NUMBERS = (1.0, 2.0, 3.0, 4.0, 5.0, 10.0, 100.0, 1000.0, 1e6, 1e9)


@dataclass(frozen=True, slots=True)
class Known:
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

    known: tuple[Known, ...]
    """Latest first, each value once."""
    asked: tuple[Asked, ...]
    years: tuple[int, ...]
    """What the conversation is about now."""
    terms: int = 0
    """How many numbers the last sum added; 0 after another program."""
    last_used: tuple[Spot, ...] = ()
    used: frozenset[Spot] = frozenset()


def remember(page: AskedPage, history: Sequence[Exchange]) -> Memory:
    """Read the turns so far against the page they are about."""
    asked: list[Asked] = []
    for exchange in history:
        asked.append(asked_of(page, exchange.question, carried([a.years for a in asked])))
    programs = [_parsed(exchange) for exchange in history]
    computed = [i for i, p in enumerate(programs) if p and p.steps]
    last_computed = computed[-1] if computed else -1
    seen: dict[float, Known] = {}
    for index in range(len(history) - 1, -1, -1):
        program, answer = programs[index], history[index].answer
        if program is None:
            continue
        if isinstance(answer, float | int):
            roles = _roles(program, len(history) - 1 - index, index - last_computed)
            _see(page, seen, Known(program, float(answer), roles, asked[index].years), asked[index])
        when = "last" if index == last_computed else "earlier"
        for position, number in _operands(program):
            place = f"{'second' if position else 'first'} of {when}"
            taken = Known(Program(picked=number), number.value, frozenset((place, "operand")), ())
            _see(page, seen, taken, asked[index])
    places = [_spots(page, p, a) for p, a in zip(programs, asked, strict=True)]
    last_used = next((spots for spots in reversed(places) if spots), ())
    return Memory(
        tuple(seen.values()),
        tuple(asked),
        carried([a.years for a in asked]),
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


def _see(page: AskedPage, seen: dict[float, Known], known: Known, asked: Asked) -> None:
    """Keep a value, or note how else it came up; what was computed stays what it was."""
    key = round(known.value, 6)
    before = seen.get(key)
    picked = known.program.picked
    if before is None:
        named = _named(page, picked.value, asked) if picked else None
        years = named.years if named and named.years else asked.years
        seen[key] = replace(known, years=years)
    elif not (picked and before.program.steps):
        seen[key] = replace(before, roles=before.roles | known.roles)


def _operands(program: Program) -> list[tuple[int, Number]]:
    """Numbers of the record that a program takes, those of its last step by position."""
    found = []
    for step in program.steps:
        for position, argument in enumerate(step.arguments):
            if isinstance(argument, Number) and not (
                argument.constant or argument.value in _ROUND_NUMBERS
            ):
                found.append((position, argument))
    return found


def _named(page: AskedPage, value: float, asked: Asked) -> Named | None:
    """The number of the page that a program's number most likely is: it may stand there twice."""
    equal = [n for n in page.numbers if abs(n.mention.value) == abs(value)]
    percent = [n for n in page.numbers if n.mention.percent and n.mention.value == value * 100]

    def told(named: Named) -> int:
        names = {*named.row, *named.column, *(stem for stem, _ in named.near)}
        years = {*asked.years, *asked.carried_years}
        return 2 * bool(years & set(named.years)) + sum(stem in names for stem in asked.stems)

    return max(equal or percent, key=told, default=None)


def _spots(page: AskedPage, program: Program | None, asked: Asked) -> tuple[Spot, ...]:
    if program is None:
        return ()
    numbers = [program.picked] if program.picked else [n for _, n in _operands(program)]
    found = [_named(page, number.value, asked) for number in numbers]
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
