"""An address on EDGAR as people copy it -> the filing that it is of.

EDGAR has each filing under several addresses: its page, its folder, the whole submission as one
text, and each of its documents, these also within its viewer of tags.
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
    """A filing, as one of its filers'."""

    text: str
    """The address as it was given."""
    cik: int
    accession: str
    document: str
    """File name of the document that it is of; "" for the filing as a whole."""

    @property
    def name(self) -> str:
        """What to call it in short."""
        return self.document or self.accession

    def __str__(self) -> str:
        return self.text


def is_web_address(text: str) -> bool:
    """Whether something is meant as an address of the web."""
    return _WEB.match(text) is not None


def filing_address(text: str) -> FilingAddress:
    """The filing that an address is of; SecqaError for one that is of none."""
    found = _FILING.fullmatch(text)
    file = (found["page"] or found["file"] or "") if found else ""
    whole = _WHOLE.fullmatch(file)
    if found is None or (found["page"] and not whole):
        raise SecqaError(
            f"{text}: no address of a filing on EDGAR; give that of its page or of its main "
            "document, https://www.sec.gov/Archives/edgar/data/…"
        )
    folder = found["folder"] or ""
    accession = whole[1] if whole else f"{folder[:10]}-{folder[10:12]}-{folder[12:]}"
    return FilingAddress(text, int(found["cik"]), accession, "" if whole else file)
