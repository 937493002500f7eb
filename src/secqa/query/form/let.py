"""Expand names in the JSON of a query: `{"let": {"w": CHOICE}, "outputs": [… "$w" … "$w" …]}`.

A model can thus write a choice once and use it twice.
"""

from collections.abc import Mapping
from typing import Any

from secqa.errors import SecqaError

_LET = "let"
_DEEPEST, _MOST = 50, 50
"""Limits on nesting and on names, above those of any valid query."""


def without_let(data: object) -> object:
    """Replace each `$name` by its value in `let`; raises SecqaError for an unknown name.

    A value may use earlier names. Values are shared, so the data does not grow.
    """
    if not isinstance(data, Mapping) or _LET not in data:
        return data
    names = data[_LET] or {}
    if not isinstance(names, Mapping) or len(names) > _MOST:
        raise SecqaError(f"{_LET}: must be an object of up to {_MOST} names")
    values: dict[str, Any] = {}
    for name, value in names.items():
        values[f"${name}"] = _with_values(value, values)
    return {key: _with_values(one, values) for key, one in data.items() if key != _LET}


def _with_values(data: object, values: Mapping[str, Any], depth: int = 0) -> Any:
    if depth > _DEEPEST:
        raise SecqaError(f"query: nested deeper than {_DEEPEST}; ask for less at once")
    match data:
        case str() if data.startswith("$"):
            if data not in values:
                raise SecqaError(f"{data[:40]!a}: {_LET} has no such name before it")
            return values[data]
        case Mapping():
            return {key: _with_values(one, values, depth + 1) for key, one in data.items()}
        case list():
            return [_with_values(one, values, depth + 1) for one in data]
    return data
