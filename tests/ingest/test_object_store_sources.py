"""Filings of an object store come out as those of a folder; the store here is a folder, too."""

import json
from pathlib import Path

import pytest
from pyarrow.fs import LocalFileSystem, SubTreeFileSystem
from tests.support.ingest_filings import write_filing

from secqa.corpus.corpus_address import StoreFolder
from secqa.corpus.corpus_rows import DocumentRows
from secqa.errors import SecqaError
from secqa.ingest.ingest_worker import Refusal, ingest_file
from secqa.ingest.object_store_sources import StoredFiling
from secqa.ingest.sources import find_filings

_CIK = "0000000007"


@pytest.fixture
def bucket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is `s3://bucket` for as long."""
    store = SubTreeFileSystem(str(tmp_path / "store"), LocalFileSystem())
    folder = tmp_path / "store" / "bucket"
    folder.mkdir(parents=True)
    monkeypatch.setattr(
        "secqa.ingest.object_store_sources._opened",
        lambda address: (store, address.removeprefix("s3://")),
    )
    return folder


def _as_fetched(folder: Path) -> None:
    """A filing as `secqa fetch` leaves it, and two in one folder."""
    own = folder / "ACME" / "10-K-2024"
    write_filing(own / "acme.htm")
    (own / "logo.gif").write_bytes(b"GIF89a")
    (own / "ex13.htm").write_text("<html><body><p>To our shareholders</p></body></html>")
    sidecar = {
        "accession": "0000000007-25-000001",
        "cik": _CIK,
        "company": "ACME ROCKETS, INC.",
        "tickers": ["ACME"],
        "form": "10-K",
        "filed": "2025-02-01",
        "period": "2024-12-31",
        "fiscal_year_end": "12-31",
        "primary_document": "acme.htm",
        "url": "https://example.com/acme.htm",
        "exhibits": [{"file": "ex13.htm", "type": "EX-13", "description": "", "url": ""}],
    }
    (own / "acme.htm.json").write_text(json.dumps(sidecar))
    (folder / "ACME" / f"CIK{_CIK}.json").write_text("{}")
    (folder / "ACME" / "CIK0000000009.json").write_text("{}")
    write_filing(folder / "OTHR" / "10-K-2024.htm.gz", ticker="OTHR", company="Other Co.")
    write_filing(folder / "OTHR" / "10-K-2023.htm.gz", ticker="OTHR", year=2023)
    (folder / "OTHR" / "10-K-2024.xml").write_text("<none/>")
    (folder / "notes.doc").write_text("not looked at")


def test_filings_are_found_with_what_goes_with_them(bucket: Path) -> None:
    _as_fetched(bucket / "filings")
    fetched = StoredFiling(
        "s3://bucket/filings/ACME/10-K-2024",
        "acme.htm",
        ("acme.htm.json", "ex13.htm", "logo.gif"),
        (f"CIK{_CIK}.json",),
    )
    earlier = StoredFiling("s3://bucket/filings/OTHR", "10-K-2023.htm.gz")
    plain = StoredFiling("s3://bucket/filings/OTHR", "10-K-2024.htm.gz", ("10-K-2024.xml",))
    assert find_filings([StoreFolder("s3://bucket/filings")]) == [fetched, earlier, plain]
    assert find_filings([StoreFolder(str(fetched)), StoreFolder(str(plain))]) == [fetched, plain]


def test_they_read_as_files_do(bucket: Path) -> None:
    _as_fetched(bucket / "filings")
    stored = find_filings([StoreFolder("s3://bucket/filings")])
    for source, path in zip(stored, find_filings([bucket / "filings"]), strict=True):
        assert isinstance(source, StoredFiling)
        assert isinstance(path, Path)
        (there,), (here,) = ingest_file(source), ingest_file(path)
        assert isinstance(there, DocumentRows)
        assert isinstance(here, DocumentRows)
        assert there.entry == here.entry
        assert there.tables == here.tables


def test_a_store_without_filings_is_told(bucket: Path) -> None:
    (bucket / "letters").mkdir()
    (bucket / "letters" / "notes.doc").write_text("dear")
    with pytest.raises(SecqaError, match=r"s3://bucket/letters: no filings in this folder"):
        find_filings([StoreFolder("s3://bucket/letters")])
    with pytest.raises(SecqaError, match=r"s3://bucket/none: nothing there"):
        find_filings([StoreFolder("s3://bucket/none")])


def test_what_is_gone_when_it_is_read_is_refused(bucket: Path) -> None:
    _as_fetched(bucket / "filings")
    (plain,) = find_filings([StoreFolder("s3://bucket/filings/OTHR/10-K-2024.htm.gz")])
    assert isinstance(plain, StoredFiling)
    (bucket / "filings" / "OTHR" / "10-K-2024.htm.gz").unlink()
    assert ingest_file(plain) == (Refusal("nothing there; give the address of filings"),)


def test_stores_that_are_not_read_are_told() -> None:
    with pytest.raises(SecqaError, match=r"az://box/filings: filings are read from s3:// and gs"):
        find_filings([StoreFolder("az://box/filings")])
