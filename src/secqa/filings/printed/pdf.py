"""A PDF report's bytes -> the same `Document` as an HTML filing gives.

Words with positions become lines, lines become elements (`printed_pages.py`); what a page
looks like is all there is to go by. Pages that are pictures are reported, not passed over.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from secqa.errors import SecqaError
from secqa.filings.document import Document, Filing, Tagging
from secqa.filings.metadata.cover import read_metadata
from secqa.filings.printed.pdf_words import pdf_pages
from secqa.filings.printed.printed_pages import PrintedPage, printed_pages
from secqa.filings.printed.reading_order import lines_of
from secqa.filings.structure.sections import with_sections

_TAIL = 2_000
"""Bytes at the end of a file among which its end mark stands, whatever was appended to it."""


def read_pdf(data: bytes, name: str) -> Filing:
    """The document in a PDF.

    Raises `SecqaError` when it is encrypted, broken, has no pages or no text at all.
    """
    pages: list[PrintedPage] = []
    scanned: list[int] = []
    for number, page in enumerate(pdf_pages(data, name), 1):
        lines = lines_of(page.words, page.width)
        pages.append(PrintedPage(tuple(lines), page.width, tuple(page.rules)))
        if page.picture:
            scanned.append(number)
    if not any(page.lines for page in pages):
        raise SecqaError(f"{name}: the PDF has no text (scanned?); run it through OCR first")
    made = printed_pages(pages)
    metadata = replace(
        read_metadata(made, Tagging(), name), source=name, sha256=hashlib.sha256(data).hexdigest()
    )
    made = with_sections(made, metadata.form)
    warnings = []
    if b"%%EOF" not in data[-_TAIL:]:
        warnings.append("truncated: the file is cut off; the pages that are left were read")
    if scanned:
        warnings.append(f"{_ranges(scanned)} no text (scanned?)")
    return Filing(Document(metadata, made, tuple(warnings)))


def _ranges(numbers: Sequence[int]) -> str:
    """[3, 4, 5, 9] as "pages 3-5, 9 have"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    parts = [str(first) if first == last else f"{first}-{last}" for first, last in runs]
    return f"page {parts[0]} has" if len(numbers) == 1 else f"pages {', '.join(parts)} have"
