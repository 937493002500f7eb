"""A list too long to be shown at once: a number of a page in, its part of the list out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import urlencode

from secqa.app.addresses import Parameters, number_in

Item = TypeVar("Item")

SHOWN = 50


@dataclass(frozen=True, slots=True)
class Paged(Generic[Item]):
    """What is shown of a list."""

    shown: Sequence[Item]
    first: int
    """1-based place of the first that is shown."""
    total: int
    before: str
    """Address of the part before, "" where this is the first."""
    after: str

    @property
    def last(self) -> int:
        """1-based place of the last that is shown."""
        return self.first + len(self.shown) - 1


def paged(items: Sequence[Item], given: Parameters) -> Paged[Item]:
    """The part that an address wants to see, by its `from`."""
    first = min(max(number_in(given, "from", 1), 1), max(len(items), 1))
    shown = items[first - 1 : first - 1 + SHOWN]
    after = first + SHOWN if first - 1 + SHOWN < len(items) else 0
    before = max(first - SHOWN, 1) if first > 1 else 0
    return Paged(shown, first, len(items), _address(given, before), _address(given, after))


def _address(given: Parameters, first: int) -> str:
    rest = [(name, value) for name, value in pairs(given) if name != "from"]
    return f"?{urlencode([*rest, ('from', first)])}" if first else ""


def pairs(given: Parameters) -> list[tuple[str, str]]:
    """All that an address gives, what it gives several times each time."""
    several = getattr(given, "multi_items", given.items)
    return list(several())
