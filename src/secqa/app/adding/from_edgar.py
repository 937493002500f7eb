"""Companies, forms and years in, their filings fetched from EDGAR into a folder out."""

import os
from collections.abc import Collection
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from secqa.app.jobs import Job
from secqa.errors import SecqaError

if TYPE_CHECKING:
    from secqa.ingest.edgar.client import Edgar
    from secqa.ingest.edgar.plan import Item

FORMS = ("10-K", "10-Q", "8-K")
MOST_FILINGS = 200
"""Fetched at once: some minutes, at the pace that the SEC allows."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is wanted of EDGAR, as it was typed."""

    companies: str
    """Tickers, CIKs or names, by commas."""
    forms: tuple[str, ...]
    years: str
    """`2021-2024`, `2019,2023`, or "" for any."""


def missing() -> str:
    """What is missing for EDGAR to be asked, and how to have it; "" where nothing is."""
    if find_spec("edgar") is None:
        return "This needs an extra: pip install 'secqa[edgar]', and start secqa app again."
    if "@" not in os.environ.get("EDGAR_IDENTITY", ""):
        return (
            "The SEC wants to know who asks: start secqa app with "
            'EDGAR_IDENTITY="Your Name you@example.com" in its environment.'
        )
    return ""


def fetch_into(folder: Path, job: Job, asked: Asked, known: Collection[str]) -> dict[Path, str]:
    """Fetch the filings that are not `known` by accession number; folders -> what they hold.

    SecqaError where EDGAR cannot be asked, knows no such company, or that would be too many.
    """
    from secqa.ingest.edgar.client import Edgar, NotFoundOnEdgar
    from secqa.ingest.edgar.fetch import fetch

    edgar = Edgar("")
    job.tell("asking EDGAR what there is")
    listed = _listed(edgar, folder, asked)
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
        said = _said(item)
        try:
            fetch(edgar, item)
        except NotFoundOnEdgar as error:
            job.tell(f"{said}: refused: {error}")
        else:
            fetched[item.folder] = said
            job.tell(f"{said}: fetched")
        job.done += 1
    return fetched


def _listed(edgar: "Edgar", folder: Path, asked: Asked) -> "list[Item]":
    from secqa.ingest.edgar.companies import find_ciks
    from secqa.ingest.edgar.listing import Wanted, years_in
    from secqa.ingest.edgar.plan import plan

    names = [name for one in asked.companies.split(",") if (name := one.strip())]
    if not names or not asked.forms:
        raise SecqaError("name a company and a form")
    wanted = Wanted(frozenset(asked.forms), years_in(asked.years))
    listed = plan(edgar, find_ciks(edgar, names), wanted, folder)
    if not listed:
        raise SecqaError("EDGAR has no such filings; give other companies, forms or years")
    return listed


def _said(item: "Item") -> str:
    about = item.submission
    return f"{item.company.name} {about.form} of {about.period or about.filed}"
