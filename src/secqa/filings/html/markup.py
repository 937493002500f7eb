"""Markup to marks: one tag's source text in, what it does to the flow of text out.

A filing repeats a few thousand distinct tags hundreds of thousands of times, so each distinct
tag is understood once and remembered, and so is each combination of a style and a tag. Tags
are read as they stand in the file and not through a tree: XHTML with self-closed tags, old HTML
with none closed, and cut or broken files all keep their order.

Why no HTML library reads the file: lexbor, the fastest one, parses real filings at 200 MB/s, but
its time grows with the square of nesting: 0.6 s for 25,000 nested `<div>`s, 12 s for 100,000.
Like a browser it also leaves XHTML's `<div/>` open and moves text between a table's cells to
before the table. What follows here takes time in proportion to the length of any input.
"""

import re
from functools import lru_cache
from html import unescape
from string import ascii_letters
from sys import intern
from typing import Final

from secqa.filings.blocks import PLAIN, Style
from secqa.filings.html.styles import Change, changed, look_of


class MarkKind:
    """What a tag does to the flow of text: plain numbers, since they are asked for all the time."""

    INLINE: Final = 0
    BLOCK: Final = 1
    CELL: Final = 2
    ROW: Final = 3
    TABLE: Final = 4
    TAG: Final = 5
    """Inline XBRL that carries a value."""
    LINE_BREAK: Final = 6
    IMAGE: Final = 7
    RULE: Final = 8
    SKIP: Final = 9
    """Its content is no text: scripts, style sheets, the head."""
    NOTHING: Final = 10
    """Tags that neither print nor break."""


class Mark:
    """One distinct tag, understood."""

    __slots__ = (
        "around",
        "attributes",
        "break_after",
        "break_before",
        "change",
        "closes",
        "empty",
        "inside",
        "kind",
        "name",
        "rows",
        "shows",
        "span",
        "within",
    )

    def __init__(
        self,
        kind: int,
        name: str,
        closes: bool = False,
        empty: bool = False,
        attributes: dict[str, str] | None = None,
    ) -> None:
        self.kind = kind
        self.name = name
        self.closes = closes
        self.empty = empty
        """Closed in itself: `<div/>`, `<br>`."""
        self.attributes = attributes
        """Kept for inline XBRL and images only."""
        self.change: Change | None = None
        """Fields of `Style` that it sets."""
        self.inside: dict[int, Style] = {}
        """Styles inside it by the `id` of the style around it."""
        self.around: Style | None = None
        self.within: Style = PLAIN
        """The style around it where it was last met, and the one inside it there."""
        self.span = 1
        self.rows = 1
        self.break_before = False
        self.break_after = False
        self.shows = ""
        """Id of the hidden fact that its content shows (`-sec-ix-hidden`)."""


class UnusualTag(ValueError):
    """Text between `<` and the next `>` that is no tag by itself."""


class Marks:
    """The distinct tags of a file by their source text, understood when first asked for."""

    def __init__(self) -> None:
        self._known: dict[str, Mark] = {}
        self._styles: dict[Style, Style] = {}
        self._inside: dict[tuple[object, ...], dict[int, Style]] = {}

    def find(self, tag: str) -> Mark:
        """The mark of what stands between `<` and the next `>`.

        Raises `UnusualTag` where that is no whole tag.
        """
        known = self._known.get(tag)
        if known is not None:
            return known
        parts = tag.split('"')
        if "<" in tag or not _is_whole(tag, parts):
            raise UnusualTag
        return self._remembered(tag, _read_mark(tag, parts))

    def understand(self, tag: str) -> Mark:
        """The mark of a tag, whatever stands in it."""
        return self._remembered(tag, _read_mark(tag, tag.split('"')))

    def _remembered(self, tag: str, mark: Mark) -> Mark:
        if mark.kind == MarkKind.TAG:
            # No two of them are the same.
            return mark
        self._known[tag] = mark
        if mark.change is not None:
            # Tags that change the same share what comes of it.
            key = (mark.kind == MarkKind.CELL, *mark.change.items())
            mark.inside = self._inside.setdefault(key, mark.inside)
        return mark

    def style(self, style: Style) -> Style:
        """The one style of the file that looks like this; it lives as long as the marks."""
        return self._styles.setdefault(style, style)

    def restyle(self, style: Style, mark: Mark) -> Style:
        """The style inside a mark that changes the one around it."""
        within = mark.inside.get(id(style))
        if within is None:
            change = mark.change or {}
            within = self.style(changed(style, change, mark.kind == MarkKind.CELL))
            mark.inside[id(style)] = within
        mark.around, mark.within = style, within
        return within


EXCLUDE = "exclude"
"""The inline XBRL element whose text is no part of the one around it."""

