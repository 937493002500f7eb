"""Faults of a model's server, so that its clients can be tried.

A script is a JSON list, repeated without end, of "ok" for a good answer, or an object:

    {"status": 429, "retry_after": 0.1}     an error of the protocol, with an optional wait
    {"drop": true}                          the connection closes without an answer
    {"body": "not { JSON"}                  200, but with this body
    {"cut": true}                           200, but the answer is cut off in the middle
    {"delay": 0.5}                          a good answer, later
    {"megabytes": 100}                      200, and a text without end
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
    """The fault of one request; none by default."""

    status: int = 200
    retry_after: float | None = None
    """Seconds that the client is asked to wait."""
    drop: bool = False
    body: str | None = None
    cut: bool = False
    delay: float = 0.0
    """Seconds before the answer."""
    megabytes: int = 0
    """Of a text in place of the answer."""

    @property
    def wait_headers(self) -> Mapping[str, str]:
        """Headers that ask a client to wait: in whole seconds, and in milliseconds."""
        wait = self.retry_after
        if wait is None:
            return NO_HEADERS
        return {"retry-after": str(ceil(wait)), "retry-after-ms": str(round(wait * 1000))}


class Script:
    """Faults in order, the first again after the last; safe for several threads."""

    def __init__(self, faults: Sequence[Fault] = (Fault(),)) -> None:
        self._order = cycle(faults)
        self._lock = Lock()

    def next(self) -> Fault:
        """The fault of the next request."""
        with self._lock:
            return next(self._order)


def read_script(path: Path) -> Script:
    """A script from a file; SecqaError where the file has none."""
    try:
        return script_of(json.loads(read_text(path, "give a JSON list of faults")))
    except (ValueError, TypeError) as error:
        raise SecqaError(f"{path}: not a script of faults ({error}); a JSON list") from None


def script_of(entries: Any) -> Script:
    """A script from the entries of its list; ValueError or TypeError where they are wrong."""
    if not isinstance(entries, list) or not entries:
        raise ValueError("it has no entries")
    return Script([Fault() if entry == "ok" else Fault(**entry) for entry in entries])
