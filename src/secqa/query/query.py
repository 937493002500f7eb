"""What is asked: one typed tree that everything in secqa speaks.

A question is a sentence for a `Query`, a program its compiled form, the gold answer its value over
the fact table. Leaves are look-ups of one figure; nodes work values out of values, or choose a
company, a year or a part by one thing so that another is told of it. What is asked for in words is
a `Telling`, which stands alone. What a node goes through (`over`) is bound in the expression below
it by the word `each`:

    Lookup("net_income", company=Choice(Companies(("KO", "PG")), by=Lookup("total_debt", "each")))

All classes are frozen and compare by value; `str()` gives words for people. The JSON form is in
`query.form.schema`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, Literal, TypeVar, get_args, get_type_hints

from secqa.query.period import LATEST, Period

Sign = Literal["+", "-", "*", "/"]
Comparison = Literal[">", ">=", "<", "<=", "="]
EXHIBIT_OF_NEWS = "Exhibit 99"
"""The heading under which a current report has its press release."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a figure is to be looked up, if the question says so."""

    statement: str = ""
    """A `Statement`: `income`, `balance_sheet`, `cash_flow`, …"""
    note: str = ""
    """What the note is about: `leases`."""
    section: str = ""
    """A Part and Item of the form: `II/7`, or words of a heading."""
    form: str = ""
    """`10-K`, `10-Q`, `8-K`."""

    def __str__(self) -> str:
        told = (("the ", self.statement.replace("_", " ")), ("the note on ", self.note),
                ("section ", self.section), ("Form ", self.form))  # fmt: skip
        return " of ".join(before + name for before, name in told if name)


@dataclass(frozen=True, slots=True)
class Lookup:
    """One figure of one company for one period."""

    metric: str = ""
    """Id of the catalogue; "" where `line` names what is looked up."""
    company: str | Choose = ""
    """Symbol or name as the collection has it, `each`, or one that is chosen; "" only where a
    question names none."""
    period: Period | Choose = LATEST
    line: str = ""
    """A line as filings print it, for what the catalogue does not have."""
    part: str | Choose = ""
    """A segment, region or product by its printed name; "" for the whole company."""
    place: Scope = Scope()
    op: Literal["lookup"] = "lookup"

    def __str__(self) -> str:
        name = f'"{self.line}"' if self.line else self.metric.replace("_", " ")
        whose = [f" of {_noun(one)}" for one in (self.part, self.company) if one]
        where = f" according to {self.place}" if str(self.place) else ""
        return f"{name}{''.join(whose)} in {_noun(self.period)}{where}"


