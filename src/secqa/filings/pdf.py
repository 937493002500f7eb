"""A PDF report's bytes -> the same `Document` as an HTML filing gives.

Words with positions become lines, lines become elements (`printed.py`); what a page looks like
is all there is to go by. Pages without any text are pictures and are reported, not passed over.
"""

import hashlib
from collections.abc import Sequence

from secqa.filings.document import Document, Filing, Metadata
from secqa.filings.pdf_words import pdf_pages
from secqa.filings.printed import PrintedPage, printed_pages
from secqa.filings.reading_order import lines_of


def read_pdf(data: bytes, name: str) -> Filing:
    """The document in a PDF; SecqaError when it is encrypted, broken or empty."""
    pages = []
    for page in pdf_pages(data, name):
        lines = lines_of(page.words, page.width)
        pages.append(PrintedPage(tuple(lines), page.width, tuple(page.rules)))
    made = printed_pages(pages)
    metadata = Metadata(
        "", "", "", "", "", None, "", None, source=name, sha256=hashlib.sha256(data).hexdigest()
    )
    empty = [n for n, page in enumerate(pages, 1) if not page.lines]
    warnings = (f"{_ranges(empty)} no text (scanned?)",) if empty else ()
    return Filing(Document(metadata, tuple(made), warnings))


def _ranges(numbers: Sequence[int]) -> str:
    """[3, 4, 5, 9] -> "pages 3-5, 9 have"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    parts = [str(a) if a == b else f"{a}-{b}" for a, b in runs]
    return f"page {parts[0]} has" if len(numbers) == 1 else f"pages {', '.join(parts)} have"
