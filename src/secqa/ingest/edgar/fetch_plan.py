"""Companies and what is wanted of them in, the filings to fetch out.

For some companies EDGAR is asked for each one's list; for a universe its indexes are read, which
take fewer requests. What is in the folder already is recognised by its accession number.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from secqa.filings.containers.sidecar import sidecar_in
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.edgar_indexes import read_indexes, requests_for
from secqa.ingest.edgar.filers import tickers_by_cik
from secqa.ingest.edgar.filing_index_page import checked_name
from secqa.ingest.edgar.filing_lists import EdgarFiler, FilingFilter, Submission, list_filings

Tell = Callable[[str], None]
_ACCESSION = len("0000320193-24-000123")


@dataclass(frozen=True, slots=True)
class FilingList:
    """Filings that EDGAR has."""

    filings: list[tuple[EdgarFiler, Submission]]
    """Each once, by company, the last first."""
    until: date
    """All that was filed before this day is listed."""


@dataclass(frozen=True, slots=True)
class Item:
    """A filing to fetch, or that is there."""

    company: EdgarFiler
    submission: Submission
    folder: Path
    there: bool

    @property
    def main(self) -> Path:
        """Its main document; for filings before 2001 the whole submission."""
        name = self.submission.primary_document or f"{self.submission.accession}.txt"
        return self.folder / checked_name(name)


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
    edgar: Edgar, ciks: Sequence[int] | None, wanted: FilingFilter, tell: Tell = lambda line: None
) -> FilingList:
    """The filings that are wanted of some companies, or of all (None).

    Years of periods are in the lists of companies alone; with None they must not be wanted.
    """
    today = date.today()
    first = wanted.first_day
    if ciks is None or (not wanted.years and requests_for(first, today) < len(ciks)):
        return _from_indexes(edgar, ciks, wanted, tell)
    filings: dict[str, tuple[EdgarFiler, Submission]] = {}
    for cik in ciks:
        company, submissions = list_filings(edgar, cik, wanted)
        for submission in submissions:
            filings.setdefault(submission.accession, (company, submission))
        tell(f"{company.name}: {len(submissions)} filings")
    return FilingList(list(filings.values()), today)


def _from_indexes(
    edgar: Edgar, ciks: Sequence[int] | None, wanted: FilingFilter, tell: Tell
) -> FilingList:
    asked = None if ciks is None else frozenset(ciks)
    until = wanted.first_day
    tickers = tickers_by_cik(edgar)
    filings: dict[str, tuple[EdgarFiler, Submission]] = {}
    for line in read_indexes(
        edgar,
        wanted.first_day,
        date.today(),
        lambda address, lines: tell(f"{address}: {lines:,} filings listed"),
    ):
        until = max(until, line.submission.filed)
        if line.submission in wanted and (asked is None or line.cik in asked):
            company = EdgarFiler(line.cik, line.company, tickers.get(line.cik, ()), "")
            filings.setdefault(line.submission.accession, (company, line.submission))
    in_order = sorted(filings.values(), key=lambda one: one[1].filed, reverse=True)
    return FilingList(sorted(in_order, key=lambda one: one[0].cik), until)


def items_in(out: Path, filings: Iterable[tuple[EdgarFiler, Submission]]) -> list[Item]:
    """Filings, each with its folder in `out` and whether it is there."""
    begun = {folder.name[-_ACCESSION:]: folder for folder in out.glob("*/*") if folder.is_dir()}
    items = []
    for company, submission in filings:
        folder = begun.get(submission.accession) or _folder(out, company, submission)
        item = Item(company, submission, folder, False)
        if submission.primary_document is not None:
            _ = item.main  # a name that leads elsewhere stops here, before anything is fetched
        items.append(replace(item, there=folder.is_dir() and _is_whole(folder)))
    return items


def _folder(out: Path, company: EdgarFiler, submission: Submission) -> Path:
    ticker = re.sub(r"[^A-Z0-9-]", "-", company.tickers[0].upper()) if company.tickers else ""
    form = re.sub(r"[^\w-]", "-", submission.form)
    day = submission.period or submission.filed
    return out / (ticker or f"{company.cik:010}") / f"{form}-{day}-{submission.accession}"


def _is_whole(folder: Path) -> bool:
    sidecar = sidecar_in(folder)
    if sidecar is None:
        return False
    files = [sidecar.primary_document, *(exhibit.file for exhibit in sidecar.exhibits)]
    return all((folder / file).exists() for file in files)
