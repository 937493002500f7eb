"""Load limits on values of metrics: sizes of amounts, and parts and their whole."""

from dataclasses import dataclass
from functools import cache

from secqa.files import bundled_toml


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
    parts, apart = (
        tuple((one, other) for one, other in data[name]) for name in ("part_and_whole", "disjoint")
    )
    return Bounds(data["size"], tuple(data["outside"]), data["per_share"], parts, apart)
