"""A fund, by its ticker or the id of its series -> what it last reported to hold.

A trust files for hundreds of funds under one CIK, so a fund is its series: EDGAR's list of funds
says which series a ticker is of, and EDGAR's search gives the filings of one series.
"""

import re
from datetime import date

from secqa.errors import SecqaError
from secqa.filings.xml_tree import xml_tree
from secqa.ingest.edgar.address import FilingAddress, filing_address
from secqa.ingest.edgar.client import Edgar
from secqa.ingest.edgar.portfolio import Portfolio, portfolio

_SERIES = re.compile(r"S\d{9}", re.IGNORECASE)
_FORM = "NPORT-P"
_MOST_BYTES = 64_000_000
"""Of a report; the largest funds hold some 20,000 securities, at 1 KB each."""


def last_portfolio(edgar: Edgar, fund: str) -> Portfolio:
    """What a fund held at the end of the last period that it reported.

    Raises `SecqaError` for what is no fund on EDGAR, and one that reports no holdings.
    """
    series = fund.upper() if _SERIES.fullmatch(fund) else _series_of(edgar, fund)
    address = _last_report(edgar, fund, series)
    folder = f"{address.cik}/{address.accession.replace('-', '')}"
    url = f"{edgar.base_url}/Archives/edgar/data/{folder}/primary_doc.xml"
    found = portfolio(edgar.get(url, most=_MOST_BYTES), url)
    if found.series != series:
        raise SecqaError(f"{url}: is of series {found.series or 'none'}, not {series}; try later")
    return found


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
    # Asked for by the beginning of the form's name, amendments come, too: they are of any period.
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
    except (SecqaError, ValueError) as error:  # of a series that is none, a page for people
        raise SecqaError(
            f"{fund}: EDGAR gives no list of its filings; check the ticker or series"
        ) from error
    if not filings:
        raise SecqaError(
            f"{fund}: EDGAR has no report of its holdings ({_FORM}); give another fund"
        )
    return max(filings, key=lambda one: one[0])[1]
