"""Write the nodes of a grounded query as Python expressions, which compute the same as `evaluate`.

A choice becomes separate lines before its use, or a function if it depends on a loop: "in how many
years did the company with the highest …".
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import Catalogue
from secqa.query.answer_rules import (
    by_name,
    may_be_absent,
    option_names,
    period_name,
    years_between,
)
from secqa.query.each import free, in_period
from secqa.query.leaves import Companies, Parts, Years
from secqa.query.period import EACH, Period
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
    Series,
    lookups,
)
from secqa.systems.page_source import figure_of_part
from secqa.systems.planning.finders import FigureCall, Finders, quoted, years_back

_FOLDS = {
    "sum": "sum", "minimum": "min", "maximum": "max",
    "average": "statistics.mean", "median": "statistics.median",
}  # fmt: skip


@dataclass
class Writer:
    """Writes expressions, and collects the lines before them."""

    catalogue: Catalogue
    finders: Finders
    check_reported: Callable[[Lookup], None] = lambda _lookup: None
    """Raises CannotAnswer if the corpus lacks the report of a look-up's quarter."""
    lines: list[str] = field(default_factory=list)
    named: dict[object, str] = field(default_factory=dict)
    """Variables of computed values."""
    compares: bool = False
    """Whether the next figures are compared: then ratios to negative figures are errors."""

    def output(self, node: object) -> str:
        """The expression of one output: a value, or text."""
        match node:
            case Choose() if node.top != 1:
                end = "" if node.top == 0 else str(node.rank - 1 + node.top)
                return _joined(f"{self._ranked(node)}[{node.rank - 1}:{end}]")
            case Choose():
                return self._chosen(node)
            case Filter():
                tests = self._each(node.over, node.where)
                if isinstance(tests, str):
                    return f'{_joined(self._passing(node.over, node.where, tests))} or "none"'
                pairs = [f"({quoted(name)}, {test})" for name, test in tests]
                passing = f"[name for name, passes in [{', '.join(pairs)}] if passes]"
                return f'{_joined(passing)} or "none"'
            case Series():
                values = "".join(f"    {one},\n" for one in self._series(node))
                return f"{self.finders.help('series')}([\n{values}])"
            case Compare() | Logic() | Holds():
                return f'"Yes" if {self._value(node)} else "No"'
        return self._value(node)

    def _series(self, node: Series) -> Iterator[str]:
        """An expression for the value of each period, or the reason why there is none."""
        for period in node.over.periods:
            of = in_period(node.of, period)
            try:
                yield f"lambda: {self._value(of)}"
            except CannotAnswer as error:
                yield quoted(f"none: {error}")

    def _value(self, node: object) -> str:
        """The expression of a figure or a condition."""
        match node:
            case Lookup():
                return self._lookup(node)
            case Number():
                return f"{node.value:.15g}" if node.value >= 0 else f"({node.value:.15g})"
            case Arithmetic():
                return f"{self._operand(node, node.left)} {node.sign} {self._operand(node)}"
            case Growth() | Cagr():
                ends = f"{self._value(node.of)}, {self._value(node.base)}"
                if isinstance(node, Growth):
                    return f"{self.finders.help('growth')}({ends})"
                return f"{self.finders.help('cagr')}({ends}, {years_between(node)})"
            case Absolute():
                return f"abs({self._value(node.of)})"
            case Defined():
                return self._value(node.of)
            case Aggregate(how, of, over):
                return f"{_FOLDS[how]}({self._list(over, of)})"
            case Count():
                return f"{self._list(node.over, node.where)}.count(True)"
            case Compare():
                left = (
                    self._lookup(node.left, paid=True)
                    if may_be_absent(node) and isinstance(node.left, Lookup)
                    else self._value(node.left)
                )
                sign = "==" if node.sign == "=" else node.sign
                return f"{left} {sign} {self._value(node.right)}"
            case Logic():
                tests = [f"({self._value(one)})" for one in node.conditions]
                if node.how == "not":
                    return f"not ({' or '.join(tests)})"
                return f" {node.how} ".join(tests)
            case Holds():
                tests_of_all = self._list(node.over, node.where)
                if node.how == "none":
                    return f"not any({tests_of_all})"
                return f"{node.how}({tests_of_all})"
        raise CannotAnswer(f"{node} has no figure")

    def _operand(self, node: Arithmetic, side: object = None) -> str:
        """One side of an operation, by default the right, in brackets if needed."""
        one = node.right if side is None else side
        text = self._value(one)
        while isinstance(one, Defined):
            one = one.of
        if not isinstance(one, Arithmetic):
            return text
        loose = node.sign in "*/" if side is not None else True
        return f"({text})" if loose else text

    def _items(self, over: object) -> tuple[str, str]:
        """The loop variable of an `over`, and the variable of its list."""
        match over:
            case Companies():
                item, items = "company", "[" + ", ".join(map(quoted, over.names)) + "]"
            case Years():
                item, items = "year", str([period.year for period in over.periods])
            case Parts():
                item, items = "part", "[" + ", ".join(map(quoted, over.names)) + "]"
            case _:
                raise CannotAnswer(f"{over} cannot be gone through")
        plural = {"company": "companies"}.get(item, f"{item}s")
        if over not in self.named:
            self.named[over] = self._name(plural)
            self.lines.append(f"{self.named[over]} = {items}")
        return item, self.named[over]

    def _name(self, base: str) -> str:
        taken = {re.split(r"\W", name)[0] for name in self.named.values()}
        return next(n for n in _numbered(base) if n not in taken)

    def _each(self, over: object, of: object) -> str | list[tuple[str, str]]:
        """One expression for all items, or a separate one with the name of each item."""
        if isinstance(over, Options):
            metrics = self.catalogue.metrics.values()
            names = option_names(over.values, {metric.id: metric.name for metric in metrics})
            return [(n, self._compared_value(v)) for n, v in zip(names, over.values, strict=True)]
        if isinstance(over, Years) and by_name(over):
            # Each kind of period has its own functions.
            return [
                (str(period_name(one)), self._compared_value(in_period(of, one)))
                for one in over.periods
            ]
        return self._compared_value(of)

    def _compared_value(self, of: object) -> str:
        before, self.compares = self.compares, True
        value = self._value(of)
        self.compares = before
        return value

    def _list(self, over: object, of: object) -> str:
        """The values of all items as a list."""
        values = self._each(over, of)
        if isinstance(values, str):
            item, items = self._items(over)
            if compared := self._compared(over, of, values):
                return f"list({compared}.values())"
            return f"[{values} for {item} in {items}]"
        return f"[{', '.join(value for _, value in values)}]"

    def _passing(self, over: object, where: object, test: str) -> str:
        """The names of the items that pass a test, as a list."""
        item, items = self._items(over)
        if tests := self._compared(over, where, test):
            return f"[{item} for {item}, passes in {tests}.items() if passes]"
        return f"[{item} for {item} in {items} if {test}]"

    def _compared(self, over: object, of: object, value: str) -> str:
        """The values by item without those that are omitted; "" if none can be."""
        item, items = self._items(over)
        every = isinstance(over, Companies) and over.every
        metrics = [self.catalogue[one.metric] for one in lookups(of) if one.metric]
        if not every and not any(map(self.finders.divisors, metrics)):
            return ""
        omitted = "" if every else ", AssertionError"
        return f"{self.finders.help('compared')}({items}, lambda {item}: {value}{omitted})"

    def _ranked(self, node: Choose) -> str:
        """The names of all items of a choice, in order, as a list."""
        key = replace(node, rank=1, top=0)
        if key not in self.named:
            values = self._each(node.over, node.by)
            if isinstance(values, str):
                item, items = self._items(node.over)
                entries = self._compared(node.over, node.by, values)
                entries = entries or f"{{{item}: {values} for {item} in {items}}}"
            else:
                listed = (f"    {quoted(name)}: {value},\n" for name, value in values)
                entries = f"{{\n{''.join(listed)}}}"
            outer = sorted(free(node))
            ranking, ranked = self._name("ranking"), self._name("ranked")
            reverse = ", reverse=True" if node.highest else ""
            ordered = f"sorted({ranking}, key=lambda one: {ranking}[one]{reverse})"
            if outer:
                ranked = f"{self._name('chosen')}({', '.join(outer)})"
                body = f"{ranking} = {entries}".replace("\n", "\n    ")
                self.lines += [f"def {ranked}:", f"    {body}", f"    return {ordered}", ""]
            else:
                self.lines += [f"{ranking} = {entries}", f"{ranked} = {ordered}"]
            self.named[key] = ranked
        return self.named[key]

    def _chosen(self, node: Choose) -> str:
        return f"{self._ranked(node)}[{node.rank - 1}]"

    def _lookup(self, node: Lookup, paid: bool = False) -> str:
        company = node.company
        if isinstance(company, Choose):
            company = self._chosen(company)
        else:
            company = "company" if company == EACH else quoted(company)
        if isinstance(node.period, Choose):
            over = node.period.over
            if isinstance(over, Years) and by_name(over):
                cases = [
                    f"{quoted(str(period_name(one)))}: "
                    f"lambda: {self._lookup(replace(node, period=one))}"
                    for one in over.periods
                ]
                return f"{{{', '.join(cases)}}}[{self._chosen(node.period)}]()"
            period, year = Period(each=True), self._chosen(node.period)
        else:
            period = node.period
            self.check_reported(node)
            year = str(period.year)
            if period.each:
                year = years_back(period.back)
        where = f" according to {node.place}" if str(node.place) else ""
        call = FigureCall(company, year, period, where)
        metric = self.catalogue[node.metric] if not node.line else None
        if node.part:
            label = self._part_label(
                node.part, f" {figure_of_part(metric) if metric else node.line}"
            )
            return self.finders.line(label, call)
        if metric is None:
            return self.finders.line(quoted(f'"{node.line}"'), call)
        if paid and not metric.formula:
            return self.finders.payment(metric, call)
        more = ", compared=True" if self.compares and self.finders.divisors(metric) else ""
        return self.finders.metric(metric, call, "" if where else more)

    def _part_label(self, part: str | Choose, what: str) -> str:
        """An expression for the quoted label of a segment's line."""
        if isinstance(part, Choose):
            return f"'\"' + {self._chosen(part)} + {quoted(what + chr(34))}"
        if part == EACH:
            return f"'\"' + part + {quoted(what + chr(34))}"
        return quoted(f'"{part}{what}"')


def _joined(items: str) -> str:
    return f'"\\n".join([str(one) for one in {items}])'


def _numbered(base: str) -> Iterator[str]:
    yield base
    number = 2
    while True:
        yield f"{base}_{number}"
        number += 1
