"""Write and parse the JSON form of a `Query`; `data/query.schema.json` is its published schema.

The form is compact, since models write it: `op` names the node, an object with a `metric` or `line`
is a look-up, a number is a constant, a period has its written form, and defaults are omitted:

    {"outputs": [{"metric": "net_income", "period": "FY2024", "company": {
        "op": "highest", "over": {"companies": ["KO", "PG"]},
        "by": {"metric": "total_debt", "company": "each", "period": "FY2024"}}}], "form": null}

The schema uses only features that all constrained decoders support: objects with all fields
required, `anyOf`, enumerations, and references to `$defs`.
"""

import json
from dataclasses import fields
from typing import Any

from secqa.errors import SecqaError
from secqa.files import bundled_text
from secqa.metrics.catalogue import Catalogue
from secqa.query.form.json_reader import JsonReader
from secqa.query.form.layouts import HIGHEST, LOWEST, Layout, by_class
from secqa.query.leaves import AnswerForm, Companies
from secqa.query.period import Period
from secqa.query.query import Choose, Number, Query

_WHOLE_FLOATS = 2.0**53


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


def published_schema() -> str:
    """The text of the schema file in the package."""
    return bundled_text("secqa.query", "data/query.schema.json")


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
