"""A small EDGAR on 127.0.0.1: tickers, lists of filings, index pages, documents, bad days."""

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.support.ingest_filings import filing_html

TICKERS = {
    "0": {"cik_str": 7, "ticker": "ACME", "title": "ACME ROCKETS, INC."},
    "1": {"cik_str": 7, "ticker": "ACME-PA", "title": "ACME ROCKETS, INC."},
    "2": {"cik_str": 8, "ticker": "ACMF", "title": "ACME FOODS CORP"},
    "3": {"cik_str": 9, "ticker": "BRK-B", "title": "BERKS & SONS CO /DE/"},
}
MAIN = filing_html().encode()
EXHIBIT = b"<html><body><p>Exhibit 13. Annual report</p><p>Sales grew again.</p></body></html>"
OLD = b"""<SEC-DOCUMENT>0000000007-98-000001.txt
<SEC-HEADER>
ACCESSION NUMBER:\t\t0000000007-98-000001
CONFORMED SUBMISSION TYPE:\t10-K405
CONFORMED PERIOD OF REPORT:\t19971231
COMPANY CONFORMED NAME:\t\tACME ROCKETS INC
CENTRAL INDEX KEY:\t\t0000000007
</SEC-HEADER>
<DOCUMENT>
<TYPE>10-K405
<TEXT>
FORM 10-K annual report of the registrant
<PAGE>
Item 1. Business
</TEXT>
</DOCUMENT>
"""

_RECENT = [
    ("0000000007-25-000003", "10-K", "2025-02-03", "2024-12-31", "acme-20241231.htm"),
    ("0000000007-24-000009", "8-K", "2024-10-30", "2024-10-29", "acme-8k.htm"),
    ("0000000007-24-000005", "10-Q", "2024-08-01", "2024-06-30", "acme-20240630.htm"),
    ("0000000007-24-000004", "4", "2024-05-01", "2024-04-30", "xslF345X05/form4.xml"),
    ("0000000007-24-000003", "10-K/A", "2024-04-01", "2023-12-31", "acme-10ka.htm"),
    ("0000000007-24-000001", "10-K", "2024-02-01", "2023-12-31", "acme-20231231.htm"),
]
_OLDER = [("0000000007-98-000001", "10-K405", "1998-03-01", "1997-12-31", "")]
_COLUMNS = ("accessionNumber", "form", "filingDate", "reportDate", "primaryDocument")


def columns_of(rows: Sequence[tuple[str, ...]]) -> dict[str, list[str]]:
    return {name: [row[at] for row in rows] for at, name in enumerate(_COLUMNS)}


def filing_page(rows: list[tuple[str, str, str]], about: str = "") -> bytes:
    """A filing's page; a row is a document's description, file name and type."""
    lines = "".join(
        f'<tr><td scope="row">{number}</td><td scope="row">{description}</td><td scope="row">'
        f'<a href="/ix?doc=/Archives/edgar/data/7/x/{name}">{name}</a> &nbsp; iXBRL</td>'
        f'<td scope="row">{kind}</td><td scope="row">100</td></tr>'
        for number, (description, name, kind) in enumerate(rows, start=1)
    )
    head = "<tr><th>Seq</th><th>Description</th><th>Document</th><th>Type</th><th>Size</th></tr>"
    return (
        f'<html><body>{about}<div id="formDiv">'
        f'<table class="tableFile" summary="Document Format Files">{head}{lines}'
        "</table></div></body></html>"
    ).encode()


def pages() -> dict[str, bytes]:
    """Everything that this EDGAR has, by path."""
    submissions = {
        "cik": "7",
        "name": "ACME ROCKETS, INC.",
        "tickers": ["ACME", "ACME-PA"],
        "fiscalYearEnd": "1231",
        "filings": {
            "recent": columns_of(_RECENT),
            "files": [
                {
                    "name": "CIK0000000007-submissions-001.json",
                    "filingFrom": "1996-01-01",
                    "filingTo": "1999-12-31",
                }
            ],
        },
    }
    found = {
        "/files/company_tickers.json": json.dumps(TICKERS).encode(),
        "/submissions/CIK0000000007.json": json.dumps(submissions).encode(),
        "/submissions/CIK0000000007-submissions-001.json": json.dumps(columns_of(_OLDER)).encode(),
        "/Archives/edgar/data/7/000000000798000001/0000000007-98-000001.txt": OLD,
    }
    for accession, form, _, _, document in _RECENT:
        folder = f"/Archives/edgar/data/7/{accession.replace('-', '')}"
        rows = [
            (form, document, form),
            ("LETTER", "letter.htm", "EX-99.1"),
            ("", "x.jpg", "GRAPHIC"),
        ]
        if form == "10-K":
            rows += [("REPORT", "report.htm", "EX-13"), ("PLAN", "plan.htm", "EX-10.1")]
        found[f"{folder}/{accession}-index.html"] = filing_page(rows)
        found[f"{folder}/{document}"] = MAIN
        found[f"{folder}/letter.htm"] = EXHIBIT.replace(b"Exhibit 13", b"Exhibit 99")
        found[f"{folder}/report.htm"] = EXHIBIT
        found[f"{folder}/plan.htm"] = b"not wanted"
    return found


@dataclass
class Request:
    """One request that came in."""

    path: str
    agent: str


@dataclass
class Server:
    """A running EDGAR and what it was asked for."""

    url: str = ""
    pages: dict[str, bytes] = field(default_factory=pages)
    requests: list[Request] = field(default_factory=list)
    fault: Callable[[str, int], tuple[int, dict[str, str]] | None] = lambda path, count: None
    """Status and headers to answer with instead; told the path and how often it was asked for."""

    def asked(self, path: str) -> int:
        """How often a path was asked for."""
        return sum(request.path == path for request in self.requests)

    @property
    def paths(self) -> list[str]:
        """All paths asked for, in order."""
        return [request.path for request in self.requests]


def serve(server: Server) -> ThreadingHTTPServer:
    """Start serving on a free port, in a thread."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Without it a body waits until the client has told that it has the headers: 40 ms.
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            agent = self.headers.get("User-Agent", "")
            server.requests.append(Request(self.path, agent))
            fault = server.fault(self.path, server.asked(self.path))
            if fault is not None:
                self._answer(fault[0], b"", fault[1])
            elif self.path in server.pages:
                self._answer(200, server.pages[self.path], {})
            else:
                self._answer(404, b"", {})

        def _answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
            cut = headers.pop("X-Cut", "")
            self.send_response(status)
            self.send_header("Content-Length", str(len(body) + (10 if cut else 0)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)
            self.close_connection = bool(cut)

        def log_message(self, *arguments: Any) -> None:
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    server.url = f"http://127.0.0.1:{http.server_port}"
    threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    return http