@dataclass(frozen=True, slots=True)
class Number:
    """A constant of the question: a limit, a number of days."""

    value: float
    op: Literal["number"] = "number"

    def __str__(self) -> str:
        return f"{self.value:,.15g}"


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`left sign right`: a difference, a ratio, a sum of different things."""

    sign: Sign
    left: Value
    right: Value
    op: Literal["arithmetic"] = "arithmetic"

    def __str__(self) -> str:
        return f"({self.left} {self.sign} {self.right})"


@dataclass(frozen=True, slots=True)
class Growth:
    """(of - base) / base, as a fraction: growth over time, or how far one is above another."""

    of: Value
    base: Value
    op: Literal["growth"] = "growth"

    def __str__(self) -> str:
        of, base = self.of, self.base
        if isinstance(of, Lookup) and isinstance(base, Lookup):
            whose = str(of).rpartition(" in ")[0]
            if replace(of, period=base.period) == base:
                return f"percent change from {_noun(base.period)} to {_noun(of.period)} of {whose}"
        return f"percentage by which {self.of} is above {self.base}"


@dataclass(frozen=True, slots=True)
class Cagr:
    """(of / base) ** (1 / years between their periods) - 1."""

    of: Value
    base: Value
    op: Literal["cagr"] = "cagr"

    def __str__(self) -> str:
        return f"compound annual growth rate from {self.base} to {self.of}"


@dataclass(frozen=True, slots=True)
class Absolute:
    """The size of a value without its sign: by how much something fell."""

    of: Value
    op: Literal["absolute"] = "absolute"

    def __str__(self) -> str:
        return f"size of {self.of}"


@dataclass(frozen=True, slots=True)
class Defined:
    """A value that the question itself defines: "interest cover, that is EBIT over interest"."""

    name: str
    of: Value
    op: Literal["defined"] = "defined"

    def __str__(self) -> str:
        return f"{self.name} defined as {self.of}"


@dataclass(frozen=True, slots=True)
class Companies:
    """Goes through companies; all of the collection where none is named."""

    names: tuple[str, ...] = ()
    every: bool = False
    """Whether these are all of the collection: those without the figure are left out then. JSON
    has no names for them."""
    op: Literal["companies"] = "companies"

    def __str__(self) -> str:
        listed = self.names and not self.every
        return f"companies {_join(self.names)}" if listed else "all companies"


@dataclass(frozen=True, slots=True)
class Years:
    """Goes through periods: those named, the last n, or all from one to another.

    From and to quarters it goes by quarters; with neither end named it goes through all there are.
    """

    periods: tuple[Period, ...] = ()
    last: int = 0
    first: Period | None = None
    """With one only: from that to the latest."""
    final: Period | None = None
    op: Literal["years"] = "years"

    def __str__(self) -> str:
        if self.periods:
            return f"years {_join([str(one) for one in self.periods])}"
        if self.last:
            until = f" up to {self.final}" if self.final else ""
            of_reports = self.final is not None and self.final.span == "report"
            what = "reports" if of_reports else "quarters" if self.by_quarter else "years"
            return f"the last {self.last} {what}{until}"
        step = "quarter" if self.by_quarter else "year"
        return f"every {step} from {self.first or 'the first'} to {self.final or 'the latest'}"

    @property
    def by_quarter(self) -> bool:
        """Whether quarters are gone through, one after the other, and not years."""
        return any(one.span == "quarter" for one in (self.first, self.final) if one)


@dataclass(frozen=True, slots=True)
class Parts:
    """Goes through segments, regions or products."""

    names: tuple[str, ...] = ()
    kind: Literal["segment", "region", "product"] = "segment"
    op: Literal["parts"] = "parts"

    def __str__(self) -> str:
        return f"{self.kind}s {_join(self.names)}" if self.names else f"all {self.kind}s"


@dataclass(frozen=True, slots=True)
class Options:
    """Goes through different values, to choose among them: R&D or SG&A."""

    values: tuple[Value, ...]
    op: Literal["options"] = "options"

    def __str__(self) -> str:
        return f"options {_join([str(one) for one in self.values])}"


@dataclass(frozen=True, slots=True)
class Aggregate:
    """One value out of one for each."""

    how: Literal["sum", "average", "median", "minimum", "maximum"]
    of: Value
    over: Over
    op: Literal["fold"] = "fold"

    def __str__(self) -> str:
        return f"{self.how} over {self.over} of [{self.of}]"


@dataclass(frozen=True, slots=True)
class Choose:
    """The one that has the highest or lowest value of something; or several, in that order."""

    over: Over
    by: Value | None = None
    """None with `Options`, which are values themselves."""
    highest: bool = True
    rank: int = 1
    """2 for the second highest."""
    top: int = 1
    """How many, from `rank` on; 0 for all of them in order."""
    op: Literal["choice"] = "choice"

    def __str__(self) -> str:
        rank = {1: "", 2: "second ", 3: "third "}.get(self.rank, f"{self.rank}th ")
        way = "highest" if self.highest else "lowest"
        by = f" [{self.by}]" if self.by is not None else " value"
        if self.top == 0:
            return f"{self.over} ranked from {way}{by}"
        first = f"the {self.top} of" if self.top > 1 else "the one of"
        return f"{first} {self.over} with the {rank}{way}{by}"


@dataclass(frozen=True, slots=True)
class Compare:
    """Whether a comparison holds."""

    left: Value
    sign: Comparison
    right: Value
    op: Literal["compare"] = "compare"

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"


@dataclass(frozen=True, slots=True)
class Logic:
    """Whether all (`and`), any (`or`) or none (`not`) of some conditions hold."""

    how: Literal["and", "or", "not"]
    conditions: tuple[Condition, ...]
    op: Literal["logic"] = "logic"

    def __str__(self) -> str:
        if self.how == "not":
            return f"not ({_join([str(one) for one in self.conditions])})"
        return f" {self.how} ".join(f"({one})" for one in self.conditions)


@dataclass(frozen=True, slots=True)
class Holds:
    """Whether a condition holds for all, any or none of several."""

    how: Literal["all", "any", "none"]
    over: Over
    where: Condition
    op: Literal["holds"] = "holds"

    def __str__(self) -> str:
        return f"for {self.how} of {self.over}: {self.where}"


@dataclass(frozen=True, slots=True)
class Filter:
    """Those of several for which a condition holds."""

    over: Over
    where: Condition
    op: Literal["filter"] = "filter"

    def __str__(self) -> str:
        return f"those of {self.over} where {self.where}"


@dataclass(frozen=True, slots=True)
class Count:
    """For how many of several a condition holds."""

    over: Over
    where: Condition
    op: Literal["count"] = "count"

    def __str__(self) -> str:
        return f"number of {self.over} where {self.where}"


@dataclass(frozen=True, slots=True)
class Narrative:
    """What a company's filings tell of something, in their words: passages, no figure."""

    topic: str
    """What the question asks, without company and period; "" for all that a Form 8-K tells."""
    company: str = ""
    """As in `Lookup`; "" for all of the collection."""
    period: Period = LATEST
    asks: Literal["what", "why"] = "what"
    """`why`: for the reason of something."""
    place: Scope = Scope()
    op: Literal["tell"] = "tell"

    def __str__(self) -> str:
        what = f"{'why: ' if self.asks == 'why' else 'what is told of: '}{self.topic or 'news'}"
        whose = self.company or "all companies"
        where = f" according to {self.place}" if str(self.place) else ""
        return f"{what} ({whose} in {self.period}{where})"


