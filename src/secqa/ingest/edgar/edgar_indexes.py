"""Days in, the filings that EDGAR's indexes list for them out.

EDGAR lists all filings of a quarter in one file and those of a day in another: a universe of
companies takes a few requests instead of one each. The indexes name company, form, day and
accession number; documents and period stand on the page of each filing. Days without filings,
as weekends and holidays, have no file, and what is not there EDGAR may refuse instead of missing
it; so folders are asked what they have.
"""

import gzip
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from secqa.errors import SecqaError
from secqa.ingest.edgar.edgar_client import Edgar
from secqa.ingest.edgar.filing_lists import Submission, is_accession

FIRST_DAY = date(1993, 1, 1)
"""EDGAR has no filing of before."""
_FEW_DAYS = 14
"""Up to so many days of a quarter, files of its days are smaller together than that of the
quarter, which is compressed (4 MB; a day's is not: 0.5 MB)."""
_DAILY = re.compile(r"master\.(\d{8})\.idx(?:\.gz)?")


@dataclass(frozen=True, slots=True)
class IndexLine:
    """A filing as an index lists it, once for each of its filers."""

    cik: int
    company: str
    submission: Submission
    """Without its period and documents."""


@dataclass(frozen=True, slots=True)
class _Quarter:
    """The days of a quarter that are asked for."""

    first: date
    last: date

    @property
    def place(self) -> tuple[int, int]:
        return self.first.year, (self.first.month + 2) // 3

    @property
    def is_short(self) -> bool:
        return (self.last - self.first).days < _FEW_DAYS


def requests_for(first: date, last: date) -> int:
    """About how many requests it takes to read the indexes of some days."""
    return sum(
        (quarter.last - quarter.first).days + 2 if quarter.is_short else 1
        for quarter in _quarters(first, last)
    )


def read_indexes(
    edgar: Edgar,
    first: date,
    last: date,
    on_file: Callable[[str, int], None] = lambda address, lines: None,
) -> Iterator[IndexLine]:
    """All filings of some days, in the order of EDGAR's indexes.

    `last` is today or a day of the past. `on_file` is told of each index how many lines it has.
    Raises `SecqaError` for what is no index, or was cut short.
    """
    quarters = _quarters(first, last)
    for quarter in quarters:
        for address in _addresses(edgar, quarter, may_lack=quarter is quarters[-1]):
            lines = _lines(edgar.get(address), address)
            on_file(address, len(lines))
            yield from (line for line in lines if first <= line.submission.filed <= last)


def _quarters(first: date, last: date) -> list[_Quarter]:
    found = []
    day = max(first, FIRST_DAY)
    while day <= last:
        month = (day.month + 2) // 3 * 3
        following = date(day.year + month // 12, month % 12 + 1, 1)
        found.append(_Quarter(day, min(last, following - timedelta(days=1))))
        day = following
    return found


def _addresses(edgar: Edgar, quarter: _Quarter, *, may_lack: bool) -> list[str]:
    """The files to read for a quarter; none where EDGAR has nothing of it yet."""
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
    days = {found[1]: name for name in _names(edgar, folder) if (found := _DAILY.fullmatch(name))}
    wanted = [day for day in sorted(days) if f"{quarter.first:%Y%m%d}" <= day]
    return [f"{folder}/{days[day]}" for day in wanted if day <= f"{quarter.last:%Y%m%d}"]


def _names(edgar: Edgar, folder: str) -> list[str]:
    """What a folder of EDGAR has."""
    url = f"{folder}/index.json"
    try:
        items = edgar.get_json(url)["directory"]["item"]
        return [str(item["name"]).rstrip("/") for item in items]
    except (AttributeError, KeyError, TypeError) as error:
        raise SecqaError(f"{url}: not a folder of EDGAR; check EDGAR_BASE_URL") from error


def _lines(data: bytes, address: str) -> list[IndexLine]:
    try:
        # Some servers unpack what they call compressed, so the content is looked at, not the name.
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("latin-1")
        # Below a preface, names of the columns and a line of dashes.
        _, ruled, body = text.partition("\n-----")
        if not ruled:
            raise ValueError("no line of dashes")
        return [_line(line) for line in body.splitlines()[1:] if line.strip()]
    except (EOFError, OSError, ValueError, zlib.error) as error:
        raise SecqaError(
            f"{address}: no index of filings, or cut short ({error}); run the same command again"
        ) from error


def _line(text: str) -> IndexLine:
    # CIK|Company Name|Form Type|Date Filed|Filename; a name may hold anything.
    cik, rest = text.split("|", 1)
    company, form, filed, file = rest.rsplit("|", 3)
    accession = file.strip().rpartition("/")[2].removesuffix(".txt")
    if not is_accession(accession):
        raise ValueError(f"no filing: {text[:80]}")
    return IndexLine(
        int(cik), company, Submission(accession, form, date.fromisoformat(filed), None, None)
    )
