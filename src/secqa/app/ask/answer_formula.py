"""How a value is worked out, as a formula over the cells of a sheet that hold what was read.

A formula is given only where it comes to the very value of the answer.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import isclose

from secqa.metrics import formula as metric_formula
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.formula import Constant, Formula, MetricPart
from secqa.query.answer_rules import years_between
from secqa.query.period import Period
from secqa.query.query import Absolute, Arithmetic, Cagr, Defined, Growth, Lookup, Number

_SAME = 1e-9
"""Relative tolerance of sums in floating point."""
_CALCULATE: dict[str, Callable[[float, float], float]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": lambda left, right: left / right,
}


@dataclass(frozen=True, slots=True)
class CellTerm:
    """A part of a formula, and its value."""

    text: str
    value: float


def sheet_formula(
    node: object, value: object, cells: Mapping[str, CellTerm], catalogue: Catalogue
) -> str:
    """The formula of a value over cells by the look-up that they hold ("revenue of A in FY2024").

    "" where the value was read as it is, or does not follow from the cells.
    """
    if not isinstance(value, float | int) or str(node) in cells:
        return ""
    try:
        term = _Terms(cells, catalogue).of(node)
    except (KeyError, ZeroDivisionError, OverflowError):
        return ""
    return f"={term.text}" if isclose(term.value, value, rel_tol=_SAME) else ""


@dataclass(frozen=True, slots=True)
class _Terms:
    cells: Mapping[str, CellTerm]
    catalogue: Catalogue

    def of(self, node: object) -> CellTerm:
        """The term of a node; KeyError for what no cell holds."""
        match node:
            case Lookup():
                return self.cells.get(str(node)) or self._metric(node)
            case Number(value):
                return CellTerm(f"{value:.15g}", value)
            case Defined(_, of):
                return self.of(of)
            case Absolute(of):
                term = self.of(of)
                return CellTerm(f"ABS({term.text})", abs(term.value))
            case Arithmetic(sign, left, right):
                return _joined(sign, self.of(left), self.of(right))
            case Growth(of, base):
                term, before = self.of(of), self.of(base)
                text = f"({term.text}-{before.text})/{before.text}"
                return CellTerm(text, (term.value - before.value) / before.value)
            case Cagr(of, base):
                ratio = _joined("/", self.of(of), self.of(base))
                years = years_between(node)
                return CellTerm(f"{ratio.text}^(1/{years})-1", ratio.value ** (1 / years) - 1)
        raise KeyError(node)

    def _metric(self, lookup: Lookup) -> CellTerm:
        """A metric that is worked out from others."""
        metric = self.catalogue[lookup.metric]
        return self._tree(metric_formula.parse(metric.formula or metric.fallback), lookup)

    def _tree(self, tree: Formula, lookup: Lookup) -> CellTerm:
        if isinstance(tree, Constant):
            return CellTerm(f"{tree.value:.15g}", tree.value)
        if isinstance(tree, MetricPart):
            period = lookup.period
            assert isinstance(period, Period)
            before = replace(period, year=(period.year or 0) - tree.back)
            try:
                return self.of(replace(lookup, metric=tree.metric, period=before))
            except KeyError:
                if tree.optional:
                    return CellTerm("0", 0.0)
                raise
        return _joined(tree.sign, self._tree(tree.left, lookup), self._tree(tree.right, lookup))


def _joined(sign: str, left: CellTerm, right: CellTerm) -> CellTerm:
    return CellTerm(f"({left.text}{sign}{right.text})", _CALCULATE[sign](left.value, right.value))
