"""The unit of an answer, which a program's bare number does not have.

In: a query. Out: `USD`, `USD/shares`, `shares`, `count`, `pure` or "" (Yes, No, a name, a year, or
a line item that the catalogue does not know).
"""

from secqa.language.query import (
    Absolute,
    Arithmetic,
    Cagr,
    Count,
    Defined,
    Fold,
    Growth,
    Lookup,
    Options,
    Query,
)
from secqa.metrics.catalogue import Catalogue

_QUOTIENTS = {("USD", "shares"): "USD/shares", ("USD", "count"): "USD"}


def unit_of(query: Query, catalogue: Catalogue) -> str:
    """The unit of the first figure that a query answers with; "" where there is none."""
    units = (_unit(output, catalogue) for output in query.outputs)
    return next(filter(None, units), "")


def _unit(node: object, catalogue: Catalogue) -> str:
    match node:
        case Lookup():
            return catalogue[node.metric].unit if node.metric else ""
        case Growth() | Cagr():
            return "pure"
        case Count():
            return "count"
        case Absolute() | Defined():
            return _unit(node.of, catalogue)
        case Fold():
            of = node.over.values[0] if isinstance(node.over, Options) else node.of
            return _unit(of, catalogue)
        case Arithmetic():
            left, right = _unit(node.left, catalogue), _unit(node.right, catalogue)
            if node.sign == "/":
                return _QUOTIENTS.get((left, right), "pure")
            return left or right
    return ""
