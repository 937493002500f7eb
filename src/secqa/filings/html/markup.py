"""Parse each distinct tag of a file once into its effect on the flow of text.

A filing repeats a few thousand distinct tags hundreds of thousands of times, so parsed tags are
cached, and so is each combination of a style and a tag. A parsed HTML tag is called a mark here,
since `tag` means an inline XBRL tag elsewhere. No tree is built: XHTML with self-closing tags, old
HTML without closing tags, and broken files all keep their order.

No HTML library is used: the time of lexbor, the fastest at 200 MB/s, grows with the square of
nesting (0.6 s for 25,000 nested `<div>`s, 12 s for 100,000). Like a browser it leaves XHTML's
`<div/>` open and moves text between cells to before the table. This module takes linear time.
"""

import re
from functools import lru_cache
from string import ascii_letters
from sys import intern
from typing import Final

from secqa.filings.blocks import PLAIN, Style
from secqa.filings.decoding import unescape
from secqa.filings.html.styles import Change, changed, look_of


class TagKind:
    """The effect of a tag on the flow of text; plain integers, which compare fastest."""

    INLINE: Final = 0
    BLOCK: Final = 1
    CELL: Final = 2
    ROW: Final = 3
    TABLE: Final = 4
    TAG: Final = 5
    """Inline XBRL with a value."""
    LINE_BREAK: Final = 6
    IMAGE: Final = 7
    RULE: Final = 8
    SKIP: Final = 9
    """Elements without printed content: scripts, style sheets, the head."""
    NOTHING: Final = 10
    """Tags without any effect."""


class HtmlTag:
    """One distinct tag, parsed."""

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
        """True for elements without content: `<div/>`, `<br>`."""
        self.attributes = attributes
        """None except for inline XBRL and images."""
        self.change: Change | None = None
        """Fields of `Style` that it sets."""
        self.inside: dict[int, Style] = {}
        """The style inside the element by the `id` of the style around it."""
        self.around: Style | None = None
        self.within: Style = PLAIN
        """The styles around and inside the element at its last occurrence."""
        self.span = 1
        self.rows = 1
        self.break_before = False
        self.break_after = False
        self.shows = ""
        """Id of the hidden fact that the element displays (`-sec-ix-hidden`), or ""."""


class UnusualTag(ValueError):
    """The text between `<` and the next `>` is not a complete tag."""


class HtmlTagCache:
    """The distinct tags of a file by their source text, parsed at their first occurrence."""

    def __init__(self) -> None:
        self._known: dict[str, HtmlTag] = {}
        self._styles: dict[Style, Style] = {}
        self._inside: dict[tuple[object, ...], dict[int, Style]] = {}

    def find(self, tag: str) -> HtmlTag:
        """Return the mark of the text between `<` and the next `>`.

        Raises `UnusualTag` if that is not a complete tag.
        """
        known = self._known.get(tag)
        if known is not None:
            return known
        parts = tag.split('"')
        if "<" in tag or not _is_whole(tag, parts):
            raise UnusualTag
        return self._cached(tag, _read_mark(tag, parts))

    def parse(self, tag: str) -> HtmlTag:
        """Return the mark of a tag without checking its quotes."""
        return self._cached(tag, _read_mark(tag, tag.split('"')))

    def _cached(self, tag: str, mark: HtmlTag) -> HtmlTag:
        if mark.kind == TagKind.TAG:
            # Inline XBRL tags are all different.
            return mark
        self._known[tag] = mark
        if mark.change is not None:
            # Tags with the same change share the resulting styles.
            key = (mark.kind == TagKind.CELL, *mark.change.items())
            mark.inside = self._inside.setdefault(key, mark.inside)
        return mark

    def style(self, style: Style) -> Style:
        """Return the single instance of this style, which lives as long as the cache."""
        return self._styles.setdefault(style, style)

    def restyle(self, style: Style, mark: HtmlTag) -> Style:
        """Return the style inside an element, given the style around it."""
        within = mark.inside.get(id(style))
        if within is None:
            change = mark.change or {}
            within = self.style(changed(style, change, mark.kind == TagKind.CELL))
            mark.inside[id(style)] = within
        mark.around, mark.within = style, within
        return within


class TagRuns:
    """The runs of tags between two texts, by their source from the first `<` to the last `>`."""

    def __init__(self, marks: HtmlTagCache) -> None:
        self.known: dict[str, list[HtmlTag]] = {}
        self.marks = marks

    def read(self, run: str) -> list[HtmlTag]:
        """Parse a new run; raises `UnusualTag` if part of it is not a complete tag."""
        if run.startswith("ix:"):
            # Inline XBRL tags are all different, but the tags after them repeat.
            tag, behind, run = run.partition("><")
            tags = [self.marks.find(tag)]
            if behind:
                tags += self.known.get(run) or self.read(run)
            return tags
        tags = self.known[run] = [self.marks.find(tag) for tag in run.split("><")]
        return tags


EXCLUDE = "exclude"
"""The inline XBRL element whose text is left out of the element around it."""

