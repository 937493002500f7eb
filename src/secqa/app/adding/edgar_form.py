"""Fetch filings of companies from EDGAR into a folder, by form and year."""

import os
from collections.abc import Collection
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from secqa.app.jobs import Job
from secqa.errors import SecqaError

if TYPE_CHECKING:
    from secqa.ingest.edgar.edgar_client import Edgar
    from secqa.ingest.edgar.fetch_plan import Item

FORMS = ("10-K", "10-Q", "8-K")
MOST_FILINGS = 200
"""Fetched at once: some minutes, at the pace that the SEC allows."""


@dataclass(frozen=True, slots=True)
class EdgarRequest:
    """Companies, forms and years as they were typed into the form."""

    companies: str
    """Tickers, CIKs or names, by commas."""
    forms: tuple[str, ...]
    years: str
    """`2021-2024`, `2019,2023`, or "" for any."""


def missing() -> str:
    """What is missing for access to EDGAR, with its remedy; "" for nothing."""
    if find_spec("edgar") is None:
        return "This needs an extra: pip install 'secqa[edgar]', and start secqa app again."
    if "@" not in os.environ.get("EDGAR_IDENTITY", ""):
        return (
            "The SEC wants to know who asks: start secqa app with "
            'EDGAR_IDENTITY="Your Name you@example.com" in its environment.'
        )
    return ""


def fetch_into(
    folder: Path, job: Job, request: EdgarRequest, known: Collection[str]
) -> dict[Path, str]:
    """Fetch the filings whose accession number is not `known`; returns their names by folder.

    SecqaError where EDGAR cannot be asked, knows no such company, or that would be too many.
    """
    from secqa.ingest.edgar.edgar_client import Edgar, MissingOnEdgar
    from secqa.ingest.edgar.filing_fetch import fetch

    edgar = Edgar("")
    job.tell("asking EDGAR what there is")
    listed = _plan_items(edgar, folder, request)
    items = [item for item in listed if item.submission.accession not in known]
    if len(items) > MOST_FILINGS:
        raise SecqaError(
            f"these are {len(items):,} filings; fetch up to {MOST_FILINGS} at once: name fewer "
            "companies, forms or years"
        )
    if len(listed) > len(items):
        job.tell(f"{len(listed) - len(items)} already there")
    job.of = 2 * len(items)
    fetched: dict[Path, str] = {}
    for item in items:
        if job.is_stopped:
            break
        said = _item_title(item)
        try:
            fetch(edgar, item)
        except MissingOnEdgar as error:
            job.tell(f"{said}: refused: {error}")
        else:
            fetched[item.folder] = said
            job.tell(f"{said}: fetched")
        job.done += 1
    return fetched


def _plan_items(edgar: "Edgar", folder: Path, request: EdgarRequest) -> "list[Item]":
    from secqa.ingest.edgar.fetch_plan import plan
    from secqa.ingest.edgar.filers import find_ciks
    from secqa.ingest.edgar.filing_lists import FilingFilter, years_in

    names = [name for one in request.companies.split(",") if (name := one.strip())]
    if not names or not request.forms:
        raise SecqaError("name a company and a form")
    wanted = FilingFilter(frozenset(request.forms), years_in(request.years))
    listed = plan(edgar, find_ciks(edgar, names), wanted, folder)
    if not listed:
        raise SecqaError("EDGAR has no such filings; give other companies, forms or years")
    return listed


def _item_title(item: "Item") -> str:
    about = item.submission
    return f"{item.company.name} {about.form} of {about.period or about.filed}"
