"""A query and names in, the same query with companies added to those it goes through, or left out.

A query goes through companies in two ways: it names them in a list ("which of A and B"), or asks
the same of one after the other ("revenue of A and B by year").
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from secqa.app.ask.tree import mapped
from secqa.errors import SecqaError
from secqa.query.period import EACH
from secqa.query.query import Companies, Lookup, Narrative, Output, Query, nodes


def can_grow(query: Query) -> bool:
    """Whether another company can be added."""
    return _has_list(query) or (bool(query.outputs) and all(map(_owner, query.outputs)))


def with_companies(query: Query, added: Sequence[str]) -> Query:
    """The query asked of these companies as well; SecqaError where it goes through none."""
    if not added:
        return query
    if not can_grow(query):
        raise SecqaError(f"{added[0]} cannot be added: this question goes through no companies")
    if _has_list(query):
        return _relisted(query, lambda names: tuple(dict.fromkeys((*names, *added))))
    known = {_owner(output) for output in query.outputs}
    first = _owner(query.outputs[0])
    copied = [one for one in query.outputs if _owner(one) == first]
    new = [_of(one, first, name) for name in added if name not in known for one in copied]
    return replace(query, outputs=(*query.outputs, *new))


def without_companies(query: Query, gone: Collection[str]) -> Query:
    """The query without these companies; SecqaError where none would be left."""
    if not gone:
        return query
    if _has_list(query):
        left = _relisted(query, lambda names: tuple(one for one in names if one not in gone))
        named = {name for node in nodes(left) if isinstance(node, Companies) for name in node.names}
    else:
        outputs = tuple(one for one in query.outputs if _owner(one) not in gone)
        left, named = replace(query, outputs=outputs), {_owner(one) for one in outputs}
    if not named:
        raise SecqaError("no company is left; name one")
    return left


def _has_list(query: Query) -> bool:
    return any(isinstance(node, Companies) and node.names for node in nodes(query))


def _owner(output: Output) -> str:
    """The one company that something is asked of; "" where there are several, or none."""
    if any(isinstance(node, Companies) for node in nodes(output)):
        return ""
    found = {
        node.company
        for node in nodes(output)
        if isinstance(node, Lookup | Narrative)
        and isinstance(node.company, str)
        and node.company != EACH
    }
    return found.pop() if len(found) == 1 else ""


def _of(output: Output, owner: str, name: str) -> Output:
    def change(node: object) -> object:
        if isinstance(node, Lookup | Narrative) and node.company == owner:
            return replace(node, company=name)
        return node

    return mapped(output, change)


def _relisted(query: Query, names: Callable[[tuple[str, ...]], tuple[str, ...]]) -> Query:
    def change(node: object) -> object:
        if isinstance(node, Companies) and node.names:
            return replace(node, names=names(node.names))
        return node

    return mapped(query, change)
