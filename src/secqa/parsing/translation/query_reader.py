"""Parse the tokens of the translator as a query."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from secqa.parsing.translation.query_grammar import AGGREGATES, END, MODIFIERS, NOTHING, STOP
from secqa.parsing.translation.symbols import Symbols, symbol_at
from secqa.query.leaves import Companies, Parts, Years
from secqa.query.period import EACH, Period, earlier
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
    Series,
)


def query_of_tokens(tokens: Sequence[str], symbols: Symbols) -> Query | None:
    """Parse well-typed tokens; None for `NOTHING`."""
    reader = _TokenReader(symbols, list(tokens))
    outputs = []
    while reader.peek() != END:
        if reader.peek() == NOTHING:
            return None
        outputs.append(reader.node())
    return Query(tuple(outputs))


@dataclass
class _TokenReader:
    symbols: Symbols
    tokens: list[str]
    at: int = 0

    def peek(self) -> str:
        return self.tokens[self.at]

    def _next(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def _list(self, read: Callable[[], Any]) -> tuple[Any, ...]:
        items = []
        while self.peek() != STOP:
            items.append(read())
        self._next()
        return tuple(items)

    def node(self) -> Any:
        name = self._next()
        word, _, rest = name.partition(" ")
        if name in ("+", "-", "*", "/"):
            return Arithmetic(name, self.node(), self.node())  # type: ignore[arg-type]
        if name in ("growth", "cagr"):
            kind = Growth if name == "growth" else Cagr
            return kind(self.node(), self.node())
        if word == "is":
            return Compare(self.node(), rest, self.node())  # type: ignore[arg-type]
        if word in AGGREGATES:
            over = self._over()
            return Aggregate(word, self.node(), over)  # type: ignore[arg-type]
        if name in ("highest", "lowest", "highest of", "lowest of", *MODIFIERS):
            self.at -= 1
            return self._choice()
        match name:
            case "part":
                part = self._slot("part")
                node = self.node()
                return replace(node, part=part) if isinstance(node, Lookup) else node
            case "abs":
                return Absolute(self.node())
            case "count" | "filter" | "all" | "any" | "none":
                over = self._over()
                where = self.node()
                if name in ("count", "filter"):
                    return (Count if name == "count" else Filter)(over, where)
                return Holds(name, over, where)  # type: ignore[arg-type]
            case "series":
                over = self._over()
                return Series(self.node(), over)
            case "and" | "or":
                return Logic(name, (*_joined(name, self.node()), *_joined(name, self.node())))
            case "not":
                return Logic("not", (self.node(),))
        if name[0] == "#":
            return Number(float(name[1:]))
        if name[0] == "N":
            return Number(symbol_at(self.symbols, name))
        link = symbol_at(self.symbols, name) if name[0] == "M" else None
        company, period = self._slot("company"), self._slot("period")
        if link is not None and link.line:
            return Lookup("", company, period, line=link.line)
        return Lookup(link.metrics[0] if link else name[1:], company, period)

    def _slot(self, kind: str) -> Any:
        if self.peek().split(" ")[0] in ("highest", "lowest", "rank", "top"):
            return self._choice()
        name = self._next()
        if kind != "period":
            if name in (EACH, "unnamed"):
                return EACH if name == EACH else ""
            return symbol_at(self.symbols, name)
        if name.endswith("-q"):
            return previous_quarter(symbol_at(self.symbols, name.removesuffix("-q")))
        base, _, back = name.replace("+", "--").partition("-")
        behind = int(back or 0)
        if base == EACH:
            return Period(each=True, back=behind)
        if base.startswith("latest"):
            span = base.removeprefix("latest").strip() or "year"
            return Period(span=span, back=behind)  # type: ignore[arg-type]
        period = symbol_at(self.symbols, base)
        return years_earlier(period, behind) if behind else period

    def _choice(self) -> Choose:
        name = self._next()
        word, _, rest = name.partition(" ")
        if word in ("rank", "top"):
            inner = self._choice()
            return (
                replace(inner, rank=int(rest)) if word == "rank" else replace(inner, top=int(rest))
            )
        if rest:
            return Choose(Options(self._list(self.node)), None, word == "highest")
        over = self._over()
        return Choose(over, self.node(), word == "highest")

    def _over(self) -> Any:
        name = self._next()
        match name:
            case "companies":
                return Companies(self._list(lambda: self._slot("company")))
            case "mentioned":
                return Companies(self.symbols.companies)
            case "everyone":
                return Companies()
            case "parts":
                return Parts(self._list(lambda: self._slot("part")))
            case "segments" | "regions" | "products":
                return Parts((), name[:-1])  # type: ignore[arg-type]
            case "years":
                return Years(self._list(lambda: self._slot("period")))
            case "range":
                first, final = self._slot("period"), self._slot("period")
                if is_later(first, final):
                    first, final = final, first
                return Years(first=first, final=final)
            case "since":
                return Years(first=self._slot("period"))
            case "until":
                return Years(final=self._slot("period"))
            case "always":
                return Years()
        _, last, of, *to = name.split(" ")
        spans = {"quarters": Period(span="quarter"), "reports": Period(span="report")}
        final = self._slot("period") if to else spans.get(of)
        return Years(last=int(last), final=final)


def _joined(how: str, node: Any) -> tuple[Any, ...]:
    return node.conditions if isinstance(node, Logic) and node.how == how else (node,)


def years_earlier(period: Period, back: int) -> Period:
    """The same period some years before."""
    if period.end is not None:
        try:
            return replace(period, end=period.end.replace(year=period.end.year - back))
        except ValueError:
            return replace(period, end=period.end.replace(year=period.end.year - back, day=28))
    if period.year is None:
        return replace(period, back=period.back + back)
    return replace(period, year=period.year - back)


def previous_quarter(period: Period) -> Period:
    """The previous quarter; other periods stay unchanged."""
    if period.span != "quarter" or not period.quarter or period.year is None:
        return period
    return earlier(replace(period, back=0), 1)


def is_later(one: object, other: object) -> bool:
    """Whether a period is known to be in a later year than another."""
    if not (isinstance(one, Period) and isinstance(other, Period)):
        return False
    years = [period.end.year if period.end else period.year for period in (one, other)]
    return None not in years and (years[0] or 0) > (years[1] or 0)
