"""Read plain text as filed before HTML, also inside HTML that only wraps it in `<PRE>`.

Text stands in columns of equal letters, with `<PAGE>` between pages and `<TABLE>`, `<CAPTION>`,
`<S>` and `<C>` around tables, or with form feeds, or with no marks at all. Filers around 2000 put
it between `<PRE>` and `</PRE>` and drew a line with `<HR>` where a page ends. Every word gets the
place where it would be printed, so that lines, paragraphs and tables are found as in a PDF;
dashes drawn under a header are its rules.
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

# A letter's box in points. Two spaces are a wide space, three the end of a cell.
LETTER = 4.0
LINE = 12.0
_BOX = 11.0
_WIDTH = 132 * LETTER
LONGEST_TEXT = 2_000_000
"""Characters that are read of a file, some 500 full pages."""
ARTIFICIAL_LINES = 60
"""Lines on a page where the file has no page breaks."""
LONGEST_PAGE = 150
"""Lines that can be one printed page: those of a wide table in small print."""

_PAGE_MARK = re.compile(r"^[ \t]*<PAGE>|\f", re.IGNORECASE | re.MULTILINE)
_MARK = re.compile(
    r"</?(?:TABLE|CAPTION|S|C|FN|F\d{1,2}|PAGE|TEXT|PRE|R|B|I|U|HR|BR|P|CENTER)(?:\s[^<>]*)?>",
    re.IGNORECASE,
)
# Dots that lead the eye to a number, and lines drawn with dashes.
_LEADER = re.compile(
    r"(?<=[^\s.])\.{3,}(?=\s|$)|(?<=\s)\.{2,}(?=\s|\$|\d|\(|$)|(?:\s\.){2,}(?=\s|$)"
)
_RULE = re.compile(r"[-=_*]{3,}|[─━═]{2,}")
# A paragraph on one line, as later programs write it, is wrapped; no table is as wide.
_LONG_LINE = re.compile(r"^.{400,}$", re.MULTILINE)
_OF_WIDTH = re.compile(r".{60,118}(?= )|.{118}")
_BOX_SIDE = re.compile(r"^\s*\|\s?|\s?\|\s*$")
# Mail systems of the time put "- " before lines that begin with a dash.
_ESCAPED = re.compile(r"^- (?=-)", re.MULTILINE)


def read_plain_text(data: bytes, name: str) -> Filing:
    """The document in a plain text file; SecqaError when nothing is printed in it."""
    text = printed_text(data)
    printed = [page_of(sheet) for sheet in text_sheets(text)]
    if not any(page.lines for page in printed):
        raise SecqaError(f"{name}: no printed text in it; download it again")
    pages = printed_pages(printed, plain=True)
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
    """Why a text seems to be cut off; "" where it does not."""
    whole = text.upper()
    for mark in ("DOCUMENT", "TEXT", "TABLE"):
        if whole.rfind(f"<{mark}>") > whole.rfind(f"</{mark}>"):
            return f"<{mark}> is never closed"
    # The contents may name them as well.
    if form.startswith(("10-K", "10-Q")) and whole.find("SIGNATURE", len(whole) // 5) < 0:
        return "no signatures"
    return ""


class TextSheet(NamedTuple):
    """One page of a text: its lines as they are printed."""

    lines: tuple[str, ...]
    artificial: bool = False


def printed_text(data: bytes) -> str:
    """The text in a plain text file, or in HTML that only wraps one."""
    text = decode(data)
    return without_html(text) if is_preformatted(data) else text


def text_sheets(text: str) -> list[TextSheet]:
    """The pages of a text; what is too long for a page is cut into artificial ones."""
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
    """Pages of a set size, each cut at its last blank line if one is near its end."""
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
        if line or not marked:  # a line of marks takes no room on paper
            lines.append(line)
    return TextSheet(tuple(lines), artificial)


def page_of(sheet: TextSheet) -> PrintedPage:
    """The words of a page where they stand: a letter is `LETTER` wide, a line `LINE` high."""
    words: list[Word] = []
    rules: list[Rule] = []
    for row, line in enumerate(sheet.lines):
        _place(line, row * LINE, words, rules)
    width = max([_WIDTH, *(word.right for word in words)])
    return PrintedPage(tuple(lines_of(words)), width, tuple(rules), sheet.artificial)


def _place(line: str, top: float, words: list[Word], rules: list[Rule]) -> None:
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
"""What no file has that wraps plain text; mostly it stands at the beginning."""
_OPENS = re.compile(rb"(?i)<pre\b")
_PRE = re.compile(rb"(?i)<pre\b[^<>]*>(.*?)(?:</pre\s*>|\Z)", re.DOTALL)
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
