"""What a sidecar may name: files beside it, and nothing else."""

from pathlib import Path

import pytest
from tests.support.sidecar_cases import written

from secqa.errors import SecqaError
from secqa.filings.containers.sidecar import (
    read_sidecar,
)


def test_an_exhibit_beside_it(tmp_path: Path) -> None:
    sidecar = read_sidecar(written(tmp_path, "ex13.htm"))
    assert sidecar is not None
    assert [exhibit.file for exhibit in sidecar.exhibits] == ["ex13.htm"]


@pytest.mark.parametrize("file", ["", ".", "..", "../x.htm", "/x.htm", "a/b.htm"])
def test_no_exhibit_of_another_folder(tmp_path: Path, file: str) -> None:
    with pytest.raises(SecqaError, match="not what `secqa fetch` writes"):
        read_sidecar(written(tmp_path, file))
