"""Hold what values of metrics cannot be: parts above their wholes, amounts of another size."""

from dataclasses import dataclass
from functools import cache

from secqa.files import bundled_toml


@dataclass(frozen=True, slots=True)
class Bounds:
    """What `bounds.toml` holds."""

    size: float
    """How many times the largest amount of a filing's statements an amount may be."""
    outside: tuple[str, ...]
    """Metrics whose amounts do not stand in the accounts."""
    per_share: float
    """Dollars."""
    part_and_whole: tuple[tuple[str, str], ...]
    """Pairs of metrics of which the first never exceeds the second."""


@cache
def load_bounds() -> Bounds:
    """The bounds of this version."""
    data = bundled_toml("secqa.metrics", "bounds.toml")
    pairs = tuple((part, whole) for part, whole in data["part_and_whole"])
    return Bounds(data["size"], tuple(data["outside"]), data["per_share"], pairs)
