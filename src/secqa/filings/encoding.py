"""Bytes of a file -> its text, in whatever encoding it is and whatever it says of that."""

import codecs
import re

_CHARSET = re.compile(rb"(?:charset|encoding)\s*=\s*[\"']?\s*([\w-]+)")
_REALLY_1252 = ("ascii", "iso8859-1")
"""What a file that is not UTF-8 may say of itself where it means Windows-1252 (WHATWG Encoding)."""
_CONTROLS = bytes({*range(32), 127} - set(b"\t\n\f\r"))
_HIGH_CONTROLS = re.compile(rb"\xc2[\x80-\x9f]")
"""U+0080 to U+009F in UTF-8, where \xc2 always begins a character."""


def decode(data: bytes) -> str:
    """Text of a file in UTF-8, its declared encoding, or Windows-1252 as browsers assume.

    Control characters are left out: none has a meaning in a filing, and a terminal obeys them.
    """
    data = data.translate(None, _CONTROLS)
    try:
        # Most filings are ASCII, in which there are none.
        text = data if data.isascii() else _HIGH_CONTROLS.sub(b"", data)
        return text.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    declared = _CHARSET.search(data[:2_000])
    try:
        encoding = codecs.lookup(declared.group(1).decode("ascii")).name if declared else "ascii"
        return data.decode("cp1252" if encoding in _REALLY_1252 else encoding, "replace")
    except (LookupError, ValueError):
        return data.decode("cp1252", "replace")
