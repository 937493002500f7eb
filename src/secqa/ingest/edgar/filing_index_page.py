"""Read a filing's page on EDGAR: its documents, form, days and company.

The page lists every document with its type. Unlike the indexes of filings, it has the period and
the end of the fiscal year.
"""

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from secqa.errors import SecqaError
from secqa.filings.containers.sidecar import Exhibit, month_day
from secqa.filings.containers.unpacking import EXHIBIT
from secqa.ingest.edgar.edgar_client import Edgar, MissingOnEdgar

_READABLE = (".htm", ".html", ".txt")
_FILE_NAME = re.compile(r"\w[\w.-]*")
_INFO = '//div[@class="infoHead"][normalize-space()="{}"]/following-sibling::div[1]'
_FORM = re.compile(r"\s*Form\s+(\S.*?)\s*", re.DOTALL)
_NAME = re.compile(r"(.*?)\s*(?:\([^()]*\)\s*)?CIK\b", re.DOTALL)
"""The name of a filer, before the part it has in the filing: `Apple Inc. (Filer) CIK: …`."""
_YEAR_END = re.compile(r"Fiscal Year End:?\s*(\d{4})")


@dataclass(frozen=True, slots=True)
class FilingPage:
    """The content of a filing's page."""

    documents: tuple[Exhibit, ...]
    """All readable documents, with the main document."""
    form: str
    filed: date | None
    period: date | None
    company: str
    """Its name; "" if the page is another filer's."""
    fiscal_year_end: str
    """`09-28`, or ""."""

    def main(self, form: str) -> str:
        """The file name of the main document; "" for filings that are one text file."""
        names = [document.file for document in self.documents if document.type == form.upper()]
        return names[0] if names else ""

    def exhibits(self, main: str) -> tuple[Exhibit, ...]:
        """Exhibits 13 and 99; raises SecqaError for an unsafe file name."""
        return tuple(
            replace(document, file=checked_name(document.file))
            for document in self.documents
            if document.file != main and EXHIBIT.match(document.type)
        )


def filing_page(edgar: Edgar, folder: str, accession: str, cik: int) -> FilingPage:
    """The page of a filing in a folder of EDGAR, read for one of its filers (`cik`).

    Raises `MissingOnEdgar`.
    """
    from edgar.attachments import Attachments, parse_homepage_html

    root = parse_homepage_html(_content(edgar, f"{folder}/{accession}-index"))
    documents = tuple(
        Exhibit(
            document.document,
            document.document_type.upper(),
            document.description,
            f"{folder}/{document.document}",
        )
        for document in Attachments.load(root).documents
        if document.document.lower().endswith(_READABLE)
        # The full submission repeats the other documents.
        and document.document != f"{accession}.txt"
    )
    filer = _filer(root, cik)
    titles = [title.text_content() for title in root.xpath('//*[@id="formName"]/strong')]
    form = _FORM.fullmatch(titles[0]) if titles else None
    return FilingPage(
        documents,
        form[1] if form else "",
        _day(root, "Filing Date"),
        _day(root, "Period of Report"),
        _name(filer),
        _year_end(filer),
    )


def checked_name(name: str) -> str:
    """Return a file name from a server; raises SecqaError for an unsafe one."""
    if not _FILE_NAME.fullmatch(name):
        raise SecqaError(f"{name!r}: no name of a document; check the addresses of EDGAR")
    return name


def _content(edgar: Edgar, url: str) -> bytes:
    """A filing's page, under either of EDGAR's two names for it."""
    try:
        return edgar.get(f"{url}.html")
    except MissingOnEdgar:
        return edgar.get(f"{url}.htm")


def _day(root: Any, label: str) -> date | None:
    for element in root.xpath(_INFO.format(label)):
        try:
            return date.fromisoformat(element.text_content().strip())
        except ValueError:
            return None
    return None


def _filer(root: Any, cik: int) -> Any:
    """The part of the page about this filer; None without one."""
    for filer in root.xpath('//div[@class="companyInfo"]'):
        if f"{cik:010}" in filer.text_content():
            return filer
    return None


def _name(filer: Any) -> str:
    spans = filer.xpath('.//span[@class="companyName"]') if filer is not None else []
    match = _NAME.match(" ".join(spans[0].text_content().split())) if spans else None
    return match[1] if match else ""


def _year_end(filer: Any) -> str:
    match = _YEAR_END.search(filer.text_content()) if filer is not None else None
    return month_day(match[1]) if match else ""
