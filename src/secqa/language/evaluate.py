"""A grounded query and a source of figures in, its answers out.

The one meaning of every node: what programs compute, what gold answers are. The source gives one
figure for a look-up of one company, part and fiscal period, or None where there is none.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import fmean, median

from secqa.errors import CannotAnswer
from secqa.language.query import (
    EACH,
    Absolute,
    Arithmetic,
    Cagr,
    Choice,
    Companies,
    Compare,
    Count,
    Defined,
    Filter,
    Fold,
    Growth,
    Holds,
    Logic,
    Lookup,
    Number,
    Options,
    Parts,
    Period,
    Query,
    Years,
    lookups,
)

Answer = float | str
Source = Callable[[Lookup], float | None]
"""A look-up whose company is a name and whose period is concrete -> its figure."""
_FOLDS: dict[str, Callable[[list[float]], float]] = {
    "sum": sum, "average": fmean, "median": median, "maximum": max, "minimum": min,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Each:
    """What `each` stands for."""

    company: str = ""
    year: int = 0
    part: str = ""


def evaluate(query: Query, source: Source) -> tuple[Answer, ...]:
    """The answers, one or more for each output: figures, names, years, "Yes" or "No".

    Raises CannotAnswer where a figure is not there or a division has no value.
    """
    answers: list[Answer] = []
    for output in query.outputs:
        answers += _answers(output, _Each(), source)
    return tuple(answers)


def _answers(node: object, each: _Each, source: Source) -> list[Answer]:
    match node:
        case Choice():
            return list(_chosen(node, each, source))
        case Filter():
            passing = [x for x, e in _items(node.over, each) if _holds(node.where, e, source)]
            return list(passing) or ["none"]
        case Compare() | Logic() | Holds():
            return ["Yes" if _holds(node, each, source) else "No"]
        case _:
            return [value_of(node, each, source)]


def value_of(node: object, each: _Each, source: Source) -> float:
    """The figure of one node."""
    match node:
        case Lookup():
            return _figure(node, each, source)
        case Number():
            return node.value
        case Arithmetic():
            left = value_of(node.left, each, source)
            return _worked_out(node.sign, left, value_of(node.right, each, source))
        case Growth():
            base = value_of(node.base, each, source)
            return _worked_out("/", value_of(node.of, each, source) - base, base)
        case Cagr():
            ratio = _worked_out(
                "/", value_of(node.of, each, source), value_of(node.base, each, source)
            )
            if ratio < 0:
                raise CannotAnswer("there is no compound rate from or to a negative figure")
            return float(ratio ** (1 / years_between(node)) - 1)
        case Absolute():
            return abs(value_of(node.of, each, source))
        case Defined():
            return value_of(node.of, each, source)
        case Fold():
            return _FOLDS[node.how](
                [value_of(node.of, e, source) for _, e in _items(node.over, each)]
            )
        case Count():
            return float(sum(_holds(node.where, e, source) for _, e in _items(node.over, each)))
    raise CannotAnswer(f"{node} has no figure")


def years_between(node: Cagr) -> int:
    """Years from the base to the end of a compound rate; CannotAnswer unless there are some."""
    ends = [one.period for side in (node.of, node.base) for one in lookups(side)[:1]]
    years = [end.year for end in ends if isinstance(end, Period) and end.year is not None]
    if len(years) != 2 or years[0] <= years[1]:
        raise CannotAnswer("a compound rate needs two years, the later one last")
    return years[0] - years[1]


def _worked_out(sign: str, left: float, right: float) -> float:
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
    if right == 0:
        raise CannotAnswer("that divides by zero")
    return left / right


def _figure(node: Lookup, each: _Each, source: Source) -> float:
    company, period, part = node.company, node.period, node.part
    if isinstance(company, Choice):
        company = str(_chosen(company, each, source)[0])
    elif company == EACH:
        company = each.company
    if isinstance(part, Choice):
        part = str(_chosen(part, each, source)[0])
    elif part == EACH:
        part = each.part
    if isinstance(period, Choice):
        period = Period(int(_chosen(period, each, source)[0]))
    elif period.each:
        period = replace(period, year=each.year - period.back, back=0, each=False)
    found = source(replace(node, company=company, period=period, part=part))
    if found is None:
        raise CannotAnswer(f"there is no {node} for {company} in {period}")
    return found


def _items(over: object, each: _Each) -> list[tuple[Answer, _Each]]:
    """What an `over` goes through: the name told of each, and what `each` stands for then."""
    match over:
        case Companies():
            return [(name, replace(each, company=name)) for name in over.names]
        case Years():
            years = [period.year for period in over.periods if period.year is not None]
            return [(float(year), replace(each, year=year)) for year in years]
        case Parts():
            return [(name, replace(each, part=name)) for name in over.names]
    raise CannotAnswer(f"{over} cannot be gone through")


def _chosen(choice: Choice, each: _Each, source: Source) -> tuple[Answer, ...]:
    ranked: list[tuple[Answer, float]]
    if isinstance(choice.over, Options):
        ranked = [(option_name(one), value_of(one, each, source)) for one in choice.over.values]
    else:
        items = _items(choice.over, each)
        ranked = [(name, value_of(choice.by, e, source)) for name, e in items]
    ranked.sort(key=lambda pair: pair[1], reverse=choice.highest)
    end = len(ranked) if choice.top == 0 else choice.rank - 1 + choice.top
    taken = ranked[choice.rank - 1 : end]
    if not taken:
        raise CannotAnswer(f"there are only {len(ranked)} to choose from")
    return tuple(name for name, _ in taken)


def option_name(option: object) -> str:
    """What an option is called in an answer."""
    named = lookups(option)
    return (named[0].line or named[0].metric.replace("_", " ")) if named else str(option)


def _holds(node: object, each: _Each, source: Source) -> bool:
    match node:
        case Compare():
            bare = isinstance(node.right, Number)

            def paid(lookup: Lookup) -> float | None:
                found = source(lookup)
                # A payment that no report shows was not made.
                return 0.0 if found is None and bare and lookup.metric in PAYMENTS else found

            left, right = value_of(node.left, each, paid), value_of(node.right, each, source)
            return {
                ">": left > right, ">=": left >= right, "<": left < right, "<=": left <= right,
                "=": left == right,
            }[node.sign]  # fmt: skip
        case Logic():
            found = [_holds(one, each, source) for one in node.conditions]
            return {"and": all(found), "or": any(found), "not": not any(found)}[node.how]
        case Holds():
            found = [_holds(node.where, e, source) for _, e in _items(node.over, each)]
            return {"all": all(found), "any": any(found), "none": not any(found)}[node.how]
    raise CannotAnswer(f"{node} is no condition")


PAYMENTS = frozenset({"dividends_paid", "share_repurchases", "acquisitions", "debt_repaid"})
"""Metrics that a statement leaves out where there was none."""
