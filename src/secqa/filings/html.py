"""HTML of any year to a `Filing`: bytes in, pages and elements and tags out.

The steps, each a module: markup is read into a flow of pieces (`flow`), pieces become lines and
tables (`blocks`, `tables`), these are cut into pages (`pages`) and typed (`elements`); sections,
statements and the cover are told from the elements. Tags get their places last.
"""

import codecs
import hashlib
import re
from dataclasses import replace

from secqa.errors import SecqaError
from secqa.filings.blocks import read_blocks
from secqa.filings.cover import read_metadata
from secqa.filings.document import Document, Filing, Page
from secqa.filings.elements import make_pages
from secqa.filings.flow import read_flow
from secqa.filings.markup import Marks
from secqa.filings.pages import cut_pages
from secqa.filings.sections import mark_sections
from secqa.filings.statements import mark_statements
from secqa.filings.tagging import cut_headers, hidden_markup, make_tagging

MOST_TAGS = 2_500_000
"""Of a file; the largest filings have a million."""

_CHARSET = re.compile(rb"(?:charset|encoding)\s*=\s*[\"']?\s*([\w-]+)")
_REALLY_1252 = ("ascii", "iso8859-1")
"""What a file that is not UTF-8 may say of itself where it means Windows-1252 (WHATWG Encoding)."""
_CONTROLS = bytes({*range(32), 127} - set(b"\t\n\f\r"))
_HIGH_CONTROLS = re.compile(rb"\xc2[\x80-\x9f]")
"""U+0080 to U+009F in UTF-8, where \xc2 always begins a character."""
_OPENS = re.compile(r"(?i)<(?:html|body|document)\b")
_CLOSES = re.compile(r"(?i)</(?:html|body|document|text)\s*>")


def read_html(data: bytes, name: str) -> Filing:
    """Read one HTML or XHTML document.

    `name` is used in messages and, as the last resort, for metadata.
    Raises `SecqaError` where nothing is printed or the file is no filing.
    """
    source = decode(data)
    if source.count("<") > MOST_TAGS:
        raise SecqaError(f"{name}: over {MOST_TAGS:,} tags; no filing has as many, split it")
    truncated = _OPENS.search(source[:50_000]) and not _CLOSES.search(source[-5_000:])
    visible, header = cut_headers(source)
    marks = Marks()
    hidden = read_flow([hidden_markup(header)], marks, hidden=True)
    flow = read_flow(visible, marks)
    pages = cut_pages(read_blocks(flow))
    if not any(page.blocks for page in pages):
        if truncated:
            raise SecqaError(f"{name}: cut off before its first page; download it again")
        raise SecqaError(f"{name}: no printed text in it; give the main document of a filing")
    made = make_pages(pages)
    page_of = {element.index: page.number for page in made for element in page.elements}
    tagging = make_tagging((*hidden.tags, *flow.tags), flow.shown, header, page_of)
    metadata = read_metadata(made, tagging, name)
    metadata = replace(metadata, source=name, sha256=hashlib.sha256(data).hexdigest())
    made = with_sections(made, metadata.form)
    warnings = []
    if truncated:
        warnings.append("truncated: the file is cut off; what stands before the cut was read")
    if flow.full:
        warnings.append("truncated: it prints more than any filing; the beginning was read")
    if made[0].artificial:
        warnings.append("no page breaks: pages of a set size were made")
    return Filing(Document(metadata, made, tuple(warnings)), tagging)


def decode(data: bytes) -> str:
    """Text of a file in UTF-8, its declared encoding, or Windows-1252 as browsers assume.

    Control characters are left out: none has a meaning in a filing, and a terminal obeys them.
    """
    data = data.translate(None, _CONTROLS)
    try:
        return _HIGH_CONTROLS.sub(b"", data).decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    declared = _CHARSET.search(data[:2_000])
    try:
        encoding = codecs.lookup(declared.group(1).decode("ascii")).name if declared else "ascii"
        return data.decode("cp1252" if encoding in _REALLY_1252 else encoding, "replace")
    except (LookupError, ValueError):
        return data.decode("cp1252", "replace")


def with_sections(pages: tuple[Page, ...], form: str) -> tuple[Page, ...]:
    """Pages whose elements know their section and, for tables, their statement."""
    elements = tuple(element for page in pages for element in page.elements)
    labels = {page.number: page.label for page in pages}
    elements = mark_sections(mark_statements(elements), form, labels)
    return tuple(
        replace(
            page,
            elements=elements[page.elements[0].index : page.elements[-1].index + 1]
            if page.elements
            else (),
        )
        for page in pages
    )
