"""On what terms a system from outside is asked: how long, how often, for how much.

The counts are of the whole run, whatever its numbers of pages.
"""

from dataclasses import dataclass, field
from threading import Lock

from secqa.errors import SecqaError
from secqa.models.model import Stopped

SECONDS = 120.0
"""Longest time that one answer may take, unless the user says another."""


@dataclass(slots=True)
class OutsideLimits:
    """See the module; safe for several threads."""

    seconds: float = SECONDS
    max_calls: int | None = None
    budget: float | None = None
    """US dollars, of the cost that answers tell."""
    send_pages: bool = False
    """Whether an endpoint is sent the texts of the pages that retrieval gives."""
    _asked: int = 0
    _paid: float = 0.0
    _lock: Lock = field(default_factory=Lock, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.seconds <= 0:
            raise SecqaError(f"--timeout {self.seconds:g}: must be more than 0 seconds")

    def ask(self) -> None:
        """Count a question before it is asked; raises `Stopped` where it may not be."""
        with self._lock:
            if self.max_calls is not None and self._asked >= self.max_calls:
                raise Stopped(f"{self._asked} calls made, as many as --max-calls allows")
            if self.budget is not None and self._paid >= self.budget:
                raise Stopped(f"${self._paid:.2f} spent, as much as --budget {self.budget} allows")
            self._asked += 1

    def pay(self, cost: float | None) -> None:
        """Add what an answer cost; raises `Stopped` where a budget cannot be held."""
        if self.budget is not None and cost is None:
            raise Stopped('answers tell no "cost", so --budget cannot be held; leave it out')
        with self._lock:
            self._paid += cost or 0.0
