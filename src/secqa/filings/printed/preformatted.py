"""HTML that wraps plain text: told from other HTML, and unwrapped.

Many filers of the years around 2000 put their typewriter text between `<PRE>` and `</PRE>` and
drew a line with `<HR>` where a page ends. Its columns stand in blanks, not in markup.
"""

import re
from html import unescape

_INLINE_XBRL = b"<ix:header"
"""What no file has that wraps plain text; mostly it stands at the beginning."""
_OPENS = re.compile(rb"(?i)<pre\b")
_PRE = re.compile(rb"(?i)<pre\b[^<>]*>(.*?)</pre\s*>", re.DOTALL)
_TAG = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)
_TAG_BYTES = re.compile(rb"<[^<>]*>")
_PAGE_END = re.compile(r"<hr\b[^<>]*>", re.IGNORECASE)
_MOST = 0.8
"""Of the printed characters: HTML of the same years has single tables in `<PRE>`."""


def is_preformatted(data: bytes) -> bool:
    """Whether nearly all that an HTML file prints stands between `<PRE>` marks."""
    if _INLINE_XBRL in data or _OPENS.search(data) is None:
        return False
    inside = sum(_printed(block) for block in _PRE.findall(data))
    return inside >= _MOST * _printed(data)


def without_html(text: str) -> str:
    """The text as it is printed, with a form feed where a line ended a page."""
    return unescape(_TAG.sub("", _PAGE_END.sub("\f", text)))


def _printed(markup: bytes) -> int:
    """Characters that are neither markup nor blank."""
    return len(b"".join(_TAG_BYTES.sub(b"", markup).split()))
