"""Read the holdings that a fund reports to EDGAR (Form N-PORT, `primary_doc.xml`).

The form gives name, CUSIP and ISIN of each holding and sometimes its ticker; unknown values are
`N/A` or zeros."""

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from datetime import date

from secqa.errors import SecqaError
from secqa.filings.decoding import xml_tree
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.filing_address import FilingAddress, filing_address

_NPORT = {"": "http://www.sec.gov/edgar/nport"}
_COMMON_STOCK = "EC"
_SHORT = "Short"
_CUSIP = re.compile(r"[0-9A-Z]{8}\d")
_AMERICAN = re.compile(r"(?:US|CA)([0-9A-Z]{8}\d)\d")
"""An ISIN that holds a CUSIP."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A common stock that a fund holds."""

    name: str
    """Name of the company."""
    title: str
    """Name of the stock, often the same."""
    ticker: str
    """As the fund reports it; mostly ""."""
    cusip: str
    """Also taken from the ISIN; "" for stocks of other countries."""


@dataclass(frozen=True, slots=True)
class Portfolio:
    """The common stocks of a fund at the end of a period."""

    fund: str
    series: str
    """Its id on EDGAR, `S000004310`."""
    period: date
    """Last day."""
    stocks: tuple[Holding, ...]
    """In the order of the report; a company with several classes of stock appears several times."""


def portfolio(data: bytes, name: str) -> Portfolio:
    """Read the common stocks of a report called `name`, without those sold short.

    Raises `SecqaError` for any other file.
    """
    root, _ = xml_tree(data, name)
    about = root.find("formData/genInfo", _NPORT)
    try:
        if about is None:
            raise ValueError("no genInfo")
        return Portfolio(
            fund=_text(about, "seriesName"),
            series=_text(about, "seriesId"),
            period=date.fromisoformat(_text(about, "repPdDate")),
            stocks=tuple(
                _holding(security)
                for security in root.iterfind("formData/invstOrSecs/invstOrSec", _NPORT)
                if _text(security, "assetCat") == _COMMON_STOCK
                and _text(security, "payoffProfile") != _SHORT
            ),
        )
    except ValueError as error:
        raise SecqaError(f"{name}: no report of a fund's holdings ({error})") from error


def _holding(security: ET.Element) -> Holding:
    cusip = _text(security, "cusip").upper()
    isin = _AMERICAN.fullmatch(_identifier(security, "isin"))
    if not _CUSIP.fullmatch(cusip) or not cusip.strip("0"):
        cusip = isin[1] if isin else ""
    name = _text(security, "name")
    return Holding(name, _text(security, "title") or name, _identifier(security, "ticker"), cusip)


def _identifier(security: ET.Element, kind: str) -> str:
    element = security.find(f"identifiers/{kind}", _NPORT)
    return "" if element is None else element.get("value", "").strip().upper()


def _text(parent: ET.Element, tag: str) -> str:
    return " ".join((parent.findtext(tag, "", _NPORT) or "").split())


_SERIES = re.compile(r"S\d{9}", re.IGNORECASE)
_FORM = "NPORT-P"
_MOST_BYTES = 64_000_000
"""Limit of a report; the largest funds hold some 20,000 securities, at 1 KB each."""


def last_portfolio(edgar: Edgar, fund: str) -> Portfolio:
    """The holdings of a fund's latest report.

    Raises `SecqaError` for an unknown fund and for one that reports no holdings.
    """
    series = fund.upper() if _SERIES.fullmatch(fund) else _series_of(edgar, fund)
    address = _last_report(edgar, fund, series)
    folder = f"{address.cik}/{address.accession.replace('-', '')}"
    url = f"{edgar.base_url}/Archives/edgar/data/{folder}/primary_doc.xml"
    latest = portfolio(edgar.get(url, most=_MOST_BYTES), url)
    if latest.series != series:
        raise SecqaError(f"{url}: is of series {latest.series or 'none'}, not {series}; try later")
    return latest


def _series_of(edgar: Edgar, ticker: str) -> str:
    url = f"{edgar.base_url}/files/company_tickers_mf.json"
    content = edgar.get_json(url)
    try:
        at = {str(name): number for number, name in enumerate(content["fields"])}
        series = {
            str(line[at["symbol"]]).upper(): str(line[at["seriesId"]]) for line in content["data"]
        }
    except (IndexError, KeyError, TypeError) as error:
        raise SecqaError(f"{url}: not EDGAR's list of funds; check EDGAR_BASE_URL") from error
    if ticker.upper() not in series:
        raise SecqaError(
            f"{ticker}: no fund of this ticker on EDGAR; give another, or its series, as "
            "fund:S000004310 (a trust that is no series, as SPY and DIA, is not there)"
        )
    return series[ticker.upper()]


def _last_report(edgar: Edgar, fund: str, series: str) -> FilingAddress:
    # EDGAR searches by prefix and so returns amendments, too, which may be of any period.
    url = (
        f"{edgar.base_url}/cgi-bin/browse-edgar?action=getcompany&CIK={series}&type={_FORM}"
        "&dateb=&owner=include&count=40&output=atom"
    )
    data = edgar.get(url, most=_MOST_BYTES)
    try:
        root, _ = xml_tree(data, url)
        filings = [
            (
                date.fromisoformat(entry.findtext("{*}filing-date", "").strip()),
                filing_address(entry.findtext("{*}filing-href", "").strip()),
            )
            for entry in root.iterfind("{*}entry/{*}content")
            if entry.findtext("{*}filing-type", "").strip() == _FORM
        ]
    except (SecqaError, ValueError) as error:  # EDGAR answers an unknown series with a web page
        raise SecqaError(
            f"{fund}: EDGAR gives no list of its filings; check the ticker or series"
        ) from error
    if not filings:
        raise SecqaError(
            f"{fund}: EDGAR has no report of its holdings ({_FORM}); give another fund"
        )
    return max(filings, key=lambda filing: filing[0])[1]
