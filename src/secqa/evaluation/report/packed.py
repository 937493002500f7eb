"""Data for the report's script: JSON in, text out that is safe inside a script element.

What the page shows at once stays readable; what is only unfolded is compressed, so that thousands
of answers and their pages stay small, and takes no time to parse before it is asked for.
"""

import json
import zlib
from base64 import b64encode
from typing import Any

_ESCAPES = {
    "<": "\\u003c",
    ">": "\\u003e",
    "&": "\\u0026",
    "\u2028": "\\u2028",
    "\u2029": "\\u2029",
}


class Texts:
    """A list of texts without repeats."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self._places: dict[str, int] = {}

    def place(self, text: str) -> int:
        """Where the text stands in the list; it is added when it does not."""
        if text not in self._places:
            self._places[text] = len(self.all)
            self.all.append(text)
        return self._places[text]


def script_json(data: dict[str, Any]) -> str:
    """JSON in which nothing can end a script element or begin markup, whatever texts it holds."""
    text = compact(data)
    for character, escape in _ESCAPES.items():
        text = text.replace(character, escape)
    return text


def packed(data: dict[str, Any]) -> str:
    """JSON, compressed (zlib) and in base64: letters, digits, "+", "/" and "=" alone."""
    return b64encode(zlib.compress(compact(data).encode("utf-8", "replace"))).decode()


def compact(data: object) -> str:
    """JSON without spaces."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
