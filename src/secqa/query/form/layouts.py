"""How each node of a `Query` stands in JSON: its op, its fields, and which fields stand together.

Constrained decoders want every field of an object to be required. So what may be left out makes
layouts of its own: a look-up is written with its metric, company and period, or with all it can
have. Reading is more generous: whatever has a default may be left out.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import get_args

from secqa.filings.document import Statement
from secqa.query.leaves import AnswerForm, Companies, Narrative, Parts, Scope, Years
from secqa.query.query import (
    Absolute,
    Aggregate,
    Arithmetic,
    Cagr,
    Choose,
    Compare,
    Comparison,
    Count,
    Defined,
    Filter,
    Growth,
    Holds,
    Logic,
    Lookup,
    Options,
    Query,
    Series,
    Sign,
)


@dataclass(frozen=True, slots=True)
class Layout:
    """One kind of node in JSON."""

    made: type
    role: str
    """What it stands for: `value`, `condition`, `choice`, `filter`, `over`, …"""
    fields: dict[str, str]
    """Field -> what stands in it: a role, `named` (a name or a choice), `when` (a period or a
    choice), `period`, `metric`, `text`, `whole`, or the words of an enumeration, by bar. A star:
    a list of them; a question mark: null, where there is none."""
    together: tuple[tuple[str, ...], ...]
    """Which fields stand together, those that are written preferably first. No two in one place
    begin with the same field, but for `op`: some decoders cannot tell them apart."""
    ops: tuple[str, ...] = ()
    tells: str = ""
    """The attribute that the op is the value of; "" where it tells the node alone."""
    names: str = ""
    """The attribute that the first field stands for, where that is called otherwise."""

    def stands_for(self, role: str) -> bool:
        """Whether it may stand where `role` is needed."""
        return role == self.role or (role == "output" and self.role in OUTPUTS)

    def attribute(self, field: str) -> str:
        """What a field is called in the dataclass."""
        return self.names if self.names and field == next(iter(self.fields)) else field


OUTPUTS = ("value", "condition", "choice", "filter", "series", "telling")
"""Roles of what can be asked for."""
_PAIR, _MADE = {"left": "value", "right": "value"}, {"of": "value", "base": "value"}
_PASSING = {"over": "over", "where": "condition"}
_PLACE = ("statement", "note", "section", "form")
HIGHEST, LOWEST = "highest", "lowest"

LAYOUTS: tuple[Layout, ...] = (
    Layout(
        Lookup,
        "value",
        {
            "metric": "metric",
            "line": "text",
            "part": "named",
            "company": "named",
            "period": "when",
            "place": "place",
        },
        (
            ("metric", "company", "period"),
            ("line", "company", "period"),
            ("part", "metric", "company", "period"),
            ("place", "metric", "line", "part", "company", "period"),
        ),
    ),
    Layout(Arithmetic, "value", _PAIR, (("op", *_PAIR),), get_args(Sign), "sign"),
    Layout(Growth, "value", _MADE, (("op", *_MADE),), ("growth",)),
    Layout(Cagr, "value", _MADE, (("op", *_MADE),), ("cagr",)),
    Layout(Absolute, "value", {"of": "value"}, (("op", "of"),), ("absolute",)),
    Layout(
        Defined, "value", {"name": "text", "of": "value"}, (("op", "name", "of"),), ("defined",)
    ),
    Layout(
        Aggregate,
        "value",
        {"of": "value", "over": "over"},
        (("op", "of", "over"),),
        ("sum", "average", "median", "minimum", "maximum"),
        "how",
    ),
    Layout(Count, "value", _PASSING, (("op", *_PASSING),), ("count",)),
    Layout(Compare, "condition", _PAIR, (("op", *_PAIR),), get_args(Comparison), "sign"),
    Layout(
        Logic,
        "condition",
        {"conditions": "condition*"},
        (("op", "conditions"),),
        ("and", "or", "not"),
        "how",
    ),
    Layout(Holds, "condition", _PASSING, (("op", *_PASSING),), ("all", "any", "none"), "how"),
    Layout(
        Choose,
        "choice",
        {"over": "over", "by": "value?", "rank": "whole", "top": "whole"},
        (("op", "over", "by"), ("rank", "top", "op", "over", "by")),
        (HIGHEST, LOWEST),
        "highest",
    ),
    Layout(Filter, "filter", _PASSING, (("op", *_PASSING),), ("filter",)),
    Layout(
        Narrative,
        "telling",
        {
            "topic": "text",
            "company": "text",
            "period": "period",
            "asks": "what|why",
            "place": "place",
        },
        (
            ("op", "asks", "topic", "company", "period"),
            ("place", "op", "asks", "topic", "company", "period"),
        ),
        ("tell",),
    ),
    Layout(Series, "series", {"of": "value", "over": "over"}, (("op", "of", "over"),), ("series",)),
    Layout(Companies, "over", {"companies": "text*"}, (("companies",),), names="names"),
    Layout(
        Years,
        "over",
        {"years": "period*", "last": "whole", "first": "period?", "final": "period?"},
        (("years",), ("last", "final"), ("first", "final")),
        names="periods",
    ),
    Layout(
        Parts,
        "over",
        {"parts": "text*", "kind": "segment|region|product"},
        (("parts", "kind"),),
        names="names",
    ),
    Layout(Options, "over", {"options": "value*"}, (("options",),), names="values"),
    Layout(
        Scope,
        "place",
        {**dict.fromkeys(_PLACE, "text"), "statement": "|" + "|".join(Statement)},
        (_PLACE,),
    ),
    Layout(
        AnswerForm,
        "form",
        {
            "unit": "|dollars|percent|points|fraction|times|days",
            "scale": "|thousands|millions|billions",
            "decimals": "whole?",
        },
        (("unit", "scale", "decimals"),),
    ),
    Layout(
        Query,
        "query",
        {"outputs": "output*", "form": "form?"},
        (("outputs", "form"),),
    ),
)

LOOKUP = LAYOUTS[0]


@lru_cache(maxsize=1)
def by_op() -> dict[str, Layout]:
    """The layout of each op."""
    return {op: layout for layout in LAYOUTS for op in layout.ops}


@lru_cache(maxsize=1)
def by_field() -> dict[str, Layout]:
    """The layout of each field that tells a node which has no op."""
    found = {"metric": LOOKUP, "line": LOOKUP}
    for layout in LAYOUTS:
        if layout.role == "over":
            shared = {"kind", "final"}
            found |= {field: layout for field in layout.fields if field not in shared}
    return found


@lru_cache(maxsize=1)
def by_class() -> dict[type, Layout]:
    """The layout of each class."""
    return {layout.made: layout for layout in LAYOUTS}
