"""List filings on EDGAR: those of a company, or those of some days.

EDGAR lists a company's last thousand filings as columns of one JSON file and older ones in further
files. For many companies its indexes take fewer requests: one file lists all filings of a quarter,
another those of a day. An index names company, form, day and accession number only; the page of a
filing has its documents and period. Days without filings have no index, and EDGAR may refuse a
missing file instead of reporting it missing, so folders are listed first.
"""

import gzip
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from secqa.errors import SecqaError
from secqa.filings.containers.sidecar import EdgarFiling, month_day
from secqa.filings.dates import YEAR
from secqa.ingest.edgar.edgar_client import Edgar, MissingOnEdgar
from secqa.ingest.edgar.filers import UnknownFiler

_ALSO = {"10-K": ("10-K405", "10-KT"), "10-Q": ("10-QT",)}
"""Other names of the same report: until 2002, and for a transition period."""
_ACCESSION = re.compile(r"\d{10}-\d{2}-\d{6}")


@dataclass(frozen=True, slots=True)
class FilingFilter:
    """Forms, years and days that select filings."""

    forms: frozenset[str]
    """`10-K` includes 10-K405 and 10-KT; amendments are separate forms (10-K/A)."""
    years: frozenset[int] = field(default_factory=frozenset)
    """Years in which the reported period ends; empty for any year."""
    since: date | None = None
    """First day of filing."""

    def __contains__(self, filing: EdgarFiling) -> bool:
        year = (filing.period or filing.filed).year
        return (
            filing.form in self.all_forms
            and (not self.years or year in self.years)
            and (self.since is None or filing.filed >= self.since)
        )

    @property
    def all_forms(self) -> frozenset[str]:
        """EDGAR's names of the forms."""
        return self.forms.union(*(_ALSO.get(form, ()) for form in self.forms))

    @property
    def first_day(self) -> date:
        """The earliest day of filing: a report is filed after its period."""
        day = date(min(self.years), 1, 1) if self.years else date.min
        return max(day, self.since or date.min)


def is_accession(text: str) -> bool:
    """Return whether a text has the form of an accession number."""
    return _ACCESSION.fullmatch(text) is not None


def years_in(text: str) -> frozenset[int]:
    """Parse years such as `2021-2024` or `2019,2023`; raises `SecqaError` for other texts."""
    years: set[int] = set()
    for part in filter(None, (part.strip() for part in text.split(","))):
        ends = [end.strip() for end in part.split("-")]
        if len(ends) > 2 or not all(map(YEAR.fullmatch, ends)) or ends[-1] < ends[0]:
            raise SecqaError(f"{text}: not years; give them like 2021-2024 or 2019,2023")
        years.update(range(int(ends[0]), int(ends[-1]) + 1))
    return frozenset(years)


def list_filings(edgar: Edgar, cik: int, wanted: FilingFilter) -> tuple[str, list[EdgarFiling]]:
    """A company's name and its filings that `wanted` selects, latest first.

    Raises `UnknownFiler` for a CIK that EDGAR does not know.
    """
    url = f"{edgar.data_url}/submissions/CIK{cik:010}.json"
    try:
        content = edgar.get_json(url)
    except MissingOnEdgar as error:
        raise UnknownFiler(f"{cik}: no filer of this CIK on EDGAR; check the number") from error
    try:
        name = str(content["name"])
        about = {
            "company": name,
            "cik": f"{cik:010}",
            "tickers": tuple(content.get("tickers") or ()),
            "fiscal_year_end": month_day(content.get("fiscalYearEnd") or ""),
        }
        filings = [s for s in _filings(content["filings"]["recent"], about) if s in wanted]
        for older in content["filings"].get("files") or ():
            if date.fromisoformat(older["filingTo"]) >= wanted.first_day:
                columns = edgar.get_json(f"{edgar.data_url}/submissions/{older['name']}")
                filings += [s for s in _filings(columns, about) if s in wanted]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise SecqaError(f"{url}: not EDGAR's list of filings; check EDGAR_DATA_URL") from error
    return name, filings


def _filings(columns: Mapping[str, Sequence[Any]], about: dict[str, Any]) -> Iterator[EdgarFiling]:
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
        yield EdgarFiling(
            **about,
            accession=accession,
            form=form,
            filed=date.fromisoformat(filed),
            period=date.fromisoformat(period) if period else None,
            primary_document=document or f"{accession}.txt",
        )


