"""Write the functions of a compiled program that find figures.

As in figure 6 of the paper, the text shows each look-up. So a metric with a formula becomes a
function with one line for each term, and the formula as its last line. `find` returns None if
nothing is printed, `value` raises. Both have short names of periods; a fourth quarter, which no
report prints, is derived. `systems.page_source` does the same directly.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from secqa.errors import CannotAnswer
from secqa.metrics.bounds import signed_divisors
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.formula import Formula, MetricPart, parts, render
from secqa.metrics.metric import Metric
from secqa.parsing.entities.industry import formula_for
from secqa.query.answer_rules import UNDERIVED
from secqa.query.period import Period, in_words, of_year_to_date, reported
from secqa.systems.planning.program_functions import FIND, HELPERS, QUARTERS, RESERVED, SUMS

_YEAR = "FY"
_ANY = 2000
"""Stands for the current year of a loop."""


@dataclass(frozen=True, slots=True)
class FigureCall:
    """The arguments of a call that finds a figure; `company` and `year` are expressions."""

    company: str
    year: str
    period: Period
    where: str = ""
    """" according to …", if the question names a statement, note or section."""


@dataclass
class Finders:
    """Collects the functions of a program, callees before their callers."""

    catalogue: Catalogue
    by_symbol: bool
    """Whether companies are selected by symbol, which all must have, instead of by name."""
    industries: frozenset[str] = frozenset()
    """Industries of all companies, if known; terms that apply to none are omitted."""
    functions: dict[str, str] = field(default_factory=dict)
    periods: dict[str, str] = field(default_factory=dict)
    """Text of each period by name, with YEAR for the year."""
    sums: dict[str, list[tuple[int, int, str]]] = field(default_factory=dict)
    """Terms of each derived period by name: sign, years back and name."""

    @property
    def text(self) -> str:
        """The functions and their tables of periods."""
        who, symbol = "companies=[company]", ""
        if self.by_symbol:
            who, symbol = "stock_symbols=[symbols[company]]", " ({symbols[company]})"
        quarters = QUARTERS if self.periods.keys() - {_YEAR} else ""
        find = FIND.replace("QUARTERS", quarters).replace("SUMS", SUMS if self.sums else "")
        functions = "".join(self.functions.values())
        tables = f"\n\nperiods = {json.dumps(self.periods)}\n"
        tables += f"sums = {self.sums}\n" if self.sums else ""
        return find.replace("SYMBOL", symbol).replace("WHO", who) + functions + tables

    def metric(self, metric: Metric, call: FigureCall, more: str = "") -> str:
        """An expression for a metric's value; `more` are further arguments."""
        if metric.formula and call.where:
            raise CannotAnswer(f"{metric.name} is worked out, and stands in no one place")
        if call.where or not (metric.formula or metric.fallback):
            return self._call("value", metric, call, more)
        key = self._key(call.period, metric.period == "instant")
        ending = "" if key == _YEAR else f"_{key.lower().replace(' ', '_')}"
        name = f"its_{metric.id}" if metric.id in RESERVED else metric.id
        if f"{name}{ending}" not in self.functions:
            text = "\n".join(self._function(f"{name}{ending}", metric, call.period)) + "\n"
            self.functions[f"{name}{ending}"] = f"\n\n{text}"
        return f"{name}{ending}({call.company}, {call.year}{more})"

    def divisors(self, metric: Metric) -> tuple[Formula, ...]:
        """The divisors of a metric that may be negative."""
        if not (metric.formula or metric.fallback):
            return ()
        return signed_divisors(formula_for(metric, self.industries, self.catalogue), self.catalogue)

    def payment(self, metric: Metric, call: FigureCall) -> str:
        """Like `metric`, but zero if no report prints it."""
        return f"({self._call('find', metric, call)} or 0)"

    def line(self, label: str, call: FigureCall) -> str:
        """An expression for the value of a line; `label` is an expression."""
        return f"value({label}, {self._arguments(call, self._line_key(call), unit='')})"

    def help(self, name: str) -> str:
        """Add a helper function, and return its name."""
        self.functions.setdefault(name, HELPERS[name])
        return name

    def _call(self, how: str, metric: Metric, call: FigureCall, more: str = "") -> str:
        """An expression that calls `find` or `value`."""
        key = self._key(call.period, metric.period == "instant", metric.is_flow)
        if key in self.sums and metric.unit != "USD":
            raise CannotAnswer(UNDERIVED)
        unit = None if metric.unit.startswith("USD") else ""
        return f"{how}({quoted(metric.name)}, {self._arguments(call, key, unit)}{more})"

    def _arguments(self, call: FigureCall, key: str, unit: str | None) -> str:
        """The arguments of a call after its metric, without defaults."""
        named = {"unit": unit, "where": call.where or None}
        positional = [call.company, call.year, *([] if key == _YEAR else [quoted(key)])]
        given = (f"{name}={quoted(text)}" for name, text in named.items() if text is not None)
        return ", ".join((*positional, *given))

    def _line_key(self, call: FigureCall) -> str:
        return self._key(call.period, balance="balance sheet" in call.where)

    def _key(self, period: Period, balance: bool, flow: bool = False) -> str:
        """The short name of a period, which is added to `periods`, and to `sums` if derived."""
        if period.each:
            period = Period(_ANY)
        terms = reported(period, balance)
        if len(terms) > 1:
            key = {"half": "H2", "quarter": "Q4"}.get(period.span, f"trailing Q{period.quarter}")
            return self._sum(key, period, terms)
        key = self._printed(terms[0][1])
        if not (flow and (to_date := of_year_to_date(terms[0][1]))):
            return key
        self._sum(f"less {key}", period, to_date)
        return self._add_name(f"own {key}", period)

    def _sum(self, key: str, period: Period, terms: tuple[tuple[int, Period], ...]) -> str:
        year = period.year or 0
        self.sums[key] = [(s, year - (of.year or 0), self._printed(of)) for s, of in terms]
        return self._add_name(key, period)

    def _printed(self, period: Period) -> str:
        key = _YEAR if period.span == "year" else f"Q{period.quarter}"
        return self._add_name(f"to {key}" if period.span == "to_date" else key, period)

    def _add_name(self, key: str, period: Period) -> str:
        self.periods[key] = in_words(period).replace(str(period.year), "YEAR", 1)
        return key

    def _function(self, name: str, metric: Metric, period: Period) -> Iterator[str]:
        """The lines of a function that computes a metric.

        An annual report also prints the whole previous year; a quarterly report does not.
        """
        annual = self._key(period, metric.period == "instant") == _YEAR
        passed = ", report=report" if annual else ""
        call = FigureCall("company", "year", period)
        divisors = self.divisors(metric)
        more = (", report=None" if annual else "") + (", compared=False" if divisors else "")
        yield f"def {name}(company, year{more}):"
        if metric.fallback or metric.printed:
            yield f'    """{metric.name.capitalize()} as printed, else worked out."""'
            yield f"    printed = {self._call('find', metric, call, passed)}"
            yield "    if printed is not None:"
            yield "        return printed"
        else:
            yield f'    """{metric.definition[:1].upper()}{metric.definition[1:]}."""'
        formula = formula_for(metric, self.industries, self.catalogue)
        needed = parts(formula)
        for part in needed:
            more = ", report=report or year" if part.back and annual else passed
            yield f"    {_variable(part)} = {self._part(part, call, more)}"
        if metric.formula and all(part.optional for part in needed):
            # Each term may be absent, but if all are, none was found.
            yield f"    if not ({' or '.join(_variable(part) for part in needed)}):"
            yield f'        raise ValueError(f"found no part of the {metric.name} of {{company}}")'
        for divisor in divisors:
            base = self.catalogue[parts(divisor)[0].metric].name
            holds = f"not compared or {render(divisor, _variable)} >= 0"
            yield f'    assert {holds}, f"{{company}} has negative {base}"'
        yield f"    return {render(formula, _variable)}"

    def _part(self, part: MetricPart, call: FigureCall, more: str) -> str:
        metric = self.catalogue[part.metric]
        call = replace(call, year=years_back(part.back))
        if part.optional and not (metric.formula or metric.fallback):
            return f"{self._call('find', metric, call, more)} or 0"
        return self.metric(metric, call, more)


def quoted(text: str) -> str:
    """A Python string literal in double quotes."""
    return json.dumps(text, ensure_ascii=False)


def _variable(part: MetricPart) -> str:
    return f"{part.metric}_before" if part.back else f"its_{part.metric}"


def years_back(back: int) -> str:
    """The expression for a year: `year`, `year - 1`, or `year + 1` for a later one."""
    return f"year {'-' if back > 0 else '+'} {abs(back)}" if back else "year"
