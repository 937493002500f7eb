"""What a fund reported to hold (Form N-PORT, `primary_doc.xml`) -> its common stocks.

The form tells name, CUSIP and ISIN of each holding, and a ticker where the fund liked to; funds
leave out what they do not know as `N/A` or as noughts.
"""

import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from secqa.errors import SecqaError
from secqa.filings.decoding import xml_tree
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.filers import TickerLine, legal_forms, name_keys, share_a_word
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
    """Of the company."""
    title: str
    """Of the stock, often the same."""
    ticker: str
    """As the fund says it; mostly ""."""
    cusip: str
    """Also as its ISIN has it; "" for stocks of other countries."""


@dataclass(frozen=True, slots=True)
class Portfolio:
    """What a fund held at the end of a period."""

    fund: str
    series: str
    """Its id on EDGAR, `S000004310`."""
    period: date
    """Last day."""
    stocks: tuple[Holding, ...]
    """In the order of the report, more than one of a company that has several classes."""


def portfolio(data: bytes, name: str) -> Portfolio:
    """The common stocks of a report called `name`; stocks sold short are not held.

    Raises `SecqaError` for what is no such report.
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
                _holding(one)
                for one in root.iterfind("formData/invstOrSecs/invstOrSec", _NPORT)
                if _text(one, "assetCat") == _COMMON_STOCK and _text(one, "payoffProfile") != _SHORT
            ),
        )
    except ValueError as error:
        raise SecqaError(f"{name}: no report of a fund's holdings ({error})") from error


def _holding(one: ET.Element) -> Holding:
    cusip = _text(one, "cusip").upper()
    isin = _AMERICAN.fullmatch(_identifier(one, "isin"))
    if not _CUSIP.fullmatch(cusip) or not cusip.strip("0"):
        cusip = isin[1] if isin else ""
    name = _text(one, "name")
    return Holding(name, _text(one, "title") or name, _identifier(one, "ticker"), cusip)


def _identifier(one: ET.Element, kind: str) -> str:
    found = one.find(f"identifiers/{kind}", _NPORT)
    return "" if found is None else found.get("value", "").strip().upper()


def _text(parent: ET.Element, tag: str) -> str:
    return " ".join((parent.findtext(tag, "", _NPORT) or "").split())


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


@dataclass(frozen=True, slots=True)
class LinkedStocks:
    """Which companies some stocks are of."""

    ciks: tuple[int, ...]
    """Each once, in the order of the stocks."""
    unlinked: tuple[tuple[Holding, str], ...]
    """Stocks of no company that is sure, and why."""


def link(
    stocks: Iterable[Holding], listed: Iterable[TickerLine], ticker_of: Callable[[str], str | None]
) -> LinkedStocks:
    """Find the companies of some stocks in EDGAR's list of tickers.

    `ticker_of` gives the ticker of a CUSIP, None where it is not known.
    """
    by_ticker: dict[str, TickerLine] = {}
    by_name: defaultdict[str, list[TickerLine]] = defaultdict(list)
    for line in listed:
        by_ticker.setdefault(_ticker(line.ticker), line)
        for key in name_keys(line.name):
            by_name[key].append(line)
    ciks: dict[int, None] = {}
    unlinked = []
    for stock in stocks:
        named = _ciks_by_name(stock, by_name)
        tickers = (stock.ticker, ticker_of(stock.cusip) or "" if stock.cusip else "")
        lines = [by_ticker[key] for ticker in tickers if (key := _ticker(ticker)) in by_ticker]
        agreed = [line.cik for line in lines if share_a_word(line.name, stock.name)]
        found = agreed if len(named) != 1 else [*named]
        if found:
            ciks[found[0]] = None
        else:
            unlinked.append((stock, _why(named, lines)))
    return LinkedStocks(tuple(ciks), tuple(unlinked))


def _ciks_by_name(stock: Holding, by_name: Mapping[str, Sequence[TickerLine]]) -> set[int]:
    """The companies that have the name of a stock."""
    lines = [line for key in name_keys(stock.name) for line in by_name.get(key, ())]
    forms = legal_forms(stock.name)
    return {line.cik for line in lines if stock.cusip or legal_forms(line.name) == forms}


def _ticker(ticker: str) -> str:
    """`BRK.B` and `BRK/B` as EDGAR has it, `BRK-B`."""
    return ticker.upper().replace(".", "-").replace("/", "-")


def _why(named: set[int], lines: list[TickerLine]) -> str:
    if named:
        return f"{len(named)} companies of this name"
    if lines:
        return f"{lines[0].ticker} is {lines[0].name} on EDGAR"
    return "no company of this name with a ticker on EDGAR"