_INLINE_XBRL = {
    kind.lower(): kind
    for kind in ("nonFraction", "nonNumeric", "fraction", "continuation", "footnote", EXCLUDE)
}
_NAMES = {
    MarkKind.BLOCK: "address article aside blockquote body caption center dd details dir div dl dt "
    "fieldset figure footer form h1 h2 h3 h4 h5 h6 head header html li main nav ol p pre "
    "section ul",
    MarkKind.CELL: "td th",
    MarkKind.ROW: "tr",
    MarkKind.TABLE: "table",
    MarkKind.LINE_BREAK: "br",
    MarkKind.IMAGE: "img",
    MarkKind.RULE: "hr",
    MarkKind.SKIP: "script style title xmp template noscript svg",
    MarkKind.NOTHING: "area base col embed input link meta param source wbr",
}
_KINDS = {name: kind for kind, names in _NAMES.items() for name in names.split()}
_VOID = {MarkKind.LINE_BREAK, MarkKind.IMAGE, MarkKind.RULE, MarkKind.NOTHING}

_BEGINS = frozenset(f"{ascii_letters}/!?")
_NAME = re.compile(r"/?([a-zA-Z][\w:.-]*)")
_ATTRIBUTE = re.compile(r"""([\w:.-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+)""")
_NAME_BEFORE_QUOTE = re.compile(r"[^=']*?([\w:.-]+)\s*=\s*")
_BODY = r"""[a-zA-Z/!?](?:[^<>"']*+(?:"[^"<]*+"|'[^'<]*+')?+)*+"""
_WHOLE = re.compile(_BODY)
_WITH_ANGLES = re.compile(f"({_BODY})>")


def _is_whole(tag: str, parts: list[str]) -> bool:
    """Whether a tag, whose `parts` are those between double quotes, ends at its first `>`."""
    if len(parts) % 2 == 0 or "'" in tag:
        return _WHOLE.fullmatch(tag) is not None
    return tag[:1] in _BEGINS


def unusual_tag(chunk: str) -> tuple[str, str] | None:
    """The tag that the text after a `<` begins with, and what follows it; None for no tag.

    Quoted values may hold `>`; a quote that nothing closes is no quote.
    """
    if found := _WITH_ANGLES.match(chunk):
        return found.group(1), chunk[found.end() :]
    tag, end, text = chunk.partition(">")
    if end and len(tag) > 1 and tag[0] in _BEGINS:
        return tag, text
    return None


def _read_mark(tag: str, parts: list[str]) -> Mark:
    """Understand the source text of one tag, such as `td colspan="3" style="..."`.

    `parts` are those between its double quotes.
    """
    kind, name, names = _skeleton(tuple(parts[:-1:2] or parts))
    if tag[0] == "/":
        return Mark(kind, name, closes=True)
    if kind == MarkKind.NOTHING:
        return Mark(kind, name)
    if names is None or "=" in parts[-1]:
        found = ((key.lower(), value.strip("\"'")) for key, value in _ATTRIBUTE.findall(tag))
        attributes = dict(found)
    else:
        attributes = {key: parts[2 * at + 1] for at, key in enumerate(names)}
    if "&" in tag:
        attributes = {key: unescape(value) for key, value in attributes.items()}
    empty = tag[-1] == "/" or kind in _VOID
    if kind == MarkKind.TAG or kind == MarkKind.IMAGE:
        return Mark(kind, name, empty=empty, attributes=attributes)
    mark = Mark(kind, name, empty=empty)
    look = look_of(name, attributes)
    mark.change, mark.shows = look.change, look.shows
    mark.break_before, mark.break_after = look.break_before, look.break_after
    if kind == MarkKind.CELL:
        # A cell that is not displayed takes no place in its row.
        hidden = look.change is not None and "hidden" in look.change
        mark.span = 0 if hidden else _count(attributes.get("colspan"))
        mark.rows = _count(attributes.get("rowspan"))
    if mark.change is None and (kind == MarkKind.CELL or mark.shows):
        mark.change = {}
    return mark


@lru_cache(maxsize=4096)
def _skeleton(texts: tuple[str, ...]) -> tuple[int, str, tuple[str, ...] | None]:
    """Kind, name and names of attributes of a tag from its texts before double quotes.

    No names where a value is quoted otherwise or not at all.
    """
    kind, name = _element(texts[0].split(None, 1)[0])
    found = [_NAME_BEFORE_QUOTE.fullmatch(text) for text in texts]
    if None in found:
        return kind, name, None
    return kind, name, tuple(intern(one.group(1).lower()) for one in found if one)


def _element(head: str) -> tuple[int, str]:
    """Kind and name of an element from `td`, `/td` or `br/`; an inline XBRL one without prefix."""
    found = _NAME.match(head)
    if found is None:
        return MarkKind.NOTHING, ""
    name = intern(found.group(1).lower())
    prefix, _, local = name.rpartition(":")
    if prefix and local in _INLINE_XBRL:
        return MarkKind.TAG, _INLINE_XBRL[local]
    kind = _KINDS.get(name, MarkKind.INLINE)
    return MarkKind.NOTHING if head[0] == "/" and kind in _VOID else kind, name


def _count(text: str | None) -> int:
    """A span; browsers take at most 1000 columns, and so do we of rows."""
    if text is None:
        return 1
    digits = text.strip()
    return min(max(int(digits), 1), 1000) if digits.isdecimal() and len(digits) < 9 else 1
