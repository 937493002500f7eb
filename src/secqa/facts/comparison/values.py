"""Choose or calculate the value of a metric of one company in a fiscal year or quarter.

Filings repeat and restate each other. The value is that of the latest filing, or of the first; its
evidence is in the earliest filing with the same value, which is the period's own report. Fourth
quarters, and second and third quarters of cash flows, are not stated in any filing: they are
differences of longer periods.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import isclose, prod

from secqa.facts.comparison.company_history import CompanyHistory, ShareSplit
from secqa.facts.fact import Evidence, MetricFact
from secqa.facts.fiscal import FiscalPeriod
from secqa.facts.table.compound import CompoundFact, TableValue, stated_parts, worked_out
from secqa.facts.table.rows import in_statement, is_one_figure, rounding
from secqa.metrics.bounds import negative_base
from secqa.metrics.catalogue import Catalogue, all_parts, formula_text
from secqa.metrics.formula import (
    Formula,
    Gap,
    MetricPart,
    Operation,
    evaluate,
    parse,
    parts,
    without,
)
from secqa.metrics.metric import Metric

SAME = 5e-4
"""Relative difference up to which calculated values, whose parts are rounded, agree."""
_DIFFERENCES = {
    "Q4": (("FY", ("Q3 YTD",)), ("FY", ("Q1", "Q2", "Q3"))),
    "Q3": (("Q3 YTD", ("Q2 YTD",)), ("Q3 YTD", ("Q1", "Q2"))),
    "Q2": (("Q2 YTD", ("Q1",)),),
}
"""A longer period, and the periods to subtract from it, by quarter."""


@dataclass(frozen=True, slots=True)
class ComparedValue:
    """A value and its origin."""

    fact: TableValue
    formula: str = ""
    """The calculation, with the names of its parts; "" if a filing states the value."""
    others: tuple[TableValue, ...] = ()
    """Different values of other filings, the earliest first."""
    share_factor: int = 1
    """Number of today's shares per share counted here; 1 if adjusted for splits."""
    why_meaningless: str = ""
    """Why a ratio says nothing: its divisor is negative."""

    @property
    def value(self) -> float:
        """In base units."""
        return self.fact.value

    @property
    def is_printed(self) -> bool:
        """Whether it is one printed figure, not a sum or ratio."""
        return isinstance(self.fact, MetricFact) and is_one_figure(self.fact)

    @property
    def source(self) -> str:
        """The calculation, or the page and the printed line."""
        if self.formula:
            return self.formula
        place = place_of(self.fact)
        return f"{place.document_id} page {place.page}: {place.quote}" if place else ""


def place_of(fact: TableValue) -> Evidence | None:
    """The best evidence of a value, or of its first part with evidence."""
    return next((place for row in stated_parts(fact) for place in row.evidence[:1]), None)


def period_name(period: FiscalPeriod) -> str:
    """Format a period: "FY2024", "Q3 2024", "Q3 YTD 2024"."""
    return f"FY{period.year}" if period.period == "FY" else f"{period.period} {period.year}"


