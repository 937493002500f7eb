"""Parse addresses of filings on EDGAR.

Each filing has several addresses: its page, its folder, the full submission as one text, and each
of its documents, these also within the viewer of tags.
"""

import re
from dataclasses import dataclass

from secqa.errors import SecqaError

_FILING = re.compile(
    r"https?://(?:www\.)?sec\.gov/(?:ix[\w./-]*\?doc=/)?Archives/edgar/data/"
    r"(?P<cik>\d{1,10})/"
    r"(?:(?P<folder>\d{18})(?:/(?P<file>[\w.-]*))?|(?P<page>\d{10}-\d{2}-\d{6}[\w.-]*))(?:[#&].*)?",
    re.ASCII | re.IGNORECASE,
)
_WHOLE = re.compile(
    r"(\d{10}-\d{2}-\d{6})(?:\.txt|-index(?:-headers)?\.html?)", re.ASCII | re.IGNORECASE
)
_WEB = re.compile(r"https?://", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FilingAddress:
    """A filing of one of its filers."""

    text: str
    """The address as the user wrote it."""
    cik: int
    accession: str
    document: str
    """File name of the addressed document; "" for the filing as a whole."""

    @property
    def name(self) -> str:
        """A short name."""
        return self.document or self.accession

    def __str__(self) -> str:
        return self.text


def is_web_address(text: str) -> bool:
    """Return whether a text begins like a web address."""
    return _WEB.match(text) is not None


def filing_address(text: str) -> FilingAddress:
    """Parse the address of a filing; raises SecqaError for any other address."""
    match = _FILING.fullmatch(text)
    file = (match["page"] or match["file"] or "") if match else ""
    whole = _WHOLE.fullmatch(file)
    if match is None or (match["page"] and not whole):
        raise SecqaError(
            f"{text}: no address of a filing on EDGAR; give that of its page or of its main "
            "document, https://www.sec.gov/Archives/edgar/data/…"
        )
    folder = match["folder"] or ""
    accession = whole[1] if whole else f"{folder[:10]}-{folder[10:12]}-{folder[12:]}"
    return FilingAddress(text, int(match["cik"]), accession, "" if whole else file)
