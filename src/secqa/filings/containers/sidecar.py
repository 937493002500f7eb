"""Complete a filing from EDGAR's record: the header of a submission, or a sidecar file.

EDGAR's record is more reliable than the cover and takes precedence. `secqa fetch` saves it as
`<file>.json` next to the main document. It gives the accession number, CIK and period, and lists
the exhibits, which become further pages of the same document.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from secqa.errors import SecqaError
from secqa.filings.decoding import printable
from secqa.filings.document import Element, Filing, Metadata, Page
from secqa.filings.metadata.cover import cik_in, document_id
from secqa.filings.metadata.fiscal_labels import assumed_fiscal_year

SIDECAR_SUFFIX = ".json"


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A further document of the filing, in a file of the same folder."""

    file: str
    type: str
    """`EX-13`, `EX-99.1`."""
    description: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgarFiling:
    """EDGAR's record of a filing: what its lists and pages, a submission's header or a sidecar say.

    Unknown fields are "" or None.
    """

    accession: str
    cik: str
    """Ten digits."""
    company: str = ""
    form: str = ""
    filed: date = date.min
    """`date.min` if unknown."""
    period: date | None = None
    """Last day of the reporting period; for an 8-K the day of the event."""
    fiscal_year_end: str = ""
    """Month and day, `09-28`."""
    tickers: tuple[str, ...] = ()
    primary_document: str = ""
    """File name on EDGAR and on disk; "" if only the filing's page names it. Filings before 2001
    are one text file, the full submission."""
    url: str = ""
    exhibits: tuple[Exhibit, ...] = ()

    @property
    def submission(self) -> str:
        """File name of the full submission."""
        return f"{self.accession}.txt"


def sidecar_path(path: Path) -> Path:
    """The path of a main document's sidecar."""
    return path.with_name(path.name + SIDECAR_SUFFIX)


def sidecar_json(sidecar: EdgarFiling) -> bytes:
    """Write a sidecar as JSON."""
    return json.dumps(asdict(sidecar), indent=1, ensure_ascii=False, default=str).encode() + b"\n"