@dataclass(frozen=True, slots=True)
class ValuePicker:
    """Chooses the values of one company among its filings."""

    company: CompanyHistory
    first_filed: bool = False
    """True to use the first filing's value, not the latest's."""
    _picked: dict[tuple[str, FiscalPeriod], ComparedValue | None] = field(default_factory=dict)

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue of metrics."""
        return self.company.catalogue

    def pick(self, metric: Metric, period: FiscalPeriod) -> ComparedValue | None:
        """The value of a metric in a fiscal year or quarter, or None."""
        key = metric.id, period
        if period.period != "FY" and needs_whole_year(metric):
            return None
        if key not in self._picked:
            picked = self._stated(metric, period) or self._combined(metric, period)
            why = self._negative_divisor(metric, period) if picked else ""
            self._picked[key] = replace(picked, why_meaningless=why) if picked and why else picked
        return self._picked[key]

    def _negative_divisor(self, metric: Metric, period: FiscalPeriod) -> str:
        """ "total shareholders' equity is negative" of a ratio to it, else ""."""
        if not metric.formula:
            return ""
        formula = parse(metric.formula)
        base = negative_base(formula, self._part_values(formula, period)[0], self.catalogue)
        return f"{base} is negative" if base else ""

    def _stated(self, metric: Metric, period: FiscalPeriod) -> ComparedValue | None:
        """The value that filings state. A balance at the end of Q4 is that of the year."""
        name = period.period
        if name == "Q4" and metric.period == "instant":
            name = "FY"
        values = _most_complete(self.company.values(metric).get((period.year, name), ()))
        if not values:
            return None
        chosen = values[0] if self.first_filed else values[-1]
        same = [value for value in values if _agree(value, chosen)]
        best = next((v for v in same if all(map(in_statement, stated_parts(v)))), same[0])
        others = tuple(value for value in values if not _agree(value, chosen))
        formula = ""
        if isinstance(best, CompoundFact):
            none = best.not_applicable
            used = without(parse(best.formula), lambda part: part.metric in none)
            formula = formula_text(used, self.catalogue.metrics)
        return self._in_new_shares(metric, period, ComparedValue(best, formula, others))

    def _in_new_shares(
        self, metric: Metric, period: FiscalPeriod, picked: ComparedValue
    ) -> ComparedValue:
        """Convert a value to today's shares, unless the first filing's value is used."""
        splits = self.splits(picked)
        sign, factor = ("*" if metric.unit == "shares" else "/"), prod(s.factor for s in splits)
        if not splits or self.first_filed:
            return replace(picked, share_factor=factor)
        value = picked.value * factor if sign == "*" else picked.value / factor
        formula = f"{picked.formula or metric.name} {sign} {factor}, as shares count since "
        formula += splits[-1].document_id
        return ComparedValue(
            _worked_out(metric, period, value, formula, [picked]), formula, picked.others
        )

    def splits(self, picked: ComparedValue) -> tuple[ShareSplit, ...]:
        """The splits after a value was printed, for which it is not adjusted."""
        return self.company.splits_since(picked.fact)

    def _combined(self, metric: Metric, period: FiscalPeriod) -> ComparedValue | None:
        """Calculate a value from several filings."""
        if period.period == "FY" or not self._adds_up(metric):
            return self._by_formula(metric, period) if metric.formula else None
        for whole, pieces in _DIFFERENCES.get(period.period, ()):
            names = (whole, *pieces)
            stated = [self._stated(metric, FiscalPeriod(period.year, name)) for name in names]
            values = [value for value in stated if value is not None]
            if len(values) == len(names):
                value = values[0].value - sum(one.value for one in values[1:])
                formula = " - ".join(f"{metric.name} of {name} {period.year}" for name in names)
                fact = _worked_out(metric, period, value, formula, values)
                return ComparedValue(fact, formula)
        return None

    def _by_formula(self, metric: Metric, period: FiscalPeriod) -> ComparedValue | None:
        """Evaluate the metric's formula with values from several filings."""
        formula = parse(metric.formula)
        values, used = self._part_values(formula, period)
        value = evaluate(formula, values)
        if isinstance(value, Gap) or not used:
            return None
        return ComparedValue(
            _worked_out(metric, period, value, metric.formula, used),
            f"{formula_text(formula, self.catalogue.metrics)}, from several filings",
        )

    def _part_values(
        self, formula: Formula, period: FiscalPeriod
    ) -> tuple[dict[tuple[str, int], float], list[ComparedValue]]:
        """The values of the parts of a formula, by metric and years back and in order."""
        values, used = {}, []
        for part in parts(formula):
            earlier = FiscalPeriod(period.year - part.back, period.period)
            if picked := self.pick(self.catalogue[part.metric], earlier):
                values[part.metric, part.back] = picked.value
                used.append(picked)
        return values, used

    def _adds_up(self, metric: Metric) -> bool:
        """Whether a year's value is the sum of its quarters: flows of money and sums of these."""
        if metric.period != "duration" or metric.unit != "USD":
            return False
        formula = parse(metric.formula) if metric.formula else None
        return formula is None or (
            _is_sum(formula)
            and all(
                not part.back and self._adds_up(self.catalogue[part.metric])
                for part in parts(formula)
            )
        )


def needs_whole_year(metric: Metric) -> bool:
    """Whether a metric is defined only for whole years, since its formula uses their days."""
    return metric.shown == "days" and bool(metric.formula)


def mixes_flow_and_balance(metric: Metric, catalogue: Catalogue) -> bool:
    """Whether a metric is a ratio of flows in a period and balances at its end."""
    kinds = {catalogue[part].period for part in all_parts(metric, catalogue)}
    return metric.unit == "pure" and len(kinds) > 1


def _is_sum(formula: Formula) -> bool:
    if isinstance(formula, Operation):
        return formula.sign in "+-" and _is_sum(formula.left) and _is_sum(formula.right)
    return isinstance(formula, MetricPart)


def _most_complete(values: Sequence[TableValue]) -> list[TableValue]:
    """The values with the fewest parts assumed zero; later filings omit lines of old years."""

    def missing(value: TableValue) -> int:
        return len(value.not_applicable) if isinstance(value, CompoundFact) else 0

    fewest = min(map(missing, values), default=0)
    return [value for value in values if missing(value) == fewest]


def _agree(value: TableValue, other: TableValue) -> bool:
    """Whether two filings' values are equal, apart from rounding."""
    if isinstance(value, MetricFact) and isinstance(other, MetricFact):
        return abs(value.value - other.value) <= rounding((value, other))
    return isclose(value.value, other.value, rel_tol=SAME)


def _worked_out(
    metric: Metric,
    period: FiscalPeriod,
    value: float,
    formula: str,
    pieces: Sequence[ComparedValue],
) -> CompoundFact:
    """Make a value calculated from several filings, attributed to the latest of them."""
    used = dict.fromkeys(part for piece in pieces for part in stated_parts(piece.fact))
    latest = max(used, key=lambda row: row.period_end)
    return worked_out(metric, period, value, formula, tuple(used), latest)
