"""Extract filings from ZIP archives and EDGAR's full submission text files.

Archives are untrusted: members are read up to a limit regardless of the declared size, and their
paths are never used. A submission is one `.txt` file with a header and all its documents. Its main
document is read together with exhibits 13 (the annual report, which has the statements of some
companies) and 99 (press releases, which have those of an 8-K): their pages follow its own, so that
evidence on them has a page number like any other.
"""

import binascii
import hashlib
import io
import re
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile

from secqa.errors import SecqaError
from secqa.filings.containers.sidecar import read_header, with_exhibits, with_header
from secqa.filings.decoding import decode
from secqa.filings.document import Filing

LARGEST_MEMBER = 150_000_000
LARGEST_ARCHIVE = 2_000_000_000
"""Maximum size of all members together, uncompressed, in bytes."""
MOST_MEMBERS = 10_000

_FILING = re.compile(r"(?i).*\.(?:x?html?|txt|pdf)(?:\.gz)?")
_NOT_FILING = re.compile(
    r"(?i)(?:.*/)?(?:R\d+\.html?|[^/]*-index\.html?|\._.*|__MACOSX/.*)|__MACOSX/.*"
)
"""Files of EDGAR's viewer and index, and files added by macOS and mail programs."""


def is_archive(data: bytes) -> bool:
    """Whether the bytes are a ZIP archive."""
    return data.startswith(b"PK\x03\x04")


def archive_members(data: bytes, name: str) -> Iterator[tuple[bytes, str]]:
    """Yield bytes and name ("archive.zip/member.htm") of each member that may be a filing.

    Raises `SecqaError` for a damaged, encrypted or too large archive.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise SecqaError(f"{name}: damaged ZIP archive ({error}); download it again") from None
    with archive:
        members = [info for info in archive.infolist() if not info.is_dir()]
        if len(members) > MOST_MEMBERS:
            raise SecqaError(f"{name}: over {MOST_MEMBERS:,} members; unpack it and give a folder")
        bytes_left = LARGEST_ARCHIVE
        for info in members:
            if not _FILING.fullmatch(info.filename) or _NOT_FILING.fullmatch(info.filename):
                continue
            if info.flag_bits & 1:
                raise SecqaError(f"{name}: the ZIP archive is encrypted; give it without password")
            content = _content(archive, info, min(LARGEST_MEMBER, bytes_left), name)
            bytes_left -= len(content)
            yield content, f"{name.rpartition('/')[2]}/{safe_name(info.filename)}"


def archive_files(data: bytes, names: Iterable[str], largest: int) -> Iterator[tuple[str, bytes]]:
    """Yield the members of an archive with these file names, up to `largest` bytes each.

    Skips unreadable members and names that occur more than once.
    """
    by_name: defaultdict[str, list[zipfile.ZipInfo]] = defaultdict(list)
    with (
        suppress(zipfile.BadZipFile, ValueError, NotImplementedError),
        zipfile.ZipFile(io.BytesIO(data)) as archive,
    ):
        for info in archive.infolist():
            by_name[_last_part(info.filename)].append(info)
        for name in names:
            with suppress(SecqaError):
                if len(by_name[name]) == 1:
                    yield name, _content(archive, by_name[name][0], largest, "")


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int, name: str) -> bytes:
    try:
        with archive.open(info) as member:
            content = member.read(most + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, OSError) as error:
        raise SecqaError(f"{name}: damaged member {safe_name(info.filename)} ({error})") from None
    if len(content) > most:
        raise SecqaError(
            f"{name}: {safe_name(info.filename)} is too large; no filing is that large"
        )
    return content


def safe_name(path: str) -> str:
    """The file name of a path, without characters that are special in terminals or paths."""
    return "".join(one if one.isalnum() or one in "_.() -" else "_" for one in _last_part(path))


def _last_part(filename: str) -> str:
    return filename.replace("\\", "/").rpartition("/")[2]


_SUBMISSION = re.compile(
    rb"\A<(?:SEC|IMS)-DOCUMENT>|^<(?:SEC|IMS)-HEADER>|\A<DOCUMENT>\s*<TYPE>", re.MULTILINE
)
_DOCUMENT = re.compile(r"<DOCUMENT>(.*?)(?:</DOCUMENT>|(?=<DOCUMENT>)|\Z)", re.DOTALL)
_TEXT = re.compile(r"<TEXT>(.*?)(?:</TEXT>|\Z)", re.DOTALL)
EXHIBIT = re.compile(r"EX-(?:13|99)(?![0-9])", re.IGNORECASE)
_BINARY = re.compile(r"\s*(?:<PDF>|begin \d{3} |<XBRL>|<XML>|<ZIP>|<EXCEL>|<JSON>)", re.IGNORECASE)
_ENCODED = re.compile(r"\s*begin \d{3} [^\n]*\n(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class SubmissionPart:
    """One document of a submission."""

    type: str
    """`10-K`, `EX-13`, …"""
    filename: str
    """The declared file name, never a path."""
    body: str


def is_submission(data: bytes) -> bool:
    """Whether the bytes start with a submission's header or documents."""
    head = data[:20_000].lstrip(b"\xef\xbb\xbf \r\n\t")
    return _SUBMISSION.search(head) is not None


