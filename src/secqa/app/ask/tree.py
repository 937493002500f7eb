"""A query and a change of single nodes in, the query with all of its nodes so changed out."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

Tree = TypeVar("Tree")


def mapped(tree: Tree, change: Callable[[Any], Any]) -> Tree:
    """A tree with each of its nodes changed, children before their parents."""
    made: Tree = _mapped(tree, change)
    return made


def _mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, tuple):
        return tuple(_mapped(one, change) for one in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    new = {
        field.name: _mapped(getattr(value, field.name), change)
        for field in fields(value)
        if field.init and field.name != "op"
    }
    return change(replace(value, **new))
