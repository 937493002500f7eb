"""Define rules that evaluation and compiled programs share: names in answers, gaps, rates."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import eq, ge, gt, le, lt
from types import MappingProxyType

from secqa.errors import CannotAnswer
from secqa.query.leaves import Years
from secqa.query.period import Period
from secqa.query.query import Cagr, Compare, Lookup, Number, lookups

AnswerValue = float | str
NOT_MEANINGFUL = "is not meaningful"
"""Ends the remark on a ratio to a negative figure."""
FEWEST = 2
"""Minimum number of companies with a figure if all companies are compared."""
NOT_TOLD = "none"
"""Stands in a series for a missing figure."""
UNDERIVED = "no report prints this period; only dollar amounts can be derived; ask for a year"
"""Reason for a missing figure of a period that would have to be derived from others."""


class NotMeaningful(CannotAnswer):
    """A ratio to a negative figure, which cannot be compared with others."""

    def __init__(self, base: str, company: str) -> None:
        super().__init__(f"{company} has negative {base}")
        self.base = base


def omissions(compared: int, omitted: Mapping[AnswerValue, CannotAnswer]) -> Iterator[str]:
    """Remarks on the items that a comparison omits, with the reasons."""
    negative: dict[str, list[str]] = {}
    missing: list[str] = []
    for name, why in omitted.items():
        # A year's name is a float.
        item = name if isinstance(name, str) else f"{name:.0f}"
        group = negative.setdefault(why.base, []) if isinstance(why, NotMeaningful) else missing
        group.append(item)
    if missing:
        among = f"{compared} of {compared + len(omitted)} companies compared"
        yield f"{among}; no such figure of {', '.join(missing)}"
    for base, items in negative.items():
        whose = "its" if len(items) == 1 else "their"
        yield f"{', '.join(items)} left out: {whose} {base} is negative"


def by_name(over: Years) -> bool:
    """Whether any period is not a year, so that each period is computed separately."""
    return any(period.span != "year" for period in over.periods)


def years_between(node: Cagr) -> int:
    """Years from the base to the end of a compound rate; raises CannotAnswer unless positive."""
    ends = [one.period for side in (node.of, node.base) for one in lookups(side)[:1]]
    years = [end.year for end in ends if isinstance(end, Period) and end.year is not None]
    if len(years) != 2 or years[0] <= years[1]:
        raise CannotAnswer("a compound rate needs two years, the later one last")
    return years[0] - years[1]


def compound_rate(node: Cagr, of: float, base: float) -> float:
    """The rate of a `Cagr` between two figures."""
    ratio = calculate("/", of, base)
    if ratio < 0:
        raise CannotAnswer("there is no compound rate from or to a negative figure")
    return float(ratio ** (1 / years_between(node)) - 1)


def period_name(period: Period) -> AnswerValue:
    """The name of a concrete period in an answer: a year is a number."""
    if period.span == "year" and period.year is not None:
        return float(period.year)
    return str(period)


def option_names(
    options: Sequence[object], metric_names: Mapping[str, str] = MappingProxyType({})
) -> list[str]:
    """The names of options in an answer: the property that distinguishes them, metrics first."""
    leaves = [lookups(one)[:1] for one in options]
    if all(leaves):
        first = [lookup for (lookup,) in leaves]
        by_metric = [
            one.line or metric_names.get(one.metric, one.metric.replace("_", " ")) for one in first
        ]
        for names in (
            by_metric,
            [str(one.part) for one in first],
            [str(one.company) for one in first],
            [str(one.period) for one in first],
        ):
            if all(names) and len(set(names)) == len(names):
                return names
    return [str(one) for one in options]


PAYMENTS = frozenset({"dividends_paid", "share_repurchases", "acquisitions", "debt_repaid"})
"""Metrics that a statement omits if there was no such payment."""


def may_be_absent(compare: Compare) -> bool:
    """Whether a payment is compared with a limit: an unreported payment counts as zero."""
    left = compare.left
    return (
        isinstance(compare.right, Number) and isinstance(left, Lookup) and left.metric in PAYMENTS
    )


COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    ">": gt, ">=": ge, "<": lt, "<=": le, "=": eq,
}  # fmt: skip


def combined(how: str, tests: Iterable[bool]) -> bool:
    """Whether a `Logic` or `Holds` holds."""
    if how in ("and", "all"):
        return all(tests)
    return any(tests) == (how in ("or", "any"))


def calculate(sign: str, left: float, right: float) -> float:
    """Apply an arithmetic sign to two figures; raises CannotAnswer for a division by zero."""
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
