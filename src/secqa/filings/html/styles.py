"""Read how a tag's name, attributes and inline CSS change the style of text.

Filings style every cell and word by inline CSS: a few hundred distinct declarations, repeated a
hundred thousand times. Each distinct declaration is parsed once; most have no effect here.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from secqa.filings.blocks import Style
from secqa.filings.decoding import whole_number

Change = dict[str, object]
"""New values of `Style` fields by name. `indent` is added; `factor` multiplies the size."""


class Look(NamedTuple):
    """The effects of an element's name and attributes."""

    change: Change | None
    break_before: bool
    break_after: bool
    shows: str
    """Id of the hidden fact that the element displays (`-sec-ix-hidden`), or ""."""


_PROPERTIES = (
    "-sec-ix-hidden break-after break-before display font font-size font-style font-weight margin "
    "margin-left padding padding-left page-break-after page-break-before position text-align "
    "text-decoration text-indent top vertical-align"
)
_READ = frozenset(_PROPERTIES.split())
# Bounded and anchored at the first digit, so that a thousand digits without a unit fail quickly.
_SIZE = re.compile(r"(?<![\d.])(\d{1,6}(?:\.\d{1,20})?|\.\d{1,20})\s*(pt|px|em|rem|%)")
_LENGTH = re.compile(r"(-?\d*\.?\d+)\s*(pt|px|em|in|cm|mm)?")
_POINTS = {"pt": 1.0, "px": 0.75, "em": 10.0, "in": 72.0, "cm": 28.35, "mm": 2.835}
_SIZE_POINTS = {"pt": 1.0, "px": 0.75, "rem": 12.0}
_FONT_SIZES = {"1": 7.5, "2": 10.0, "3": 12.0, "4": 13.5, "5": 18.0, "6": 24.0, "7": 36.0}
_BY_LOOK = {
    "bold": "b strong th",
    "italic": "i em",
    "underline": "u ins",
    "raised": "sup",
    "centred": "center",
    "item": "li",
    "hidden": "ix:header",
}
_NAMED: dict[str, Change] = {
    name: {look: True} for look, names in _BY_LOOK.items() for name in names.split()
}
"""Style changes by element name."""
_NAMED |= {
    f"h{number}": {"bold": True, "size": size, "heading": number}
    for number, size in enumerate((24.0, 18.0, 14.0, 12.0, 10.0, 8.0), 1)
}
_ALIGNED = {"td", "th", "tr", "table", "img"}
_UNINDENTED = {"table", "tr", "html", "body"}
_PAGE_BREAKS = {"always", "page", "left", "right", "recto", "verso"}


def changed(style: Style, change: Change, cell: bool) -> Style:
    """Apply a change to a style; a `cell` starts its indentation anew."""
    change = dict(change)
    factor = change.pop("factor", None)
    if isinstance(factor, float):
        change["size"] = style.size * factor
    indent = change.get("indent", 0.0)
    if isinstance(indent, float):
        change["indent"] = indent if cell else style.indent + indent
    if style.hidden:
        change["hidden"] = True
    return replace(style, **change)  # type: ignore[arg-type]


@lru_cache(maxsize=4096)
def _declaration(text: str) -> tuple[str, str] | None:
    key, colon, value = text.partition(":")
    key, value = key.strip().lower(), value.strip()
    if not colon or key not in _READ:
        return None
    return key, value if key == "-sec-ix-hidden" else value.lower()


def look_of(name: str, attributes: Mapping[str, str]) -> Look:
    """Read the look of an element from its name and attributes."""
    align, size = attributes.get("align", ""), attributes.get("size", "")
    return _look(name, attributes.get("style", ""), align, size if name == "font" else "")


@lru_cache(maxsize=4096)
def _look(name: str, style: str, align: str, size: str) -> Look:
    declared = dict(filter(None, map(_declaration, style.split(";"))))
    change = dict(_NAMED.get(name, {}))
    align = declared.get("text-align") or align.lower()
    if align:
        change["centred"] = align.startswith("cent") or align == "middle"
    if size in _FONT_SIZES:
        change["size"] = _FONT_SIZES[size]
    if declared:
        change |= _declared_change(name, declared)
    return Look(
        change or None,
        _breaks(declared, "before"),
        _breaks(declared, "after"),
        declared.get("-sec-ix-hidden", ""),
    )


def _breaks(declared: Mapping[str, str], side: str) -> bool:
    """Whether there is a page break on this side ("before" or "after") of the element."""
    value = declared.get(f"page-break-{side}") or declared.get(f"break-{side}") or ""
    return value.split("!")[0].strip() in _PAGE_BREAKS


def _declared_change(name: str, declared: Mapping[str, str]) -> Change:
    change: Change = {}
    weight = declared.get("font-weight", "")
    shorthand = declared.get("font", "")
    if weight:
        change["bold"] = weight.startswith("bold") or (whole_number(weight) or 0) >= 600
    elif shorthand:
        change["bold"] = "bold" in shorthand
    slant = declared.get("font-style") or shorthand
    if slant:
        change["italic"] = "italic" in slant or "oblique" in slant
    decoration = declared.get("text-decoration", "")
    if decoration:
        change["underline"] = "underline" in decoration
    size = declared.get("font-size") or shorthand
    if size:
        change |= _size_change(size)
    if declared.get("display", "").startswith("none"):
        change["hidden"] = True
    lift = declared.get("vertical-align", "")
    lifted = lift in ("super", "top", "text-top") and name not in _ALIGNED
    moved_up = declared.get("position") == "relative" and declared.get("top", "").startswith("-")
    if lifted or moved_up:
        change["raised"] = True
    if name not in _UNINDENTED and (indent := _indent(declared)):
        change["indent"] = indent
    return change


def _size_change(text: str) -> Change:
    match = _SIZE.search(text)
    if match is None:
        return {}
    amount, unit = float(match[1]), match[2]
    if unit == "em" or unit == "%":
        return {"factor": amount if unit == "em" else amount / 100}
    return {"size": amount * _SIZE_POINTS[unit]}


def _indent(declared: Mapping[str, str]) -> float:
    """Indentation of the first line in points: left margin, padding and text indent."""
    margin = declared.get("margin-left") or _left(declared.get("margin", ""))
    padding = declared.get("padding-left") or _left(declared.get("padding", ""))
    first = declared.get("text-indent", "")
    return sum(_points(length) for length in (margin, padding, first) if length)


def _left(shorthand: str) -> str:
    """The left value of a CSS box shorthand of one to four values."""
    values = shorthand.split()
    return values[{1: 0, 2: 1, 3: 1}.get(len(values), 3)] if 0 < len(values) <= 4 else ""


@lru_cache(maxsize=1024)
def _points(length: str) -> float:
    match = _LENGTH.match(length)
    return float(match[1]) * _POINTS.get(match[2] or "pt", 1.0) if match else 0.0
