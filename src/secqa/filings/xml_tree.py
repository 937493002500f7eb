"""XML of strangers in, its tree out.

A document type, and with it every entity, is refused: nothing that is read needs one, and they are
the ways in which XML reads other files, asks other machines and grows without end.
"""

import xml.etree.ElementTree as ET
from xml.parsers import expat

from secqa.errors import SecqaError


def xml_tree(data: bytes, name: str) -> tuple[ET.Element, dict[str, str]]:
    """The tree of a file called `name`, and the prefixes of its namespaces by their addresses.

    Raises `SecqaError` when it is no XML or declares a document type.
    """
    builder = ET.TreeBuilder()
    prefixes: dict[str, str] = {}

    def refuse(*_: object) -> None:
        raise SecqaError(f"{name}: declares a document type, which has no use here")

    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = refuse
    parser.StartNamespaceDeclHandler = lambda p, uri: prefixes.setdefault(uri, p or "")
    parser.StartElementHandler = lambda tag, attributes: builder.start(
        _named(tag), {_named(key): value for key, value in attributes.items()}
    )
    parser.EndElementHandler = lambda tag: builder.end(_named(tag))
    parser.CharacterDataHandler = builder.data
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError) as error:  # also of unknown encodings
        raise SecqaError(f"{name}: damaged XML ({error}); download it again") from error
    return builder.close(), prefixes


def _named(name: str) -> str:
    return f"{{{name}" if "}" in name else name
