"""The shape of a query: its nodes without companies, years and metrics.

`Choice(Companies, Fold(Years, Lookup))`: what a designer prefers is rare among the shapes so far.
"""

from dataclasses import fields, is_dataclass
from random import Random

from secqa.benchmark.basis import Basis
from secqa.benchmark.kinds.draw import Draw, Held
from secqa.benchmark.kinds.passages import about
from secqa.benchmark.kinds.registry import KINDS, Kind
from secqa.query.period import Period
from secqa.query.query import Arithmetic, Choose, Lookup, Number, Query, Scope

_DRAWS = 30
"""Queries of each kind that are looked at."""


def shape_of(query: Query) -> str:
    """The shape of a query."""
    return "; ".join(_shape(one) for one in query.outputs)


def _shape(node: object) -> str:
    name = type(node).__name__
    match node:
        case Lookup():
            slots = (node.company, node.period, node.part)
            inside = [_shape(one) for one in slots if isinstance(one, Choose)]
        case Arithmetic():
            name, inside = f"'{node.sign}'", [_shape(node.left), _shape(node.right)]
        case _:
            parts = [getattr(node, one.name) for one in fields(node)]  # type: ignore[arg-type]
            several = [one for part in parts for one in (part if _is_list(part) else (part,))]
            inside = [_shape(one) for one in several if _is_node(one)]
    return f"{name}({', '.join(inside)})" if inside else name


def _is_list(part: object) -> bool:
    return isinstance(part, tuple)


def _is_node(part: object) -> bool:
    return is_dataclass(part) and not isinstance(part, Number | Period | Scope)


def built_in_shapes(basis: Basis, seed: int) -> frozenset[str]:
    """Shapes that the built-in kinds give."""
    draw = basis.draw(Random(f"{seed}/shapes"), Held())
    kinds = [kind for kind in KINDS.values() if kind.compose is not about]
    return frozenset(shape for kind in kinds for shape in _shapes_of(kind, draw))


def _shapes_of(kind: Kind, draw: Draw) -> set[str]:
    made = (kind.compose(draw, draw.rng.choice(draw.metrics)) for _ in range(_DRAWS))
    return {shape_of(one) for one in made if isinstance(one, Query)}
