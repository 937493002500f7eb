"""A failure of the storage engine in, the reason in its words out.

LanceDB raises `RuntimeError` for whatever happens to its files (a full disk, a file taken away,
no permission), with the place in its own source behind; other `RuntimeError`s are none of it.
"""

import re

_FAILURE = re.compile(
    r"lance error: (?:LanceError\(\w+\): )?(?P<reason>[^\n]+?)(?:, \S+\.rs:[\d:]+)?$"
)


def storage_failure(error: RuntimeError) -> str | None:
    """Why the storage engine failed; None for an error that is not the storage engine's."""
    found = _FAILURE.match(str(error).partition("\n")[0])
    return found["reason"] if found else None
