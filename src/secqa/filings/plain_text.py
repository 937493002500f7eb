"""Read plain-text filings from the time before HTML, also if wrapped in HTML's `<PRE>`.

The text is monospaced, with `<PAGE>` between pages and `<TABLE>`, `<CAPTION>`, `<S>` and `<C>`
around tables, or with form feeds, or without any marks. Around 2000 filers put it between `<PRE>`
and `</PRE>`, with `<HR>` at the end of a page. Every word gets the position at which it would be
printed, so that lines, paragraphs and tables are found as in a PDF; dashes under a header are its
rules.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from secqa.errors import SecqaError
from secqa.filings.decoding import decode, unescape
from secqa.filings.document import Document, Filing, Tagging
from secqa.filings.layout.printed_lines import Rule, Word, lines_of
from secqa.filings.layout.printed_pages import PrintedPage, printed_pages
from secqa.filings.metadata.cover import read_metadata
from secqa.filings.sections.sections import with_sections

# Width and height of a letter in points. Two spaces are a wide space, three end a cell.
LETTER = 4.0
LINE = 12.0
_BOX = 11.0
_WIDTH = 132 * LETTER
LONGEST_TEXT = 2_000_000
"""Maximum number of characters read from a file, some 500 full pages."""
ARTIFICIAL_LINES = 60
"""Lines per page in a file without page breaks."""
LONGEST_PAGE = 150
"""Maximum lines of one printed page: that of a wide table in small print."""

_PAGE_MARK = re.compile(r"^[ \t]*<PAGE>|\f", re.IGNORECASE | re.MULTILINE)
_MARK = re.compile(
    r"</?(?:TABLE|CAPTION|S|C|FN|F\d{1,2}|PAGE|TEXT|PRE|R|B|I|U|HR|BR|P|CENTER)(?:\s[^<>]*)?>",
    re.IGNORECASE,
)
# Dot leaders before a number, and lines drawn with dashes.
_LEADER = re.compile(
    r"(?<=[^\s.])\.{3,}(?=\s|$)|(?<=\s)\.{2,}(?=\s|\$|\d|\(|$)|(?:\s\.){2,}(?=\s|$)"
)
_RULE = re.compile(r"[-=_*]{3,}|[─━═]{2,}")
# A whole paragraph on one line, as later programs write it, is wrapped; no table is as wide.
_LONG_LINE = re.compile(r"^.{400,}$", re.MULTILINE)
_OF_WIDTH = re.compile(r".{60,118}(?= )|.{118}")
_BOX_SIDE = re.compile(r"^\s*\|\s?|\s?\|\s*$")
# Mail systems of the time put "- " before lines that start with a dash.
_ESCAPED = re.compile(r"^- (?=-)", re.MULTILINE)


def read_plain_text(data: bytes, name: str) -> Filing:
    """Read a plain-text filing. Raises `SecqaError` if it has no printed text."""
    text = printed_text(data)
    printed = [page_of(sheet) for sheet in text_sheets(text)]
    if not any(page.lines for page in printed):
        raise SecqaError(f"{name}: no printed text in it; download it again")
    pages, _ = printed_pages(printed, plain=True)
    metadata, warnings = read_metadata(pages, Tagging(), data, name)
    pages = with_sections(pages, metadata.form)
    if reason := _cut_off(text, metadata.form):
        warnings.append(f"truncated, it seems: {reason}; what is left was read")
    if len(text) > LONGEST_TEXT:
        warnings.append("truncated: longer than any filing in plain text; the beginning was read")
    if all(page.artificial for page in printed):
        warnings.append("no page breaks: pages of a set size were made")
    elif any(page.artificial for page in printed):
        warnings.append("page breaks are missing in places: pages of a set size were made there")
    return Filing(Document(metadata, pages, tuple(warnings)))


def _cut_off(text: str, form: str) -> str:
    """The reason why a text seems to be cut off, or ""."""
    whole = text.upper()
    for mark in ("DOCUMENT", "TEXT", "TABLE"):
        if whole.rfind(f"<{mark}>") > whole.rfind(f"</{mark}>"):
            return f"<{mark}> is never closed"
    # The table of contents may also name the signatures.
    if form.startswith(("10-K", "10-Q")) and whole.find("SIGNATURE", len(whole) // 5) < 0:
        return "no signatures"
    return ""


class TextSheet(NamedTuple):
    """The printed lines of one page."""

    lines: tuple[str, ...]
    artificial: bool = False


def printed_text(data: bytes) -> str:
    """Decode a plain-text file, or extract the text from HTML that only wraps it."""
    text = decode(data)
    if not is_preformatted(data):
        return text
    # An `<hr>` ends a page.
    return unescape(_TAG.sub("", _PAGE_END.sub("\f", text)))


def text_sheets(text: str) -> list[TextSheet]:
    """Divide a text into pages; parts too long for a page become artificial pages."""
    text = _ESCAPED.sub("", text[:LONGEST_TEXT].expandtabs(8))
    text = _LONG_LINE.sub(lambda line: _OF_WIDTH.sub(r"\g<0>\n", line[0]), text)
    longest = LONGEST_PAGE if _PAGE_MARK.search(text) else ARTIFICIAL_LINES
    sheets: list[TextSheet] = []
    for part in _PAGE_MARK.split(text):
        lines = part.strip("\n").split("\n")
        if len(lines) > longest:
            sheets += [_sheet(cut, artificial=True) for cut in _cut(lines) if cut.strip()]
        elif part.strip():
            sheets.append(_sheet(part, artificial=False))
    return sheets


def _cut(lines: Sequence[str]) -> Iterator[str]:
    """Divide lines into pages of a fixed size, each ending at a blank line if one is near."""
    start = 0
    while start < len(lines):
        stop = min(start + ARTIFICIAL_LINES, len(lines))
        if stop < len(lines):
            blank = (
                i for i in range(stop, stop - ARTIFICIAL_LINES // 3, -1) if not lines[i].strip()
            )
            stop = next(blank, stop)
        yield "\n".join(lines[start:stop])
        start = stop


def _sheet(text: str, artificial: bool) -> TextSheet:
    lines = []
    for printed in text.split("\n"):
        marked = _MARK.search(printed) is not None
        line = _MARK.sub(lambda mark: " " * len(mark[0]), printed).rstrip()
        if line or not marked:  # A line of marks alone is not printed.
            lines.append(line)
    return TextSheet(tuple(lines), artificial)


def page_of(sheet: TextSheet) -> PrintedPage:
    """Position the words of a page: a letter is `LETTER` wide, a line `LINE` high."""
    words: list[Word] = []
    rules: list[Rule] = []
    for row, line in enumerate(sheet.lines):
        _add_words(line, row * LINE, words, rules)
    width = max([_WIDTH, *(word.right for word in words)])
    return PrintedPage(tuple(lines_of(words)), width, tuple(rules), sheet.artificial)


def _add_words(line: str, top: float, words: list[Word], rules: list[Rule]) -> None:
    """Add the words and drawn lines of one line of text."""
    if "|" in line:
        line = _BOX_SIDE.sub(lambda side: " " * len(side[0]), line)
    if line.count(".") > 1:
        line = _LEADER.sub(lambda dots: " " * len(dots[0]), line)
    for match in re.finditer(r"\$?[^\s$]+|\$", line):
        left, right = match.start() * LETTER, match.end() * LETTER
        if _RULE.fullmatch(match[0]):
            rules.append(Rule(left, right, top))
        else:
            words.append(Word(match[0], left, right, top, top + _BOX))


_INLINE_XBRL = b"<ix:header"
"""Not in HTML that wraps plain text; usually near the start of the file, so quick to find."""
_OPENS = re.compile(rb"(?i)<pre\b")
_PRE = re.compile(rb"(?i)<pre\b[^<>]*>(.*?)(?:</pre\s*>|\Z)", re.DOTALL)
_TAG = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)
_TAG_BYTES = re.compile(rb"<[^<>]*>")
_PAGE_END = re.compile(r"<hr\b[^<>]*>", re.IGNORECASE)
_MOST = 0.8
"""Least share of printed characters in `<PRE>`; HTML of those years has single tables there."""


def is_preformatted(data: bytes) -> bool:
    """Whether nearly all text of an HTML file is inside `<PRE>` elements."""
    if _INLINE_XBRL in data or _OPENS.search(data) is None:
        return False
    inside = sum(_printed(block) for block in _PRE.findall(data))
    return inside >= _MOST * _printed(data)


def _printed(markup: bytes) -> int:
    """Count the characters that are neither markup nor white space."""
    return len(b"".join(_TAG_BYTES.sub(b"", markup).split()))
