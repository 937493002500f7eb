"""Builders that `tests.filings.containers.test_sidecar` and other tests share."""

from datetime import date
from pathlib import Path

from secqa.filings.containers.sidecar import (
    EdgarFiling,
    Exhibit,
    sidecar_json,
    sidecar_path,
)


def written(folder: Path, exhibit: str) -> Path:
    """A main document's path, with a sidecar that names one exhibit."""
    sidecar = EdgarFiling(
        accession="0000000001-24-000001",
        cik="0000000001",
        company="Acme",
        tickers=("ACME",),
        form="10-K",
        filed=date(2025, 2, 1),
        period=date(2024, 12, 31),
        fiscal_year_end="12-31",
        primary_document="acme.htm",
        url="",
        exhibits=(Exhibit(exhibit, "EX-13", "", ""),),
    )
    sidecar_path(folder / "acme.htm").write_bytes(sidecar_json(sidecar))
    return folder / "acme.htm"
