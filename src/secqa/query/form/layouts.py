"""Describe the JSON of each node of a `Query`: its op, its fields and their combinations.

Ops and fields are derived from the classes and their types. Constrained decoders require every
field of an object, so optional fields form combinations: a look-up is written with metric, company
and period, or with all its fields. The parser also accepts omitted fields with a default.
"""

from dataclasses import dataclass, fields
from functools import lru_cache, reduce
from operator import or_
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from secqa.filings.document import Statement
from secqa.query.leaves import AnswerForm, Narrative, Scope, Years
from secqa.query.period import Period
from secqa.query.query import (
    Choose,
    Condition,
    Filter,
    Lookup,
    Number,
    Output,
    Over,
    Query,
    Series,
    Value,
)

_KINDS: dict[str, tuple[type, ...]] = {
    "value": tuple(kind for kind in get_args(Value) if kind is not Number),
    "condition": get_args(Condition),
    "choice": (Choose,),
    "filter": (Filter,),
    "telling": (Narrative,),
    "series": (Series,),
    "over": get_args(Over),
    "place": (Scope,),
    "form": (AnswerForm,),
    "query": (Query,),
}
"""The classes of each role; numbers are plain JSON numbers."""
OUTPUTS = ("value", "condition", "choice", "filter", "series", "telling")
"""Roles of the outputs of a query."""
HIGHEST, LOWEST = "highest", "lowest"
_CONTENTS: dict[Any, str] = {
    Value: "value", Condition: "condition", Over: "over", Years: "over", Output: "output",
    Scope: "place", AnswerForm: "form?", str | Choose: "named", Period | Choose: "when",
    Period: "period", str: "text", int: "whole",
}  # fmt: skip
_ORDER: dict[type, list[str]] = {Lookup: ["metric", "line", "part", "company", "period", "place"]}
"""Order of fields in JSON, if it differs from the class."""
_NARROWER = {(Lookup, "metric"): "metric", (Scope, "statement"): "|" + "|".join(Statement)}
"""Contents that are more specific than the type."""
_TOGETHER: dict[type, tuple[str, ...]] = {
    Lookup: (
        "metric company period",
        "line company period",
        "part metric company period",
        "place metric line part company period",
    ),
    Choose: ("op over by", "rank top op over by"),
    Narrative: ("op asks topic company period", "place op asks topic company period"),
    Years: ("years", "last final", "first final"),
}
"""Allowed combinations of fields, preferred ones first. Combinations for the same role begin with
different fields, except for `op`, because some decoders cannot distinguish them otherwise."""


@dataclass(frozen=True, slots=True)
class Layout:
    """One kind of node in JSON."""

    made: type
    role: str
    fields: dict[str, str]
    """Content by field: a role, `named` (a name or a choice), `when` (a period or a choice),
    `period`, `metric`, `text`, `whole`, or the words of an enumeration, separated by bars. A final
    star means a list, a final question mark allows null."""
    together: tuple[tuple[str, ...], ...]
    ops: tuple[str, ...]
    tells: str
    """The attribute whose value is the op; "" if the op only names the node."""

    def stands_for(self, role: str) -> bool:
        """Whether the node may be used in this role."""
        return role == self.role or (role == "output" and self.role in OUTPUTS)

    def attribute(self, field: str) -> str:
        """The name of a field in the dataclass."""
        return fields(self.made)[0].name if field == self.made.__name__.lower() else field


def _layout(made: type, role: str) -> Layout:
    hints = get_type_hints(made)
    tells = next((name for name in ("sign", "how", "highest") if name in hints), "")
    contents = {
        name: _NARROWER.get((made, name)) or _content(hint)
        for name, hint in hints.items()
        if hint is not bool and name != tells and not name.startswith("_")
    }
    contents = {name: contents[name] for name in _ORDER.get(made, [*contents])}
    if role == "over":  # {"companies": [...]}: the first field is called as the class
        contents = dict(
            zip((made.__name__.lower(), *[*contents][1:]), contents.values(), strict=True)
        )
    ops = get_args(hints[tells]) if tells else (made.__name__.lower(),)
    named = {Choose: (HIGHEST, LOWEST), Narrative: ("tell",), Lookup: ()}
    ops = named.get(made, ops if role in OUTPUTS else ())
    whole = " ".join((*(("op",) if ops else ()), *contents))
    together = tuple(tuple(names.split()) for names in _TOGETHER.get(made, (whole,)))
    return Layout(made, role, contents, together, ops, tells)


def _content(hint: Any) -> str:
    """The content of a field by its type; see `Layout.fields`."""
    parts = get_args(hint)
    if get_origin(hint) is tuple:
        return f"{_content(parts[0])}*"
    if get_origin(hint) is Literal:
        return "|".join(parts)
    if NoneType in parts:
        return f"{_content(reduce(or_, (part for part in parts if part is not NoneType)))}?"
    return _CONTENTS[hint]


LAYOUTS = tuple(_layout(made, role) for role, kinds in _KINDS.items() for made in kinds)
LOOKUP = LAYOUTS[0]


@lru_cache(maxsize=1)
def by_op() -> dict[str, Layout]:
    """The layout of each op."""
    return {op: layout for layout in LAYOUTS for op in layout.ops}


@lru_cache(maxsize=1)
def by_field() -> dict[str, Layout]:
    """The layout of each field that identifies a node without an op."""
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
