"""Store uploaded files below a new folder.

The name of a file says whose filing it is, so it is kept, with the names of its folders, but only
as names: every part is written anew, letter by letter, and `..`, drives and hidden files are left
out.
"""

import re
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from secqa.errors import SecqaError
from secqa.filings.containers.unpacking import safe_name
from secqa.filings.read import LARGEST, SUFFIXES

MOST_FILES = 1_000
"""Sent at once."""
MOST_BYTES = 1_000_000_000
"""Sent at once."""
BESIDE = (".json", ".xml", ".png", ".jpg", ".jpeg", ".gif")
"""What filings have beside them: what EDGAR says of them, their facts, their pictures."""

_DEEPEST = 4
_LONGEST = 60
"""Letters of a name: in any script fewer bytes than a file's name may have."""


class Upload(NamedTuple):
    """A file as it was sent."""

    name: str
    size: int
    file: BinaryIO


def store(uploads: Sequence[Upload], folder: Path, about: str = "") -> dict[Path, str]:
    """Write what was sent below a new folder of ours; paths there -> names as they were sent.

    `about`, a company and a year, begins the names of filings: it is read there where a filing does
    not say it. SecqaError where nothing was sent, or too much.
    """
    sent = [one for one in uploads if one.name]
    if not sent:
        raise SecqaError("no file was chosen; choose files, or drop them")
    if sum(one.size for one in sent) > MOST_BYTES:
        raise SecqaError(too_much())
    stored: dict[Path, str] = {}
    for one in sent:
        *folders, name = _safe_parts(one.name)
        path = folder.joinpath(*folders, _safe(about) + name if _is_filing(name) else name)
        if path in stored or not is_filing_file(path.name) or one.size > LARGEST:
            continue
        with suppress(FileExistsError, NotADirectoryError):  # a folder and a file of one name
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                shutil.copyfileobj(one.file, file)
            stored[path] = one.name
    return stored


def refusals(uploads: Sequence[Upload], stored: dict[Path, str]) -> list[str]:
    """Why files were not stored, a line each; files that belong to no filing are not kept."""
    folders = {path.parent for path in stored if _is_filing(path.name)}
    lines = []
    for path, name in list(stored.items()):
        if not _is_filing(path.name):
            if path.parent in folders:
                lines.append(f"{name}: kept as a picture or data file of the filings sent with it")
            else:
                del stored[path]
                why = "a picture or data file is no filing by itself; send it with its filing"
                lines.append(f"{name}: not added: {why}")
    known = {*stored.values(), *(line.partition(": ")[0] for line in lines)}
    return lines + [
        f"{one.name}: not added: {_reason(one)}" for one in uploads if one.name not in known
    ]


def _reason(one: Upload) -> str:
    name = _safe_parts(one.name)[-1]
    if one.size > LARGEST:
        return f"over {LARGEST // 1_000_000} MB; no filing is that large"
    if not is_filing_file(name):
        return f"no filing by its name; they end in {', '.join(SUFFIXES)}"
    return "another of this name was sent with it"


def _is_filing(name: str) -> bool:
    """Whether a file may be a filing by itself."""
    return name.lower().removesuffix(".gz").endswith(SUFFIXES)


def is_filing_file(name: str) -> bool:
    """Whether a file may be a filing, or belong to one."""
    plain = name.lower().removesuffix(".gz")
    return (_is_filing(name) or plain.endswith(BESIDE)) and not name.startswith(".")


def too_much() -> str:
    """The error for more than can be sent at once."""
    return f"more than {MOST_FILES:,} files or {MOST_BYTES // 1_000_000:,} MB at once; send fewer"


def _safe_parts(name: str) -> list[str]:
    """The folders and the name of a file, of letters that no path obeys; never empty."""
    parts = [_safe(part) for part in re.split(r"[/\\]", name)]
    return [part for part in parts if part][-_DEEPEST:] or ["unnamed"]


def _safe(part: str) -> str:
    plain = safe_name(part).strip(" .")
    return plain[-_LONGEST:].lstrip(" .")
