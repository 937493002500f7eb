"""HTML of any year to a `Filing`: bytes in, pages and elements and tags out.

The steps, each a module: markup is read into a flow of pieces (`flow`), pieces become lines and
tables (`flow_blocks`, `marked_tables`), these are cut into pages (`structure.page_breaks`) and
typed (`structure.elements`); sections, statements and the cover are told from the elements.
Tags get their places last (`tagging`).
"""

import hashlib
import re
from dataclasses import replace

from secqa.errors import SecqaError
from secqa.filings.document import Document, Filing
from secqa.filings.encoding import decode
from secqa.filings.html.flow import read_flow
from secqa.filings.html.flow_blocks import read_blocks
from secqa.filings.html.markup import Marks
from secqa.filings.html.tagging import cut_headers, hidden_markup, make_tagging
from secqa.filings.metadata.cover import read_metadata
from secqa.filings.structure.elements import make_pages
from secqa.filings.structure.page_breaks import cut_pages
from secqa.filings.structure.sections import with_sections

MOST_TAGS = 2_500_000
"""Of a file; the largest filings have a million."""

_OPENS = re.compile(r"(?i)<(?:html|body|document)\b")
_CLOSES = re.compile(r"(?i)</(?:html|body|document|text)\s*>")


def read_html(data: bytes, name: str) -> Filing:
    """Read one HTML or XHTML document.

    `name` is used in messages and, as the last resort, for metadata.
    Raises `SecqaError` where nothing is printed or the file is no filing.
    """
    source = decode(data)
    if len(source) > MOST_TAGS and source.count("<") > MOST_TAGS:
        raise SecqaError(f"{name}: over {MOST_TAGS:,} tags; no filing has as many, split it")
    truncated = _OPENS.search(source[:50_000]) and not _CLOSES.search(source[-5_000:])
    visible, header = cut_headers(source)
    marks = Marks()
    hidden_facts = hidden_markup(header)
    hidden = read_flow(hidden_facts, [(0, len(hidden_facts))], marks, hidden=True)
    flow = read_flow(source, visible, marks)
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
