"""A filing's markup in, its tags and texts in order out, each tag in our own words.

Nothing of a tag is passed on as it stands: an element of the list is written anew, with the spans
of a cell and a class for its style, and every other tag is dropped. So what comes out is ours,
however broken or hostile what comes in is.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape, unescape

from secqa.app.printed.style_rules import StyleRules
from secqa.filings.containers.pictures import picture_name

_KEPT = (
    "b big blockquote br center dd div dl dt em h1 h2 h3 h4 h5 h6 hr i li ol p pre s small span "
    "strike strong sub sup table tbody td tfoot th thead tr u ul"
)
_SAME = frozenset(_KEPT.split())
_AS = {"font": "span", "ins": "u", "del": "s"}
VOID = frozenset(("br", "hr"))
_TOKEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<[!?][^>]*>|<(/?)([a-zA-Z][\w:.-]*)((?:[^<>\"']|\"[^\"<]*\"|'[^'<]*'|[\"'])*)>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""([\w:.-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+)""")
_MOST_SPANNED = 200
_LONGEST_ALT = 300


@dataclass(frozen=True, slots=True)
class Tag:
    """An element of ours that begins or ends."""

    name: str
    html: str
    """As it is written: `<td class="s3" colspan="2">`, `</td>`."""
    opens: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture; where its file is not at hand, what stands for it."""

    html: str
    ends: int
    """Where its tag's own text ends in the source, before its `>`."""


@dataclass(frozen=True, slots=True)
class Looks:
    """What a file's markup is written with."""

    rules: StyleRules
    """Where the classes of its styles are named."""
    pictures: Mapping[str, str] = field(default_factory=dict)
    """Addresses of ours of the pictures at hand, by the names of their files."""


@dataclass(frozen=True, slots=True)
class Text:
    """Text between two tags."""

    text: str
    begins: int
    """Where it stands in the source."""


def tokens(source: str, looks: Looks) -> Iterator[Tag | Text | Picture]:
    """The tags, texts and pictures of some source."""
    known: dict[str, Tag | None] = {}
    at = 0
    for found in _TOKEN.finditer(source):
        if found.start() > at:
            yield Text(unescape(source[at : found.start()]), at)
        at = found.end()
        written = found.group()
        if (found[2] or "").lower() == "img" and not found[1]:
            yield Picture(_picture(_attributes(found), looks), found.end(3))
            continue
        if written not in known:
            known[written] = _tag(found, looks.rules)
        tag = known[written]
        if tag is not None:
            yield tag
            if tag.opens and tag.name not in VOID and written.endswith("/>"):
                yield Tag(tag.name, f"</{tag.name}>", False)
    if at < len(source):
        yield Text(unescape(source[at:]), at)


def _tag(found: re.Match[str], rules: StyleRules) -> Tag | None:
    closes, name = found.group(1), (found.group(2) or "").lower()
    name = _AS.get(name, name)
    if name not in _SAME:
        return None
    if closes:
        return None if name in VOID else Tag(name, f"</{name}>", False)
    given = _attributes(found)
    style = given.get("style", "")
    if name == "hr" and "break" in style:
        return None
    told = [f"text-align:{given['align']}"] if "align" in given else []
    told += [f"vertical-align:{given['valign']}"] if "valign" in given else []
    told += [f"width:{_length(given['width'])}"] if "width" in given else []
    kind = rules.name_of(";".join([*told, style]))
    attributes = f' class="{kind}"' if kind else ""
    for span in ("colspan", "rowspan"):
        if (count := given.get(span, "")).isdecimal() and len(count) < 4:
            attributes += f' {span}="{min(int(count), _MOST_SPANNED)}"'
    return Tag(name, f"<{name}{attributes}>", True)


def _attributes(found: re.Match[str]) -> dict[str, str]:
    pairs = _ATTRIBUTE.findall(found[3])
    return {key.lower(): unescape(value.strip("\"'")) for key, value in pairs}


def _picture(given: dict[str, str], looks: Looks) -> str:
    name = picture_name(given.get("src", ""))
    alt = escape(given.get("alt", "")[:_LONGEST_ALT])
    if name not in looks.pictures:
        return f'<span class="no-picture">Picture{f": {alt}" if alt else ""}</span>'
    wide = f"width:{_length(given['width'])};" if "width" in given else ""
    kind = looks.rules.name_of(f"{wide}{given.get('style', '')}")
    shown = f' class="{kind}"' if kind else ""
    return f'<img{shown} src="{escape(looks.pictures[name])}" alt="{alt}">'


def _length(given: str) -> str:
    return f"{given}px" if given.isdecimal() else given
