"""Filings that EDGAR lists -> files: main documents with their exhibits, as EDGAR has them.

Each filing is a folder, `AAPL/10-K-2024-09-28-0000320193-24-000123/`, with its documents under
EDGAR's own names. Its sidecar (`secqa.filings.containers.sidecar`) is written last: a filing that
has one is complete and is never fetched again, one that has none is gone on with.
"""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from secqa.edgar.client import Edgar, NotFoundOnEdgar
from secqa.edgar.listing import Company, Submission, Wanted, list_filings
from secqa.errors import SecqaError
from secqa.files import write_file
from secqa.filings.containers.sidecar import (
    Exhibit,
    Sidecar,
    read_sidecar,
    sidecar_json,
    sidecar_path,
)

_EXHIBIT = re.compile(r"EX-(?:13|99)(?![0-9])", re.IGNORECASE)
_READABLE = (".htm", ".html", ".txt")
_FILE_NAME = re.compile(r"\w[\w.-]*")


@dataclass(frozen=True, slots=True)
class Item:
    """A filing to fetch, or that is there."""

    company: Company
    submission: Submission
    folder: Path
    there: bool

    @property
    def main(self) -> Path:
        """Its main document; for filings before 2001 the whole submission."""
        name = self.submission.primary_document or f"{self.submission.accession}.txt"
        return self.folder / _checked(name)


def plan(
    edgar: Edgar,
    ciks: Iterable[int],
    wanted: Wanted,
    out: Path,
    on_company: Callable[[Company, int], None] = lambda company, filings: None,
) -> list[Item]:
    """All filings that are wanted, and which of them are there already."""
    items = []
    for cik in ciks:
        company, submissions = list_filings(edgar, cik, wanted)
        for submission in submissions:
            item = Item(company, submission, _folder(out, company, submission), False)
            items.append(Item(company, submission, item.folder, _is_there(item)))
        on_company(company, len(submissions))
    return items


def fetch(edgar: Edgar, item: Item) -> None:
    """Fetch a filing's documents and write its sidecar.

    Documents that are there are kept. Raises `SecqaError` when one cannot be had.
    """
    submission = item.submission
    base = f"{edgar.base_url}/Archives/edgar/data/{item.company.cik}"
    folder = f"{base}/{submission.accession.replace('-', '')}"
    exhibits: tuple[Exhibit, ...] = ()
    if submission.primary_document:
        index = _index(edgar, f"{folder}/{submission.accession}-index")
        exhibits = _exhibits(index, submission.primary_document, folder)
    url = f"{folder}/{item.main.name}"
    files = {item.main: url} | {item.folder / exhibit.file: exhibit.url for exhibit in exhibits}
    for path, address in files.items():
        if not path.exists():
            write_file(path, edgar.get(address))
    write_file(sidecar_path(item.main), sidecar_json(_sidecar(item, url, exhibits)))


def wanted_facts(items: Iterable[Item]) -> dict[Path, str]:
    """EDGAR's company facts that filings want: files, and where under EDGAR's data they are.

    The file of a company changes with each of its filings: it is wanted again with a new one,
    and where a fetch was interrupted that had written a new one.
    """
    wanted: dict[Path, str] = {}
    for item in items:
        name = f"CIK{item.company.cik:010}.json"
        path = item.folder.parent / name
        if not item.there or not path.exists() or _is_newer(sidecar_path(item.main), path):
            wanted[path] = f"api/xbrl/companyfacts/{name}"
    return wanted


def _is_newer(path: Path, other: Path) -> bool:
    return path.stat().st_mtime_ns > other.stat().st_mtime_ns


def fetch_facts(edgar: Edgar, path: Path, address: str) -> bool:
    """Fetch a company's facts; False for one that never tagged any, of which EDGAR has no file.

    The file is then one without facts: only a new filing makes it worth asking again.
    """
    try:
        content = edgar.get(f"{edgar.data_url}/{address}")
    except NotFoundOnEdgar:
        write_file(path, json.dumps({"cik": int(path.stem[3:]), "facts": {}}).encode())
        return False
    write_file(path, content)
    return True


def _sidecar(item: Item, url: str, exhibits: tuple[Exhibit, ...]) -> Sidecar:
    company, submission = item.company, item.submission
    return Sidecar(
        accession=submission.accession,
        cik=f"{company.cik:010}",
        company=company.name,
        tickers=company.tickers,
        form=submission.form,
        filed=submission.filed,
        period=submission.period,
        fiscal_year_end=company.fiscal_year_end,
        primary_document=item.main.name,
        url=url,
        exhibits=exhibits,
    )


def _folder(out: Path, company: Company, submission: Submission) -> Path:
    ticker = re.sub(r"[^A-Z0-9-]", "-", company.tickers[0].upper()) if company.tickers else ""
    form = re.sub(r"[^\w-]", "-", submission.form)
    day = submission.period or submission.filed
    return out / (ticker or f"{company.cik:010}") / f"{form}-{day}-{submission.accession}"


def _is_there(item: Item) -> bool:
    sidecar = read_sidecar(item.main)
    if sidecar is None or not item.main.exists():
        return False
    return all((item.folder / exhibit.file).exists() for exhibit in sidecar.exhibits)


def _index(edgar: Edgar, url: str) -> bytes:
    """A filing's index page, under either of the names that EDGAR has for it."""
    try:
        return edgar.get(f"{url}.html")
    except NotFoundOnEdgar:
        return edgar.get(f"{url}.htm")


def _exhibits(index: bytes, primary: str, folder: str) -> tuple[Exhibit, ...]:
    """Exhibits 13 and 99 of a filing's index page, those that can be read."""
    from edgar.attachments import Attachments, parse_homepage_html

    found = []
    for document in Attachments.load(parse_homepage_html(index)).documents:
        name = document.document
        is_text = name.lower().endswith(_READABLE) and name != primary
        if is_text and _EXHIBIT.match(document.document_type):
            found.append(
                Exhibit(
                    _checked(name),
                    document.document_type.upper(),
                    document.description,
                    f"{folder}/{name}",
                )
            )
    return tuple(found)


def _checked(name: str) -> str:
    """A file name that a server gave, if it is one."""
    if not _FILE_NAME.fullmatch(name):
        raise SecqaError(f"{name!r}: no name of a document; check the addresses of EDGAR")
    return name
