"""Filings that EDGAR lists -> files: main documents with their exhibits, as EDGAR has them.

Each filing is a folder, `AAPL/10-K-2024-09-28-0000320193-24-000123/`, with its documents under
EDGAR's own names. Its sidecar (`secqa.filings.containers.sidecar`) is written last: a filing that
has one is complete and is never fetched again, one that has none is gone on with.
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
    """Fetch a filing's documents and write its sidecar; gives all that EDGAR says of it.

    Documents that are there are kept. `is_held` is asked when the period is known, and where it
    says so, nothing is fetched. Raises `SecqaError` when a document cannot be had.
    """
    folder = _folder(edgar, item.company.cik, item.submission.accession)
    item, exhibits = _looked_up(edgar, item, folder)
    return item if is_held(item) else _fetched(edgar, item, folder, exhibits)


def fetch_at(
    edgar: Edgar,
    address: FilingAddress,
    out: Path,
    tickers: Mapping[int, tuple[str, ...]],
    is_held: Callable[[Item], bool] = lambda item: False,
) -> Item:
    """Fetch the filing that an address is of, as `fetch` does, into its folder in `out`.

    `tickers` are those of companies by CIK. Raises `SecqaError` also for the address of a document
    that is not read with its filing, and for a filing of others.
    """
    folder = _folder(edgar, address.cik, address.accession)
    page = filing_page(edgar, folder, address.accession, address.cik)
    if not page.form or not page.filed or not page.company:
        raise SecqaError(f"{address}: EDGAR has no filing of CIK {address.cik} there; check it")
    main = page.main(page.form)
    about = Submission(address.accession, page.form, page.filed, page.period, main)
    own = tickers.get(address.cik, ())
    company = EdgarFiler(address.cik, page.company, own, page.fiscal_year_end)
    (item,) = items_in(out, [(company, about)])
    exhibits = page.exhibits(item.main.name) if main else ()
    if address.document not in {"", item.main.name, *(exhibit.file for exhibit in exhibits)}:
        raise SecqaError(
            f"{address}: not the main document of its filing and no exhibit that is read with it; "
            f"give {folder}/{item.main.name}"
        )
    return item if is_held(item) else _fetched(edgar, item, folder, exhibits)


def _folder(edgar: Edgar, cik: int, accession: str) -> str:
    return f"{edgar.base_url}/Archives/edgar/data/{cik}/{accession.replace('-', '')}"


def _fetched(edgar: Edgar, item: Item, folder: str, exhibits: tuple[Exhibit, ...]) -> Item:
    url = f"{folder}/{item.main.name}"
    files = {item.main: url} | {item.folder / exhibit.file: exhibit.url for exhibit in exhibits}
    for path, address in files.items():
        if not path.exists():
            write_file(path, edgar.get(address))
    write_file(sidecar_path(item.main), sidecar_json(_sidecar(item, url, exhibits)))
    return replace(item, there=True)


def _looked_up(edgar: Edgar, item: Item, folder: str) -> tuple[Item, tuple[Exhibit, ...]]:
    """A filing as its page completes it, and the exhibits that are fetched with it."""
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
    """EDGAR's company facts that filings want: files, and where under EDGAR's data they are.

    The file of a company changes with each of its filings: it is wanted again with a new one,
    and where a fetch was interrupted that had written a new one.
    """
    wanted: dict[Path, str] = {}
    for item in items:
        name = f"CIK{item.company.cik:010}.json"
        path = item.folder.parent / name
        if not item.there or not path.exists() or _is_newer(item.folder, path):
            wanted[path] = f"api/xbrl/companyfacts/{name}"
    return wanted


def _is_newer(folder: Path, other: Path) -> bool:
    """Whether a filing was complete only after another file was written."""
    sidecars = folder.glob(f"*.*{SIDECAR_SUFFIX}")
    return any(path.stat().st_mtime_ns > other.stat().st_mtime_ns for path in sidecars)


def fetch_facts(edgar: Edgar, path: Path, address: str) -> bool:
    """Fetch a company's facts; False for one that never tagged any, of which EDGAR has no file.

    The file is then one without facts: only a new filing makes it worth asking again.
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
    """What became of filings so far."""

    whole: list[Item] = field(default_factory=list)
    """Those that were fetched."""
    held: int = 0
    """Those that turned out to be known, by their period."""
    failed: list[tuple[Item, str]] = field(default_factory=list)
    """Those that EDGAR lists and lacks, and a line of what it lacks."""
    untagged: list[Path] = field(default_factory=list)
    """Files of company facts that are empty, as EDGAR has none."""


def fetch_all(
    edgar: Edgar,
    items: Sequence[Item],
    facts: Mapping[Path, str],
    into: FetchResult,
    *,
    on_step: Callable[[int, int, Path], None] = lambda number, of, path: None,
    is_held: Callable[[Item], bool] = lambda item: False,
) -> None:
    """Fetch filings that are not there, and files of company facts (`wanted_facts`).

    `into` is told as it goes, so that it holds what is done when an exception ends it. `on_step`
    is told the number of a step, of how many, and what is fetched.
    """
    missing = [item for item in items if not item.there]
    of = len(missing) + len(facts)
    for number, item in enumerate(missing, start=1):
        on_step(number, of, item.folder)
        try:
            became = fetch(edgar, item, is_held)
        except MissingOnEdgar as error:
            into.failed.append((item, str(error)))
            continue
        if became.there:
            into.whole.append(became)
        else:
            into.held += 1
    for number, (path, address) in enumerate(facts.items(), start=len(missing) + 1):
        on_step(number, of, path)
        if not fetch_facts(edgar, path, address):
            into.untagged.append(path)
