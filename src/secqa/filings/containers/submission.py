"""A full submission text file -> one `Document`: the main document and the exhibits to it.

EDGAR keeps each submission as one `.txt` with a header and all its documents one after another.
The main document is read together with its exhibits 13 (the annual report, which carries the
statements of some companies) and 99 (press releases, which carry those of an 8-K): their pages
follow the main document's own, so that evidence on them has a page like any other. The header
is what EDGAR knows of the filer, and surer than the cover.
"""

import binascii
import hashlib
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile

from secqa.errors import SecqaError
from secqa.filings.containers.exhibits import with_exhibits
from secqa.filings.document import Filing
from secqa.filings.encoding import decode
from secqa.filings.metadata.edgar_header import read_header, with_header

_DOCUMENT = re.compile(r"<DOCUMENT>(.*?)(?:</DOCUMENT>|(?=<DOCUMENT>)|\Z)", re.DOTALL)
_TEXT = re.compile(r"<TEXT>(.*?)(?:</TEXT>|\Z)", re.DOTALL)
_TAG = r"^<{}>[ \t]*([^\n<]*)"
_EXHIBIT = re.compile(r"EX-(?:13|99)(?![0-9])", re.IGNORECASE)
_BINARY = re.compile(r"\s*(?:<PDF>|begin \d{3} |<XBRL>|<XML>|<ZIP>|<EXCEL>|<JSON>)", re.IGNORECASE)
_ENCODED = re.compile(r"\s*begin \d{3} [^\n]*\n(.*)", re.DOTALL)
_INNER_XBRL = re.compile(r"\s*<XBRL>\s*(.*?)\s*</XBRL>\s*\Z", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SubmissionPart:
    """One document of a submission."""

    type: str
    """`10-K`, `EX-13`, …"""
    filename: str
    """As it is stated: a name, never a path."""
    body: str


def is_submission(data: bytes) -> bool:
    """Whether these are a submission's header or documents."""
    head = data[:20_000].lstrip(b"\xef\xbb\xbf \r\n\t")
    if re.match(rb"<(?:SEC-DOCUMENT|SEC-HEADER|IMS-DOCUMENT|IMS-HEADER)>", head):
        return True
    if re.search(rb"^<(?:SEC|IMS)-HEADER>", head, re.MULTILINE):
        return True
    return re.match(rb"<DOCUMENT>\s*<TYPE>", head) is not None


def read_submission(data: bytes, name: str, read: Callable[[bytes, str], Filing]) -> Filing:
    """The main document with its exhibits 13 and 99; `read` reads one document's bytes.

    Raises `SecqaError` when the file has no readable main document.
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
    """The documents that are read of a submission: the main one first, and its exhibits."""
    return _read_documents(_text(data))


def encoded_files(data: bytes, names: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """Those of some files that a submission carries as letters, with their names: its pictures."""
    for part in _parts(_text(data)):
        if part.filename in names and (lines := _ENCODED.match(part.body)):
            yield part.filename, _decoded(lines[1])


def _decoded(lines: str) -> bytes:
    """What uuencoded lines stand for; what is none of it is left out."""
    whole = []
    for line in takewhile(lambda line: line != "end", lines.split("\n")):
        with suppress(binascii.Error):
            whole.append(binascii.a2b_uu(line))
    return b"".join(whole)


def _text(data: bytes) -> str:
    return decode(data).replace("\r\n", "\n")


def _read_documents(text: str) -> list[SubmissionPart]:
    printed = [part for part in _parts(text) if part.body.strip() and not _BINARY.match(part.body)]
    return printed[:1] + [part for part in printed[1:] if _EXHIBIT.match(part.type)]


def _parts(text: str) -> Iterator[SubmissionPart]:
    for match in _DOCUMENT.finditer(text):
        document = match[1]
        body = _TEXT.search(document)
        if body is None:
            continue
        inner = _INNER_XBRL.match(body[1])
        head = document[: body.start()]
        content = inner[1] if inner else body[1]
        yield SubmissionPart(_tag(head, "TYPE"), _tag(head, "FILENAME"), content)


def _filing(part: SubmissionPart, name: str, read: Callable[[bytes, str], Filing]) -> Filing:
    return read(part.body.encode(), name)


def _tag(head: str, name: str) -> str:
    found = re.search(_TAG.format(name), head, re.MULTILINE)
    return found[1].strip() if found else ""
