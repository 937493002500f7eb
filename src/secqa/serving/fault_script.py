"""Script the faults of a model server, to test its clients.

A script is a JSON list, repeated without end. An entry is "ok" for a normal reply, or an object:

    {"status": 429, "retry_after": 0.1}     an HTTP error, with an optional wait in seconds
    {"drop": true}                          close the connection without a reply
    {"body": "not { JSON"}                  status 200 with this body
    {"cut": true}                           status 200 with a truncated reply
    {"delay": 0.5}                          a normal reply after this many seconds
    {"megabytes": 100}                      status 200 with a body of this size
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from math import ceil
from pathlib import Path
from threading import Lock
from typing import Any

from secqa.errors import SecqaError
from secqa.files import read_text

NO_HEADERS: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Fault:
    """The fault of one request; a normal reply by default."""

    status: int = 200
    retry_after: float | None = None
    """Seconds that the client shall wait."""
    drop: bool = False
    body: str | None = None
    cut: bool = False
    delay: float = 0.0
    """Seconds before the reply."""
    megabytes: int = 0
    """Size of a text that replaces the reply; 0 for none."""

    @property
    def wait_headers(self) -> Mapping[str, str]:
        """The headers `retry-after` in seconds and `retry-after-ms` in milliseconds."""
        wait = self.retry_after
        if wait is None:
            return NO_HEADERS
        return {"retry-after": str(ceil(wait)), "retry-after-ms": str(round(wait * 1000))}


class Script:
    """An endless cycle of faults; safe for several threads."""

    def __init__(self, faults: Sequence[Fault] = (Fault(),)) -> None:
        self._order = cycle(faults)
        self._lock = Lock()

    def next(self) -> Fault:
        """The fault of the next request."""
        with self._lock:
            return next(self._order)


def read_script(path: Path) -> Script:
    """Read a script from a file; raises SecqaError for an invalid one."""
    try:
        return script_of(json.loads(read_text(path, "give a JSON list of faults")))
    except (ValueError, TypeError) as error:
        raise SecqaError(f"{path}: not a script of faults ({error}); a JSON list") from None


def script_of(entries: Any) -> Script:
    """Build a script from the JSON entries; raises ValueError or TypeError for invalid ones."""
    if not isinstance(entries, list) or not entries:
        raise ValueError("it has no entries")
    return Script([Fault() if entry == "ok" else Fault(**entry) for entry in entries])
