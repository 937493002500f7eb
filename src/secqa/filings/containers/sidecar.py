"""What EDGAR says of a filing, kept as `<file>.json` beside its main document.

`secqa fetch` writes it and `ingest` reads it: the document then has its accession number, CIK and
period whatever its cover prints, and its exhibits follow it as pages of the same document. A
main document without a sidecar is read for itself.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from secqa.errors import SecqaError
from secqa.filings.containers.exhibits import with_exhibits
from secqa.filings.document import Filing
from secqa.filings.metadata.edgar_header import Header, with_header

SIDECAR_SUFFIX = ".json"


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A further document of the filing, in a file of the same folder."""

    file: str
    type: str
    """`EX-13`, `EX-99.1`."""
    description: str
    url: str


@dataclass(frozen=True, slots=True)
class Sidecar:
    """A filing as EDGAR lists it."""

    accession: str
    cik: str
    """Ten digits."""
    company: str
    tickers: tuple[str, ...]
    form: str
    filed: date
    period: date | None
    """Last day of the period reported on; of an 8-K the day of the event."""
    fiscal_year_end: str
    """Month and day, `09-28`, or ""."""
    primary_document: str
    """Its file name on EDGAR, and here."""
    url: str
    exhibits: tuple[Exhibit, ...] = ()


def sidecar_path(path: Path) -> Path:
    """Where the sidecar of a main document is."""
    return path.with_name(path.name + SIDECAR_SUFFIX)


def sidecar_json(sidecar: Sidecar) -> bytes:
    """A sidecar as it stands on the disk."""
    return json.dumps(asdict(sidecar), indent=1, ensure_ascii=False, default=str).encode() + b"\n"


def read_sidecar(path: Path) -> Sidecar | None:
    """The sidecar of a main document; None where there is none.

    Raises `SecqaError` for one that cannot be read.
    """
    beside = sidecar_path(path)
    try:
        content = json.loads(beside.read_text(encoding="utf-8"))
        return _sidecar(content)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise SecqaError(f"{beside}: not what `secqa fetch` writes; delete it") from error


def sidecar_in(folder: Path) -> Sidecar | None:
    """The sidecar of a folder that holds one filing, as `secqa fetch` writes; None without one.

    Raises `SecqaError` for one that cannot be read.
    """
    found = sorted(folder.glob(f"*.*{SIDECAR_SUFFIX}"))
    return (
        read_sidecar(found[0].with_name(found[0].name.removesuffix(SIDECAR_SUFFIX)))
        if found
        else None
    )


def with_sidecar(filing: Filing, path: Path, read: Callable[[Path], Filing]) -> Filing:
    """A main document as its sidecar completes it; `read` reads the file of an exhibit.

    Without a sidecar the filing as it is. Raises `SecqaError` for one that cannot be read.
    """
    sidecar = read_sidecar(path)
    if sidecar is None:
        return filing
    whole = with_exhibits(
        filing,
        (
            (exhibit.type, partial(read, path.with_name(exhibit.file)))
            for exhibit in sidecar.exhibits
        ),
    )
    header = Header(
        company=sidecar.company,
        form=sidecar.form,
        cik=sidecar.cik,
        accession=sidecar.accession,
        fiscal_year_end=sidecar.fiscal_year_end,
        period_end=sidecar.period,
        tickers=sidecar.tickers,
    )
    metadata = with_header(whole.document.metadata, header)
    return replace(whole, document=replace(whole.document, metadata=metadata))


def exhibit_files(folder: Path) -> set[Path]:
    """The files of a folder that are read with a main document there, not for themselves."""
    files = set()
    for beside in folder.glob(f"*.*{SIDECAR_SUFFIX}"):
        try:
            sidecar = read_sidecar(beside.with_name(beside.name.removesuffix(SIDECAR_SUFFIX)))
        except SecqaError:
            continue  # whoever reads its main document is told
        files |= {folder / exhibit.file for exhibit in sidecar.exhibits} if sidecar else set()
    return files


def _sidecar(content: dict[str, Any]) -> Sidecar:
    exhibits = tuple(Exhibit(**exhibit) for exhibit in content["exhibits"])
    if any(
        exhibit.file in ("", "..") or Path(exhibit.file).name != exhibit.file
        for exhibit in exhibits
    ):
        raise ValueError("a file of another folder")
    period = content["period"]
    return Sidecar(
        **content
        | {
            "tickers": tuple(content["tickers"]),
            "filed": date.fromisoformat(content["filed"]),
            "period": date.fromisoformat(period) if period else None,
            "exhibits": exhibits,
        }
    )
