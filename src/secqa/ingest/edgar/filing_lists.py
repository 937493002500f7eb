"""A company's CIK -> the filings it made, as EDGAR lists them.

EDGAR gives the last thousand filings as columns of one file and older ones in further
files; only those that can hold what is wanted are asked for.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from secqa.errors import SecqaError
from secqa.ingest.edgar.edgar_client import Edgar, MissingOnEdgar

_ALSO = {"10-K": ("10-K405", "10-KT"), "10-Q": ("10-QT",)}
"""Names under which the same report is filed: until 2002, and in a transition period."""
_ACCESSION = re.compile(r"\d{10}-\d{2}-\d{6}")


@dataclass(frozen=True, slots=True)
class FilingFilter:
    """Which filings of a company are wanted."""

    forms: frozenset[str]
    """`10-K` stands for 10-K405 and 10-KT too; amendments have names of their own (10-K/A)."""
    years: frozenset[int] = field(default_factory=frozenset)
    """Years in which the period reported on ends; none: any."""
    since: date | None = None
    """First day of filing."""

    def __contains__(self, filing: "Submission") -> bool:
        year = (filing.period or filing.filed).year
        return (
            filing.form in self.all_forms
            and (not self.years or year in self.years)
            and (self.since is None or filing.filed >= self.since)
        )

    @property
    def all_forms(self) -> frozenset[str]:
        """The names of forms as EDGAR has them."""
        return self.forms.union(*(_ALSO.get(form, ()) for form in self.forms))

    @property
    def first_day(self) -> date:
        """No filing that is wanted was filed before: a report comes after its period."""
        day = date(min(self.years), 1, 1) if self.years else date.min
        return max(day, self.since or date.min)


@dataclass(frozen=True, slots=True)
class EdgarFiler:
    """A company as EDGAR knows it."""

    cik: int
    name: str
    tickers: tuple[str, ...]
    fiscal_year_end: str
    """`09-28`, or ""."""


@dataclass(frozen=True, slots=True)
class Submission:
    """One filing of a company."""

    accession: str
    form: str
    filed: date
    period: date | None
    """Last day of the period reported on; of an 8-K the day of the event."""
    primary_document: str | None
    """Its file name; "" for filings before 2001, which are one text file; None where only the
    filing's own page says it."""


def is_accession(text: str) -> bool:
    """Whether it looks like an accession number."""
    return _ACCESSION.fullmatch(text) is not None


def years_in(text: str) -> frozenset[int]:
    """Years as people give them, `2021-2024` or `2019,2023`; `SecqaError` for what is none."""
    years: set[int] = set()
    for part in filter(None, (part.strip() for part in text.split(","))):
        found = re.fullmatch(r"((?:19|20)\d\d)(?:\s*-\s*((?:19|20)\d\d))?", part)
        if not found or int(found[2] or found[1]) < int(found[1]):
            raise SecqaError(f"{text}: not years; give them like 2021-2024 or 2019,2023")
        years.update(range(int(found[1]), int(found[2] or found[1]) + 1))
    return frozenset(years)


def list_filings(
    edgar: Edgar, cik: int, wanted: FilingFilter
) -> tuple[EdgarFiler, list[Submission]]:
    """A company and those of its filings that are wanted, the last first.

    Raises `SecqaError` for a CIK that EDGAR does not know.
    """
    url = f"{edgar.data_url}/submissions/CIK{cik:010}.json"
    try:
        content = edgar.get_json(url)
    except MissingOnEdgar as error:
        raise SecqaError(f"{cik}: no filer of this CIK on EDGAR; check the number") from error
    try:
        company = EdgarFiler(
            cik=cik,
            name=str(content["name"]),
            tickers=tuple(content.get("tickers") or ()),
            fiscal_year_end=month_day(content.get("fiscalYearEnd") or ""),
        )
        found = [s for s in _submissions(content["filings"]["recent"]) if s in wanted]
        for older in content["filings"].get("files") or ():
            if date.fromisoformat(older["filingTo"]) >= wanted.first_day:
                columns = edgar.get_json(f"{edgar.data_url}/submissions/{older['name']}")
                found += [s for s in _submissions(columns) if s in wanted]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise SecqaError(f"{url}: not EDGAR's list of filings; check EDGAR_DATA_URL") from error
    return company, found


def _submissions(columns: Mapping[str, Sequence[Any]]) -> Iterator[Submission]:
    for accession, form, filed, period, document in zip(
        columns["accessionNumber"],
        columns["form"],
        columns["filingDate"],
        columns["reportDate"],
        columns["primaryDocument"],
        strict=True,
    ):
        if not is_accession(accession):
            raise ValueError(accession)
        yield Submission(
            accession=accession,
            form=form,
            filed=date.fromisoformat(filed),
            period=date.fromisoformat(period) if period else None,
            primary_document=document or "",
        )


def month_day(text: str) -> str:
    """EDGAR's `0928` as `09-28`; "" for what is none."""
    return f"{text[:2]}-{text[2:]}" if re.fullmatch(r"\d{4}", text) else ""
