"""A ZIP archive -> the filings in it, without ever writing a file.

What comes in are bytes from somewhere; what goes out are members that may be filings, each with
its bytes. An archive can lie: members are read up to a limit whatever size they declare, and
their names are only names.
"""

import io
import re
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress

from secqa.errors import SecqaError

LARGEST_MEMBER = 150_000_000
LARGEST_ARCHIVE = 2_000_000_000
"""Bytes of all members together, uncompressed."""
MOST_MEMBERS = 10_000

_FILING = re.compile(r"(?i).*\.(?:x?html?|txt|pdf)(?:\.gz)?")
# EDGAR's viewer pages and an index are no filings; neither is what a Mac or a mailer adds.
_NOT_FILING = re.compile(
    r"(?i)(?:.*/)?(?:R\d+\.html?|[^/]*-index\.html?|\._.*|__MACOSX/.*)|__MACOSX/.*"
)


def is_archive(data: bytes) -> bool:
    """Whether these are a ZIP archive's bytes."""
    return data.startswith(b"PK\x03\x04")


def archive_members(data: bytes, name: str) -> Iterator[tuple[bytes, str]]:
    """Bytes and name ("archive.zip/member.htm") of each member that may be a filing.

    Raises `SecqaError` for a damaged or encrypted archive and for one that is too large.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise SecqaError(f"{name}: damaged ZIP archive ({error}); download it again") from None
    with archive:
        members = [info for info in archive.infolist() if not info.is_dir()]
        if len(members) > MOST_MEMBERS:
            raise SecqaError(f"{name}: over {MOST_MEMBERS:,} members; unpack it and give a folder")
        left = LARGEST_ARCHIVE
        for info in members:
            if not _FILING.fullmatch(info.filename) or _NOT_FILING.fullmatch(info.filename):
                continue
            if info.flag_bits & 1:
                raise SecqaError(f"{name}: the ZIP archive is encrypted; give it without password")
            content = _content(archive, info, min(LARGEST_MEMBER, left), name)
            left -= len(content)
            yield content, f"{name.rpartition('/')[2]}/{_plain(info.filename)}"


def archive_files(data: bytes, names: Iterable[str], largest: int) -> Iterator[tuple[str, bytes]]:
    """The members of an archive of some plain names, those of `largest` bytes at most.

    Left out is what cannot be read, and a name that several have: nothing tells whose it is.
    """
    found: defaultdict[str, list[zipfile.ZipInfo]] = defaultdict(list)
    with (
        suppress(zipfile.BadZipFile, ValueError, NotImplementedError),
        zipfile.ZipFile(io.BytesIO(data)) as archive,
    ):
        for info in archive.infolist():
            found[re.split(r"[/\\]", info.filename)[-1]].append(info)
        for name in names:
            with suppress(SecqaError):
                if len(found[name]) == 1:
                    yield name, _content(archive, found[name][0], largest, "")


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int, name: str) -> bytes:
    try:
        with archive.open(info) as member:
            content = member.read(most + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, OSError) as error:
        raise SecqaError(f"{name}: damaged member {_plain(info.filename)} ({error})") from None
    if len(content) > most:
        raise SecqaError(f"{name}: {_plain(info.filename)} is too large; no filing is that large")
    return content


def _plain(filename: str) -> str:
    """The last part of a member's name, without anything that a terminal or path would obey."""
    last = re.split(r"[/\\]", filename)[-1]
    return re.sub(r"[^\w.() -]", "_", last)
