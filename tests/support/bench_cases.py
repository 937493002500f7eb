"""Builders that `tests.app.test_bench` and other tests share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.app.conftest import BASE
from tests.support.app_corpora import write_made

from secqa.app.server import make_app
from secqa.app.workplace import Current, Folders

MADE = "/benchmarks/made"


FIRST, SECOND, THIRD = (f"{MADE}/made-1-000{one}" for one in ("1-aa", "2-bb", "3-cc"))


@pytest.fixture
def made(tmp_path: Path) -> Path:
    write_made(tmp_path)
    return tmp_path


@pytest.fixture
def bench(folder: Path, made: Path) -> Iterator[TestClient]:
    folders = Folders((folder / "filings",), (made / "benchmarks",), (made / "runs",))
    with TestClient(make_app(Current(folder / "corpus", folders)), base_url=BASE) as client:
        yield client
