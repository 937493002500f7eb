"""The password of a published benchmark, never on the command line, where others could see it."""

import os
from pathlib import Path

from secqa.errors import SecqaError
from secqa.files import read_text

VARIABLE = "SECQA_PASSWORD"


def given_password(file: Path | None) -> str:
    """What stands in the file, else in `SECQA_PASSWORD`; SecqaError where neither has any."""
    if file is not None:
        password = read_text(file, "give a file that holds the password").rstrip("\r\n")
        if not password:
            raise SecqaError(f"{file}: holds no password; write one into it")
        return password
    if password := os.environ.get(VARIABLE, ""):
        return password
    raise SecqaError(f"no password; set {VARIABLE} or give --password-file")
