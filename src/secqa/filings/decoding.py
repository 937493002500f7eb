"""Decode untrusted bytes: text in any encoding, numbers, and XML without entities.

XML with a document type is rejected, and with it all entity declarations: nothing that secqa reads
needs them, and they let XML read other files, call other machines and expand without limit.
"""

import codecs
import html
import math
import re
import xml.etree.ElementTree as ET
from decimal import Decimal
from typing import Any
from xml.parsers import expat

from secqa.errors import SecqaError

_CHARSET = re.compile(rb"(?:charset|encoding)\s*=\s*[\"']?\s*([\w-]+)")
_REALLY_1252 = ("ascii", "iso8859-1")
"""Declared encodings that mean Windows-1252 in a file that is not UTF-8 (WHATWG Encoding)."""
_CONTROLS = bytes({*range(32), 127} - set(b"\t\n\f\r"))
_MOST_DIGITS = 15
"""Maximum digits of a whole number; a float represents all of these exactly."""
_NO_CHARACTER = re.compile(r"&#[0-9]{16,};?")
_HIGH_CONTROLS = re.compile(rb"\xc2[\x80-\x9f]|\xe2(?:\x80[\x8e\x8f\xaa-\xae]|\x81[\xa6-\xa9])")
"""`_CONTROL_CODES` in UTF-8, where \xc2 and \xe2 always begin a character."""
_CONTROL_CODES = dict.fromkeys(
    (*range(0x7F, 0xA0), 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
)
"""Control characters above ASCII: terminal controls and changes of the writing direction."""


def decode(data: bytes) -> str:
    """Decode a file as UTF-8, by its declared encoding, or as Windows-1252 as browsers do.

    Drops control characters, which mean nothing in a filing and could control a terminal.
    """
    data = data.translate(None, _CONTROLS)
    try:
        # ASCII, as most filings are, has no high controls.
        text = data if data.isascii() else _HIGH_CONTROLS.sub(b"", data)
        return text.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    declared = _CHARSET.search(data[:2_000])
    try:
        encoding = codecs.lookup(declared.group(1).decode("ascii")).name if declared else "ascii"
        encoding = "cp1252" if encoding in _REALLY_1252 else encoding
        return data.decode(encoding, "replace").translate(_CONTROL_CODES)
    except (LookupError, ValueError):
        return data.decode("cp1252", "replace")


def unescape(text: str) -> str:
    """Resolve HTML entities and drop control characters, as `decode` does.

    Numeric entities far too long for a character become U+FFFD.
    """
    try:
        return html.unescape(text).translate(_CONTROL_CODES)
    except ValueError:
        # Python converts at most 4,300 digits.
        return html.unescape(_NO_CHARACTER.sub("\ufffd", text)).translate(_CONTROL_CODES)


def whole_number(text: str) -> int | None:
    """Parse a whole number of ASCII digits; None for other texts and over 15 digits.

    `int` accepts digits of any script, rejects some that `isdigit` accepts, and fails on 5,000.
    """
    digits = text[1:] if text.startswith(("+", "-")) else text
    plain = digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS
    return int(text) if plain else None


def finite(value: float | Decimal) -> float | None:
    """Convert a number to a float; None for NaN and for infinity, which large numbers become."""
    number = float(value)
    return number if math.isfinite(number) else None


def printable(text: str) -> str:
    """Remove control characters from a text; line breaks stay."""
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() or sign == "\n" else " " if sign.isspace() else ""
        for sign in text
    )


def folded(text: str) -> str:
    """Replace each run of white space by one space, and remove it at both ends."""
    if text.isprintable() and "  " not in text:
        # A space is the only printable white space, and splitting takes far longer.
        return text.strip(" ")
    return " ".join(text.split())


def xml_tree(data: bytes, name: str) -> tuple[ET.Element, dict[str, str]]:
    """Parse the XML of a file called `name`; return the tree and namespace prefixes by URI.

    Raises `SecqaError` if it is not valid XML or declares a document type.
    """
    builder = ET.TreeBuilder()
    prefixes: dict[str, str] = {}

    def refuse(*_: object) -> None:
        raise SecqaError(f"{name}: declares a document type, which has no use here")

    # The stub declares `str`, but the default namespace has the prefix None.
    def note_prefix(prefix: Any, uri: str) -> None:
        prefixes.setdefault(uri, prefix or "")

    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = refuse
    parser.StartNamespaceDeclHandler = note_prefix
    parser.StartElementHandler = lambda tag, attributes: builder.start(
        _clark_name(tag), {_clark_name(key): value for key, value in attributes.items()}
    )
    parser.EndElementHandler = lambda tag: builder.end(_clark_name(tag))
    parser.CharacterDataHandler = builder.data
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError) as error:
        raise SecqaError(f"{name}: damaged XML ({error}); download it again") from error
    return builder.close(), prefixes


def _clark_name(name: str) -> str:
    """Write a name from expat as ElementTree does: "{namespace}local"."""
    return f"{{{name}" if "}" in name else name
