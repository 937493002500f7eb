"""What EDGAR knows of a filing: the header of a submission in, `Metadata` it completes out.

EDGAR writes the header, or the list of a company's filings, from what the filer told it and from
its own books; it is surer than the cover.
"""

import re
from dataclasses import dataclass, replace
from datetime import date, datetime

from secqa.filings.document import Metadata
from secqa.filings.metadata.cover import assumed_fiscal_year, document_id

_FIELD = r"^[ \t]*{}:[ \t]*(\S[^\n]*?)[ \t]*$"


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
        found = replace(found, fiscal_year=assumed_fiscal_year(end, ()), fiscal_period="FY")
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


def _month_day(text: str) -> str:
    return f"{text[:2]}-{text[2:]}" if re.fullmatch(r"[01]\d[0-3]\d", text) else ""


def _date(text: str) -> date | None:
    try:
        return datetime.strptime(text, "%Y%m%d").date()
    except ValueError:
        return None
