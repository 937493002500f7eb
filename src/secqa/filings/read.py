"""Read a filing from a path or from bytes, in any supported format, archive or compression.

The error for an unreadable file is one line that says what it is and what to use instead.
"""

import gc
import os
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from secqa.errors import SecqaError
from secqa.filings.containers.sidecar import with_sidecar
from secqa.filings.containers.unpacking import (
    archive_members,
    is_archive,
    is_submission,
    read_submission,
)
from secqa.filings.document import Filing
from secqa.filings.html.read_html import read_html
from secqa.filings.plain_text import is_preformatted, read_plain_text

SUFFIXES = (".html", ".htm", ".xhtml", ".pdf", ".txt", ".zip")
LARGEST = 150_000_000
"""Maximum uncompressed size in bytes; no filing is nearly as large."""

_GZIP = b"\x1f\x8b"
_MAGIC = {
    b"\x89PNG": "an image; give the HTML document of the filing",
    b"\xff\xd8\xff": "an image; give the HTML document of the filing",
    b"GIF8": "an image; give the HTML document of the filing",
}
_PDF = b"%PDF-"
_MARKUP = re.compile(rb"(?i)<\s*(?:!doctype|\?xml|html|body|div|p|tr|td|font|span)\b")


def read_filing(path: str | os.PathLike[str]) -> Filing:
    """Read a filing: HTML, PDF, plain text or a full submission, or any of these with `.gz`.

    The content of a file, not its name, determines its format. A `.zip` must contain one filing.
    A sidecar with EDGAR's record (`secqa.filings.containers.sidecar`) completes the filing.
    Raises `SecqaError` if the path is missing, a folder, an empty file, or not a filing.
    """
    file = Path(path)
    return with_sidecar(_read_file(file), file, _read_file)


def _read_file(path: Path) -> Filing:
    data, name = load_file(path)
    try:
        return read_bytes(data, name)
    except SecqaError as error:
        message = str(error)
        if not message.startswith(f"{name}:"):
            raise
        # Name the path as given, not the file's short name.
        raise SecqaError(f"{path}{message[len(name) :]}") from error


def load_file(path: Path) -> tuple[bytes, str]:
    """Load a file for `read_bytes`: its uncompressed bytes and its name as "folder/file".

    Raises `SecqaError` if the path is missing, a folder, or cannot be read.
    """
    if not path.exists():
        raise SecqaError(f"{path}: no such file; check the path")
    if path.is_dir():
        raise SecqaError(f"{path}: a folder; give one file of it, or ingest the folder")
    try:
        data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise SecqaError(f"{path}: {reason}; check its permissions") from error
    name = f"{path.parent.name}/{path.name}" if path.parent.name else path.name
    # A file name on disk may contain bytes that are not valid text.
    name = os.fsencode(name).decode(errors="replace")
    return (_uncompressed(data, str(path)) if data[:2] == _GZIP else data), name


def read_bytes(data: bytes, name: str) -> Filing:
    """Read a filing from bytes, gzip-compressed or not.

    `name` is the file's name, preferably as "folder/file": it is used in messages and, as the last
    resort, for form and ticker. Raises `SecqaError` if the bytes are not a filing.
    """
    if data[:2] == _GZIP:
        data = _uncompressed(data, name)
    if not data or data.isspace():
        raise SecqaError(f"{name}: empty; download it again")
    head = data.lstrip()[:2_000]
    if is_pdf(data):
        # Imported here, since PDFium takes as long to load as all other modules together.
        from secqa.filings.pdf import read_pdf

        return read_pdf(data, name)
    if is_archive(head):
        return _only_member(data, name)
    for magic, what in _MAGIC.items():
        if head.startswith(magic):
            raise SecqaError(f"{name}: this is {what}")
    if head.count(b"\0") > len(head) // 10:
        raise SecqaError(f"{name}: binary data; give the HTML, PDF or text of a filing")
    if len(data) > LARGEST:
        raise SecqaError(f"{name}: over {LARGEST:,} bytes; no filing is that large")
    if is_submission(data):
        return read_submission(data, name, read_bytes)
    if is_plain_text(data):
        return read_plain_text(data, name)
    with no_collector():
        return read_html(data, name)


def is_pdf(data: bytes) -> bool:
    """Whether the bytes are a PDF."""
    return _PDF in data.lstrip()[:1_024]


def is_plain_text(data: bytes) -> bool:
    """Whether the bytes are plain text, not HTML; they must not be a PDF or an archive."""
    return not _MARKUP.search(data[:100_000]) or is_preformatted(data)


@contextmanager
def no_collector() -> Iterator[None]:
    """Disable garbage collection: reading a filing makes many objects and no cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            # Move all objects to the oldest generation, or the next collection would visit them.
            gc.freeze()
            gc.unfreeze()
            gc.enable()


def _only_member(data: bytes, name: str) -> Filing:
    members = list(islice(archive_members(data, name), 2))
    if not members:
        raise SecqaError(f"{name}: no filing in this ZIP archive; give one that holds filings")
    if len(members) > 1:
        raise SecqaError(f"{name}: several filings in this ZIP archive; unpack it, give the folder")
    return read_bytes(*members[0])


def _uncompressed(data: bytes, name: str) -> bytes:
    """Decompress at most `LARGEST` bytes, so that a gzip bomb cannot fill the memory."""
    reader = zlib.decompressobj(wbits=31)
    try:
        whole = reader.decompress(data, LARGEST + 1)
    except zlib.error as error:
        raise SecqaError(f"{name}: damaged gzip data ({error}); download it again") from error
    if len(whole) > LARGEST:
        raise SecqaError(f"{name}: over {LARGEST:,} bytes uncompressed; no filing is that large")
    return whole
