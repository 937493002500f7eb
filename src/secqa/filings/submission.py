"""A full submission text file -> one `Document`: the main document and the exhibits to it.

EDGAR keeps each submission as one `.txt` with a header and all its documents one after another.
The main document is read together with its exhibits 13 (the annual report, which carries the
statements of some companies) and 99 (press releases, which carry those of an 8-K): their pages
follow the main document's own, so that evidence on them has a page like any other. The header
is what EDGAR knows of the filer, and surer than the cover.
"""

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial
from itertools import islice

from secqa.errors import SecqaError
from secqa.filings.cover import document_id, fiscal_year_of
from secqa.filings.document import Element, Filing, Metadata, Page
from secqa.filings.html import decode

_DOCUMENT = re.compile(r"<DOCUMENT>(.*?)(?:</DOCUMENT>|(?=<DOCUMENT>)|\Z)", re.DOTALL)
_TEXT = re.compile(r"<TEXT>(.*?)(?:</TEXT>|\Z)", re.DOTALL)
_TAG = r"^<{}>[ \t]*([^\n<]*)"
_FIELD = r"^[ \t]*{}:[ \t]*(\S[^\n]*?)[ \t]*$"
_EXHIBIT = re.compile(r"EX-(?:13|99)(?![0-9])", re.IGNORECASE)
_BINARY = re.compile(r"\s*(?:<PDF>|begin \d{3} |<XBRL>|<XML>|<ZIP>|<EXCEL>|<JSON>)", re.IGNORECASE)
_INNER_XBRL = re.compile(r"\s*<XBRL>\s*(.*?)\s*</XBRL>\s*\Z", re.DOTALL | re.IGNORECASE)

# At most this many exhibits are read: some submissions carry hundreds.
_MOST_EXHIBITS = 40


@dataclass(frozen=True, slots=True)
class Part:
    """One document of a submission."""

    type: str
    """`10-K`, `EX-13`, …"""
    filename: str
    body: str


def is_submission(data: bytes) -> bool:
    """Whether these are a submission's header or documents."""
    head = data[:20_000].lstrip(b"\xef\xbb\xbf \r\n\t")
    if re.match(rb"<(?:SEC-DOCUMENT|SEC-HEADER|IMS-DOCUMENT|IMS-HEADER)>", head):
        return True
    if re.search(rb"^<(?:SEC|IMS)-HEADER>", head, re.MULTILINE):
        return True
    return re.match(rb"<DOCUMENT>\s*<TYPE>", head) is not None


def read_submission(data: bytes, name: str, read: Callable[[bytes, str], Filing]) -> Filing:
    """The main document with its exhibits 13 and 99; `read` reads one document's bytes.

    Raises `SecqaError` when the file has no readable main document.
    """
    text = decode(data).replace("\r\n", "\n")
    parts = _parts(text)
    if not parts:
        raise SecqaError(f"{name}: a submission without documents; download it again")
    main = _filing(parts[0], name, read)
    wanted = [part for part in parts[1:] if _EXHIBIT.match(part.type)]
    exhibits = ((part.type, partial(_filing, part, name, read)) for part in wanted)
    whole = with_exhibits(main, exhibits)
    header = read_header(text[: text.find("<DOCUMENT>")])
    metadata = with_header(replace(whole.document.metadata, source=name), header)
    metadata = replace(metadata, sha256=hashlib.sha256(data).hexdigest())
    warnings = whole.document.warnings
    if text.rfind("<DOCUMENT>") > text.rfind("</DOCUMENT>"):
        warnings = (*warnings, "truncated: the submission is cut off; what is left was read")
    document = replace(whole.document, metadata=metadata, warnings=warnings)
    return Filing(document, whole.tagging)


def with_exhibits(main: Filing, exhibits: Iterable[tuple[str, Callable[[], Filing]]]) -> Filing:
    """A main document and, after it, its exhibits' pages; each is a type and a way to read it.

    An exhibit that cannot be read is a warning.
    """
    warnings = list(main.document.warnings)
    pages = list(main.document.pages)
    for kind, read in islice(exhibits, _MOST_EXHIBITS):
        try:
            exhibit = read()
        except SecqaError:
            warnings.append(f"{kind} could not be read")
            continue
        pages += _following(exhibit.document.pages, pages, kind)
        warnings += [f"{kind}: {warning}" for warning in exhibit.document.warnings]
    return Filing(
        replace(main.document, pages=tuple(pages), warnings=tuple(warnings)), main.tagging
    )


