"""Indexes of the small EDGAR: a file a quarter, a file a day that has filings, lists of folders."""

import gzip
import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from tests.support.edgar_server import Server, columns_of, filing_page

_PREFACE = """Description:           Master Index of EDGAR Dissemination Feed
Last Data Received:    yesterday
Comments:              webmaster@example.com


CIK|Company Name|Form Type|Date Filed|{file}
--------------------------------------------------------------------------------
"""


@dataclass(frozen=True)
class Filed:
    """A filing, as its line and its page have it."""

    cik: int
    number: str
    """Last digits of its accession number."""
    form: str
    filed: date
    period: date | None
    document: bytes
    name: str = "main.htm"
    company: str = "Acme Rockets, Inc."

    @property
    def accession(self) -> str:
        """Its accession number."""
        return f"{self.cik:010}-{self.filed:%y}-{self.number:0>6}"

    @property
    def folder(self) -> str:
        """Where it is."""
        return f"/Archives/edgar/data/{self.cik}/{self.accession.replace('-', '')}"

    def line(self, day: str) -> str:
        """Its line of an index."""
        file = f"edgar/data/{self.cik}/{self.accession}.txt"
        return f"{self.cik}|{self.company}|{self.form}|{day}|{file}\n"


def add(server: Server, filings: Iterable[Filed], today: date) -> None:
    """Have some filings, listed by company, by quarter and by day.

    There are indexes from the quarter before the first period on until today's.
    """
    filings = list(filings)
    for filing in filings:
        _add_filing(server, filing)
    for cik in {filing.cik for filing in filings}:
        _list_company(server, [filing for filing in filings if filing.cik == cik])
    quarters: defaultdict[tuple[int, int], list[Filed]] = defaultdict(list)
    days: defaultdict[date, list[Filed]] = defaultdict(list)
    for filing in filings:
        quarters[_quarter(filing.filed)].append(filing)
        days[filing.filed].append(filing)
    names: defaultdict[str, list[str]] = defaultdict(list)
    year, number = _quarter(min(one.period or one.filed for one in filings) - timedelta(days=92))
    while (year, number) <= _quarter(today):
        for kind in ("full-index", "daily-index"):
            names[kind].append(str(year))
            names[f"{kind}/{year}"].append(f"QTR{number}")
        names[f"daily-index/{year}/QTR{number}"].append("sitemap.xml")
        lines = "".join(one.line(one.filed.isoformat()) for one in quarters[year, number])
        content = gzip.compress((_PREFACE.format(file="Filename") + lines).encode("latin-1"))
        server.pages[f"/Archives/edgar/full-index/{year}/QTR{number}/master.gz"] = content
        year, number = year + number // 4, number % 4 + 1
    for day, several in days.items():
        year, number = _quarter(day)
        name = f"master.{day:%Y%m%d}.idx"
        names[f"daily-index/{year}/QTR{number}"].append(name)
        lines = "".join(one.line(f"{day:%Y%m%d}") for one in several)
        content = (_PREFACE.format(file="File Name") + lines).encode("latin-1")
        server.pages[f"/Archives/edgar/daily-index/{year}/QTR{number}/{name}"] = content
    for folder, several_names in names.items():
        items = [{"name": name, "type": "file"} for name in dict.fromkeys(several_names)]
        listed = json.dumps({"directory": {"item": items, "name": folder}})
        server.pages[f"/Archives/edgar/{folder}/index.json"] = listed.encode()


def _quarter(day: date) -> tuple[int, int]:
    return day.year, (day.month + 2) // 3


def _list_company(server: Server, filings: list[Filed]) -> None:
    rows = [(f.accession, f.form, str(f.filed), str(f.period or ""), f.name) for f in filings]
    newest = sorted(rows, key=lambda row: row[2], reverse=True)
    listed = {
        "name": filings[0].company,
        "tickers": ["ACME"],
        "fiscalYearEnd": "1231",
        "filings": {"recent": columns_of(newest), "files": []},
    }
    path = f"/submissions/CIK{filings[0].cik:010}.json"
    server.pages[path] = json.dumps(listed).encode()


def _add_filing(server: Server, filing: Filed) -> None:
    days = {"Filing Date": filing.filed, "Accepted": "x"}
    days |= {"Period of Report": filing.period} if filing.period else {}
    infos = "".join(
        f'<div class="infoHead">{label}</div><div class="info">{day}</div>'
        for label, day in days.items()
    )
    filers = "".join(
        f'<div class="companyInfo"><span class="companyName">{name} (Filer)\n '
        f"<acronym>CIK</acronym>: <a>{cik:010} (see all company filings)</a></span>"
        f"<p>Fiscal Year End: <strong>{year_end}</strong></p></div>"
        for name, cik, year_end in (("Another", 99, "0630"), (filing.company, filing.cik, "1231"))
    )
    rows = [(filing.form, filing.name, filing.form)] if filing.name else []
    rows += [("LETTER", "letter.htm", "EX-99.1")] if filing.form == "8-K" else []
    rows += [("Complete submission text file", f"{filing.accession}.txt", "")]
    page = filing_page(
        rows,
        f'<div id="formName"><strong>Form {filing.form}</strong> - A report:</div>'
        f'<div class="formGrouping">{infos}</div>{filers}',
    )
    server.pages[f"{filing.folder}/{filing.accession}-index.html"] = page
    server.pages[f"{filing.folder}/{filing.name or filing.accession + '.txt'}"] = filing.document
    server.pages[f"{filing.folder}/letter.htm"] = b"<html><body><p>Letter</p></body></html>"
