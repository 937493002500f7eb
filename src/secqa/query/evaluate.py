"""Evaluate a grounded query over a source of figures.

This defines the meaning of every node, for gold answers and for answers from pages; compiled
programs compute the same. Figures are looked up in the order in which a person would.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean, median
from types import MappingProxyType
from typing import Any, TypeVar

from secqa.errors import CannotAnswer
from secqa.query.answer_rules import (
    COMPARISONS,
    FEWEST,
    NOT_MEANINGFUL,
    NOT_TOLD,
    AnswerValue,
    NotMeaningful,
    by_name,
    calculate,
    combined,
    compound_rate,
    may_be_absent,
    omissions,
    option_names,
    period_name,
)
from secqa.query.each import free, in_period, rankings_in
from secqa.query.leaves import Companies, Parts, Years
from secqa.query.period import EACH, LATEST, Period, earlier, in_words
from secqa.query.query import (
    Absolute,
    Aggregate,
    Arithmetic,
    Cagr,
    Choose,
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
    Query,
    Series,
)

ValueSource = Callable[[Lookup], float | None]
"""Returns the figure of a look-up with a company name and a concrete period, or None."""
Watch = Callable[[object, Sequence[float]], None]
"""Called with a quotient (`Growth`, `Arithmetic`) and its value and base, a `Compare` and both
sides, and a `Choose` and the ordered values that it chooses among."""
_AGGREGATES: dict[str, Callable[[list[float]], float]] = {
    "sum": sum, "average": fmean, "median": median, "maximum": max, "minimum": min,
}  # fmt: skip


def _ignore(_node: object, _values: Sequence[float]) -> None:
    """The default `Watch`, which does nothing."""


def evaluate(
    query: Query,
    source: ValueSource,
    metric_names: Mapping[str, str] = MappingProxyType({}),
    watch: Watch = _ignore,
) -> tuple[AnswerValue, ...]:
    """Compute the answers, one or more for each output: figures, names, years, "Yes" or "No".

    `metric_names` are names by metric id for answers and errors. Raises CannotAnswer if a figure is
    missing or a division has no value.
    """
    return Evaluator(source, metric_names, watch).answers(query)


@dataclass(frozen=True, slots=True)
class _Each:
    """The current values of the loop variables."""

    company: str = ""
    period: Period = LATEST
    part: str = ""
    compared: bool = False
    """Whether the value is one of several that are compared."""


_NOTHING = _Each()
_Ranked = list[tuple[float, AnswerValue, _Each]]
_Result = TypeVar("_Result")


@dataclass
class Evaluator:
    """Computes outputs of queries; see `evaluate`."""

    source: ValueSource
    metric_names: Mapping[str, str] = field(default_factory=dict)
    watch: Watch = _ignore
    negative_bases: Mapping[Lookup, str] = field(default_factory=dict)
    """The names of the negative figures that look-ups divide by."""
    stepwise: bool = False
    """Evaluate like a program: rank choices once and first, and short-circuit conditions."""
    remarks: dict[str, None] = field(default_factory=dict)
    """Items that comparisons omit, and figures that mean nothing, in order."""
    _rankings: dict[Choose, _Ranked] = field(default_factory=dict)

    def answers(self, query: Query) -> tuple[AnswerValue, ...]:
        """The answers of all outputs, in order."""
        self.prepare(query.outputs)
        return tuple(answer for output in query.outputs for answer in self._answers(output))

    def prepare(self, outputs: Sequence[object]) -> None:
        """Rank choices without free variables first, in stepwise evaluation."""
        for output in outputs if self.stepwise else ():
            for choice in rankings_in(output):
                self._ranked(choice, _NOTHING)

    def ranking(self, choice: Choose) -> list[tuple[AnswerValue, float]]:
        """The items of a choice with their values, best first."""
        return [(name, value) for value, name, _ in self._ranked(choice, _NOTHING)]

    def value(self, node: object) -> float:
        """The figure of a node without a free `each`."""
        return self._value(node, _NOTHING)

    def _answers(self, node: object) -> list[AnswerValue]:
        match node:
            case Choose():
                return [name for name, _ in self._chosen(node, _NOTHING)]
            case Filter(over, where):
                tests = self._each_of(over, where, _NOTHING, self._holds)
                return [name for passes, name, _ in tests if passes] or ["none"]
            case Series():
                return self._series(node)
            case Compare() | Logic() | Holds():
                return ["Yes" if self._holds(node, _NOTHING) else "No"]
        return [self.value(node)]

    def _series(self, node: Series) -> list[AnswerValue]:
        """The value of each period, or `NOT_TOLD`; raises CannotAnswer if all are missing."""
        answers: list[AnswerValue] = []
        for period in node.over.periods:
            try:
                answers.append(self.value(in_period(node.of, period)))
            except CannotAnswer:
                answers.append(NOT_TOLD)
        if all(answer == NOT_TOLD for answer in answers):
            raise CannotAnswer(f"there is no {node.of} for any of the periods asked for")
        return answers

    def _value(self, node: object, each: _Each) -> float:
        match node:
            case Lookup():
                return self._figure(node, each)
            case Number():
                return node.value
            case Arithmetic():
                left, right = self._value(node.left, each), self._value(node.right, each)
                if node.sign == "/":
                    self.watch(node, (left, right))
                return calculate(node.sign, left, right)
            case Growth() | Cagr():
                of, base = self._value(node.of, each), self._value(node.base, each)
                if isinstance(node, Growth):
                    self.watch(node, (of, base))
                    return calculate("/", of - base, base)
                return compound_rate(node, of, base)
            case Absolute() | Defined():
                value = self._value(node.of, each)
                return abs(value) if isinstance(node, Absolute) else value
            case Aggregate(how, of, over):
                values = self._each_of(over, of, each, self._value)
                return _AGGREGATES[how]([value for value, _, _ in values])
            case Count(over, where):
                return float(sum(self._each_holds(over, where, each)))
        raise CannotAnswer(f"{node} has no figure")

    def _figure(self, node: Lookup, each: _Each, absent: float | None = None) -> float:
        """The figure of a look-up, or `absent` if there is none."""
        company, period, part = node.company, node.period, node.part
        if isinstance(period, Choose) and isinstance(period.over, Years) and by_name(period.over):
            # A program has a separate look-up for each such period, and first chooses among them.
            chosen = replace(node, period=self._chosen(period, each)[0][1].period)
            return self._figure(chosen, each, absent)
        if isinstance(company, Choose):
            company = self._chosen(company, each)[0][1].company
        elif company == EACH:
            company = each.company
        if isinstance(part, Choose):
            part = self._chosen(part, each)[0][1].part
        elif part == EACH:
            part = each.part
        if isinstance(period, Choose):
            period = self._chosen(period, each)[0][1].period
        elif period.each:
            period = earlier(each.period, period.back)
        lookup = node
        if (company, period, part) != (node.company, node.period, node.part):
            lookup = replace(node, company=company, period=period, part=part)
        figure = self.source(lookup)
        figure = absent if figure is None else figure
        name = self.metric_names.get(node.metric, node.metric) or f'"{node.line}"'
        if lookup in self.negative_bases:
            why = NotMeaningful(self.negative_bases[lookup], str(company))
            if each.compared:
                raise why
            self.remarks[f"{why}: the {name} {NOT_MEANINGFUL}."] = None
        if figure is None:
            raise CannotAnswer(f"found no {name} of {company} in {in_words(period)}")
        return figure

    def _items(
        self, over: object, of: object, each: _Each
    ) -> list[tuple[AnswerValue, object, _Each]]:
        """The items of an `over`: name, expression to evaluate, and `each`."""
        each = replace(each, compared=True)
        match over:
            case Companies():
                return [(name, of, replace(each, company=name)) for name in over.names]
            case Parts():
                return [(name, of, replace(each, part=name)) for name in over.names]
            case Years() if by_name(over):
                return [
                    (period_name(p), in_period(of, p), replace(each, period=p))
                    for p in over.periods
                ]
            case Years():
                return [(period_name(p), of, replace(each, period=p)) for p in over.periods]
            case Options():
                names = option_names(over.values, self.metric_names)
                return [(name, one, each) for name, one in zip(names, over.values, strict=True)]
        raise CannotAnswer(f"{over} cannot be gone through")

    def _each_of(
        self, over: object, of: object, each: _Each, work: Callable[[Any, _Each], _Result]
    ) -> list[tuple[_Result, AnswerValue, _Each]]:
        """The result of `work` for each item of an `over`, with its name and its `each`.

        Items whose ratio means nothing are omitted, of all companies also those without the figure.
        """
        results: list[tuple[_Result, AnswerValue, _Each]] = []
        omitted: dict[AnswerValue, CannotAnswer] = {}
        omits = CannotAnswer if isinstance(over, Companies) and over.every else NotMeaningful
        for name, one, inner in self._items(over, of, each):
            try:
                results.append((work(one, inner), name, inner))
            except omits as reason:
                omitted[name] = reason
        if omitted and len(results) < FEWEST:
            raise next(iter(omitted.values()))
        self.remarks.update(dict.fromkeys(omissions(len(results), omitted)))
        return results

    def _chosen(self, choice: Choose, each: _Each) -> list[tuple[AnswerValue, _Each]]:
        """The chosen names, each with its loop variables."""
        ranked = self._ranked(choice, each)
        end = len(ranked) if choice.top == 0 else choice.rank - 1 + choice.top
        chosen = ranked[choice.rank - 1 : end]
        if not chosen:
            raise CannotAnswer(f"there are only {len(ranked)} to choose from")
        return [(name, inner) for _, name, inner in chosen]

    def _ranked(self, choice: Choose, each: _Each) -> _Ranked:
        """All items of a choice, best first."""
        key = replace(choice, rank=1, top=0)
        if key in self._rankings:
            return self._rankings[key]
        ranked: _Ranked = self._each_of(choice.over, choice.by, each, self._value)
        ranked.sort(key=lambda entry: entry[0], reverse=choice.highest)
        self.watch(choice, [value for value, _, _ in ranked])
        if self.stepwise and not free(choice):
            self._rankings[key] = ranked
        return ranked

    def _holds(self, node: object, each: _Each) -> bool:
        match node:
            case Compare():
                if may_be_absent(node) and isinstance(node.left, Lookup):
                    left = self._figure(node.left, each, absent=0.0)
                else:
                    left = self._value(node.left, each)
                right = self._value(node.right, each)
                self.watch(node, (left, right))
                return COMPARISONS[node.sign](left, right)
            case Logic():
                tests = (self._holds(one, each) for one in node.conditions)
                return combined(node.how, tests if self.stepwise else list(tests))
            case Holds():
                return combined(node.how, self._each_holds(node.over, node.where, each))
        raise CannotAnswer(f"{node} is no condition")

    def _each_holds(self, over: object, where: object, each: _Each) -> list[bool]:
        return [holds for holds, _, _ in self._each_of(over, where, each, self._holds)]
