"""The turns so far -> the values a new question can refer to, and what the talk is about."""

from collections.abc import Sequence
from dataclasses import dataclass, field

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
    stems: tuple[str, ...]
    """Stems of the question that asked for it."""
    years: tuple[int, ...]
    label: tuple[str, ...]
    """Stems of the labels of the number it is, if it is one of the page."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What earlier turns left."""

    known: tuple[Known, ...]
    """Latest first, each value once."""
    asked: tuple[Asked, ...]
    years: tuple[int, ...]
    """What the conversation is about now."""
    state: tuple[str, ...]
    """The shape of the last turns, for the choice of an operation."""
    terms: int = 0
    """How many numbers the last sum added; 0 after another program."""
    last_used: tuple[Spot, ...] = ()
    used: frozenset[Spot] = frozenset()


@dataclass(slots=True)
class _Seen:
    """A value being gathered over turns."""

    program: Program
    value: float
    stems: tuple[str, ...]
    years: tuple[int, ...]
    label: tuple[str, ...]
    roles: set[str] = field(default_factory=set)


def remember(page: AskedPage, history: Sequence[Exchange]) -> Memory:
    """Read the turns so far against the page they are about."""
    asked: list[Asked] = []
    for exchange in history:
        asked.append(asked_of(page, exchange.question, carried([a.years for a in asked])))
    programs = [_parsed(exchange) for exchange in history]
    computed = [i for i, p in enumerate(programs) if p and p.steps]
    last_computed = computed[-1] if computed else -1
    seen: dict[float, _Seen] = {}
    for index in range(len(history) - 1, -1, -1):
        program, answer = programs[index], history[index].answer
        if program is None:
            continue
        age = len(history) - 1 - index
        if isinstance(answer, float | int):
            roles = {f"result {min(age, 3)}", "computed" if program.steps else "selected"}
            if index == last_computed:
                roles.add("last computed")
            elif program.steps:
                roles.add("computed before")
            roles |= {"result before a computation"} if index < last_computed else set()
            if not program.steps and index > last_computed:
                roles.add(f"selected since, {min(index - last_computed, 3)}")
            _see(page, seen, program, float(answer), asked[index], roles)
        dated = index == last_computed
        earlier = _earlier_operand(page, program, asked[index]) if dated else None
        for position, number in _operands(program):
            place = ("first" if position == 0 else "second") + (
                " of last" if index == last_computed else " of earlier"
            )
            picked = Program(picked=number)
            roles = {place, "operand"}
            if number == earlier:
                roles.add("earlier year of last")
            _see(page, seen, picked, number.value, asked[index], roles)
    places = [_spots(page, p, a) for p, a in zip(programs, asked, strict=True)]
    last_used = next((spots for spots in reversed(places) if spots), ())
    return Memory(
        tuple(
            Known(s.program, s.value, frozenset(s.roles), s.stems, s.years, s.label)
            for s in seen.values()
        ),
        tuple(asked),
        carried([a.years for a in asked]),
        _state(programs, last_computed),
        _terms(programs[last_computed]) if last_computed >= 0 else 0,
        last_used,
        frozenset(spot for spots in places for spot in spots),
    )


def _parsed(exchange: Exchange) -> Program | None:
    try:
        return parse(exchange.program) if exchange.program else None
    except ProgramError:
        return None


def _see(
    page: AskedPage,
    seen: dict[float, _Seen],
    program: Program,
    value: float,
    asked: Asked,
    roles: set[str],
) -> None:
    key = round(value, 6)
    if key not in seen:
        named = _named(page, program.picked.value, asked) if program.picked else None
        years = named.years if named and named.years else asked.years
        label = (*named.row, *named.column) if named else ()
        seen[key] = _Seen(program, value, asked.stems, years, label)
    elif program.picked and seen[key].program.steps:
        return
    seen[key].roles |= roles


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


def _earlier_operand(page: AskedPage, program: Program, asked: Asked) -> Number | None:
    """Of the two numbers a program compares, the one of the earlier year."""
    dated = [
        (named.years[-1], number)
        for _, number in _operands(program)
        if (named := _named(page, number.value, asked)) and named.years
    ]
    years = {year for year, _ in dated}
    return min(dated, key=lambda pair: pair[0])[1] if len(years) == 2 else None


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


def _state(programs: Sequence[Program | None], last_computed: int) -> tuple[str, ...]:
    kinds = [
        "none" if p is None else p.steps[-1].operation if p.steps else "selected" for p in programs
    ]
    last = kinds[-1] if kinds else "start"
    since = len(programs) - 1 - last_computed if last_computed >= 0 else len(programs)
    before = programs[last_computed].steps[-1].operation if last_computed >= 0 else "none"  # type: ignore[union-attr]
    return (
        f"last {last}",
        f"last two {' '.join(kinds[-2:])}",
        f"selected since {min(since, 3)}",
        f"computed {before}, selected since {min(since, 2)}",
        f"turn {min(len(programs), 3)}",
    )


def _terms(program: Program | None) -> int:
    if not program or not program.steps or program.steps[-1].operation != "add":
        return 0
    step = program.steps[-1]
    deeper = [a.step for a in step.arguments if isinstance(a, Reference)]
    return 2 + sum(_terms(Program(program.steps[: step_ + 1])) - 1 for step_ in deeper if
                   program.steps[step_].operation == "add")  # fmt: skip


def topic(memory: Memory) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(stems of the last question that named things, stems of all before)."""
    before = next((a.stems for a in reversed(memory.asked) if len(a.stems) >= 3), ())
    earlier = tuple(dict.fromkeys(stem for a in memory.asked for stem in a.stems))
    return before, earlier
