"""What a fund reported to hold (Form N-PORT, `primary_doc.xml`) -> its common stocks.

The form tells name, CUSIP and ISIN of each holding, and a ticker where the fund liked to; funds
leave out what they do not know as `N/A` or as noughts.
"""

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from datetime import date

from secqa.errors import SecqaError
from secqa.filings.xml_tree import xml_tree

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