FIRST_DAY = date(1993, 1, 1)
"""Day of EDGAR's first filings."""
_FEW_DAYS = 14
"""Days up to which daily indexes (0.5 MB each) are smaller together than the compressed index of
the quarter (4 MB)."""
_DAILY = re.compile(r"master\.(\d{8})\.idx(?:\.gz)?")


@dataclass(frozen=True, slots=True)
class _Quarter:
    """The requested days of a quarter."""

    first: date
    last: date

    @property
    def place(self) -> tuple[int, int]:
        return self.first.year, (self.first.month + 2) // 3

    @property
    def is_short(self) -> bool:
        return (self.last - self.first).days < _FEW_DAYS


def requests_for(first: date, last: date) -> int:
    """Estimate the requests that reading the indexes of some days takes."""
    return sum(
        (quarter.last - quarter.first).days + 2 if quarter.is_short else 1
        for quarter in _quarters(first, last)
    )


def read_indexes(
    edgar: Edgar,
    first: date,
    last: date,
    on_file: Callable[[str, int], None] = lambda address, lines: None,
) -> Iterator[EdgarFiling]:
    """Yield all filings of some days, in the order of EDGAR's indexes, once for each filer.

    They have no period, documents or tickers. `last` must not be in the future. `on_file` takes
    the address of an index and its count of lines. Raises `SecqaError` for an invalid or
    truncated index.
    """
    quarters = _quarters(first, last)
    for quarter in quarters:
        for address in _addresses(edgar, quarter, may_lack=quarter is quarters[-1]):
            lines = _lines(edgar.get(address), address)
            on_file(address, len(lines))
            yield from (line for line in lines if first <= line.filed <= last)


def _quarters(first: date, last: date) -> list[_Quarter]:
    quarters = []
    day = max(first, FIRST_DAY)
    while day <= last:
        month = (day.month + 2) // 3 * 3
        following = date(day.year + month // 12, month % 12 + 1, 1)
        quarters.append(_Quarter(day, min(last, following - timedelta(days=1))))
        day = following
    return quarters


def _addresses(edgar: Edgar, quarter: _Quarter, *, may_lack: bool) -> list[str]:
    """The files to read for a quarter; none if EDGAR has no filings of it yet."""
    year, number = quarter.place
    kind = "daily-index" if quarter.is_short else "full-index"
    root = f"{edgar.base_url}/Archives/edgar/{kind}"
    folder = f"{root}/{year}/QTR{number}"
    if may_lack and not (
        str(year) in _names(edgar, root) and f"QTR{number}" in _names(edgar, f"{root}/{year}")
    ):
        return []
    if not quarter.is_short:
        return [f"{folder}/master.gz"]
    days = {match[1]: name for name in _names(edgar, folder) if (match := _DAILY.fullmatch(name))}
    later = [day for day in sorted(days) if f"{quarter.first:%Y%m%d}" <= day]
    return [f"{folder}/{days[day]}" for day in later if day <= f"{quarter.last:%Y%m%d}"]


def _names(edgar: Edgar, folder: str) -> list[str]:
    """The names in a folder of EDGAR."""
    url = f"{folder}/index.json"
    try:
        items = edgar.get_json(url)["directory"]["item"]
        return [str(item["name"]).rstrip("/") for item in items]
    except (AttributeError, KeyError, TypeError) as error:
        raise SecqaError(f"{url}: not a folder of EDGAR; check EDGAR_BASE_URL") from error


def _lines(data: bytes, address: str) -> list[EdgarFiling]:
    try:
        # Some servers unpack compressed files, so the content decides, not the name.
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("latin-1")
        # The list follows a preface, the names of the columns and a line of dashes.
        _, ruled, body = text.partition("\n-----")
        if not ruled:
            raise ValueError("no line of dashes")
        return [_line(line) for line in body.splitlines()[1:] if line.strip()]
    except (EOFError, OSError, ValueError, zlib.error) as error:
        raise SecqaError(
            f"{address}: no index of filings, or cut short ({error}); run the same command again"
        ) from error


def _line(text: str) -> EdgarFiling:
    # CIK|Company Name|Form Type|Date Filed|Filename; a name may hold anything.
    cik, rest = text.split("|", 1)
    company, form, filed, file = rest.rsplit("|", 3)
    accession = file.strip().rpartition("/")[2].removesuffix(".txt")
    if not is_accession(accession):
        raise ValueError(f"no filing: {text[:80]}")
    return EdgarFiling(
        company=company,
        form=form,
        cik=f"{int(cik):010}",
        accession=accession,
        filed=date.fromisoformat(filed),
    )
