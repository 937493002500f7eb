"""Faults by script: what a server does wrong, request by request, so that clients can be tried.

A script is a JSON list that is gone through again and again. `"ok"` answers well; an object
does one of these:

    {"status": 429, "retry_after": 0.1}     an error of the protocol, with an optional wait
    {"drop": true}                          the connection closes without an answer
    {"body": "not { JSON"}                  200, but with this body
    {"cut": true}                           200, but the answer is cut off in the middle
    {"delay": 0.5}                          a good answer, later
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from threading import Lock
from typing import Any

from secqa.errors import SecqaError
from secqa.files import read_text


@dataclass(frozen=True, slots=True)
class Fault:
    """What happens to one request; as it stands, nothing."""

    status: int = 200
    retry_after: float | None = None
    """Seconds, told to the client."""
    drop: bool = False
    body: str | None = None
    cut: bool = False
    delay: float = 0.0
    """Seconds before the answer."""


@dataclass
class Script:
    """Faults in order, the first again after the last; safe for several threads."""

    faults: Sequence[Fault] = (Fault(),)
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self._order = cycle(self.faults)

    def next(self) -> Fault:
        """What happens to the next request."""
        with self._lock:
            return next(self._order)


def read_script(path: Path) -> Script:
    """A script from a file; SecqaError where it is none."""
    try:
        entries = json.loads(read_text(path, "give a JSON list of faults"))
        return script_of(entries)
    except (ValueError, TypeError) as error:
        raise SecqaError(f"{path}: not a script of faults ({error}); a JSON list") from None


def script_of(entries: Any) -> Script:
    """A script from the entries of its list; ValueError or TypeError where they are wrong."""
    if not isinstance(entries, list) or not entries:
        raise ValueError("it has no entries")
    return Script([Fault() if entry == "ok" else Fault(**entry) for entry in entries])
