"""secqa: filings into questions with verified answers, and systems that answer them."""

import os
from typing import TYPE_CHECKING

from secqa.compiled import use_compiled

if TYPE_CHECKING:
    from secqa.filings.document import Filing

__all__ = ["read_filing"]
__version__ = "0.1.0"

use_compiled()


def read_filing(path: str | os.PathLike[str]) -> "Filing":
    """Read one filing: HTML, PDF, plain text or a full submission, or any of these with `.gz`.

    What is printed is in `filing.document`; its inline XBRL, apart from it, in
    `filing.tagging`. Raises `secqa.errors.SecqaError` for what is missing or no filing.
    """
    # Imported here, for the command line starts faster than the readers load.
    from pathlib import Path

    from secqa.filings.read import read_filing as read

    return read(Path(path))
