"""A filing's style attributes in, classes of a style sheet of ours out.

A page that forbids inline styles cannot be talked into more by a filing, so every distinct
attribute becomes a class. Only properties that set letters, boxes and tables are kept, with values
that are plain words, lengths and colours: nothing is fetched, nothing leaves its place.
"""

import re
from functools import lru_cache

_PROPERTIES = (
    "background-color border border-bottom border-bottom-color border-bottom-style "
    "border-bottom-width border-collapse border-left border-right border-spacing border-top "
    "border-top-color border-top-style border-top-width color font font-family font-size "
    "font-style font-variant font-weight letter-spacing line-height list-style-type margin "
    "margin-bottom margin-left margin-right margin-top padding padding-bottom padding-left "
    "padding-right padding-top text-align text-decoration text-indent text-transform "
    "vertical-align white-space width"
)
_KEPT = frozenset(_PROPERTIES.split())
_DISPLAYS = ("inline", "inline-block", "block")
_VALUE = re.compile(r"(?:[a-z0-9.%#, +-]|rgba?\([0-9., %]+\))+")
_LONGEST = 200


class StyleRules:
    """The classes of a file, by the declarations that each stands for.

    All stand in an element of the class `scope`, and no rule reaches out of it.
    """

    def __init__(self, scope: str) -> None:
        self._scope = scope
        self._names: dict[str, str] = {}

    def name_of(self, style: str) -> str:
        """The class that looks like a style attribute; "" where nothing of it is kept.

        No sheet of ours names classes like these, or it would colour filings.
        """
        declared = declarations(style)
        return self._names.setdefault(declared, f"own{len(self._names)}") if declared else ""

    @property
    def sheet(self) -> str:
        """The style sheet of all classes that were named."""
        named = self._names.items()
        return "\n".join(f".{self._scope} .{name}{{{body}}}" for body, name in named)


@lru_cache(maxsize=8192)
def declarations(style: str) -> str:
    """What is kept of a style attribute: `font-weight:700;text-align:right`."""
    kept = {}
    for declared in style.lower().split(";"):
        key, colon, value = declared.partition(":")
        key = key.strip()
        value = " ".join(value.split("!")[0].replace('"', "").replace("'", "").split())
        if not colon or len(value) > _LONGEST or not _VALUE.fullmatch(value):
            continue
        key = "background-color" if key == "background" else key
        if key in _KEPT or (key == "display" and value in _DISPLAYS):
            kept[key] = value
    return ";".join(f"{key}:{value}" for key, value in kept.items())
