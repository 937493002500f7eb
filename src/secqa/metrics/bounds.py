"""Limits of metrics: sizes of amounts, parts and their whole, and ratios that mean nothing.

Debt to equity would be lowest where equity is just below zero.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from secqa.files import bundled_toml
from secqa.metrics.catalogue import Catalogue
from secqa.metrics.formula import Formula, Gap, Operation, evaluate, metrics_in, parts


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits in `bounds.toml`."""

    size: float
    """Maximum ratio of an amount to the largest amount in the filing's statements."""
    outside: tuple[str, ...]
    """Metrics whose amounts are not in the accounts, so that `size` does not apply."""
    per_share: float
    """Maximum amount per share in dollars."""
    part_and_whole: tuple[tuple[str, str], ...]
    """Pairs of metrics; the first never exceeds the second."""
    disjoint: tuple[tuple[str, str], ...]
    """Pairs of metrics that never have the same amount."""


@cache
def load_bounds() -> Bounds:
    """Load the bundled limits."""
    data = bundled_toml("secqa.metrics", "bounds.toml")
    pairs, apart = (
        tuple((one, other) for one, other in data[name]) for name in ("part_and_whole", "disjoint")
    )
    return Bounds(data["size"], tuple(data["outside"]), data["per_share"], pairs, apart)


def divisors(formula: Formula) -> Iterator[Formula]:
    """Yield every divisor in a formula."""
    if isinstance(formula, Operation):
        yield from () if formula.sign != "/" else (formula.right,)
        yield from (*divisors(formula.left), *divisors(formula.right))


def signed_divisors(formula: Formula, catalogue: Catalogue) -> tuple[Formula, ...]:
    """The divisors of a formula that may be negative, and the formula then means nothing."""
    return tuple(
        divisor
        for divisor in divisors(formula)
        if not all(catalogue[part].positive for part in metrics_in(divisor))
    )


def negative_base(
    formula: Formula, values: Mapping[tuple[str, int], float | Gap], catalogue: Catalogue
) -> str:
    """The name of a negative figure that a formula divides by; "" if there is none."""
    for divisor in signed_divisors(formula, catalogue):
        base = evaluate(divisor, values)
        if not isinstance(base, Gap) and base < 0:
            return catalogue[parts(divisor)[0].metric].name
    return ""
