"""A filing's markup in, its tags and texts in order out, each tag in our own words.

Nothing of a tag is passed on as it stands: an element of the list is written anew, with the spans
of a cell and a class for its style, and every other tag is dropped. So what comes out is ours,
however broken or hostile what comes in is.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

from secqa.app.printed.style_rules import StyleRules

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


@dataclass(frozen=True, slots=True)
class Tag:
    """An element of ours that begins or ends."""

    name: str
    html: str
    """As it is written: `<td class="s3" colspan="2">`, `</td>`."""
    opens: bool


@dataclass(frozen=True, slots=True)
class Text:
    """Text between two tags."""

    text: str
    begins: int
    """Where it stands in the source."""


def tokens(source: str, rules: StyleRules) -> Iterator[Tag | Text]:
    """The tags and texts of some source; classes are named in `rules`."""
    known: dict[str, Tag | None] = {}
    at = 0
    for found in _TOKEN.finditer(source):
        if found.start() > at:
            yield Text(unescape(source[at : found.start()]), at)
        at = found.end()
        written = found.group()
        if written not in known:
            known[written] = _tag(found, rules)
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
    given = {
        key.lower(): unescape(value.strip("\"'")) for key, value in _ATTRIBUTE.findall(found[3])
    }
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


def _length(given: str) -> str:
    return f"{given}px" if given.isdecimal() else given
