"""What a sidecar may name: files beside it, and nothing else."""

from datetime import date
from pathlib import Path

import pytest

from secqa.errors import SecqaError
from secqa.filings.containers.sidecar import (
    Exhibit,
    Sidecar,
    read_sidecar,
    sidecar_json,
    sidecar_path,
)


def written(folder: Path, exhibit: str) -> Path:
    """A main document's path, with a sidecar that names one exhibit."""
    sidecar = Sidecar(
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


def test_an_exhibit_beside_it(tmp_path: Path) -> None:
    sidecar = read_sidecar(written(tmp_path, "ex13.htm"))
    assert sidecar is not None
    assert [exhibit.file for exhibit in sidecar.exhibits] == ["ex13.htm"]


@pytest.mark.parametrize("file", ["", ".", "..", "../x.htm", "/x.htm", "a/b.htm"])
def test_no_exhibit_of_another_folder(tmp_path: Path, file: str) -> None:
    with pytest.raises(SecqaError, match="not what `secqa fetch` writes"):
        read_sidecar(written(tmp_path, file))
