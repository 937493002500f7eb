"""A failure of the storage engine in, the reason in its words out.

Whatever happens to its files (a full disk, a file taken away, no permission), LanceDB raises as
`RuntimeError` and Lance as `ValueError` or `OSError`, with the places in their own sources behind;
other errors of these kinds are none of it.
"""

import re

# What the caller did wrong ("Invalid user input") is a bug, and no failure.
_FAILURE = re.compile(
    r"(?!Invalid )(?:(?P<engine>lance|External) error: )?(?:LanceError\(\w+\): )?"
    r"(?P<reason>[^\n]+?)(?P<places>, \S+\.rs:[\d:]+)*$"
)


def storage_failure(error: Exception) -> str | None:
    """Why the storage engine failed; None for an error that is not the storage engine's."""
    found = _FAILURE.match(str(error).partition("\n")[0])
    return found["reason"] if found and (found["engine"] or found["places"]) else None
