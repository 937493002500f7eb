"""Funds of the small EDGAR: its list of them, the filings of one, reports of what it holds."""

import json
from dataclasses import dataclass
from datetime import date

from tests.support.edgar_server import Server

SERIES = "S000000042"
_ATOM = """<?xml version="1.0" encoding="ISO-8859-1" ?>
<feed xmlns="http://www.w3.org/2005/Atom">
<company-info><cik>0000000070</cik><conformed-name>Acme Trust</conformed-name></company-info>
{entries}</feed>"""
_ENTRY = """<entry><content type="text/xml"><accession-number>{accession}</accession-number>
<filing-date>{filed}</filing-date>
<filing-href>https://www.sec.gov/Archives/edgar/data/70/{folder}/{accession}-index.htm</filing-href>
<filing-type>{form}</filing-type></content></entry>
"""
_REPORT = """<?xml version="1.0" encoding="UTF-8"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/nport"><formData><genInfo>
<regName>Acme Trust</regName><seriesName>Acme Core 500 &amp; More</seriesName>
<seriesId>{series}</seriesId><repPdEnd>2024-12-31</repPdEnd><repPdDate>{period}</repPdDate>
</genInfo><invstOrSecs>{stocks}</invstOrSecs></formData></edgarSubmission>"""
_STOCK = """<invstOrSec><name>{name}</name><title>{name}, Class A</title><cusip>{cusip}</cusip>
<identifiers>{more}</identifiers><payoffProfile>{side}</payoffProfile><assetCat>{kind}</assetCat>
</invstOrSec>"""


@dataclass(frozen=True)
class Reported:
    """A report of a fund."""

    number: int
    form: str
    filed: date
    period: date
    stocks: str

    @property
    def accession(self) -> str:
        return f"0000000070-24-{self.number:06}"


def stock(
    name: str,
    cusip: str = "N/A",
    *,
    ticker: str = "",
    isin: str = "",
    kind: str = "EC",
    side: str = "Long",
) -> str:
    """A holding as the form has it."""
    more = f'<ticker value="{ticker}"/>' if ticker else ""
    more += f'<isin value="{isin}"/>' if isin else ""
    return _STOCK.format(name=name, cusip=cusip, more=more, kind=kind, side=side)


def report(stocks: str, period: date = date(2024, 6, 30), series: str = SERIES) -> bytes:
    """What a fund reports."""
    return _REPORT.format(series=series, period=period, stocks=stocks).encode()


def filings_path(series: str = SERIES) -> str:
    """Where this EDGAR lists the reports of a fund."""
    return (
        f"/cgi-bin/browse-edgar?action=getcompany&CIK={series}&type=NPORT-P"
        "&dateb=&owner=include&count=40&output=atom"
    )


def add_fund(server: Server, ticker: str, *reports: Reported) -> None:
    """Have a fund with some reports."""
    lines = [[1, "S000000001", "C000000001", "OTHER"], [70, SERIES, "C000000042", ticker]]
    listed = {"fields": ["cik", "seriesId", "classId", "symbol"], "data": lines}
    server.pages["/files/company_tickers_mf.json"] = json.dumps(listed).encode()
    entries = ""
    for one in reports:
        folder = one.accession.replace("-", "")
        entries += _ENTRY.format(
            accession=one.accession, filed=one.filed, form=one.form, folder=folder
        )
        path = f"/Archives/edgar/data/70/{folder}/primary_doc.xml"
        server.pages[path] = report(one.stocks, one.period)
    server.pages[filings_path()] = _ATOM.format(entries=entries).encode()
