"""Decode bytes from strangers: text in any encoding, white space, and XML without entities.

XML with a document type, and with it every entity, is refused: nothing that secqa reads needs
one, and they are the ways in which XML reads other files, asks other machines and grows without
end.
"""

import codecs
import re
import xml.etree.ElementTree as ET
from typing import Any
from xml.parsers import expat

from secqa.errors import SecqaError

_CHARSET = re.compile(rb"(?:charset|encoding)\s*=\s*[\"']?\s*([\w-]+)")
_REALLY_1252 = ("ascii", "iso8859-1")
"""Declared encodings that mean Windows-1252 in a file that is not UTF-8 (WHATWG Encoding)."""
_CONTROLS = bytes({*range(32), 127} - set(b"\t\n\f\r"))
_HIGH_CONTROLS = re.compile(rb"\xc2[\x80-\x9f]")
"""U+0080 to U+009F in UTF-8, where \xc2 always begins a character."""


def decode(data: bytes) -> str:
    """Text of a file in UTF-8, its declared encoding, or Windows-1252 as browsers assume.

    Drops control characters: none has a meaning in a filing, and a terminal obeys them.
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
        return data.decode("cp1252" if encoding in _REALLY_1252 else encoding, "replace")
    except (LookupError, ValueError):
        return data.decode("cp1252", "replace")


def folded(text: str) -> str:
    """Text with a single blank in place of all white space, and none around it."""
    if text.isprintable() and "  " not in text:
        # A blank is the only printable white space, and splitting takes far longer.
        return text.strip(" ")
    return " ".join(text.split())


def xml_tree(data: bytes, name: str) -> tuple[ET.Element, dict[str, str]]:
    """The tree of a file called `name`, and the prefixes of its namespaces by their addresses.

    Raises `SecqaError` when it is no XML or declares a document type.
    """
    builder = ET.TreeBuilder()
    prefixes: dict[str, str] = {}

    def refuse(*_: object) -> None:
        raise SecqaError(f"{name}: declares a document type, which has no use here")

    # Its stub promises a text, but the default namespace has no prefix: compiled code checks that.
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
    """A name from expat as ElementTree writes it: "{namespace}local"."""
    return f"{{{name}" if "}" in name else name
