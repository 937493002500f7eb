"""Pictures in filings: which a document shows, and what kind of picture some bytes are.

Only what every browser draws and what holds no markup counts: PNG, JPEG and GIF. A small file can
declare a picture that fills the memory of whoever looks at it, so its size is read from its head.
"""

import re
import struct
from html import unescape
from urllib.parse import unquote, urlsplit

LARGEST_PICTURE = 10_000_000
"""Bytes."""
_MOST_PIXELS = 50_000_000
_MOST_PICTURES = 500
"""Of one document."""

_KINDS = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
}
"""By the first bytes."""
_IMAGE = re.compile(rb"(?i)<img\b[^<>]*?\bsrc\s*=\s*(?:\"([^\"<>]*)\"|'([^'<>]*)'|([^\s\"'<>]+))")
_FRAMES = re.compile(rb"\xff[\xc0-\xc3\xc5-\xc7\xc9-\xcb\xcd-\xcf]")


def pictures_in(data: bytes) -> list[str]:
    """The names of the files that a document shows as pictures."""
    found = (first or second or third for first, second, third in _IMAGE.findall(data))
    names = (picture_name(unescape(source.decode("latin-1"))) for source in found)
    return list(dict.fromkeys(filter(None, names)))[:_MOST_PICTURES]


def picture_name(source: str) -> str:
    """The plain name of the file at an address of a picture; "" for data and for what has none."""
    try:
        path = urlsplit(source.strip()).path if not source.strip().startswith("data:") else ""
    except ValueError:
        return ""
    name = re.split(r"[/\\]", unquote(path))[-1]
    return name if name.isprintable() and name not in (".", "..") and len(name) < 200 else ""


def is_picture(data: bytes) -> bool:
    """Whether some bytes are a picture that can be shown."""
    width, height = _size(data)
    return len(data) <= LARGEST_PICTURE and 0 < width * height <= _MOST_PIXELS


def media_type(data: bytes) -> str:
    """The kind of a picture, `image/png`; "" where it is none of those that are shown."""
    return next((kind for begins, kind in _KINDS.items() if data.startswith(begins)), "")


def _size(data: bytes) -> tuple[int, int]:
    """Width and height in pixels; (0, 0) where they are not told."""
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
    """From segment to segment, each with its length, to the one that tells the size."""
    at = 2
    while at < len(data):
        marker, length = struct.unpack_from(">2sH", data, at)
        if _FRAMES.fullmatch(marker):
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        at += 2 + length
    return 0, 0
