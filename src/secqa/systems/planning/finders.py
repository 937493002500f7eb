"""Write the functions that find figures in a compiled program.

A program shall read as the paper's figure 6 does: each look-up stands in the text. So a formula
metric becomes a function with one line for each part, and the formula as its last line. `find`
returns None where nothing is printed, `value` raises. Each kind of period has its own pair; a
fourth quarter, which no report prints, is worked out of what reports print. `systems.page_source`
does the same directly.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from secqa.errors import CannotAnswer
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.formula import MetricPart, parse, parts, render, without
from secqa.metrics.metric import Metric
from secqa.parsing.entities.industry import is_foreign_part
from secqa.query.fiscal_calendar import in_words, reported
from secqa.query.period import Period, Span
from secqa.systems.planning.program_functions import (
    EITHER,
    FIND,
    LATER,
    RESERVED,
    REST,
    TO_DATE,
    TRAILING,
    VALUE,
)


@dataclass(frozen=True, slots=True)
class FigureCall:
    """What a call that finds a figure is about; `company` and `year` are expressions."""

    company: str
    year: str
    period: Period
    where: str = ""
    """" according to …" where the question says in which statement, note or section to look."""

    @property
    def place(self) -> str:
        """The argument that says where, if it is said."""
        return f", where={quoted(self.where)}" if self.where else ""

    @property
    def line_kind(self) -> str:
        """Ends the names of the functions that find a line there."""
        return _kind(self.period, balance="balance sheet" in self.where)


@dataclass
class Finders:
    """Collects the functions that a program needs, each once, what is used before what uses it."""

    catalogue: Catalogue
    by_symbol: bool
    """Whether all companies have one; else they are selected by name."""
    placed: bool = False
    """Whether it is said of some figure where it is to be looked up."""
    industries: frozenset[str] = frozenset()
    """Those of all companies asked about, if known: what none of them has is not looked for."""
    looked_back_at: frozenset[str] = frozenset()
    """Metrics whose value of the year before is part of another's, which one report tells."""
    texts: dict[str, str] = field(default_factory=dict)

    def metric(self, metric: Metric, call: FigureCall) -> str:
        """An expression for a metric's value."""
        if metric.formula and call.where:
            raise CannotAnswer(f"{metric.name} is worked out, and stands in no one place")
        return self._metric(metric, call, call.place)

    def _metric(self, metric: Metric, call: FigureCall, more: str) -> str:
        if call.where or not (metric.formula or metric.fallback):
            return self._call("value", metric, call, more)
        name = f"{_safe(metric.id)}{_kind(call.period, metric.period == 'instant')}"
        if name not in self.texts:
            text = "\n".join(self._function(name, metric, call.period)) + "\n"
            self.texts[name] = f"\n\n{text}"
        return f"{name}({call.company}, {call.year}{more})"

    def payment(self, metric: Metric, call: FigureCall) -> str:
        """As `metric`, but what no report shows is zero."""
        return f"({self._call('find', metric, call, call.place)} or 0)"

    def line(self, label: str, call: FigureCall) -> str:
        """An expression for the value of a line; its label, in quotes, is an expression."""
        self._need(call.line_kind)
        return f'value{call.line_kind}({label}, {call.company}, {call.year}, ""{call.place})'

    def part(self, label: str, shorter: str, call: FigureCall) -> str:
        """An expression for the value of the line of a label, else of the shorter one."""
        kind = call.line_kind
        self._need(kind)
        self.texts.setdefault(f"either{kind}", EITHER.format(kind=kind, **self._more("either")))
        return f"either{kind}({label}, {shorter}, {call.company}, {call.year}{call.place})"

    def help(self, name: str, text: str) -> str:
        """The name of a function that computes; its text is added once."""
        self.texts.setdefault(name, text)
        return name

    def _call(self, how: str, metric: Metric, call: FigureCall, more: str) -> str:
        """A call of `find` or `value`; `more` are further arguments."""
        balance = metric.period == "instant"
        derived = not call.period.each and len(reported(call.period, balance)) > 1
        if derived and metric.unit != "USD":
            raise CannotAnswer(
                "only amounts of whole periods are taken from each other; ask for a year"
            )
        kind = _kind(call.period, balance)
        if kind in ("_q2", "_q3") and metric.is_flow:
            kind = f"_in{kind}"
        self._need(kind)
        unit = "" if metric.unit.startswith("USD") else ', ""'
        return f"{how}{kind}({quoted(metric.name)}, {call.company}, {call.year}{unit}{more})"

    def _need(self, kind: str) -> None:
        """Add what finds figures of a kind of period, and what that needs."""
        if f"find{kind}" in self.texts:
            return
        more = self._more(kind)
        phrase = _phrase(kind)
        if kind.startswith("_trailing"):
            until = "_q1" if kind.endswith("1") else kind.replace("_trailing", "_to")
            self._need("")
            self._need(until)
            text = TRAILING.format(kind=kind, until=until, **more)
        elif kind.startswith("_in"):
            printed, before = (kind.removeprefix("_in"), "_q1" if kind.endswith("2") else "_to_q2")
            for needed in (printed, f"_to{printed}", before):
                self._need(needed)
            text = TO_DATE.format(kind=kind, printed=printed, before=before, **more)
        elif kind in ("_q4", "_half"):
            before = "_to_q3" if kind == "_q4" else "_to_q2"
            what, months = ("fourth quarter", "nine") if kind == "_q4" else ("second half", "six")
            self._need("")
            self._need(before)
            text = REST.format(kind=kind, before=before, what=what, months=months, **more)
        else:
            quarter = int(kind[-1]) if kind else 0
            who = "stock_symbols=[symbol]" if self.by_symbol else "companies=[company]"
            form = "10-Q" if kind else "10-K"
            report = "report" if "report" in more["more"] else "year"
            of = f', fiscal_periods=["Q{quarter}"]' if kind else ""
            text = FIND.format(
                kind=kind,
                more=more["more"],
                own="\n    report = report or year" if report == "report" else "",
                report=report,
                of=of,
                of_year=f"quarter {quarter} of fiscal year" if kind else "fiscal year",
                where="{where}" if self.placed else "",
                phrase=phrase,
                who=who,
                form=form,
                symbol=" ({symbol})" if self.by_symbol else "",
                later="" if kind else LATER.format(who=who, form=form, report=report),
            )
        self.texts[f"find{kind}"] = text
        self.texts[f"value{kind}"] = VALUE.format(kind=kind, phrase=phrase, **more)

    def _more(self, kind: str) -> dict[str, str]:
        """Arguments that not every program needs: where it is said, and in which year's report.

        A year's report shows the year before, in full; a quarter's does not.
        """
        own = {"where": '""'} if self.placed else {}
        if self.looked_back_at and not kind:
            own["report"] = "None"
        more = "".join(f", {name}={default}" for name, default in own.items())
        return {"more": more, "passed": "".join(f", {name}={name}" for name in own)}

    def _function(self, name: str, metric: Metric, period: Period) -> Iterator[str]:
        """The lines of a function that works a metric out."""
        annual = not _kind(period, metric.period == "instant")
        passed = ", report=report" if annual and metric.id in self.looked_back_at else ""
        call = FigureCall("company", "year", period)
        yield f"def {name}(company, year{', report=None' if passed else ''}):"
        if metric.fallback or metric.printed:
            yield f'    """{metric.name.capitalize()} as printed, else worked out."""'
            yield f"    printed = {self._call('find', metric, call, passed)}"
            yield "    if printed is not None:"
            yield "        return printed"
        else:
            yield f'    """{metric.definition[:1].upper()}{metric.definition[1:]}."""'
        formula = without(parse(metric.formula or metric.fallback), self._is_foreign)
        needed = parts(formula)
        for part in needed:
            more = passed
            if part.back and annual:
                more = ", report=report or year" if passed else ", report=year"
            yield f"    {_variable(part)} = {self._part(part, call, more)}"
        if metric.formula and all(part.optional for part in needed):
            # Each may be absent; but all of them absent means that none was read.
            yield f"    if not ({' or '.join(_variable(part) for part in needed)}):"
            yield f'        raise ValueError(f"found no part of the {metric.name} of {{company}}")'
        yield f"    return {render(formula, _variable)}"

    def _is_foreign(self, part: MetricPart) -> bool:
        """Whether a part applies to none of the companies."""
        return bool(self.industries) and all(
            is_foreign_part(part, one, self.catalogue) for one in self.industries
        )

    def _part(self, part: MetricPart, call: FigureCall, more: str) -> str:
        metric = self.catalogue[part.metric]
        call = replace(call, year=years_back(part.back))
        if part.optional and not (metric.formula or metric.fallback):
            return f"{self._call('find', metric, call, more)} or 0"
        return self._metric(metric, call, more)


