"""Load limits on values of metrics: sizes of amounts, and parts that cannot exceed their whole."""

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


@cache
def load_bounds() -> Bounds:
    """Load the bundled limits."""
    data = bundled_toml("secqa.metrics", "bounds.toml")
    pairs = tuple((part, whole) for part, whole in data["part_and_whole"])
    return Bounds(data["size"], tuple(data["outside"]), data["per_share"], pairs)
