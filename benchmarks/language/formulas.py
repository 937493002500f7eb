"""Turn formulas over reported figures into queries.

What a formula spells out year by year or company by company becomes one node that goes through
them: a sum, an average, a count, a choice.
"""

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from language.free import (
    EXACT,
    FIGURES,
    LONG_TERM_DEBT,
    Cell,
    FreeQuestion,
    item_name,
    random_cell,
    tree_of,
)
from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import Catalogue
from secqa.parsing.entities.company_index import CompanyIndex
from secqa.parsing.ground import find_company
from secqa.query.evaluate import Evaluator
from secqa.query.leaves import Companies, Years
from secqa.query.period import EACH, Period
from secqa.query.query import (
    Absolute,
    Aggregate,
    Arithmetic,
    Cagr,
    Choose,
    Compare,
    Count,
    Filter,
    Growth,
    Holds,
    Logic,
    Lookup,
    Number,
    Options,
    Query,
    lookups,
)
from secqa.query.tree import map_nodes


def query_of(
    question: FreeQuestion, known: CompanyIndex, catalogue: Catalogue, linked: Iterable[str]
) -> Query | None:
    """The query of a question's formula; None where nothing answers it, ValueError where no query
    can say it.

    `linked` are metrics that the question is known to name: what a formula spells out becomes such
    a metric where both have the same value.
    """
    if not question.formula:
        return None
    builder = _Builder(known, catalogue, tuple(m for m in linked if catalogue[m].formula))
    tree = tree_of(question.formula)
    items = tree.elts if isinstance(tree, ast.List) else [tree]
    outputs = tuple(builder.output(one) for one in items)
    if question.hop:
        chosen = builder.output(tree_of(question.hop))
        outputs = tuple(_hopped(one, chosen, known) for one in outputs)
    return Query(outputs)


def _hopped(output: Any, chosen: Choose, known: CompanyIndex) -> Any:
    """An output about the company or year that is really chosen, made about the choice."""

    def change(node: Any) -> Any:
        if not isinstance(node, Lookup):
            return node
        if isinstance(chosen.over, Companies) and node.company in chosen.over.names:
            return replace(node, company=chosen)
        if isinstance(chosen.over, Years) and node.period in chosen.over.periods:
            return replace(node, period=chosen)
        return node

    return map_nodes(output, change)


_SIGN: Mapping[type[ast.cmpop], str] = {
    ast.Gt: ">", ast.GtE: ">=", ast.Lt: "<", ast.LtE: "<=", ast.Eq: "=",
}  # fmt: skip
_ARITHMETIC: Mapping[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/",
}  # fmt: skip