def looked_back_at(metrics: Iterable[Metric], catalogue: Catalogue) -> frozenset[str]:
    """Ids of metrics whose value of an earlier year is part of another's, and of their parts."""
    found, seen = set(), set()
    waiting = [(metric, False) for metric in metrics]
    while waiting:
        metric, earlier = waiting.pop()
        formula = metric.formula or metric.fallback
        if earlier:
            found.add(metric.id)
        if formula and (metric.id, earlier) not in seen:
            seen.add((metric.id, earlier))
            needed = parts(parse(formula))
            waiting += [(catalogue[part.metric], earlier or part.back > 0) for part in needed]
    return frozenset(found)


def quoted(text: str) -> str:
    """A Python string literal in double quotes."""
    return json.dumps(text, ensure_ascii=False)


def _kind(period: Period, balance: bool) -> str:
    """Ends the names of the functions that find figures of such periods."""
    if period.each:
        return ""
    terms = reported(period, balance)
    if len(terms) == 1:
        of = terms[0][1]
        return {"year": "", "quarter": f"_q{of.quarter}"}.get(of.span, f"_to_q{of.quarter}")
    return {"half": "_half", "quarter": "_q4"}.get(period.span, f"_trailing_q{period.quarter}")


def _phrase(kind: str) -> str:
    """How a period of a kind is said, with `{year}` where the year goes."""
    quarter = int(kind[-1]) if kind[-1:].isdecimal() else 0
    spans: dict[str, Span] = {"": "year", "_half": "half", "_q": "quarter", "_in_q": "quarter",
                              "_to_q": "to_date"}  # fmt: skip
    period = Period(1, spans.get(kind.rstrip("1234"), "trailing"), quarter)
    return in_words(period).replace("1", "{year}", 1)


def _safe(name: str) -> str:
    """A name for a function that takes no other's."""
    return f"its_{name}" if name in RESERVED else name


def _variable(part: MetricPart) -> str:
    return f"{part.metric}_before" if part.back else f"its_{part.metric}"


def years_back(back: int) -> str:
    """`year`, `year - 1`, or `year + 1` for one after."""
    return f"year {'-' if back > 0 else '+'} {abs(back)}" if back else "year"
