"""Give the unit of an answer, which a bare number does not have."""

from collections.abc import Callable

from secqa.query.query import (
    Absolute,
    Aggregate,
    Arithmetic,
    Cagr,
    Count,
    Defined,
    Growth,
    Lookup,
    Series,
)

_QUOTIENTS = {("USD", "shares"): "USD/shares", ("USD", "count"): "USD"}


def unit_of(output: object, unit_of_metric: Callable[[str], str]) -> str:
    """`USD`, `USD/shares`, `shares`, `count`, `pure`; "" for a name, a year, Yes or No, a number,
    and a line that the catalogue does not have.

    `unit_of_metric` gives the unit of a metric by id.
    """
    match output:
        case Lookup():
            return unit_of_metric(output.metric) if output.metric else ""
        case Growth() | Cagr():
            return "pure"
        case Arithmetic("+" | "-"):
            return unit_of(output.left, unit_of_metric) or unit_of(output.right, unit_of_metric)
        case Arithmetic("*"):
            units = (unit_of(one, unit_of_metric) for one in (output.left, output.right))
            return next((unit for unit in units if unit not in ("", "pure")), "pure")
        case Arithmetic(_, left, right):
            above, below = unit_of(left, unit_of_metric), unit_of(right, unit_of_metric)
            return _QUOTIENTS.get((above, below), "pure") if below else above
        case Absolute() | Defined() | Aggregate() | Series():
            return unit_of(output.of, unit_of_metric)
        case Count():
            return "count"
    return ""
