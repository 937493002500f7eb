"""List the documents and pictures of a filing, which are needed to show it as printed.

A submission contains its main document and exhibits. The exhibits of a main document from EDGAR
are files in the same folder, listed in its sidecar. Pictures are in the submission, the archive or
the folder; only PNG, JPEG and GIF are used, which contain no markup. A small file can declare a
picture that fills the memory, so its size is read from its header first.
"""

import re
import struct
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import unquote, urlsplit

from secqa.errors import SecqaError
from secqa.filings.containers.sidecar import read_sidecar
from secqa.filings.containers.unpacking import encoded_files, is_submission, read_documents
from secqa.filings.decoding import unescape

PICTURE = "GRAPHIC"
"""EDGAR's document type of pictures."""
_MOST_BYTES = 30_000_000
"""Maximum total size of all pictures of a filing, in bytes."""


@dataclass(frozen=True, slots=True)
class Part:
    """A document of a filing, or a picture in one."""

    type: str
    """"" for the main document, `EX-13`, `EX-99.1`, or `PICTURE`."""
    name: str
    """File name, never a path; for pictures the name used in the documents."""
    data: bytes


Load = Callable[[Path], bytes]
Find = Callable[[Collection[str]], Iterable[tuple[str, bytes]]]
"""Takes file names and yields the name and bytes of each accompanying file that exists."""


def parts_of(data: bytes, path: Path, load: Load, find: Find) -> tuple[Part, ...]:
    """The documents of a filing, the main one first, and then its pictures.

    `data` is the content of the file at `path` or of a member of that archive; `load` reads an
    exhibit's file, and `find` finds accompanying files.
    """
    documents = [*_documents(data), *_sidecar_exhibits(path, load)]
    if is_submission(data):
        find = partial(encoded_files, data)
    names = sorted({name for part in documents for name in pictures_in(part.data)})
    return (*documents, *_pictures(find(names)))


def folder_files(path: Path) -> Find:
    """Make a `Find` for the files in the folder of `path`."""

    def find(names: Collection[str]) -> Iterator[tuple[str, bytes]]:
        for name in names:
            file = path.with_name(name)
            if file.is_file() and file.stat().st_size <= LARGEST_PICTURE:
                yield name, file.read_bytes()

    return find


def _documents(data: bytes) -> Iterator[Part]:
    if not is_submission(data):
        yield Part("", "", data)
        return
    for at, part in enumerate(read_documents(data)):
        yield Part(part.type if at else "", part.filename, part.body.encode())


def _sidecar_exhibits(path: Path, load: Load) -> Iterator[Part]:
    sidecar = read_sidecar(path)
    for exhibit in sidecar.exhibits if sidecar else ():
        # Reading the filing already warns about unreadable exhibits.
        with suppress(SecqaError):
            yield Part(exhibit.type, exhibit.file, load(path.with_name(exhibit.file)))


def _pictures(files: Iterable[tuple[str, bytes]]) -> Iterator[Part]:
    bytes_left = _MOST_BYTES
    for name, data in files:
        bytes_left -= len(data)
        if bytes_left < 0:
            return
        if is_picture(data):
            yield Part(PICTURE, name, data)


LARGEST_PICTURE = 10_000_000
"""Maximum size of one picture in bytes."""
_MOST_PIXELS = 50_000_000
_MOST_PICTURES = 500
"""Maximum number of pictures of one document."""
_LONGEST_NAME = 256
"""File names must be shorter than this many bytes, as file systems require."""

_KINDS = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
}
"""Media types by the first bytes of a file."""
_IMAGE = re.compile(rb"(?i)<img\b[^<>]*?\bsrc\s*=\s*(?:\"([^\"<>]*)\"|'([^'<>]*)'|([^\s\"'<>]+))")
_FRAMES = re.compile(rb"\xff[\xc0-\xc3\xc5-\xc7\xc9-\xcb\xcd-\xcf]")


def pictures_in(data: bytes) -> list[str]:
    """The file names of the pictures in a document."""
    sources = (first or second or third for first, second, third in _IMAGE.findall(data))
    names = (picture_name(unescape(source.decode("latin-1"))) for source in sources)
    return list(dict.fromkeys(filter(None, names)))[:_MOST_PICTURES]


def picture_name(source: str) -> str:
    """The file name in a picture's address; "" for inline data and invalid addresses."""
    try:
        path = urlsplit(source.strip()).path if not source.strip().startswith("data:") else ""
    except ValueError:
        return ""
    name = unquote(path).replace("\\", "/").rpartition("/")[2]
    fits = name.isprintable() and len(name.encode()) < _LONGEST_NAME
    return name if fits and name not in (".", "..") else ""


def is_picture(data: bytes) -> bool:
    """Whether the bytes are a picture of a supported kind and size."""
    width, height = _size(data)
    return len(data) <= LARGEST_PICTURE and 0 < width * height <= _MOST_PIXELS


def media_type(data: bytes) -> str:
    """The media type of a picture, such as `image/png`; "" for unsupported kinds."""
    return next((kind for begins, kind in _KINDS.items() if data.startswith(begins)), "")


def _size(data: bytes) -> tuple[int, int]:
    """Width and height in pixels; (0, 0) if unknown."""
    try:
        match media_type(data):
            case "image/png":
                return struct.unpack_from(">II", data, 16)
            case "image/gif":
                return struct.unpack_from("<HH", data, 6)
            case "image/jpeg":
                return _jpeg_size(data)
    except struct.error:
        pass
    return 0, 0


def _jpeg_size(data: bytes) -> tuple[int, int]:
    """Find the segment with the size."""
    at = 2
    while at < len(data):
        marker, length = struct.unpack_from(">2sH", data, at)
        if _FRAMES.fullmatch(marker):
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        at += 2 + length
    return 0, 0
