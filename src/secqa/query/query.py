"""Represent a question as a typed tree, shared by all parts of secqa.

A question is the wording of a `Query`, a program its compiled form, and the gold answer its value
over the fact table. Leaves are look-ups of one figure; nodes compute values from values, or choose
a company, year or part by one figure to look up another. A question for text is a `Narrative`, an
output of its own. An `over` iterates over items; `each` is the current item in its expression:

    Lookup("net_income", company=Choose(Companies(("KO", "PG")), by=Lookup("total_debt", "each")))

All classes are frozen and compare by value; `str()` returns a readable description. The JSON form
is in `query.form.schema`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from secqa.query.leaves import (
    ANYWHERE,
    AS_IT_IS,
    AnswerForm,
    Companies,
    Narrative,
    Parts,
    Scope,
    Years,
)
from secqa.query.period import LATEST, Period
from secqa.query.tree import nodes

Sign = Literal["+", "-", "*", "/"]
Comparison = Literal[">", ">=", "<", "<=", "="]


class _Node:
    """A node whose description is a template over its fields."""

    __slots__ = ()
    _text = ""

    def __str__(self) -> str:
        return self._text.format(self)


@dataclass(frozen=True, slots=True)
class Lookup:
    """One figure of one company for one period."""

    metric: str = ""
    """Id of the catalogue; "" if `line` names the figure."""
    company: str | Choose = ""
    """Symbol or name in the corpus, `each`, or a choice; "" if the question names none."""
    period: Period | Choose = LATEST
    line: str = ""
    """A line as filings print it, for figures outside the catalogue."""
    part: str | Choose = ""
    """A segment, region or product by its printed name; "" for the whole company."""
    place: Scope = ANYWHERE

    def __str__(self) -> str:
        name = f'"{self.line}"' if self.line else self.metric.replace("_", " ")
        owners = [f" of {_noun(one)}" for one in (self.part, self.company) if one]
        where = f" according to {self.place}" if str(self.place) else ""
        return f"{name}{''.join(owners)} in {_noun(self.period)}{where}"


@dataclass(frozen=True, slots=True)
class Number(_Node):
    """A constant of the question: a limit, a number of days."""

    value: float
    _text = "{0.value:,.15g}"


@dataclass(frozen=True, slots=True)
class Arithmetic(_Node):
    """`left sign right`: a difference, a ratio, a sum of different things."""

    sign: Sign
    left: Value
    right: Value
    _text = "({0.left} {0.sign} {0.right})"


@dataclass(frozen=True, slots=True)
class Growth:
    """(of - base) / base, as a fraction: growth over time, or relative excess."""

    of: Value
    base: Value

    def __str__(self) -> str:
        of, base = self.of, self.base
        if isinstance(of, Lookup) and isinstance(base, Lookup):
            figure = str(of).rpartition(" in ")[0]
            if replace(of, period=base.period) == base:
                return f"percent change from {_noun(base.period)} to {_noun(of.period)} of {figure}"
        return f"percentage by which {self.of} is above {self.base}"


@dataclass(frozen=True, slots=True)
class Cagr(_Node):
    """(of / base) ** (1 / years between their periods) - 1."""

    of: Value
    base: Value
    _text = "compound annual growth rate from {0.base} to {0.of}"


@dataclass(frozen=True, slots=True)
class Absolute(_Node):
    """The absolute value: the amount by which something fell."""

    of: Value
    _text = "size of {0.of}"


@dataclass(frozen=True, slots=True)
class Defined(_Node):
    """A value that the question itself defines: "interest cover, that is EBIT over interest"."""

    name: str
    of: Value
    _text = "{0.name} defined as {0.of}"


@dataclass(frozen=True, slots=True)
class Options:
    """Different values to choose among: R&D or SG&A."""

    values: tuple[Value, ...]

    def __str__(self) -> str:
        return f"options {', '.join(map(str, self.values))}"


@dataclass(frozen=True, slots=True)
class Aggregate(_Node):
    """One value from the values of all items."""

    how: Literal["sum", "average", "median", "minimum", "maximum"]
    of: Value
    over: Over
    _text = "{0.how} over {0.over} of [{0.of}]"


@dataclass(frozen=True, slots=True)
class Choose:
    """The item with the highest or lowest value; or several items in that order."""

    over: Over
    by: Value | None = None
    """None with `Options`, which are values themselves."""
    highest: bool = True
    rank: int = 1
    """2 for the second highest."""
    top: int = 1
    """Number of items from `rank` on; 0 for all in order."""

    def __str__(self) -> str:
        rank = {1: "", 2: "second ", 3: "third "}.get(self.rank, f"{self.rank}th ")
        way = "highest" if self.highest else "lowest"
        by = f" [{self.by}]" if self.by is not None else " value"
        if self.top == 0:
            return f"{self.over} ranked from {way}{by}"
        first = f"the {self.top} of" if self.top > 1 else "the one of"
        return f"{first} {self.over} with the {rank}{way}{by}"


@dataclass(frozen=True, slots=True)
class Compare(_Node):
    """Whether a comparison holds."""

    left: Value
    sign: Comparison
    right: Value
    _text = "{0.left} {0.sign} {0.right}"


@dataclass(frozen=True, slots=True)
class Logic:
    """Whether all (`and`), any (`or`) or none (`not`) of some conditions hold."""

    how: Literal["and", "or", "not"]
    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        if self.how == "not":
            return f"not ({', '.join(map(str, self.conditions))})"
        return f" {self.how} ".join(f"({one})" for one in self.conditions)


@dataclass(frozen=True, slots=True)
class Holds(_Node):
    """Whether a condition holds for all, any or none of the items."""

    how: Literal["all", "any", "none"]
    over: Over
    where: Condition
    _text = "for {0.how} of {0.over}: {0.where}"


@dataclass(frozen=True, slots=True)
class Filter(_Node):
    """The items for which a condition holds."""

    over: Over
    where: Condition
    _text = "those of {0.over} where {0.where}"


@dataclass(frozen=True, slots=True)
class Count(_Node):
    """The number of items for which a condition holds."""

    over: Over
    where: Condition
    _text = "number of {0.over} where {0.where}"


@dataclass(frozen=True, slots=True)
class Series(_Node):
    """A value for each of several periods, the earliest first: a column of a table.

    Several series, of other companies or metrics, are the columns of a table. A period without a
    report stays without a value.
    """

    of: Value
    over: Years
    _text = "series over {0.over} of [{0.of}]"


Value = Lookup | Number | Arithmetic | Growth | Cagr | Absolute | Defined | Aggregate | Count
Condition = Compare | Logic | Holds
Over = Companies | Years | Parts | Options
Output = Value | Condition | Choose | Filter | Series | Narrative
AnswerKind = Literal["figure", "series", "yes or no", "name", "passages", "explanation"]
Node = Output | Over


@dataclass(frozen=True, slots=True)
class Query:
    """A question: one or several outputs, in order."""

    outputs: tuple[Output, ...]
    form: AnswerForm = AS_IT_IS

    def __str__(self) -> str:
        return "; ".join(map(str, self.outputs))

    @property
    def narratives(self) -> tuple[Narrative, ...]:
        """The outputs that ask for text."""
        return tuple(one for one in self.outputs if isinstance(one, Narrative))

    @property
    def figures(self) -> Query:
        """The query with only the outputs that ask for figures, which may be none."""
        figures = (one for one in self.outputs if not isinstance(one, Narrative))
        return replace(self, outputs=tuple(figures))

    @property
    def answer_kind(self) -> AnswerKind:
        """The kind of the answer."""
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


def lookups(tree: object) -> tuple[Lookup, ...]:
    """All look-ups of a tree, in order."""
    return tuple(node for node in nodes(tree) if isinstance(node, Lookup))


def _noun(slot: str | Period | Choose) -> str:
    return f"({slot})" if isinstance(slot, Choose) else str(slot)
