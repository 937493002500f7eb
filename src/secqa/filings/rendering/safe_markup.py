"""Rewrite the markup of a filing with an allow-list of elements, styles and spans.

No tag is copied: an element on the list is written anew, with the spans of a cell and a class for
its style, and every other tag is dropped. The app's pages forbid inline styles, so each distinct
style attribute becomes a class. Only properties of text, boxes and tables are kept, with words,
lengths and colours as values, so that nothing is fetched and nothing moves out of its place."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from secqa.filings.containers.parts import picture_name
from secqa.filings.decoding import unescape
from secqa.filings.html.markup import ATTRIBUTE

_PROPERTIES = (
    "background-color border border-bottom border-bottom-color border-bottom-style "
    "border-bottom-width border-collapse border-left border-right border-spacing border-top "
    "border-top-color border-top-style border-top-width color font font-family font-size "
    "font-style font-variant font-weight letter-spacing line-height list-style-type margin "
    "margin-bottom margin-left margin-right margin-top padding padding-bottom padding-left "
    "padding-right padding-top text-align text-decoration text-indent text-transform "
    "vertical-align white-space width"
)
_KEPT_PROPERTIES = frozenset(_PROPERTIES.split())
_DISPLAYS = ("inline", "inline-block", "block")
_VALUE = re.compile(r"(?:[a-z0-9.%#, +-]|rgba?\([0-9., %]+\))+")
_LONGEST_VALUE = 200


class MarkupStyle:
    """The CSS classes and pictures of the rewritten markup of a file.

    The rules of all classes apply only inside an element of the class `scope`. `pictures` maps
    the file names of available pictures to their addresses in the app.
    """

    def __init__(self, scope: str, pictures: Mapping[str, str]) -> None:
        self._scope = scope
        self.pictures = pictures
        self._names: dict[str, str] = {}

    def name_of(self, style: str) -> str:
        """The class for a style attribute; "" if no declaration is kept.

        The app's own style sheets must not use these class names.
        """
        declared = declarations(style)
        return self._names.setdefault(declared, f"own{len(self._names)}") if declared else ""

    @property
    def sheet(self) -> str:
        """The style sheet of all classes so far."""
        named = self._names.items()
        return "\n".join(f".{self._scope} .{name}{{{body}}}" for body, name in named)


@lru_cache(maxsize=8192)
def declarations(style: str) -> str:
    """The allowed declarations of a style attribute: `font-weight:700;text-align:right`."""
    kept = {}
    for declared in style.lower().split(";"):
        key, colon, value = declared.partition(":")
        key = key.strip()
        value = " ".join(value.split("!")[0].replace('"', "").replace("'", "").split())
        if not colon or len(value) > _LONGEST_VALUE or not _VALUE.fullmatch(value):
            continue
        key = "background-color" if key == "background" else key
        if key in _KEPT_PROPERTIES or (key == "display" and value in _DISPLAYS):
            kept[key] = value
    return ";".join(f"{key}:{value}" for key, value in kept.items())


_ELEMENTS = (
    "b big blockquote br center dd div dl dt em h1 h2 h3 h4 h5 h6 hr i li ol p pre s small span "
    "strike strong sub sup table tbody td tfoot th thead tr u ul"
)
_KEPT_ELEMENTS = frozenset(_ELEMENTS.split())
_REPLACED = {"font": "span", "ins": "u", "del": "s"}
VOID = frozenset(("br", "hr"))
_TOKEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<[!?][^>]*>|<(/?)([a-zA-Z][\w:.-]*)((?:[^<>\"']|\"[^\"<]*\"|'[^'<]*'|[\"'])*)>",
    re.DOTALL,
)
_MOST_SPANNED = 200
_LONGEST_ALT = 300


@dataclass(frozen=True, slots=True)
class MarkupTag:
    """A rewritten start or end tag."""

    name: str
    html: str
    """`<td class="own3" colspan="2">`, `</td>`."""
    opens: bool


@dataclass(frozen=True, slots=True)
class MarkupPicture:
    """A picture, or a placeholder if its file is missing."""

    html: str
    ends: int
    """Offset in the source of the end of its tag, before the `>`."""


@dataclass(frozen=True, slots=True)
class MarkupText:
    """Text between two tags."""

    text: str
    begins: int
    """Offset in the source."""


def tokens(source: str, looks: MarkupStyle) -> Iterator[MarkupTag | MarkupText | MarkupPicture]:
    """Yield the rewritten tags, texts and pictures of HTML source."""
    known: dict[str, MarkupTag | None] = {}
    at = 0
    for match in _TOKEN.finditer(source):
        if match.start() > at:
            yield MarkupText(unescape(source[at : match.start()]), at)
        at = match.end()
        written = match.group()
        if (match[2] or "").lower() == "img" and not match[1]:
            yield MarkupPicture(_picture(_attributes(match), looks), match.end(3))
            continue
        if written not in known:
            known[written] = _tag(match, looks)
        tag = known[written]
        if tag is not None:
            yield tag
            if tag.opens and tag.name not in VOID and written.endswith("/>"):
                yield MarkupTag(tag.name, f"</{tag.name}>", False)
    if at < len(source):
        yield MarkupText(unescape(source[at:]), at)


def _tag(match: re.Match[str], looks: MarkupStyle) -> MarkupTag | None:
    closes, name = match.group(1), (match.group(2) or "").lower()
    name = _REPLACED.get(name, name)
    if name not in _KEPT_ELEMENTS:
        return None
    if closes:
        return None if name in VOID else MarkupTag(name, f"</{name}>", False)
    given = _attributes(match)
    style = given.get("style", "")
    if name == "hr" and "break" in style:
        return None
    styles = [f"text-align:{given['align']}"] if "align" in given else []
    styles += [f"vertical-align:{given['valign']}"] if "valign" in given else []
    styles += [f"width:{_length(given['width'])}"] if "width" in given else []
    kind = looks.name_of(";".join([*styles, style]))
    attributes = f' class="{kind}"' if kind else ""
    for span in ("colspan", "rowspan"):
        if (count := given.get(span, "")).isdecimal() and len(count) < 4:
            attributes += f' {span}="{min(int(count), _MOST_SPANNED)}"'
    return MarkupTag(name, f"<{name}{attributes}>", True)


def _attributes(match: re.Match[str]) -> dict[str, str]:
    pairs = ATTRIBUTE.findall(match[3])
    return {key.lower(): unescape(value.strip("\"'")) for key, value in pairs}


def _picture(given: dict[str, str], looks: MarkupStyle) -> str:
    name = picture_name(given.get("src", ""))
    alt = escape(given.get("alt", "")[:_LONGEST_ALT])
    if name not in looks.pictures:
        return f'<span class="no-picture">Picture{f": {alt}" if alt else ""}</span>'
    wide = f"width:{_length(given['width'])};" if "width" in given else ""
    kind = looks.name_of(f"{wide}{given.get('style', '')}")
    attribute = f' class="{kind}"' if kind else ""
    return f'<img{attribute} src="{escape(looks.pictures[name])}" alt="{alt}">'


def _length(given: str) -> str:
    return f"{given}px" if given.isdecimal() else given
