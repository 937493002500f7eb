"""Read a filing's page on EDGAR: its documents, form, days and company.

The page lists every document with its type. Unlike the indexes of filings, it has the period and
the end of the fiscal year.
"""

import re
from dataclasses import replace
from datetime import date
from typing import Any

from secqa.errors import SecqaError
from secqa.filings.containers.sidecar import EdgarFiling, Exhibit, month_day
from secqa.filings.containers.unpacking import EXHIBIT
from secqa.ingest.edgar.edgar_client import Edgar, MissingOnEdgar

_READABLE = (".htm", ".html", ".txt")
_FILE_NAME = re.compile(r"\w[\w.-]*")
_INFO = '//div[@class="infoHead"][normalize-space()="{}"]/following-sibling::div[1]'
_FORM = re.compile(r"\s*Form\s+(\S.*?)\s*", re.DOTALL)
_NAME = re.compile(r"(.*?)\s*(?:\([^()]*\)\s*)?CIK\b", re.DOTALL)
"""The name of a filer, before the part it has in the filing: `Apple Inc. (Filer) CIK: …`."""
_YEAR_END = re.compile(r"Fiscal Year End:?\s*(\d{4})")


def complete_from_page(edgar: Edgar, filing: EdgarFiling, folder: str) -> EdgarFiling:
    """Complete a filing from its page in a folder of EDGAR, and add its exhibits 13 and 99.

    Raises `MissingOnEdgar`, and SecqaError for an unsafe file name.
    """
    from edgar.attachments import Attachments, parse_homepage_html

    root = parse_homepage_html(_content(edgar, f"{folder}/{filing.accession}-index"))
    documents = [
        Exhibit(
            document.document,
            document.document_type.upper(),
            document.description,
            f"{folder}/{document.document}",
        )
        for document in Attachments.load(root).documents
        if document.document.lower().endswith(_READABLE)
        # The full submission repeats the other documents.
        and document.document != filing.submission
    ]
    filer = _filer(root, filing.cik)
    form = filing.form or _form(root)
    mains = [document.file for document in documents if document.type == form.upper()]
    main = filing.primary_document or next(iter(mains), filing.submission)
    return replace(
        filing,
        company=filing.company or _name(filer),
        form=form,
        fiscal_year_end=filing.fiscal_year_end or _year_end(filer),
        filed=_day(root, "Filing Date") or filing.filed,
        period=filing.period or _day(root, "Period of Report"),
        primary_document=main,
        exhibits=tuple(
            replace(document, file=checked_name(document.file))
            for document in documents
            if main not in (document.file, filing.submission) and EXHIBIT.match(document.type)
        ),
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


def _form(root: Any) -> str:
    titles = [title.text_content() for title in root.xpath('//*[@id="formName"]/strong')]
    match = _FORM.fullmatch(titles[0]) if titles else None
    return match[1] if match else ""


def _filer(root: Any, cik: str) -> Any:
    """The part of the page about this filer; None without one."""
    for filer in root.xpath('//div[@class="companyInfo"]'):
        if cik in filer.text_content():
            return filer
    return None


def _name(filer: Any) -> str:
    spans = filer.xpath('.//span[@class="companyName"]') if filer is not None else []
    match = _NAME.match(" ".join(spans[0].text_content().split())) if spans else None
    return match[1] if match else ""


def _year_end(filer: Any) -> str:
    match = _YEAR_END.search(filer.text_content()) if filer is not None else None
    return month_day(match[1]) if match else ""
