"""Write and parse the JSON form of a `Query`, and generate its published JSON schema.

The form is compact, since models write it: `op` names the node, an object with a `metric` or `line`
is a look-up, a number is a constant, a period has its written form, and defaults are omitted:

    {"outputs": [{"metric": "net_income", "period": "FY2024", "company": {
        "op": "highest", "over": {"companies": ["KO", "PG"]},
        "by": {"metric": "total_debt", "company": "each", "period": "FY2024"}}}], "form": null}

The schema uses only features that all constrained decoders support: objects with all fields
required, `anyOf`, enumerations, and references to `$defs`.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import fields
from importlib.resources import files
from typing import Any

from secqa.errors import SecqaError
from secqa.metrics.catalogue import Catalogue
from secqa.query.form.json_reader import JsonReader
from secqa.query.form.layouts import HIGHEST, LAYOUTS, LOWEST, OUTPUTS, Layout, by_class
from secqa.query.leaves import AnswerForm, Companies
from secqa.query.period import Period
from secqa.query.query import Choose, Number, Query

SCHEMA_FILE = "query.schema.json"
_WHOLE_FLOATS = 2.0**53
_ABOUT = {
    "query": "A question: one or several things asked for, in order.",
    "value": "A figure: a number, a look-up of one, or worked out of others.",
    "condition": "Holds or does not: Yes or No.",
    "filter": "Those for which a condition holds.",
    "telling": "What filings tell in words of a topic: passages; `why`: the reason of something; "
    "`list`: each lawsuit, deal or loan; `changes`: whether anything changed.",
    "series": "A value for each of several years or quarters; several series make a table.",
    "choice": "The one (or `top` from `rank` on; all in order if `top` is 0) that has the highest "
    "or lowest value of something.",
    "over": "What is gone through; `each` stands for it beside. No companies: all there are.",
    "named": "A name or a symbol, `each`, or a choice.",
    "when": "FY2024, 2024Q2, 2024Q3 YTD, 2024Q3 TTM, 2024H2, latest, latest-1, latest quarter, "
    "latest report, "
    "2024-09-28, each, each-1; or a choice among years.",
    "place": "Where a figure is to be looked up.",
    "form": "How the answer is wanted.",
}


def to_json(query: Query) -> dict[str, Any]:
    """Convert a query to JSON data, from which `from_json` restores an equal query."""
    written: dict[str, Any] = _written(query)
    return written


def from_json(data: object, catalogue: Catalogue | None = None) -> Query:
    """Parse a query from JSON text or data; metrics may be given by id or name.

    Raises SecqaError, with the location of the problem, for invalid queries and for metrics that
    are not in `catalogue`.
    """
    return JsonReader(catalogue).query(parsed(data) if isinstance(data, str) else data)


def parsed(text: str) -> Any:
    """Parse JSON text; raises SecqaError if it is invalid."""
    try:
        return json.loads(text)
    except RecursionError:
        raise SecqaError("query: nested too deep; ask for less at once") from None
    except ValueError as error:
        raise SecqaError(f"query: not JSON ({error})") from None


def json_schema() -> dict[str, Any]:
    """The JSON schema of the output of `to_json`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Query",
        "description": _ABOUT["query"],
        **plain_schema(),
    }


def plain_schema(without: frozenset[type] = frozenset(), described: bool = True) -> dict[str, Any]:
    """The schema `without` some classes of nodes; descriptions are omitted unless `described`."""
    layout = by_class()[Query]
    definitions = _definitions([one for one in LAYOUTS if one.made not in without])
    if not described:
        for one in definitions.values():
            one.pop("description", None)
    return {**_object([layout], layout.fields), "$defs": definitions}


def published_schema() -> str:
    """The text of the schema file in the package."""
    return files("secqa.query").joinpath("data", SCHEMA_FILE).read_text(encoding="utf-8")


def _written(node: object) -> Any:
    match node:
        case Number():
            value = float(node.value)
            return int(value) if value.is_integer() and abs(value) < _WHOLE_FLOATS else value
        case Period():
            return str(node)
        case tuple():
            return [_written(one) for one in node]
        case None | str() | int():
            return node
        case Companies(every=True):
            return _written(Companies())
    layout = by_class()[type(node)]
    given = {field: getattr(node, layout.attribute(field)) for field in layout.fields}
    default = {one.name: one.default for one in fields(layout.made)}
    needed = {f for f, value in given.items() if value != default[layout.attribute(f)]}
    chosen = next((names for names in layout.together if needed <= set(names)), None)
    if chosen is None:
        raise SecqaError(f"{node}: {', '.join(sorted(needed))} do not stand together")
    return {field: _op(node, layout) if field == "op" else _part(given[field]) for field in chosen}


def _part(value: object) -> Any:
    return None if value == AnswerForm() else _written(value)


def _op(node: object, layout: Layout) -> str:
    if isinstance(node, Choose):
        return HIGHEST if node.highest else LOWEST
    return str(getattr(node, layout.tells)) if layout.tells else layout.ops[0]


def _definitions(layouts: Sequence[Layout]) -> dict[str, Any]:
    made: dict[str, Any] = {"output": {"anyOf": [_ref(role) for role in OUTPUTS]}}
    for role in (*OUTPUTS, "over", "place", "form"):
        alike: dict[tuple[str, ...], list[Layout]] = {}
        for layout in layouts:
            if layout.role == role:
                for together in layout.together:
                    alike.setdefault(together, []).append(layout)
        objects = [_object(same, together) for together, same in alike.items()]
        if role == "value":
            objects.append({"type": "number"})
        one = objects[0] if len(objects) == 1 else {"anyOf": objects}
        made[role] = {"description": _ABOUT[role], **one}
    for name in ("named", "when"):
        any_of = [{"type": "string"}, _ref("choice")]
        made[name] = {"description": _ABOUT[name], "anyOf": any_of}
    return made


def _object(layouts: Sequence[Layout], names: Iterable[str]) -> dict[str, Any]:
    """The schema of layouts that have equal fields and differ in their ops."""
    ops = [op for layout in layouts for op in layout.ops]
    properties = {
        name: {"type": "string", "enum": ops} if name == "op" else _content(layouts[0].fields[name])
        for name in names
    }
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _content(content: str) -> dict[str, Any]:
    if content.endswith("*"):
        return {"type": "array", "items": _content(content[:-1])}
    if content.endswith("?"):
        one = _content(content[:-1])
        if "type" in one:
            return {"type": [one["type"], "null"]}
        return {"anyOf": [one, {"type": "null"}]}
    if content in ("period", "text", "metric"):
        return {"type": "string"}
    if content == "whole":
        return {"type": "integer"}
    if "|" in content:
        return {"type": "string", "enum": content.split("|")}
    return _ref(content)


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}
