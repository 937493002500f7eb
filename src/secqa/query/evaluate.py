"""A grounded query and a source of figures in, its answers out.

The one meaning of every node: what programs compute, what gold answers are. The source gives one
figure for a look-up of one company, part and fiscal period, or None where there is none. Figures
are asked for in the order in which one would look them up.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median
from types import MappingProxyType

from secqa.errors import CannotAnswer
from secqa.query.fiscal_calendar import earlier
from secqa.query.period import EACH, LATEST, Period
from secqa.query.query import (
    Absolute,
    Aggregate,
    Arithmetic,
    Cagr,
    Choose,
    Companies,
    Compare,
    Count,
    Defined,
    Filter,
    Growth,
    Holds,
    Logic,
    Lookup,
    Number,
    Options,
    Parts,
    Query,
    Series,
    Years,
    lookups,
)

Answer = float | str
Source = Callable[[Lookup], float | None]
"""A look-up whose company is a name and whose period is concrete -> its figure."""
Watch = Callable[[object, Sequence[float]], None]
"""Is told of a quotient (`Growth`, `Arithmetic`) the value and its base, of a `Compare` both sides,
of a `Choice` all values that it chooses among, in order."""
NOT_TOLD = "none"
"""Stands in a series for what nothing tells."""
_FOLDS: dict[str, Callable[[list[float]], float]] = {
    "sum": sum, "average": fmean, "median": median, "maximum": max, "minimum": min,
}  # fmt: skip


def _unwatched(_node: object, _values: Sequence[float]) -> None:
    """Nobody watches."""


@dataclass(frozen=True, slots=True)
class _Each:
    """What `each` stands for, and what stays the same for a whole query."""

    metric_names: Mapping[str, str]
    watch: Watch
    company: str = ""
    period: Period = LATEST
    part: str = ""


def evaluate(
    query: Query,
    source: Source,
    metric_names: Mapping[str, str] = MappingProxyType({}),
    watch: Watch = _unwatched,
) -> tuple[Answer, ...]:
    """The answers, one or more for each output: figures, names, years, "Yes" or "No".

    `metric_names`, by id, are what a metric is called where it is chosen among others. Raises
    CannotAnswer where a figure is not there or a division has no value.
    """
    each = _Each(metric_names, watch)
    answers: list[Answer] = []
    for output in query.outputs:
        answers += _answers(output, each, source)
    return tuple(answers)


def _answers(node: object, each: _Each, source: Source) -> list[Answer]:
    match node:
        case Choose():
            return [name for name, _ in _chosen(node, each, source)]
        case Filter():
            passing = [x for x, e in _items(node.over, each) if _holds(node.where, e, source)]
            return list(passing) or ["none"]
        case Series():
            return _series(node, each, source)
        case Compare() | Logic() | Holds():
            return ["Yes" if _holds(node, each, source) else "No"]
        case _:
            return [value_of(node, each, source)]


def _series(node: Series, each: _Each, source: Source) -> list[Answer]:
    """The value of each period, or `NOT_TOLD`; CannotAnswer where none has one."""
    answers: list[Answer] = []
    for _, inner in _items(node.over, each):
        try:
            answers.append(value_of(node.of, inner, source))
        except CannotAnswer:
            answers.append(NOT_TOLD)
    if all(one == NOT_TOLD for one in answers):
        raise CannotAnswer(f"there is no {node.of} for any of the periods asked for")
    return answers


def value_of(node: object, each: _Each, source: Source) -> float:
    """The figure of one node."""
    match node:
        case Lookup():
            return _figure(node, each, source)
        case Number():
            return node.value
        case Arithmetic():
            left, right = value_of(node.left, each, source), value_of(node.right, each, source)
            if node.sign == "/":
                each.watch(node, (left, right))
            return _worked_out(node.sign, left, right)
        case Growth():
            of, base = value_of(node.of, each, source), value_of(node.base, each, source)
            each.watch(node, (of, base))
            return _worked_out("/", of - base, base)
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
        case Aggregate():
            if isinstance(node.over, Options):
                values = [value_of(one, each, source) for one in node.over.values]
            else:
                values = [value_of(node.of, e, source) for _, e in _items(node.over, each)]
            return _FOLDS[node.how](values)
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


def _figure(node: Lookup, each: _Each, source: Source, otherwise: float | None = None) -> float:
    company, period, part = node.company, node.period, node.part
    if isinstance(company, Choose):
        company = _chosen(company, each, source)[0][1].company
    elif company == EACH:
        company = each.company
    if isinstance(part, Choose):
        part = _chosen(part, each, source)[0][1].part
    elif part == EACH:
        part = each.part
    if isinstance(period, Choose):
        period = _chosen(period, each, source)[0][1].period
    elif period.each:
        period = earlier(each.period, period.back)
    found = source(replace(node, company=company, period=period, part=part))
    found = otherwise if found is None else found
    if found is None:
        raise CannotAnswer(f"there is no {node} for {company} in {period}")
    return found


def _items(over: object, each: _Each) -> list[tuple[Answer, _Each]]:
    """What an `over` goes through: the name told of each, and what `each` stands for then."""
    match over:
        case Companies():
            return [(name, replace(each, company=name)) for name in over.names]
        case Years():
            return [(period_name(one), replace(each, period=one)) for one in over.periods]
        case Parts():
            return [(name, replace(each, part=name)) for name in over.names]
    raise CannotAnswer(f"{over} cannot be gone through")


def period_name(period: Period) -> Answer:
    """What a concrete period is called in an answer: a year is a number."""
    if period.span == "year" and period.year is not None:
        return float(period.year)
    return str(period)


def _chosen(choice: Choose, each: _Each, source: Source) -> list[tuple[Answer, _Each]]:
    """What is chosen: the name told of it, and what `each` stands for then."""
    ranked: list[tuple[float, Answer, _Each]] = []
    if isinstance(choice.over, Options):
        names = option_names(choice.over.values, each.metric_names)
        for name, one in zip(names, choice.over.values, strict=True):
            ranked.append((value_of(one, each, source), name, each))
    else:
        for item, inner in _items(choice.over, each):
            ranked.append((value_of(choice.by, inner, source), item, inner))
    ranked.sort(key=lambda entry: entry[0], reverse=choice.highest)
    each.watch(choice, [value for value, _, _ in ranked])
    end = len(ranked) if choice.top == 0 else choice.rank - 1 + choice.top
    taken = ranked[choice.rank - 1 : end]
    if not taken:
        raise CannotAnswer(f"there are only {len(ranked)} to choose from")
    return [(name, inner) for _, name, inner in taken]


def option_names(
    options: Sequence[object], metric_names: Mapping[str, str] = MappingProxyType({})
) -> list[str]:
    """What options are called in an answer: by what tells them apart, their metrics first."""
    leaves = [lookups(one)[:1] for one in options]
    if all(leaves):
        first = [one for (one,) in leaves]
        by_metric = [
            one.line or metric_names.get(one.metric, one.metric.replace("_", " ")) for one in first
        ]
        for names in (
            by_metric,
            [str(one.part) for one in first],
            [str(one.company) for one in first],
            [str(one.period) for one in first],
        ):
            if len(set(names)) == len(names):
                return names
    return [str(one) for one in options]


def _holds(node: object, each: _Each, source: Source) -> bool:
    match node:
        case Compare():
            if may_be_absent(node) and isinstance(node.left, Lookup):
                left = _figure(node.left, each, source, otherwise=0.0)
            else:
                left = value_of(node.left, each, source)
            right = value_of(node.right, each, source)
            each.watch(node, (left, right))
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


def may_be_absent(compare: Compare) -> bool:
    """Whether a payment is held to a limit: one that no report shows was not made."""
    left = compare.left
    return (
        isinstance(compare.right, Number) and isinstance(left, Lookup) and left.metric in PAYMENTS
    )
