"""Fetch filings from EDGAR into folders: main documents with their exhibits.

Each filing is a folder, `AAPL/10-K-2024-09-28-0000320193-24-000123/`, whose documents keep EDGAR's
names. Its sidecar (`secqa.filings.containers.sidecar`) is written last: a folder with a sidecar is
complete and never fetched again, a folder without one is continued.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from secqa.errors import SecqaError
from secqa.files import write_file
from secqa.filings.containers.sidecar import (
    SIDECAR_SUFFIX,
    Exhibit,
    Sidecar,
    sidecar_json,
    sidecar_path,
)
from secqa.ingest.edgar.edgar_client import Edgar, MissingOnEdgar
from secqa.ingest.edgar.fetch_plan import Item, items_in
from secqa.ingest.edgar.filing_address import FilingAddress
from secqa.ingest.edgar.filing_index_page import filing_page
from secqa.ingest.edgar.filing_lists import EdgarFiler, Submission


def fetch(edgar: Edgar, item: Item, is_held: Callable[[Item], bool] = lambda item: False) -> Item:
    """Fetch a filing's missing documents and write its sidecar; returns the completed item.

    `is_held` decides once the period is known; if it returns True, nothing is fetched. Raises
    `SecqaError` if a document cannot be fetched.
    """
    folder = _folder(edgar, item.company.cik, item.submission.accession)
    item, exhibits = _complete(edgar, item, folder)
    return item if is_held(item) else _fetch_files(edgar, item, folder, exhibits)


def fetch_at(
    edgar: Edgar,
    address: FilingAddress,
    out: Path,
    tickers: Mapping[int, tuple[str, ...]],
    is_held: Callable[[Item], bool] = lambda item: False,
) -> Item:
    """Fetch the filing at an address into its folder in `out`, as `fetch` does.

    `tickers` maps CIKs to tickers. Also raises `SecqaError` for a document that is not read with
    its filing, and for a filing of another company.
    """
    folder = _folder(edgar, address.cik, address.accession)
    page = filing_page(edgar, folder, address.accession, address.cik)
    if not page.form or not page.filed or not page.company:
        raise SecqaError(f"{address}: EDGAR has no filing of CIK {address.cik} there; check it")
    main = page.main(page.form)
    about = Submission(address.accession, page.form, page.filed, page.period, main)
    company = EdgarFiler(
        address.cik, page.company, tickers.get(address.cik, ()), page.fiscal_year_end
    )
    (item,) = items_in(out, [(company, about)])
    exhibits = page.exhibits(item.main.name) if main else ()
    if address.document not in {"", item.main.name, *(exhibit.file for exhibit in exhibits)}:
        raise SecqaError(
            f"{address}: not the main document of its filing and no exhibit that is read with it; "
            f"give {folder}/{item.main.name}"
        )
    return item if is_held(item) else _fetch_files(edgar, item, folder, exhibits)


def _folder(edgar: Edgar, cik: int, accession: str) -> str:
    return f"{edgar.base_url}/Archives/edgar/data/{cik}/{accession.replace('-', '')}"


def _fetch_files(edgar: Edgar, item: Item, folder: str, exhibits: tuple[Exhibit, ...]) -> Item:
    url = f"{folder}/{item.main.name}"
    files = {item.main: url} | {item.folder / exhibit.file: exhibit.url for exhibit in exhibits}
    for path, address in files.items():
        if not path.exists():
            write_file(path, edgar.get(address))
    write_file(sidecar_path(item.main), sidecar_json(_sidecar(item, url, exhibits)))
    return replace(item, there=True)


def _complete(edgar: Edgar, item: Item, folder: str) -> tuple[Item, tuple[Exhibit, ...]]:
    """Complete a filing from its page; also returns the exhibits to fetch with it."""
    about = item.submission
    if about.primary_document == "":
        return item, ()
    try:
        page = filing_page(edgar, folder, about.accession, item.company.cik)
    except MissingOnEdgar:
        if about.primary_document is not None:
            raise
        return replace(item, submission=replace(about, primary_document="")), ()
    if about.primary_document is None:
        about = replace(about, primary_document=page.main(about.form), period=page.period)
        company = replace(item.company, fiscal_year_end=page.fiscal_year_end)
        item = replace(item, company=company, submission=about)
    return item, page.exhibits(item.main.name)


def company_fact_files(items: Iterable[Item]) -> dict[Path, str]:
    """The files of company facts to fetch for some filings, with their addresses.

    The file of a company changes with each of its filings, so a new filing outdates it, also one
    that an interrupted fetch completed.
    """
    files: dict[Path, str] = {}
    for item in items:
        name = f"CIK{item.company.cik:010}.json"
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


@dataclass(slots=True)
class FetchResult:
    """The outcomes of a fetch so far."""

    whole: list[Item] = field(default_factory=list)
    """Fetched filings."""
    held: int = 0
    """Filings skipped because `is_held` knew their period."""
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
    is_held: Callable[[Item], bool] = lambda item: False,
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
            into.held += 1
    for number, (path, address) in enumerate(facts.items(), start=len(missing) + 1):
        on_step(number, count, path)
        if not fetch_facts(edgar, path, address):
            into.untagged.append(path)
