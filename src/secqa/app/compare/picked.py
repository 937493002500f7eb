"""What T says of a company, and a metric and period in, the value to show out.

Filings repeat and restate each other. The value is that of the latest filing that has one, or of
the first; its place is the earliest filing that says the same, since that is the period's own
report. Quarters that no filing states (the fourth; of cash flows the second and third) are what
the year to date grew by.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import isclose, prod

from secqa.app.compare.splits import Split, splits_since
from secqa.app.compare.truth import Known
from secqa.facts.fact import MetricFact
from secqa.facts.fiscal import FiscalPeriod
from secqa.facts.table.compound import CompoundFact, Found, stated_parts
from secqa.facts.table.gates.reason import in_statement, is_one_figure
from secqa.facts.table.restated import rounding
from secqa.metrics.catalogue import Catalogue, Metric, all_parts
from secqa.metrics.formula import (
    Formula,
    Gap,
    MetricPart,
    Operation,
    evaluate,
    parse,
    parts,
    render,
)

_SAME = 5e-4
"""How far two filings' worked out values may be apart by the rounding of their parts."""
_GREW = {
    "Q4": (("FY", ("Q3 YTD",)), ("FY", ("Q1", "Q2", "Q3"))),
    "Q3": (("Q3 YTD", ("Q2 YTD",)), ("Q3 YTD", ("Q1", "Q2"))),
    "Q2": (("Q2 YTD", ("Q1",)),),
}
"""Quarter -> a longer period, and those that leave the quarter of it."""


@dataclass(frozen=True, slots=True)
class Picked:
    """A value to show."""

    found: Found
    how: str = ""
    """How it was worked out, in the names of its parts; "" where a filing states it."""
    others: tuple[Found, ...] = ()
    """Values of other filings that differ, the earliest first."""
    shares: int = 1
    """How many of today's shares one that it counts is; where it reckons with splits, 1."""

    @property
    def value(self) -> float:
        """In base units."""
        return self.found.value

    @property
    def is_read(self) -> bool:
        """Whether it is one printed figure, and no sum or ratio of several."""
        return isinstance(self.found, MetricFact) and is_one_figure(self.found)


def name_of(period: FiscalPeriod) -> str:
    """ "FY2024", "Q3 2024", "Q3 YTD 2024"."""
    return f"FY{period.year}" if period.period == "FY" else f"{period.period} {period.year}"