_INLINE_XBRL = {
    kind.lower(): kind
    for kind in ("nonFraction", "nonNumeric", "fraction", "continuation", "footnote", EXCLUDE)
}
_NAMES = {
    TagKind.BLOCK: "address article aside blockquote body caption center dd details dir div dl dt "
    "fieldset figure footer form h1 h2 h3 h4 h5 h6 head header html li main nav ol p pre "
    "section ul",
    TagKind.CELL: "td th",
    TagKind.ROW: "tr",
    TagKind.TABLE: "table",
    TagKind.LINE_BREAK: "br",
    TagKind.IMAGE: "img",
    TagKind.RULE: "hr",
    TagKind.SKIP: "script style title xmp template noscript svg",
    TagKind.NOTHING: "area base col embed input link meta param source wbr",
}
_KINDS = {name: kind for kind, names in _NAMES.items() for name in names.split()}
_VOID = {TagKind.LINE_BREAK, TagKind.IMAGE, TagKind.RULE, TagKind.NOTHING}

_BEGINS = frozenset(f"{ascii_letters}/!?")
_NAME = re.compile(r"/?([a-zA-Z][\w:.-]*)")
# Match names only from their first letter; else a long name takes quadratic time.
ATTRIBUTE = re.compile(r"""(?<![\w:.-])([\w:.-]++)\s*+=\s*("[^"]*"|'[^']*'|[^\s"'<>]+)""")
_NAME_BEFORE_QUOTE = re.compile(r"(?:[^=']*[^=':\w.-])?([\w:.-]+)\s*=\s*")
_BODY = r"""[a-zA-Z/!?](?:[^<>"']*+(?:"[^"<]*+"|'[^'<]*+')?+)*+"""
_WHOLE = re.compile(_BODY)
_WITH_ANGLES = re.compile(f"({_BODY})>")


def _is_whole(tag: str, parts: list[str]) -> bool:
    """Whether a tag ends at its first `>`; `parts` is the tag split at double quotes."""
    if len(parts) % 2 == 0 or "'" in tag:
        return _WHOLE.fullmatch(tag) is not None
    return tag[:1] in _BEGINS


def unusual_tag(chunk: str) -> tuple[str, str] | None:
    """Split the text after a `<` into a tag and the rest; None if there is no tag.

    Quoted values may contain `>`; an unclosed quote is an ordinary character.
    """
    if match := _WITH_ANGLES.match(chunk):
        return match[1], chunk[match.end() :]
    tag, end, text = chunk.partition(">")
    if end and len(tag) > 1 and tag[0] in _BEGINS:
        return tag, text
    return None


def _read_mark(tag: str, parts: list[str]) -> HtmlTag:
    """Parse the source text of one tag, such as `td colspan="3" style="..."`. `parts` is the tag
    split at double quotes."""
    kind, name, names = _skeleton(tuple(parts[:-1:2] or parts))
    if tag[0] == "/":
        return HtmlTag(kind, name, closes=True)
    if kind == TagKind.NOTHING:
        return HtmlTag(kind, name)
    if names is None or "=" in parts[-1]:
        pairs = ATTRIBUTE.findall(tag)
        attributes = {key.lower(): value.strip("\"'") for key, value in pairs}
    else:
        attributes = {key: parts[2 * at + 1] for at, key in enumerate(names)}
    if "&" in tag:
        attributes = {key: unescape(value) for key, value in attributes.items()}
    empty = tag[-1] == "/" or kind in _VOID
    if kind == TagKind.TAG or kind == TagKind.IMAGE:
        return HtmlTag(kind, name, empty=empty, attributes=attributes)
    mark = HtmlTag(kind, name, empty=empty)
    look = look_of(name, attributes)
    mark.change, mark.shows = look.change, look.shows
    mark.break_before, mark.break_after = look.break_before, look.break_after
    if kind == TagKind.CELL:
        # A hidden cell occupies no column.
        hidden = look.change is not None and "hidden" in look.change
        mark.span = 0 if hidden else _count(attributes.get("colspan"))
        mark.rows = _count(attributes.get("rowspan"))
    if mark.change is None and (kind == TagKind.CELL or mark.shows):
        mark.change = {}
    return mark


@lru_cache(maxsize=4096)
def _skeleton(texts: tuple[str, ...]) -> tuple[int, str, tuple[str, ...] | None]:
    """Parse kind, name and attribute names of a tag from its texts before double quotes. The
    attribute names are None if a value has single quotes or none."""
    kind, name = _element(texts[0].split(None, 1)[0])
    matches = [_NAME_BEFORE_QUOTE.fullmatch(text) for text in texts]
    if None in matches:
        return kind, name, None
    return kind, name, tuple(intern(match[1].lower()) for match in matches if match)


def _element(head: str) -> tuple[int, str]:
    """Parse kind and name of an element from `td`, `/td` or `br/`; drops an inline XBRL prefix."""
    match = _NAME.match(head)
    if match is None:
        return TagKind.NOTHING, ""
    name = intern(match[1].lower())
    prefix, _, local = name.rpartition(":")
    if prefix and local in _INLINE_XBRL:
        return TagKind.TAG, _INLINE_XBRL[local]
    kind = _KINDS.get(name, TagKind.INLINE)
    return TagKind.NOTHING if head[0] == "/" and kind in _VOID else kind, name


def _count(text: str | None) -> int:
    """Parse a column or row span; at most 1000, as browsers limit columns."""
    if text is None:
        return 1
    digits = text.strip()
    return min(max(int(digits), 1), 1000) if digits.isdecimal() and len(digits) < 9 else 1