@dataclass(frozen=True)
class _Builder:
    """Turns expressions of formulas into nodes of queries."""

    known: CompanyIndex
    catalogue: Catalogue
    compounds: tuple[str, ...]

    def output(self, node: ast.expr) -> Any:
        match node:
            case ast.IfExp(test, ast.Constant("Yes"), ast.Constant("No")):
                return self.truth(test)
            case ast.IfExp(test, ast.Constant("No"), ast.Constant("Yes")):
                return Logic("not", (self.truth(test),))
            case ast.Call(
                ast.Name("best" | "worst" | "ranked" as name), [ast.Dict() as table, *rest]
            ):
                over, by = self._table(table, self.value)
                rank = int(ast.literal_eval(rest[0])) if rest else 1
                return Choose(over, by, name != "worst", rank, 0 if name == "ranked" else 1)
            case ast.Call(ast.Name("names"), [ast.Dict() as table]):
                over, where = self._table(table, self.truth)
                return Filter(over, where)
        return self.value(node)

    def _table(self, table: ast.Dict, build: Callable[[ast.expr], Any]) -> tuple[Any, Any]:
        items = [build(one) for one in table.values]
        names = [item_name(key, one) for key, one in zip(table.keys, table.values, strict=True)]
        if all(name.isdigit() for name in names):
            years = [int(name) for name in names]
            order = sorted(range(len(years)), key=years.__getitem__)
            folded = _fold_years([items[i] for i in order], [years[i] for i in order])
        else:
            folded = _fold_companies(items)
        if folded is None:
            if build == self.value:
                return Options(tuple(items)), None
            raise ValueError("items differ")
        return folded

    def value(self, node: ast.expr) -> Any:
        built = self._value(node)
        return self._contracted(built) if isinstance(built, Arithmetic | Growth) else built

    def _value(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(int() | float() as number):
                return Number(float(number))
            case ast.Call(
                ast.Name("C"),
                [ast.Constant(str(ticker)), ast.Constant(int(year)), ast.Constant(str(figure))],
            ):
                company = self.known.display_name(find_company(ticker, self.known))
                if figure == "long_term_debt_total":
                    due, later = (
                        Lookup(metric, company, Period(year)) for metric in LONG_TERM_DEBT
                    )
                    return Arithmetic("+", due, later)
                return Lookup(FIGURES[figure], company, Period(year))
            case ast.UnaryOp(ast.USub(), operand):
                inner = self.value(operand)
                if isinstance(inner, Number):
                    return Number(-inner.value)
                return Arithmetic("-", Number(0.0), inner)
            case ast.Call(ast.Name("abs"), [inner]):
                return Absolute(self.value(inner))
            case ast.Call(ast.Name("sum"), [ast.List(items)]):
                if all(isinstance(one, ast.IfExp) for one in items):
                    tests = [self.truth(one.test) for one in items]  # type: ignore[attr-defined]
                    folded = fold(tests)
                    if folded is None:
                        raise ValueError("count of different things")
                    return Count(*folded)
                return self._sum([self.value(one) for one in items])
            case ast.Call(ast.Name("max" | "min" as name), arguments):
                items = arguments[0].elts if isinstance(arguments[0], ast.List) else arguments
                folded = fold([self.value(one) for one in items])
                if folded is None:
                    raise ValueError("extreme of different things")
                return Aggregate("maximum" if name == "max" else "minimum", folded[1], folded[0])
            case ast.BinOp(
                ast.BinOp(ast.BinOp(end, ast.Div(), base), ast.Pow(), _),
                ast.Sub(),
                ast.Constant(1),
            ):
                return Cagr(self.value(end), self.value(base))
            case ast.BinOp(ast.BinOp(end, ast.Div(), base), ast.Sub(), ast.Constant(1)) if (
                self._is_growth(end, base)
            ):
                return Growth(self.value(end), self.value(base))
            case ast.BinOp(ast.BinOp(end, ast.Sub(), base), ast.Div(), again) if ast.dump(
                base
            ) == ast.dump(again) and self._is_growth(end, base):
                return Growth(self.value(end), self.value(base))
            case ast.BinOp(_, ast.Add(), _):
                return self._sum([self.value(one) for one in _summands(node)])
            case ast.BinOp(over, ast.Div(), ast.Constant(int() as count)) if (
                count > 1 and len(_summands(over)) == count
            ):
                items = [self.value(one) for one in _summands(over)]
                folded = fold(items)
                if folded is not None:
                    return Aggregate("average", folded[1], folded[0])
                return Arithmetic("/", self._sum(items), Number(float(count)))
            case ast.BinOp(left, sign, right) if type(sign) in _ARITHMETIC:
                return Arithmetic(_ARITHMETIC[type(sign)], self.value(left), self.value(right))  # type: ignore[arg-type]
        raise ValueError(f"no value: {ast.unparse(node)[:60]}")

    def _is_growth(self, end: ast.expr, base: ast.expr) -> bool:
        """Whether both ask for the same metrics."""
        sides = [[look.metric for look in lookups(self.value(one))] for one in (end, base)]
        return sides[0] == sides[1]

    def _sum(self, items: list[Any]) -> Any:
        folded = fold(items) if len(items) > 1 else None
        if folded is not None:
            return Aggregate("sum", folded[1], folded[0])
        total = items[0]
        for one in items[1:]:
            total = Arithmetic("+", total, one)
        return total

    def truth(self, node: ast.expr) -> Any:
        match node:
            case ast.Compare(left, [sign], [right]):
                if type(sign) is ast.NotEq:
                    return Logic("not", (Compare(self.value(left), "=", self.value(right)),))
                bounded = self._extreme(left, _SIGN[type(sign)], right)
                return bounded or Compare(self.value(left), _SIGN[type(sign)], self.value(right))  # type: ignore[arg-type]
            case ast.Compare(left, signs, rights):
                sides = [left, *rights]
                tests = [
                    self.truth(ast.Compare(a, [s], [b]))
                    for s, a, b in zip(signs, sides, sides[1:], strict=False)
                ]
                return Logic("and", tuple(tests))
            case ast.BoolOp(join, operands):
                tests = [self.truth(one) for one in operands]
                return self._joined("and" if isinstance(join, ast.And) else "or", tests)
            case ast.UnaryOp(ast.Not(), operand):
                return Logic("not", (self.truth(operand),))
            case ast.Call(ast.Name("all" | "any" as name), [ast.List(items)]):
                how = "and" if name == "all" else "or"
                return self._joined(how, [self.truth(one) for one in items])
        raise ValueError(f"no condition: {ast.unparse(node)[:60]}")

    def _extreme(self, left: ast.expr, sign: str, right: ast.expr) -> Any:
        match left:
            case ast.Call(ast.Name("min" | "max" as name), arguments):
                items = arguments[0].elts if isinstance(arguments[0], ast.List) else arguments
                tests = [Compare(self.value(one), sign, self.value(right)) for one in items]  # type: ignore[arg-type]
                return self._joined("and" if (name == "min") == (sign[0] == ">") else "or", tests)
        return None

    def _joined(self, how: str, tests: list[Any]) -> Any:
        folded = fold(tests)
        if folded is not None:
            return Holds("all" if how == "and" else "any", *folded)
        return Logic(how, tuple(tests))  # type: ignore[arg-type]

    def _contracted(self, node: Any) -> Any:
        """A node that has the value of a metric which the question names, as that metric."""
        looks = lookups(node)
        owners = {one.company for one in looks}
        years = [one.period.year or 0 for one in looks if isinstance(one.period, Period)]
        if len(owners) != 1 or len(years) < len(looks) or 0 in years:
            return node
        owner, last = owners.pop(), max(years)
        for metric in self.compounds:
            whole = Lookup(metric, owner, Period(last))
            for draw in range(2):
                cell = random_cell(draw, self.catalogue)
                evaluator = Evaluator(lambda look, cell=cell: _cell_of(look, cell))  # type: ignore[misc]
                try:
                    values = evaluator.value(node), evaluator.value(whole)
                    if abs(values[0] - values[1]) > EXACT * abs(values[1]):
                        break
                except CannotAnswer:
                    break
            else:
                return whole
        return node


def _summands(node: ast.expr) -> list[ast.expr]:
    match node:
        case ast.BinOp(left, ast.Add(), right):
            return [*_summands(left), *_summands(right)]
        case ast.Call(ast.Name("sum"), [ast.List(items)]):
            return list(items)
    return [node]


def fold(items: list[Any]) -> tuple[Any, Any] | None:
    """What equal items go through, and the one item in which it is `each`."""
    if len(items) < 2:
        return None
    years = [_latest_year(one) for one in items]
    if None not in years and len(set(years)) == len(years):
        order = sorted(range(len(items)), key=lambda i: years[i] or 0)
        folded = _fold_years([items[i] for i in order], [years[i] or 0 for i in order])
        if folded is not None:
            return folded
    return _fold_companies(items)


def _latest_year(node: Any) -> int | None:
    years = [one.period.year for one in lookups(node) if isinstance(one.period, Period)]
    return max((year for year in years if year), default=None)


def _fold_years(items: list[Any], years: list[int]) -> tuple[Any, Any] | None:
    made = []
    for one, year in zip(items, years, strict=True):

        def change(node: Any, year: int = year) -> Any:
            if isinstance(node, Lookup) and isinstance(node.period, Period) and node.period.year:
                return replace(node, period=Period(each=True, back=year - node.period.year))
            return node

        made.append(map_nodes(one, change))
    backs = [one.period.back for one in lookups(made[0]) if isinstance(one.period, Period)]
    if any(one != made[0] for one in made[1:]) or not backs or min(backs) < 0:
        return None
    return Years(tuple(Period(year) for year in years)), made[0]


def _fold_companies(items: list[Any]) -> tuple[Any, Any] | None:
    owners: list[str] = []
    made = []
    for one in items:
        own = {look.company for look in lookups(one)}
        if len(own) != 1:
            return None
        owners.append(str(own.pop()))
        made.append(map_nodes(one, _of_each))
    if any(one != made[0] for one in made[1:]) or len(set(owners)) < len(owners):
        return None
    return Companies(tuple(owners)), made[0]


def _of_each(node: Any) -> Any:
    return replace(node, company=EACH) if isinstance(node, Lookup) else node


def _cell_of(look: Lookup, cell: Cell) -> float:
    assert isinstance(look.company, str)
    assert isinstance(look.period, Period)
    return cell(look.company, look.period.year or 0, look.metric)
