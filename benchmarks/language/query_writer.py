"""Write a query as tokens of the translator."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from secqa.parsing.translation.query_grammar import BACK, CONSTANTS, END, NOTHING, STOP
from secqa.parsing.translation.query_reader import previous_quarter, years_earlier
from secqa.parsing.translation.symbols import MOST, Symbols
from secqa.query.leaves import Companies, Narrative, Parts, Years
from secqa.query.period import EACH, LATEST, Period
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


class Unsayable(ValueError):
    """A query that the tokens cannot express for a question."""


def target_tokens(query: Query | None, symbols: Symbols, metrics: Sequence[str]) -> list[str]:
    """The tokens of a query; raises Unsayable if they cannot express it."""
    if query is None:
        return [NOTHING, END]
    writer = _Writer(symbols, frozenset(metrics))
    return [*(token for output in query.outputs for token in writer.tokens(output)), END]


@dataclass(frozen=True)
class _Writer:
    symbols: Symbols
    metrics: frozenset[str]

    def tokens(self, node: Any) -> Iterator[str]:
        match node:
            case Lookup():
                yield from self._lookup(node)
            case Number(value):
                yield self._number(value)
            case Defined(_, of):
                yield from self.tokens(of)
            case Arithmetic(sign, left, right):
                yield from self._all(sign, left, right)
            case Growth(of, base):
                yield from self._all("growth", of, base)
            case Cagr(of, base):
                yield from self._all("cagr", of, base)
            case Absolute(of):
                yield from self._all("abs", of)
            case Aggregate(how, of, over):
                yield from self._all(how, over, of)
            case Count(over, where):
                yield from self._all("count", over, where)
            case Compare(left, sign, right):
                yield from self._all(f"is {sign}", left, right)
            case Logic("not", (one,)):
                yield from self._all("not", one)
            case Logic(how, (*rest, last)):
                yield from (how for _ in rest)
                for one in (*rest, last):
                    yield from self.tokens(one)
            case Holds(how, over, where):
                yield from self._all(how, over, where)
            case Filter(over, where):
                yield from self._all("filter", over, where)
            case Series(of, over):
                yield from self._all("series", over, of)
            case Choose():
                yield from self._choice(node)
            case Companies() | Years() | Parts():
                yield from self._over(node)
            case Narrative():
                raise Unsayable("words")
            case _:
                raise Unsayable(f"{node}")

    def _all(self, name: str, *children: Any) -> Iterator[str]:
        yield name
        for child in children:
            yield from self.tokens(child)

    def _lookup(self, node: Lookup) -> Iterator[str]:
        if node.part:
            yield "part"
            yield from self._part(node.part)
        yield self._metric(node)
        yield from self._company(node.company)
        yield from self._period(node.period)

    def _metric(self, node: Lookup) -> str:
        for place, link in enumerate(self.symbols.metrics[: MOST["M"]]):
            if node.line == link.line and (node.line or link.metrics[0] == node.metric):
                return f"M{place}"
        if node.line or node.metric not in self.metrics:
            raise Unsayable(f"{node.line or node.metric}")
        return f"@{node.metric}"

    def _number(self, value: float) -> str:
        for place, number in enumerate(self.symbols.numbers[: MOST["N"]]):
            if abs(number - value) <= 1e-9 * max(abs(value), 1):
                return f"N{place}"
        if value in CONSTANTS:
            return f"#{value:g}"
        raise Unsayable(f"{value}")

    def _company(self, slot: Any) -> Iterator[str]:
        if isinstance(slot, Choose):
            yield from self._choice(slot)
        elif slot in self.symbols.companies[: MOST["C"]]:
            yield f"C{self.symbols.companies.index(slot)}"
        elif slot in (EACH, ""):
            yield slot or "unnamed"
        else:
            raise Unsayable(f"company {slot}")

    def _part(self, slot: Any) -> Iterator[str]:
        if isinstance(slot, Choose):
            yield from self._choice(slot)
        elif slot in self.symbols.parts[: MOST["S"]]:
            yield f"S{self.symbols.parts.index(slot)}"
        elif slot == EACH:
            yield EACH
        else:
            raise Unsayable(f"part {slot}")

    def _period(self, slot: Any) -> Iterator[str]:
        if isinstance(slot, Choose):
            yield from self._choice(slot)
            return
        periods = self.symbols.periods[: MOST["P"]]
        if slot in periods:
            yield f"P{periods.index(slot)}"
            return
        if slot.year is not None and slot == Period(slot.year):
            # A day names the fiscal year that ends on it.
            for place, period in enumerate(periods):
                if (
                    period.end is not None
                    and period.span == "year"
                    and period.end.year == slot.year
                ):
                    yield f"P{place}"
                    return
        for base, name in (
            (LATEST, "latest"),
            (Period(span="quarter"), "latest quarter"),
            (Period(span="report"), "latest report"),
            (Period(each=True), EACH),
        ):
            if replace(slot, back=0) == base and slot.back <= BACK:
                yield f"{name}-{slot.back}" if slot.back else name
                return
        for back in range(1, BACK + 1):
            for place, period in enumerate(periods):
                if years_earlier(period, back) == slot:
                    yield f"P{place}-{back}"
                    return
        for place, period in enumerate(periods):
            if years_earlier(period, -1) == slot:
                yield f"P{place}+1"
                return
            if previous_quarter(period) == slot:
                yield f"P{place}-q"
                return
        raise Unsayable(f"period {slot}")

    def _choice(self, node: Choose) -> Iterator[str]:
        if node.rank > 1:
            yield f"rank {node.rank}"
        if node.top != 1:
            yield f"top {node.top}"
        way = "highest" if node.highest else "lowest"
        if isinstance(node.over, Options):
            yield from self._all(f"{way} of", *node.over.values)
            yield STOP
        else:
            yield from self._all(way, node.over, node.by)

    def _over(self, over: Companies | Years | Parts) -> Iterator[str]:
        match over:
            case Companies(()):
                yield "everyone"
            case Companies(names):
                if set(names) == set(self.symbols.companies):
                    yield "mentioned"
                    return
                yield "companies"
                for name in names:
                    yield from self._company(name)
                yield STOP
            case Parts((), kind):
                yield f"{kind}s"
            case Parts(names):
                yield "parts"
                for name in names:
                    yield from self._part(name)
                yield STOP
            case Years():
                yield from self._years(over)

    def _years(self, over: Years) -> Iterator[str]:
        periods = over.periods
        if len(periods) > 1 and _is_run(periods):
            yield "range"
            periods = (periods[0], periods[-1])
        elif periods:
            yield "years"
            for period in periods:
                yield from self._period(period)
            yield STOP
            return
        elif over.last:
            of = "quarters" if over.by_quarter else "years"
            if over.final is not None and over.final.span == "report":
                of = "reports"
            plain = over.final is None or (over.final.year is None and over.final.end is None)
            yield f"last {over.last} {of}" if plain else f"last {over.last} {of} to"
            periods = () if plain or over.final is None else (over.final,)
        elif over.first and over.final:
            yield "range"
            periods = (over.first, over.final)
        elif over.first:
            yield "since"
            periods = (over.first,)
        elif over.final:
            yield "until"
            periods = (over.final,)
        else:
            yield "always"
        for period in periods:
            yield from self._period(period)


def _is_run(periods: Sequence[Period]) -> bool:
    years = [period.year or 0 for period in periods]
    return all(p == Period(p.year) for p in periods) and years == list(
        range(years[0], years[0] + len(years))
    )