def read_submission(data: bytes, name: str, read: Callable[[bytes, str], Filing]) -> Filing:
    """Read the main document with its exhibits 13 and 99; `read` reads one document's bytes.

    Raises `SecqaError` if the main document is missing or cannot be read.
    """
    text = _text(data)
    documents = _read_documents(text)
    if not documents:
        raise SecqaError(f"{name}: a submission without documents; download it again")
    main = _filing(documents[0], name, read)
    exhibits = ((part.type, partial(_filing, part, name, read)) for part in documents[1:])
    whole = with_exhibits(main, exhibits)
    header = read_header(text[: text.find("<DOCUMENT>")])
    metadata = with_header(replace(whole.document.metadata, source=name), header)
    metadata = replace(metadata, sha256=hashlib.sha256(data).hexdigest())
    warnings = whole.document.warnings
    if text.rfind("<DOCUMENT>") > text.rfind("</DOCUMENT>"):
        warnings = (*warnings, "truncated: the submission is cut off; what is left was read")
    document = replace(whole.document, metadata=metadata, warnings=warnings)
    return Filing(document, whole.tagging)


def read_documents(data: bytes) -> list[SubmissionPart]:
    """The main document of a submission and its exhibits 13 and 99."""
    return _read_documents(_text(data))


def encoded_files(data: bytes, names: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of the uuencoded files (pictures) of a submission with these names."""
    for part in _parts(_text(data)):
        if part.filename in names and (lines := _ENCODED.match(part.body)):
            yield part.filename, _decoded(lines[1])


def _decoded(lines: str) -> bytes:
    """Decode uuencoded lines; skips damaged lines."""
    whole = []
    for line in takewhile(lambda line: line != "end", lines.split("\n")):
        with suppress(binascii.Error):
            whole.append(binascii.a2b_uu(line))
    return b"".join(whole)


def _text(data: bytes) -> str:
    return decode(data).replace("\r\n", "\n")


def _read_documents(text: str) -> list[SubmissionPart]:
    printed = [part for part in _parts(text) if part.body.strip() and not _BINARY.match(part.body)]
    return printed[:1] + [part for part in printed[1:] if EXHIBIT.match(part.type)]


def _parts(text: str) -> Iterator[SubmissionPart]:
    for match in _DOCUMENT.finditer(text):
        document = match[1]
        body = _TEXT.search(document)
        if body is None:
            continue
        head = document[: body.start()]
        content, inner = body[1], body[1].strip()
        if (inner[:6].upper(), inner[-7:].upper()) == ("<XBRL>", "</XBRL>"):
            content = inner[6:-7].strip()
        yield SubmissionPart(_tag(head, "TYPE"), _tag(head, "FILENAME"), content)


def _filing(part: SubmissionPart, name: str, read: Callable[[bytes, str], Filing]) -> Filing:
    return read(part.body.encode(), name)


def _tag(head: str, name: str) -> str:
    for line in head.split("\n"):
        if line.startswith(f"<{name}>"):
            return line[len(name) + 2 :].partition("<")[0].strip()
    return ""
