"""Questions as an Arrow table whose columns depend on what a question is, not on these questions.

Types come from the fields of `Question`, so that two benchmarks, or two splits, always have the
same columns, where a guess from the values would make a column of whole answers another type
than one of fractions. A field that can be of several kinds (an answer is a number, a text, or
several) and one that nests without end (the query) is a column of JSON text.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pyarrow as pa

from secqa.benchmark.dataset import Question
from secqa.query.query import Query

_PLAIN: dict[object, pa.DataType] = {
    str: pa.string(),
    float: pa.float64(),
    int: pa.int64(),
    bool: pa.bool_(),
}
_JSON = pa.string()


def table_of(records: Iterable[Mapping[str, Any]], schema: pa.Schema) -> pa.Table:
    """Records as a table: what is no text in a column of texts becomes JSON."""
    kinds = _kinds()
    rows = [
        {
            name: _json(record.get(name))
            if name in kinds and kinds[name] is None
            else record.get(name)
            for name in schema.names
        }
        for record in records
    ]
    return pa.Table.from_pylist(rows, schema=schema)


def schema_of(records: Iterable[Mapping[str, Any]]) -> pa.Schema:
    """The columns of some records: those of `Question` that they have, others as text."""
    kinds = _kinds()
    names = dict.fromkeys(name for record in records for name in record)
    return pa.schema([(name, kinds.get(name) or _JSON) for name in names])


def told_json(schema: pa.Schema) -> str:
    """A sentence on which columns hold JSON; "" where none does."""
    names = [f"`{name}`" for name in schema.names if _kinds().get(name, _JSON) is None]
    return f" Columns that hold JSON text: {', '.join(names)}." if names else ""


def _kinds() -> dict[str, pa.DataType | None]:
    """Field of a question -> its type, None where it is JSON."""
    return {name: arrow_type(hint) for name, hint in get_type_hints(Question).items()}


def arrow_type(hint: Any) -> pa.DataType | None:
    """The Arrow type of what a field can hold; None where no one type holds it all."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if get_origin(hint) in (Union, UnionType):
        kinds = [kind for kind in get_args(hint) if kind is not NoneType]
        return arrow_type(kinds[0]) if len(kinds) == 1 else None
    if get_origin(hint) is tuple:
        part, *rest = get_args(hint)
        inner = arrow_type(part) if rest == [...] else None
        return pa.list_(inner) if inner is not None else None
    if is_dataclass(hint) and hint is not Query:
        hints = get_type_hints(hint)
        parts = [(field.name, arrow_type(hints[field.name])) for field in fields(hint)]
        return pa.struct(parts) if all(kind is not None for _, kind in parts) else None
    return None


def _json(value: object) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False)