@dataclass(frozen=True, slots=True)
class Series:
    """A value for each of several periods, the earliest first: a column of a table.

    Several of them, of other companies or metrics, are its columns. A period that nothing tells of
    stays without a value.
    """

    of: Value
    over: Years
    op: Literal["series"] = "series"

    def __str__(self) -> str:
        return f"series over {self.over} of [{self.of}]"


Value = Lookup | Number | Arithmetic | Growth | Cagr | Absolute | Defined | Aggregate | Count
Condition = Compare | Logic | Holds
Over = Companies | Years | Parts | Options
Output = Value | Condition | Choose | Filter | Series | Narrative
AnswerKind = Literal["figure", "series", "yes or no", "name", "passages", "explanation"]
Node = Output | Over


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """How the answer is wanted; nothing of it changes the value."""

    unit: Literal["", "dollars", "percent", "points", "fraction", "times", "days"] = ""
    scale: Literal["", "thousands", "millions", "billions"] = ""
    decimals: int | None = None


AS_IT_IS = AnswerForm()


@dataclass(frozen=True, slots=True)
class Query:
    """A whole question: one or several things asked for, in order."""

    outputs: tuple[Output, ...]
    form: AnswerForm = AS_IT_IS

    def __str__(self) -> str:
        return "; ".join(map(str, self.outputs))

    @property
    def narratives(self) -> tuple[Narrative, ...]:
        """What is asked for in words; () where figures are."""
        return tuple(one for one in self.outputs if isinstance(one, Narrative))

    @property
    def answer_kind(self) -> AnswerKind:
        """What kind of answer is."""
        if self.narratives:
            why = any(one.asks == "why" for one in self.narratives)
            return "explanation" if why else "passages"
        if len(self.outputs) > 1:
            return "series"
        match self.outputs:
            case (Compare() | Logic() | Holds(),):
                return "yes or no"
            case (Choose(top=1),):
                return "name"
            case (Choose() | Filter() | Series(),):
                return "series"
        return "figure"


Tree = TypeVar("Tree")


def children(tree: object) -> tuple[Any, ...]:
    """What stands directly in a node, or in a tuple of nodes: nodes, tuples, names and None."""
    if isinstance(tree, tuple):
        return tree
    return tuple(getattr(tree, name) for name in _branches(type(tree)) or ())  # type: ignore[arg-type]


def nodes(tree: object) -> Iterator[object]:
    """The tree itself and all that is in it, a parent before its children."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += node[::-1]
        elif (names := _branches(type(node))) is not None:  # type: ignore[arg-type]
            yield node
            waiting += [getattr(node, name) for name in reversed(names)]


def map_children(node: Tree, change: Callable[[Any], Any]) -> Tree:
    """A node, or a tuple of nodes, with `change` applied to what stands directly in it.

    `change` gets nodes, tuples of them, and names and None where a node might stand.
    """
    if isinstance(node, tuple):
        return tuple(map(change, node))  # type: ignore[return-value]
    inner: dict[str, Any] = {}
    for name in _branches(type(node)) or ():  # type: ignore[arg-type]
        before = getattr(node, name)
        if (after := change(before)) is not before:
            inner[name] = after
    return replace(node, **inner) if inner else node  # type: ignore[type-var]


def map_nodes(tree: Tree, change: Callable[[Any], Any]) -> Tree:
    """A tree with `change` applied to every node, children before their parents."""
    mapped = map_children(tree, lambda child: map_nodes(child, change))
    is_node = _branches(type(tree)) is not None  # type: ignore[arg-type]
    made: Tree = change(mapped) if is_node else mapped
    return made


@lru_cache(maxsize=256)
def _branches(kind: type) -> tuple[str, ...] | None:
    """The fields of a node that may hold nodes; None for what is no node."""
    if not is_dataclass(kind):
        return None
    types = get_type_hints(kind)
    return tuple(one.name for one in fields(kind) if _may_be_node(types[one.name]))


def _may_be_node(kind: object) -> bool:
    """Whether a value of this type may be a node, or hold one."""
    return is_dataclass(kind) or any(map(_may_be_node, get_args(kind)))


def lookups(tree: object) -> tuple[Lookup, ...]:
    """All look-ups of a tree, in order."""
    return tuple(node for node in nodes(tree) if isinstance(node, Lookup))


def _noun(slot: str | Period | Choose) -> str:
    return f"({slot})" if isinstance(slot, Choose) else str(slot)


def _join(names: tuple[str, ...] | list[str]) -> str:
    return ", ".join(names)