def read_sidecar(path: Path) -> EdgarFiling | None:
    """Read the sidecar of a main document; None if it has none.

    Raises `SecqaError` if the sidecar cannot be read.
    """
    beside = sidecar_path(path)
    try:
        return sidecar_from(beside.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise SecqaError(f"{beside}: not what `secqa fetch` writes; delete it") from error


def sidecar_in(folder: Path) -> EdgarFiling | None:
    """Read the sidecar in a folder of one filing, as `secqa fetch` writes it; None without one.

    Raises `SecqaError` if the sidecar cannot be read.
    """
    documents = sorted(_main_documents(folder))
    return read_sidecar(documents[0]) if documents else None


def _main_documents(folder: Path) -> Iterator[Path]:
    for file in folder.glob(f"*.*{SIDECAR_SUFFIX}"):
        yield file.with_name(file.name.removesuffix(SIDECAR_SUFFIX))


def with_sidecar(filing: Filing, path: Path, read: Callable[[Path], Filing]) -> Filing:
    """Complete a main document from its sidecar, if there is one; `read` reads an exhibit's file.

    Raises `SecqaError` if the sidecar cannot be read.
    """
    sidecar = read_sidecar(path)
    if sidecar is None:
        return filing
    files = ((exhibit.type, path.with_name(exhibit.file)) for exhibit in sidecar.exhibits)
    whole = with_exhibits(filing, ((kind, partial(read, file)) for kind, file in files))
    metadata = with_header(whole.document.metadata, sidecar)
    return replace(whole, document=replace(whole.document, metadata=metadata))


def exhibit_files(folder: Path) -> set[Path]:
    """The exhibits in a folder, which are read with their main document and not on their own."""
    files = set()
    for document in _main_documents(folder):
        # Reading the main document reports a damaged sidecar.
        with suppress(SecqaError):
            sidecar = read_sidecar(document)
            files |= {folder / exhibit.file for exhibit in sidecar.exhibits} if sidecar else set()
    return files


def sidecar_from(data: bytes) -> EdgarFiling:
    """Parse a sidecar.

    Raises `ValueError`, `KeyError`, `TypeError` or `AttributeError` if the bytes are not a sidecar.
    """
    content: dict[str, Any] = json.loads(data)
    exhibits = tuple(Exhibit(**exhibit) for exhibit in content["exhibits"])
    if any(
        exhibit.file in ("", "..") or Path(exhibit.file).name != exhibit.file
        for exhibit in exhibits
    ):
        raise ValueError("a file of another folder")
    period = content["period"]
    texts = {key: printable(text) for key, text in content.items() if isinstance(text, str)}
    return EdgarFiling(
        **content
        | texts
        | {
            "tickers": tuple(content["tickers"]),
            "filed": date.fromisoformat(content["filed"]),
            "period": date.fromisoformat(period) if period else None,
            "exhibits": exhibits,
        }
    )


_MOST_EXHIBITS = 40
"""Maximum number of exhibits read from a filing; some submissions have hundreds."""


def with_exhibits(main: Filing, exhibits: Iterable[tuple[str, Callable[[], Filing]]]) -> Filing:
    """Append the pages of exhibits, given as (type, function that reads it), to a main document.

    An exhibit that cannot be read adds a warning.
    """
    warnings = list(main.document.warnings)
    pages = list(main.document.pages)
    for kind, read in islice(exhibits, _MOST_EXHIBITS):
        try:
            exhibit = read()
        except SecqaError:
            warnings.append(f"{kind} could not be read")
            continue
        pages += _following(exhibit.document.pages, pages, kind)
        warnings += [f"{kind}: {warning}" for warning in exhibit.document.warnings]
    return Filing(
        replace(main.document, pages=tuple(pages), warnings=tuple(warnings)), main.tagging
    )


def _following(pages: tuple[Page, ...], before: list[Page], kind: str) -> list[Page]:
    """Renumber an exhibit's pages to follow those before it; its type becomes their section."""
    number = len(before)
    index = 1 + max((page.elements[-1].index for page in before if page.elements), default=-1)

    def moved(element: Element, page: int) -> Element:
        path = (f"Exhibit {kind[3:]}", *element.path)
        return replace(element, index=element.index + index, page=page, section=kind, path=path)

    return [
        replace(
            page,
            number=page.number + number,
            elements=tuple(moved(element, page.number + number) for element in page.elements),
        )
        for page in pages
    ]


def read_header(header: str) -> EdgarFiling:
    """Parse the header of a submission."""
    return EdgarFiling(
        company=_field(header, "COMPANY CONFORMED NAME"),
        form=_field(header, "CONFORMED SUBMISSION TYPE"),
        cik=_field(header, "CENTRAL INDEX KEY"),
        accession=_field(header, "ACCESSION NUMBER"),
        fiscal_year_end=month_day(_field(header, "FISCAL YEAR END")),
        period=_date(_field(header, "CONFORMED PERIOD OF REPORT")),
    )


def with_header(metadata: Metadata, header: EdgarFiling) -> Metadata:
    """Replace metadata from the cover and guesses by the fields of EDGAR's record."""
    tickers = metadata.tickers
    if not tickers or "ticker" in metadata.guessed:
        tickers = header.tickers or tickers
    end = header.period
    completed = replace(
        metadata,
        company=header.company or metadata.company,
        form=header.form or metadata.form,
        cik=cik_in(header.cik) or metadata.cik,
        accession=header.accession or metadata.accession,
        fiscal_year_end=header.fiscal_year_end or metadata.fiscal_year_end,
        period_end=end or metadata.period_end,
        ticker=tickers[0] if tickers else "",
        tickers=tickers,
    )
    stated = {"company": header.company, "form": header.form, "ticker": header.tickers}
    guessed = [field for field in metadata.guessed if not stated.get(field)]
    if end is not None and completed.form.startswith("10-Q") and completed.fiscal_year_end:
        year, period = _quarter(end, completed.fiscal_year_end)
        if completed.fiscal_year is None or "fiscal_year" in guessed:
            completed = replace(completed, fiscal_year=year, fiscal_period=period)
            guessed = [*(field for field in guessed if field != "fiscal_period"), "fiscal_year"]
    elif end is not None and completed.fiscal_year is None and completed.form.startswith("10-K"):
        completed = replace(completed, fiscal_year=assumed_fiscal_year(end, ()), fiscal_period="FY")
        guessed.append("fiscal_year")
    completed = replace(completed, guessed=tuple(dict.fromkeys(guessed)))
    return replace(completed, document_id=document_id(completed))


def _quarter(end: date, fiscal_year_end: str) -> tuple[int, str]:
    """The fiscal year (the calendar year in which it ends) and the quarter that ends at `end`."""
    month = int(fiscal_year_end[:2])
    left = (month - end.month) % 12
    year = end.year + (1 if end.month + left > 12 else 0)
    return year, f"Q{max(1, min(3, 4 - round(left / 3)))}"


def _field(header: str, label: str) -> str:
    """The first value of a field, which is the registrant's if there are several filers."""
    for line in header.split("\n"):
        name, _, value = line.strip(" \t").partition(":")
        if name == label and (value := value.strip(" \t")):
            return value
    return ""


def month_day(text: str) -> str:
    """Write EDGAR's `0928` as `09-28`; "" for other texts."""
    return f"{text[:2]}-{text[2:]}" if re.fullmatch(r"[01]\d[0-3]\d", text) else ""


def _date(text: str) -> date | None:
    try:
        return datetime.strptime(text, "%Y%m%d").date()
    except ValueError:
        return None
