"""Fetch filings from EDGAR into folders: main documents with their exhibits.

Each filing is a folder, `AAPL/10-K-2024-09-28-0000320193-24-000123/`, whose documents keep EDGAR's
names. Its sidecar (`secqa.filings.containers.sidecar`) is written last: a folder with a sidecar is
complete and never fetched again, a folder without one is continued.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from secqa.errors import SecqaError
from secqa.files import write_file
from secqa.filings.containers.sidecar import (
    SIDECAR_SUFFIX,
    EdgarFiling,
    sidecar_json,
    sidecar_path,
)
from secqa.ingest.edgar.edgar_client import Edgar, MissingOnEdgar
from secqa.ingest.edgar.fetch_plan import Item, items_in
from secqa.ingest.edgar.filing_address import FilingAddress
from secqa.ingest.edgar.filing_index_page import complete_from_page

IsHeld = Callable[[EdgarFiling], bool]


def fetch(edgar: Edgar, item: Item, is_held: IsHeld = lambda filing: False) -> Item:
    """Fetch a filing's missing documents and write its sidecar; returns the completed item.

    `is_held` decides once the period is known; if it returns True, nothing is fetched. Raises
    `SecqaError` if a document cannot be fetched.
    """
    folder = _folder(edgar, item.filing)
    item = replace(item, filing=_completed(edgar, item.filing, folder))
    return item if is_held(item.filing) else _fetch_files(edgar, item, folder)


def fetch_at(
    edgar: Edgar,
    address: FilingAddress,
    out: Path,
    tickers: Mapping[int, tuple[str, ...]],
    is_held: IsHeld = lambda filing: False,
) -> Item:
    """Fetch the filing at an address into its folder in `out`, as `fetch` does.

    `tickers` maps CIKs to tickers. Also raises `SecqaError` for a document that is not read with
    its filing, and for a filing of another company.
    """
    filing = EdgarFiling(
        accession=address.accession,
        cik=f"{address.cik:010}",
        tickers=tickers.get(address.cik, ()),
    )
    folder = _folder(edgar, filing)
    filing = complete_from_page(edgar, filing, folder)
    if not filing.form or filing.filed == date.min or not filing.company:
        raise SecqaError(f"{address}: EDGAR has no filing of CIK {address.cik} there; check it")
    (item,) = items_in(out, [filing])
    if address.document not in {"", item.main.name, *(each.file for each in filing.exhibits)}:
        raise SecqaError(
            f"{address}: not the main document of its filing and no exhibit that is read with it; "
            f"give {folder}/{item.main.name}"
        )
    return item if is_held(filing) else _fetch_files(edgar, item, folder)


def _folder(edgar: Edgar, filing: EdgarFiling) -> str:
    accession = filing.accession.replace("-", "")
    return f"{edgar.base_url}/Archives/edgar/data/{int(filing.cik)}/{accession}"


def _fetch_files(edgar: Edgar, item: Item, folder: str) -> Item:
    url = f"{folder}/{item.main.name}"
    files = {item.main: url}
    files |= {item.folder / exhibit.file: exhibit.url for exhibit in item.filing.exhibits}
    for path, address in files.items():
        if not path.exists():
            write_file(path, edgar.get(address))
    write_file(sidecar_path(item.main), sidecar_json(replace(item.filing, url=url)))
    return replace(item, there=True)


def _completed(edgar: Edgar, filing: EdgarFiling, folder: str) -> EdgarFiling:
    if filing.primary_document == filing.submission:
        return filing
    try:
        return complete_from_page(edgar, filing, folder)
    except MissingOnEdgar:
        if filing.primary_document:
            raise
        return replace(filing, primary_document=filing.submission)


def company_fact_files(items: Iterable[Item]) -> dict[Path, str]:
    """The files of company facts to fetch for some filings, with their addresses.

    The file of a company changes with each of its filings, so a new filing outdates it, also one
    that an interrupted fetch completed.
    """
    files: dict[Path, str] = {}
    for item in items:
        name = f"CIK{item.filing.cik}.json"
        path = item.folder.parent / name
        if not item.there or not path.exists() or _is_newer(item.folder, path):
            files[path] = f"api/xbrl/companyfacts/{name}"
    return files


def _is_newer(folder: Path, other: Path) -> bool:
    """Return whether a filing was completed after another file was written."""
    sidecars = folder.glob(f"*.*{SIDECAR_SUFFIX}")
    return any(path.stat().st_mtime_ns > other.stat().st_mtime_ns for path in sidecars)


def fetch_facts(edgar: Edgar, path: Path, address: str) -> bool:
    """Fetch a company's facts; False if EDGAR has none, as the company never tagged any.

    The file is then written without facts, so that only a new filing causes another request.
    """
    try:
        content = edgar.get(f"{edgar.data_url}/{address}")
    except MissingOnEdgar:
        write_file(path, json.dumps({"cik": int(path.stem[3:]), "facts": {}}).encode())
        return False
    write_file(path, content)
    return True


@dataclass(slots=True)
class FetchResult:
    """The outcomes of a fetch so far."""

    whole: list[Item] = field(default_factory=list)
    """Fetched filings."""
    skipped: int = 0
    """Number of filings that were there, by `is_held`."""
    failed: list[tuple[Item, str]] = field(default_factory=list)
    """Filings that EDGAR lists but lacks, each with a message."""
    untagged: list[Path] = field(default_factory=list)
    """Empty files of company facts, as EDGAR has none."""


def fetch_all(
    edgar: Edgar,
    items: Sequence[Item],
    facts: Mapping[Path, str],
    into: FetchResult,
    *,
    on_step: Callable[[int, int, Path], None] = lambda number, count, path: None,
    is_held: IsHeld = lambda filing: False,
) -> None:
    """Fetch missing filings, and files of company facts (see `company_fact_files`).

    `into` is updated step by step, so it is complete also after an exception. `on_step` takes the
    number of a step, the count of steps, and the path to be fetched.
    """
    missing = [item for item in items if not item.there]
    count = len(missing) + len(facts)
    for number, item in enumerate(missing, start=1):
        on_step(number, count, item.folder)
        try:
            outcome = fetch(edgar, item, is_held)
        except MissingOnEdgar as error:
            into.failed.append((item, str(error)))
            continue
        if outcome.there:
            into.whole.append(outcome)
        else:
            into.skipped += 1
    for number, (path, address) in enumerate(facts.items(), start=len(missing) + 1):
        on_step(number, count, path)
        if not fetch_facts(edgar, path, address):
            into.untagged.append(path)
