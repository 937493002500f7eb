"""Plan a fetch: which filings, into which folders, and which are complete already.

For few companies each one's list on EDGAR is read; for many the indexes, which take fewer requests.
An accession number in the name of a folder identifies its filing.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from secqa.filings.containers.sidecar import EdgarFiling, sidecar_in
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.filers import collect_unknown, tickers_by_cik
from secqa.ingest.edgar.filing_index_page import checked_name
from secqa.ingest.edgar.filing_lists import (
    FilingFilter,
    list_filings,
    read_indexes,
    requests_for,
)

Tell = Callable[[str], None]
_ACCESSION = len("0000320193-24-000123")


@dataclass(frozen=True, slots=True)
class FilingList:
    """Filings on EDGAR."""

    filings: list[EdgarFiling]
    """Each once, by company, latest first."""
    until: date
    """Every filing before this day is listed."""


@dataclass(frozen=True, slots=True)
class Item:
    """A filing and its folder."""

    filing: EdgarFiling
    folder: Path
    there: bool

    @property
    def main(self) -> Path:
        """Path of its main document."""
        return self.folder / checked_name(self.filing.primary_document)


def plan(
    edgar: Edgar,
    ciks: Sequence[int] | None,
    selection: FilingFilter,
    out: Path,
    tell: Tell = lambda line: None,
) -> list[Item]:
    """All selected filings of some companies, or of all (None), with their folders in `out`."""
    return items_in(out, search_filings(edgar, ciks, selection, tell).filings)


def search_filings(
    edgar: Edgar,
    ciks: Sequence[int] | None,
    wanted: FilingFilter,
    tell: Tell = lambda line: None,
    unknown: list[str] | None = None,
) -> FilingList:
    """The selected filings of some companies, or of all (None); `unknown` as in `find_ciks`.

    Only the lists of companies have periods, so all companies cannot be selected by year.
    """
    today = date.today()
    first = wanted.first_day
    if ciks is None or (not wanted.years and requests_for(first, today) < len(ciks)):
        return _from_indexes(edgar, ciks, wanted, tell)
    filings: dict[str, EdgarFiling] = {}
    for cik in ciks:
        with collect_unknown(unknown):
            company, own = list_filings(edgar, cik, wanted)
            for filing in own:
                filings.setdefault(filing.accession, filing)
            tell(f"{company}: {len(own)} filings")
    return FilingList(list(filings.values()), today)


def _from_indexes(
    edgar: Edgar, ciks: Sequence[int] | None, wanted: FilingFilter, tell: Tell
) -> FilingList:
    selected = None if ciks is None else {f"{cik:010}" for cik in ciks}
    until = wanted.first_day
    tickers = tickers_by_cik(edgar)
    filings: dict[str, EdgarFiling] = {}
    for filing in read_indexes(
        edgar,
        wanted.first_day,
        date.today(),
        lambda address, lines: tell(f"{address}: {lines:,} filings listed"),
    ):
        until = max(until, filing.filed)
        if filing in wanted and (selected is None or filing.cik in selected):
            named = replace(filing, tickers=tickers.get(int(filing.cik), ()))
            filings.setdefault(filing.accession, named)
    in_order = sorted(filings.values(), key=lambda filing: filing.filed, reverse=True)
    return FilingList(sorted(in_order, key=lambda filing: filing.cik), until)


def items_in(out: Path, filings: Iterable[EdgarFiling]) -> list[Item]:
    """Filings with their folders in `out`, and whether these are complete."""
    begun = {folder.name[-_ACCESSION:]: folder for folder in out.glob("*/*") if folder.is_dir()}
    items = []
    for filing in filings:
        folder = begun.get(filing.accession) or _folder(out, filing)
        if filing.primary_document:
            checked_name(filing.primary_document)  # raises before anything is fetched
        complete = _complete(folder) if folder.is_dir() else None
        items.append(Item(complete or filing, folder, complete is not None))
    return items


def _folder(out: Path, filing: EdgarFiling) -> Path:
    names = ("".join(filing.tickers[:1]).upper(), filing.form)
    ticker, form = (re.sub(r"[^\w-]", "-", name) for name in names)
    day = filing.period or filing.filed
    return out / (ticker or filing.cik) / f"{form}-{day}-{filing.accession}"


def _complete(folder: Path) -> EdgarFiling | None:
    """The filing in a folder that has all its files."""
    filing = sidecar_in(folder)
    if filing is None:
        return None
    files = [filing.primary_document, *(exhibit.file for exhibit in filing.exhibits)]
    return filing if all((folder / file).exists() for file in files) else None
