"""Markup to marks and styles: one tag's source text in, what it means for reading out.

A filing repeats a few thousand distinct tags hundreds of thousands of times, so each distinct
tag is understood once and remembered. Only what reading needs is kept: whether text breaks
before and after, how it looks (bold, size, centred, indented, hidden), spans, page breaks.
Tags are read as they stand in the file and not through a tree: XHTML with self-closed tags,
old HTML with none closed, and cut or broken files all keep their order, in linear time.
"""

import re
from dataclasses import dataclass
from enum import IntEnum
from html import unescape
from sys import intern
from typing import NamedTuple


class Kind(IntEnum):
    """What a tag does to the flow of text; `INLINE` is 0, the usual case."""

    INLINE = 0
    BLOCK = 1
    CELL = 2
    ROW = 3
    TABLE = 4
    TAG = 5
    """Inline XBRL that carries a value."""
    LINE_BREAK = 6
    IMAGE = 7
    RULE = 8
    SKIP = 9
    """Its content is no text: scripts, style sheets, the head."""
    NOTHING = 10


class Marks(dict[str, "Mark"]):
    """The distinct tags of a file by their source text, understood when first asked for."""

    def __missing__(self, tag: str) -> "Mark":
        mark = self[tag] = read_mark(tag)
        return mark


class Style(NamedTuple):
    """How text looks at one point of the file."""

    bold: bool = False
    italic: bool = False
    underline: bool = False
    size: float = 10.0
    """Points."""
    centred: bool = False
    hidden: bool = False
    raised: bool = False
    """Superscript."""
    indent: float = 0.0
    """Points from the left edge of its page or cell."""
    heading: int = 0
    """1 to 6 inside h1 to h6."""
    item: bool = False
    """Inside a list item."""


@dataclass(slots=True, eq=False)
class Mark:
    """One distinct tag, understood."""

    kind: Kind
    name: str
    closing: bool = False
    """`</div>`."""
    empty: bool = False
    """Closed in itself: `<div/>`, `<br>`."""
    change: dict[str, object] | None = None
    """Fields of `Style` that it sets; `indent` is added to."""
    span: int = 1
    rows: int = 1
    break_before: bool = False
    break_after: bool = False
    shows: str = ""
    """Id of the hidden fact that its content shows (`-sec-ix-hidden`)."""
    attributes: dict[str, str] | None = None
    """Kept for inline XBRL and images only."""


_INLINE_XBRL = {
    kind.lower(): kind for kind in ("nonFraction", "nonNumeric", "fraction", "continuation")
}
_NAMES = {
    Kind.BLOCK: "address article aside blockquote body caption center dd details dir div dl dt "
    "fieldset figure footer form h1 h2 h3 h4 h5 h6 head header html li main nav ol p pre "
    "section ul",
    Kind.CELL: "td th",
    Kind.ROW: "tr",
    Kind.TABLE: "table",
    Kind.LINE_BREAK: "br",
    Kind.IMAGE: "img",
    Kind.RULE: "hr",
    Kind.SKIP: "script style title xmp template noscript svg",
    Kind.NOTHING: "area base col embed input link meta param source wbr",
}
_KINDS = {name: kind for kind, names in _NAMES.items() for name in names.split()}
_VOID = {Kind.LINE_BREAK, Kind.IMAGE, Kind.RULE, Kind.NOTHING}

_NAME = re.compile(r"</?\s*([a-zA-Z][\w:.-]*)")
_ATTRIBUTE = re.compile(r"""([\w:.-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+)""")
_QUOTED = re.compile(r'([\w:.-]+)="([^"]*)"')
_LENGTH = re.compile(r"(-?\d*\.?\d+)\s*(pt|px|em|in|cm|mm)?")
_POINTS = {"pt": 1.0, "px": 0.75, "em": 10.0, "in": 72.0, "cm": 28.35, "mm": 2.835}
_FONT_SIZES = {"1": 7.5, "2": 10.0, "3": 12.0, "4": 13.5, "5": 18.0, "6": 24.0, "7": 36.0}
_HEADING_SIZES = {"h1": 24.0, "h2": 18.0, "h3": 14.0, "h4": 12.0, "h5": 10.0, "h6": 8.0}
_ALIGNED = {"td", "th", "tr", "table", "img"}
_PAGE_BREAKS = {"always", "page", "left", "right", "recto", "verso"}


def read_mark(tag: str) -> Mark:
    """Understand the source text of one tag, such as `<td colspan="3" style="...">`."""
    found = _NAME.match(tag)
    if found is None:
        return Mark(Kind.NOTHING, "")
    name = intern(found.group(1).lower())
    prefix, _, local = name.rpartition(":")
    kind = _KINDS.get(name, Kind.INLINE)
    if local in _INLINE_XBRL and prefix:
        kind, name = Kind.TAG, _INLINE_XBRL[local]
    if tag[1] == "/":
        return Mark(Kind.NOTHING if kind in _VOID else kind, name, closing=True)
    attributes = _attributes(tag)
    mark = Mark(kind, name, empty=tag.endswith("/>") or kind in _VOID)
    if kind is Kind.TAG or kind is Kind.IMAGE:
        mark.attributes = attributes
        return mark
    declared = _declarations(attributes.get("style", ""))
    mark.change = _style_change(name, attributes, declared) or None
    mark.shows = declared.get("-sec-ix-hidden", "")
    mark.break_before = _breaks(declared, "before")
    mark.break_after = _breaks(declared, "after")
    if kind is Kind.CELL:
        mark.span = _count(attributes.get("colspan"))
        mark.rows = _count(attributes.get("rowspan"))
    return mark


