"""Traverse and map trees of frozen dataclasses."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar, get_args, get_type_hints

Tree = TypeVar("Tree")


def children(tree: object) -> tuple[Any, ...]:
    """The direct children of a node or of a tuple of nodes: nodes, tuples, names and None."""
    if isinstance(tree, tuple):
        return tree
    return tuple(getattr(tree, name) for name in _branches(type(tree)) or ())  # type: ignore[arg-type]


def nodes(tree: object) -> Iterator[object]:
    """All nodes of a tree in preorder, including itself."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += node[::-1]
        elif (names := _branches(type(node))) is not None:  # type: ignore[arg-type]
            yield node
            for name in reversed(names):
                below = getattr(node, name)
                if below and not isinstance(below, str):
                    waiting.append(below)


def map_children(node: Tree, change: Callable[[Any], Any]) -> Tree:
    """Apply `change` to the direct children of a node or of a tuple of nodes.

    `change` gets nodes, tuples of nodes, and the names or None in fields that may hold a node.
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
    """Apply `change` to every node of a tree in postorder."""
    mapped = map_children(tree, lambda child: map_nodes(child, change))
    is_node = _branches(type(tree)) is not None  # type: ignore[arg-type]
    made: Tree = change(mapped) if is_node else mapped
    return made


@lru_cache(maxsize=256)
def _branches(kind: type) -> tuple[str, ...] | None:
    """The fields of a class of nodes that may hold nodes; None for other classes."""
    if not is_dataclass(kind):
        return None
    types = get_type_hints(kind)
    return tuple(one.name for one in fields(kind) if _may_be_node(types[one.name]))


def _may_be_node(kind: object) -> bool:
    """Whether a value of this type may be or contain a node."""
    return is_dataclass(kind) or any(map(_may_be_node, get_args(kind)))
