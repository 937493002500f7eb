"""Plan a fetch: which filings, into which folders, and which are complete already.

For few companies each one's list on EDGAR is read; for many the indexes, which take fewer requests.
An accession number in the name of a folder identifies its filing.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from secqa.filings.containers.sidecar import sidecar_in
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.filers import collect_unknown, tickers_by_cik
from secqa.ingest.edgar.filing_index_page import checked_name
from secqa.ingest.edgar.filing_lists import (
    EdgarFiler,
    FilingFilter,
    Submission,
    list_filings,
    read_indexes,
    requests_for,
)

Tell = Callable[[str], None]
_ACCESSION = len("0000320193-24-000123")


@dataclass(frozen=True, slots=True)
class FilingList:
    """Filings on EDGAR."""

    filings: list[tuple[EdgarFiler, Submission]]
    """Each once, by company, latest first."""
    until: date
    """Every filing before this day is listed."""


@dataclass(frozen=True, slots=True)
class Item:
    """A filing and its folder."""

    company: EdgarFiler
    submission: Submission
    folder: Path
    there: bool

    @property
    def main(self) -> Path:
        """Path of its main document; for filings before 2001 the full submission."""
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
    filings: dict[str, tuple[EdgarFiler, Submission]] = {}
    for cik in ciks:
        with collect_unknown(unknown):
            company, submissions = list_filings(edgar, cik, wanted)
            for submission in submissions:
                filings.setdefault(submission.accession, (company, submission))
            tell(f"{company.name}: {len(submissions)} filings")
    return FilingList(list(filings.values()), today)


def _from_indexes(
    edgar: Edgar, ciks: Sequence[int] | None, wanted: FilingFilter, tell: Tell
) -> FilingList:
    selected = None if ciks is None else frozenset(ciks)
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
        if line.submission in wanted and (selected is None or line.cik in selected):
            company = EdgarFiler(line.cik, line.company, tickers.get(line.cik, ()), "")
            filings.setdefault(line.submission.accession, (company, line.submission))
    in_order = sorted(filings.values(), key=lambda filing: filing[1].filed, reverse=True)
    return FilingList(sorted(in_order, key=lambda filing: filing[0].cik), until)


def items_in(out: Path, filings: Iterable[tuple[EdgarFiler, Submission]]) -> list[Item]:
    """Filings with their folders in `out`, and whether these are complete."""
    begun = {folder.name[-_ACCESSION:]: folder for folder in out.glob("*/*") if folder.is_dir()}
    items = []
    for company, submission in filings:
        folder = begun.get(submission.accession) or _folder(out, company, submission)
        item = Item(company, submission, folder, False)
        if submission.primary_document is not None:
            _ = item.main  # raises for an unsafe name before anything is fetched
        items.append(replace(item, there=folder.is_dir() and _is_whole(folder)))
    return items


def _folder(out: Path, company: EdgarFiler, submission: Submission) -> Path:
    names = ("".join(company.tickers[:1]).upper(), submission.form)
    ticker, form = (re.sub(r"[^\w-]", "-", name) for name in names)
    day = submission.period or submission.filed
    return out / (ticker or f"{company.cik:010}") / f"{form}-{day}-{submission.accession}"


def _is_whole(folder: Path) -> bool:
    sidecar = sidecar_in(folder)
    if sidecar is None:
        return False
    files = [sidecar.primary_document, *(exhibit.file for exhibit in sidecar.exhibits)]
    return all((folder / file).exists() for file in files)