def apply(style: Style, mark: Mark) -> Style:
    """The style inside an element that opens with `mark`."""
    if mark.kind is Kind.CELL:
        style = style._replace(indent=0.0)
    if not mark.change:
        return style
    change = dict(mark.change)
    factor = change.pop("factor", None)
    if isinstance(factor, float):
        change["size"] = style.size * factor
    indent = change.get("indent")
    if isinstance(indent, float):
        change["indent"] = style.indent + indent
    if style.hidden:
        change["hidden"] = True
    return style._replace(**change)  # type: ignore[arg-type]


def _attributes(tag: str) -> dict[str, str]:
    """Attribute values by lower-cased name."""
    if tag.count("=") == tag.count('="'):
        attributes = {key.lower(): value for key, value in _QUOTED.findall(tag)}
    else:
        attributes = {key.lower(): value.strip("\"'") for key, value in _ATTRIBUTE.findall(tag)}
    if "&" in tag:
        return {key: unescape(value) for key, value in attributes.items()}
    return attributes


def _count(text: str | None) -> int:
    """A span; browsers take at most 1000 columns, and so do we of rows."""
    digits = (text or "").strip()
    return min(max(int(digits), 1), 1000) if digits.isdecimal() and len(digits) < 9 else 1


def _declarations(style: str) -> dict[str, str]:
    """A style attribute as property -> value, lower-cased but for ids."""
    found = {}
    for declaration in style.split(";"):
        key, colon, value = declaration.partition(":")
        if colon:
            key, value = key.strip().lower(), value.strip()
            found[key] = value if key == "-sec-ix-hidden" else value.lower()
    return found


def _breaks(declared: dict[str, str], side: str) -> bool:
    value = declared.get(f"page-break-{side}") or declared.get(f"break-{side}") or ""
    return value.split("!")[0].strip() in _PAGE_BREAKS


def _style_change(
    name: str, attributes: dict[str, str], declared: dict[str, str]
) -> dict[str, object]:
    change = _name_change(name)
    align = declared.get("text-align") or attributes.get("align", "").lower()
    if align:
        change["centred"] = align.startswith("cent") or align == "middle"
    if name == "font" and attributes.get("size") in _FONT_SIZES:
        change["size"] = _FONT_SIZES[attributes["size"]]
    if not declared:
        return change
    weight = declared.get("font-weight", "")
    shorthand = declared.get("font", "")
    if weight:
        change["bold"] = weight.startswith("bold") or (weight.isdecimal() and int(weight) >= 600)
    elif shorthand:
        change["bold"] = "bold" in shorthand
    slant = declared.get("font-style") or shorthand
    if slant:
        change["italic"] = "italic" in slant or "oblique" in slant
    decoration = declared.get("text-decoration", "")
    if decoration:
        change["underline"] = "underline" in decoration
    change |= _size_change(declared.get("font-size") or shorthand)
    if declared.get("display", "").startswith("none"):
        change["hidden"] = True
    lift = declared.get("vertical-align", "")
    lifted = lift in ("super", "top", "text-top") and name not in _ALIGNED
    moved_up = declared.get("position") == "relative" and declared.get("top", "").startswith("-")
    if lifted or moved_up:
        change["raised"] = True
    if name not in ("table", "tr", "html", "body"):
        indent = _indent(declared)
        if indent:
            change["indent"] = indent
    return change


def _name_change(name: str) -> dict[str, object]:
    if name in ("b", "strong", "th"):
        return {"bold": True}
    if name in ("i", "em"):
        return {"italic": True}
    if name in ("u", "ins"):
        return {"underline": True}
    if name in _HEADING_SIZES:
        return {"bold": True, "size": _HEADING_SIZES[name], "heading": int(name[1])}
    if name == "sup":
        return {"raised": True}
    if name == "center":
        return {"centred": True}
    if name == "li":
        return {"item": True}
    return {"hidden": True} if name == "ix:header" else {}


def _size_change(text: str) -> dict[str, object]:
    found = re.search(r"(\d*\.?\d+)\s*(pt|px|em|rem|%)", text)
    if found is None:
        return {}
    amount, unit = float(found.group(1)), found.group(2)
    if unit == "em" or unit == "%":
        return {"factor": amount if unit == "em" else amount / 100}
    return {"size": amount * {"pt": 1.0, "px": 0.75, "rem": 12.0}[unit]}


def _indent(declared: dict[str, str]) -> float:
    """Where the first line starts, in points: left margin and padding plus text indent."""
    return (
        _points(declared.get("margin-left") or _left(declared.get("margin", "")))
        + _points(declared.get("padding-left") or _left(declared.get("padding", "")))
        + _points(declared.get("text-indent", ""))
    )


def _left(shorthand: str) -> str:
    """The left value of a CSS box shorthand of one to four values."""
    values = shorthand.split()
    return values[{1: 0, 2: 1, 3: 1}.get(len(values), 3)] if 0 < len(values) <= 4 else ""


def _points(length: str) -> float:
    found = _LENGTH.match(length)
    return float(found.group(1)) * _POINTS.get(found.group(2) or "pt", 1.0) if found else 0.0