def _parts(text: str) -> list[Part]:
    """The documents of a submission that print text."""
    parts = []
    for match in _DOCUMENT.finditer(text):
        document = match[1]
        body = _TEXT.search(document)
        if body is None:
            continue
        inner = _INNER_XBRL.match(body[1])
        content = inner[1] if inner else body[1]
        if content.strip() and not _BINARY.match(content):
            head = document[: body.start()]
            parts.append(Part(_tag(head, "TYPE"), _tag(head, "FILENAME"), content))
    return parts


def _filing(part: Part, name: str, read: Callable[[bytes, str], Filing]) -> Filing:
    return read(part.body.encode(), name)


def _following(pages: tuple[Page, ...], before: list[Page], kind: str) -> list[Page]:
    """An exhibit's pages, numbered after those before it; its type is their section."""
    number = len(before)
    index = 1 + max((page.elements[-1].index for page in before if page.elements), default=-1)

    def moved(element: Element, page: int) -> Element:
        path = (f"Exhibit {kind[3:]}", *element.path)
        return replace(element, index=element.index + index, page=page, section=kind, path=path)

    return [
        replace(
            page,
            number=page.number + number,
            elements=tuple(moved(element, page.number + number) for element in page.elements),
        )
        for page in pages
    ]


# -- header -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Header:
    """What EDGAR knows of a filing; "" or None where it says nothing."""

    company: str
    form: str
    cik: str
    accession: str
    fiscal_year_end: str
    """Month and day, `09-28`."""
    period_end: date | None
    tickers: tuple[str, ...] = ()


def read_header(header: str) -> Header:
    """The header of a submission."""
    return Header(
        company=_field(header, "COMPANY CONFORMED NAME"),
        form=_field(header, "CONFORMED SUBMISSION TYPE"),
        cik=_field(header, "CENTRAL INDEX KEY"),
        accession=_field(header, "ACCESSION NUMBER"),
        fiscal_year_end=_month_day(_field(header, "FISCAL YEAR END")),
        period_end=_date(_field(header, "CONFORMED PERIOD OF REPORT")),
    )


def with_header(metadata: Metadata, header: Header) -> Metadata:
    """What the header states, in place of what the cover says or was guessed."""
    tickers = metadata.tickers
    if not tickers or "ticker" in metadata.guessed:
        tickers = header.tickers or tickers
    end = header.period_end
    found = replace(
        metadata,
        company=header.company or metadata.company,
        form=header.form or metadata.form,
        cik=header.cik or metadata.cik,
        accession=header.accession or metadata.accession,
        fiscal_year_end=header.fiscal_year_end or metadata.fiscal_year_end,
        period_end=end or metadata.period_end,
        ticker=tickers[0] if tickers else "",
        tickers=tickers,
    )
    stated = {"company": header.company, "form": header.form, "ticker": header.tickers}
    guessed = [field for field in metadata.guessed if not stated.get(field)]
    if end is not None and found.form.startswith("10-Q") and found.fiscal_year_end:
        year, period = _quarter(end, found.fiscal_year_end)
        if found.fiscal_year is None or "fiscal_year" in guessed:
            found = replace(found, fiscal_year=year, fiscal_period=period)
            guessed = [*(field for field in guessed if field != "fiscal_period"), "fiscal_year"]
    elif end is not None and found.fiscal_year is None and found.form.startswith("10-K"):
        found = replace(found, fiscal_year=fiscal_year_of(end, ()), fiscal_period="FY")
        guessed.append("fiscal_year")
    return replace(
        found,
        guessed=tuple(dict.fromkeys(guessed)),
        document_id=document_id(
            found.tickers,
            found.company,
            found.form,
            found.fiscal_year,
            found.fiscal_period,
            found.period_end,
            found.source,
        ),
    )


def _quarter(end: date, fiscal_year_end: str) -> tuple[int, str]:
    """The fiscal year, by the calendar year that it ends in, and the quarter that ends then."""
    month = int(fiscal_year_end[:2])
    left = (month - end.month) % 12
    year = end.year + (1 if end.month + left > 12 else 0)
    return year, f"Q{max(1, min(3, 4 - round(left / 3)))}"


def _field(header: str, label: str) -> str:
    """The first value of a field; a submission by several filers names the first one first."""
    found = re.search(_FIELD.format(re.escape(label)), header, re.MULTILINE)
    return found[1] if found else ""


def _tag(head: str, name: str) -> str:
    found = re.search(_TAG.format(name), head, re.MULTILINE)
    return found[1].strip() if found else ""


def _month_day(text: str) -> str:
    return f"{text[:2]}-{text[2:]}" if re.fullmatch(r"[01]\d[0-3]\d", text) else ""


def _date(text: str) -> date | None:
    try:
        return datetime.strptime(text, "%Y%m%d").date()
    except ValueError:
        return None