@dataclass(frozen=True, slots=True)
class Picker:
    """Values of one company, by one way of choosing among filings."""

    known: Known
    catalogue: Catalogue
    first: bool = False
    """Whether the first filing's value is wanted, not the latest's."""
    _made: dict[tuple[str, FiscalPeriod], Picked | None] = field(default_factory=dict)

    def pick(self, metric: Metric, period: FiscalPeriod) -> Picked | None:
        """The value of a metric in a fiscal year or quarter; None where there is none."""
        at = metric.id, period
        if period.period != "FY" and is_of_a_year(metric):
            return None
        if at not in self._made:
            self._made[at] = self._stated(metric, period) or self._of_several(metric, period)
        return self._made[at]

    def _stated(self, metric: Metric, period: FiscalPeriod) -> Picked | None:
        """What T has. The balance at the end of a fourth quarter is the year's."""
        called = period.period
        if called == "Q4" and metric.period == "instant":
            called = "FY"
        values = _fullest(self.known.told(metric).get((period.year, called), ()))
        if not values:
            return None
        wanted = values[0] if self.first else values[-1]
        same = [one for one in values if _agree(one, wanted)]
        best = next((one for one in same if all(map(in_statement, stated_parts(one)))), same[0])
        others = tuple(one for one in values if not _agree(one, wanted))
        how = self._named(parse(best.formula)) if isinstance(best, CompoundFact) else ""
        return self._in_new_shares(metric, period, Picked(best, how, others))

    def _in_new_shares(self, metric: Metric, period: FiscalPeriod, picked: Picked) -> Picked:
        """A value as shares count today; where the first filing's is wanted, as it is."""
        splits = self.splits(picked)
        sign, factor = ("*" if metric.unit == "shares" else "/"), prod(s.factor for s in splits)
        if not splits or self.first:
            return replace(picked, shares=factor)
        value = picked.value * factor if sign == "*" else picked.value / factor
        how = f"{picked.how or metric.name} {sign} {factor}, as shares count since "
        how += splits[-1].told_in
        return Picked(_made(metric, period, value, how, [picked]), how, picked.others)

    def splits(self, picked: Picked) -> tuple[Split, ...]:
        """The splits that a value was printed before, and does not reckon with."""
        return splits_since(picked.found, self.known.splits, self.known.order)

    def _of_several(self, metric: Metric, period: FiscalPeriod) -> Picked | None:
        """What no one filing states, of several filings."""
        if period.period == "FY" or not self._adds_up(metric):
            return self._worked_out(metric, period) if metric.formula else None
        for whole, pieces in _GREW.get(period.period, ()):
            names = (whole, *pieces)
            found = [self._stated(metric, FiscalPeriod(period.year, name)) for name in names]
            there = [one for one in found if one is not None]
            if len(there) == len(names):
                value = there[0].value - sum(one.value for one in there[1:])
                how = " - ".join(f"{metric.name} of {name} {period.year}" for name in names)
                return Picked(_made(metric, period, value, how, there), how)
        return None

    def _worked_out(self, metric: Metric, period: FiscalPeriod) -> Picked | None:
        """A formula over values that no one filing states all of."""
        formula = parse(metric.formula)
        values, there = {}, []
        for part in parts(formula):
            quarter = FiscalPeriod(period.year - part.back, period.period)
            if picked := self.pick(self.catalogue[part.metric], quarter):
                values[part.metric, part.back] = picked.value
                there.append(picked)
        value = evaluate(formula, values)
        if isinstance(value, Gap) or not there:
            return None
        return Picked(
            _made(metric, period, value, metric.formula, there),
            f"{self._named(formula)}, from several filings",
        )

    def _adds_up(self, metric: Metric) -> bool:
        """Whether a metric of a year is the sum of its quarters: amounts that flow, their sums."""
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

    def _named(self, formula: Formula) -> str:
        def named(part: MetricPart) -> str:
            return self.catalogue[part.metric].name + " of the year before" * part.back

        return render(formula, named)


def is_of_a_year(metric: Metric) -> bool:
    """Whether a metric has a meaning for whole years alone: its formula counts their days."""
    return metric.shown == "days" and bool(metric.formula)


def mixes_flow_and_balance(metric: Metric, catalogue: Catalogue) -> bool:
    """Whether a metric sets what flows in a period against what is there at its end."""
    found = {catalogue[one].period for one in all_parts(metric, catalogue)}
    return metric.unit == "pure" and len(found) > 1


def _is_sum(formula: Formula) -> bool:
    if isinstance(formula, Operation):
        return formula.sign in "+-" and _is_sum(formula.left) and _is_sum(formula.right)
    return isinstance(formula, MetricPart)


def _fullest(values: Sequence[Found]) -> list[Found]:
    """Those that take the fewest parts for nothing: of earlier years later filings print fewer
    lines."""

    def lacking(found: Found) -> int:
        return len(found.not_applicable) if isinstance(found, CompoundFact) else 0

    fewest = min(map(lacking, values), default=0)
    return [one for one in values if lacking(one) == fewest]


def _agree(one: Found, other: Found) -> bool:
    """Whether two filings say the same, but for rounding."""
    if isinstance(one, MetricFact) and isinstance(other, MetricFact):
        return abs(one.value - other.value) <= rounding((one, other))
    return isclose(one.value, other.value, rel_tol=_SAME)


def _made(
    metric: Metric, period: FiscalPeriod, value: float, formula: str, pieces: Sequence[Picked]
) -> CompoundFact:
    """A value worked out from values of several filings, named by the latest of them."""
    used = dict.fromkeys(part for piece in pieces for part in stated_parts(piece.found))
    latest = max(used, key=lambda row: row.period_end)
    return CompoundFact(
        company=latest.company,
        ticker=latest.ticker,
        cik=latest.cik,
        document_id=latest.document_id,
        form=latest.form,
        fiscal_year=period.year,
        fiscal_period=period.period,
        period_end=latest.period_end,
        metric=metric.id,
        value=value,
        unit=metric.unit,
        formula=formula,
        parts=tuple(used),
        not_applicable=(),
    )
