"""A small filing in the markup that real ones have: page breaks, spacer cells, tags."""

import gzip
from pathlib import Path

_HEAD = """<?xml version='1.0' encoding='ASCII'?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"
 xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:dei="d" xmlns:us-gaap="g">
<head><title>{ticker}</title></head><body>
<div style="display:none"><ix:header><ix:hidden>
<ix:nonNumeric contextRef="y" name="dei:EntityCentralIndexKey" id="h1">000000{cik}</ix:nonNumeric>
<ix:nonNumeric contextRef="y" name="dei:DocumentFiscalYearFocus" id="h2">{year}</ix:nonNumeric>
<ix:nonNumeric contextRef="y" name="dei:DocumentFiscalPeriodFocus" id="h3">FY</ix:nonNumeric>
</ix:hidden><ix:resources>
<xbrli:context id="y"><xbrli:entity><xbrli:identifier scheme="s">{cik}</xbrli:identifier>
</xbrli:entity><xbrli:period><xbrli:startDate>{year}-01-01</xbrli:startDate>
<xbrli:endDate>{year}-12-31</xbrli:endDate></xbrli:period></xbrli:context>
<xbrli:context id="p"><xbrli:entity><xbrli:identifier scheme="s">{cik}</xbrli:identifier>
</xbrli:entity><xbrli:period><xbrli:startDate>{before}-01-01</xbrli:startDate>
<xbrli:endDate>{before}-12-31</xbrli:endDate></xbrli:period></xbrli:context>
<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
</ix:resources></ix:header></div>
"""
_COVER = """<div><p>UNITED STATES SECURITIES AND EXCHANGE COMMISSION</p>
<p>Form <ix:nonNumeric contextRef="y" name="dei:DocumentType">10-K</ix:nonNumeric></p>
<p>For the fiscal year ended <ix:nonNumeric contextRef="y" name="dei:DocumentPeriodEndDate"
 format="ixt:date-monthname-day-year-en">December 31, {year}</ix:nonNumeric></p>
<p><ix:nonNumeric contextRef="y" name="dei:EntityRegistrantName">{company}</ix:nonNumeric></p>
<p>Trading symbol <ix:nonNumeric contextRef="y" name="dei:TradingSymbol">{ticker}</ix:nonNumeric>
</p></div><hr style="page-break-after:always"/>
"""
_BUSINESS = """<div><p><b>Item 1. Business</b></p>
<p>As of December 31, {year}, we had approximately 4,200 employees.</p>
<p style="text-align:center">1</p></div><hr style="page-break-after:always"/>
"""
_STATEMENT = """<div><p><b>CONSOLIDATED STATEMENTS OF OPERATIONS</b></p><p>(in millions)</p>
<table><tr><td></td><td></td><td colspan="2">{year}</td><td></td><td colspan="2">{before}</td></tr>
<tr><td>Net sales</td><td></td><td>$</td><td>{sales}</td><td></td><td>$</td><td>{sales_before}</td>
</tr><tr><td>Net income</td><td></td><td></td><td>{income}</td><td></td><td></td><td>31</td></tr>
</table><p style="text-align:center">2</p></div>
"""
_FIGURE = (
    '<ix:nonFraction contextRef="{context}" unitRef="usd" name="us-gaap:{name}" decimals="-6" '
    'scale="6" format="ixt:num-dot-decimal">{digits}</ix:nonFraction>'
)


def filing_html(
    company: str = "Acme Rockets, Inc.",
    ticker: str = "ACME",
    cik: str = "0007",
    year: int = 2024,
    sales: str = "1,234",
) -> str:
    """A Form 10-K of three pages."""

    def figure(name: str, context: str, digits: str) -> str:
        return _FIGURE.format(name=name, context=context, digits=digits)

    text = _HEAD + _COVER + _BUSINESS + _STATEMENT + "</body></html>"
    return text.format(
        company=company,
        ticker=ticker,
        cik=cik,
        year=year,
        before=year - 1,
        sales=figure("Revenues", "y", sales),
        sales_before=figure("Revenues", "p", "1,100"),
        income=figure("NetIncomeLoss", "y", "42"),
    )


def write_filing(path: Path, **changes: object) -> Path:
    """Write a filing, compressed when the name ends in .gz."""
    data = filing_html(**changes).encode()  # type: ignore[arg-type]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
    return path
