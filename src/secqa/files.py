"""Files written whole or not at all, whatever interrupts the writing."""

import os
from pathlib import Path

from secqa.errors import SecqaError


def write_file(path: Path, data: bytes) -> None:
    """Write a file; until all of it is on the disk, what was there before stays.

    Folders above it are made. Raises `SecqaError` where it cannot be written.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with partial.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or "cannot be written"
        raise SecqaError(f"{path}: {reason}; give another place to write to") from error
