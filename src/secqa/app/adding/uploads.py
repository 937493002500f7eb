"""Store uploaded files below a new folder.

The name of a file says whose filing it is, so it is kept, with the names of its folders, but only
as names: every part is written anew, letter by letter, and `..`, drives and hidden files are left
out.
"""

import re
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import BinaryIO, NamedTuple

from secqa.errors import SecqaError
from secqa.filings.containers.parts import pictures_in
from secqa.filings.containers.unpacking import safe_name
from secqa.filings.read import LARGEST, SUFFIXES, load_file

MOST_FILES = 1_000
"""Sent at once."""
MOST_BYTES = 1_000_000_000
"""Sent at once."""
PICTURES = (".png", ".jpg", ".jpeg", ".gif")
BESIDE = (".json", ".xml", *PICTURES)
"""What filings have beside them: what EDGAR says of them, their facts, their pictures."""

_DEEPEST = 4
_LONGEST = 60
"""Letters of a name: in any script fewer bytes than a file's name may have."""


class Upload(NamedTuple):
    """A file as it was sent."""

    name: str
    size: int
    file: BinaryIO


def store(
    uploads: Sequence[Upload], folder: Path, about: str = ""
) -> tuple[dict[Path, str], list[str]]:
    """Write what was sent below a new folder of ours; paths there -> names as they were sent, and
    a line for each file that was not stored.

    `about`, a company and a year, begins the names of filings: it is read there where a filing does
    not say it. SecqaError where nothing was sent, or too much.
    """
    sent = [one for one in uploads if one.name]
    if not sent:
        raise SecqaError("no file was chosen; choose files, or drop them")
    if sum(one.size for one in sent) > MOST_BYTES:
        raise SecqaError(too_much())
    stored: dict[Path, str] = {}
    lines = []

    @cache
    def picture_names(folder: Path) -> frozenset[str] | None:
        """The pictures that the filings of a folder show; None where it has no filings."""
        filings = [path for path in stored if path.parent == folder and _is_filing(path.name)]
        return frozenset().union(*map(_pictures_in, filings)) if filings else None

    # Filings first: what stands beside them is kept with them alone.
    for one in sorted(sent, key=lambda one: not _is_filing(_safe_parts(one.name)[-1])):
        *folders, name = _safe_parts(one.name)
        path = folder.joinpath(*folders, _safe(about) + name if _is_filing(name) else name)
        why = _reason(one, path, picture_names)
        if not why:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("xb") as file:
                    shutil.copyfileobj(one.file, file)
                stored[path] = one.name
            except (FileExistsError, NotADirectoryError):  # a folder and a file of one name
                why = "another of this name was sent with it"
        lines += [f"{one.name}: not added: {why}"] if why else []
    return stored, lines


def _reason(one: Upload, path: Path, picture_names: Callable[[Path], frozenset[str] | None]) -> str:
    """Why a file is not stored, given the pictures that filings show; "" where it is."""
    if one.size > LARGEST:
        return f"over {LARGEST // 1_000_000} MB; no filing is that large"
    if not is_filing_file(path.name):
        return f"no filing by its name; they end in {', '.join(SUFFIXES)}"
    shown = picture_names(path.parent) if not _is_filing(path.name) else ()
    if shown is None:
        return "a picture or data file is no filing by itself; send it with its filing"
    if path.suffix.lower() in PICTURES and path.name not in shown:
        return "no filing that was sent with it shows this picture, and it is none by itself"
    return ""


def _pictures_in(filing: Path) -> frozenset[str]:
    with suppress(SecqaError):
        return frozenset(pictures_in(load_file(filing)[0]))
    return frozenset()


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
