"""Filings of companies are fetched from a local EDGAR, with how far it is and what is missing."""

from pathlib import Path

import pytest
from tests.ingest.conftest import server as edgar_server
from tests.support.edgar_server import Server

from secqa.app.adding import adding_jobs
from secqa.app.adding.adding_jobs import EdgarRequest, fetch_into, has_edgar, needs_identity
from secqa.app.jobs import Job
from secqa.errors import SecqaError

server = edgar_server
NEWEST = "0000000007-25-000003"


@pytest.fixture(autouse=True)
def asked_as(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """EDGAR is asked by somebody, at this address."""
    monkeypatch.setenv("EDGAR_IDENTITY", "Ann Tester ann@example.com")
    monkeypatch.setenv("EDGAR_BASE_URL", server.url)
    monkeypatch.setenv("EDGAR_DATA_URL", server.url)


def test_what_is_there_is_not_fetched_again(server: Server, tmp_path: Path) -> None:
    job = Job("fetching")
    wanted = EdgarRequest("acme", ("10-K",), "2023-2024")
    fetched = fetch_into(tmp_path, job, wanted, {NEWEST})
    assert list(fetched.values()) == ["ACME ROCKETS, INC. 10-K of 2023-12-31"]
    assert all((folder / "acme-20231231.htm").exists() for folder in fetched)
    assert "1 already there" in job.lines
    assert (job.done, job.of) == (1, 2), "and each is to be read"
    assert not any("acme-20241231" in path for path in server.paths)


def test_a_stop_ends_it_between_filings(tmp_path: Path) -> None:
    job = Job("fetching")
    job.is_stopped = True
    assert fetch_into(tmp_path, job, EdgarRequest("ACME", ("10-K",), ""), ()) == {}


def test_a_filing_that_edgar_lacks_is_refused_and_the_rest_fetched(
    server: Server, tmp_path: Path
) -> None:
    gone = next(path for path in server.pages if path.endswith("acme-20241231.htm"))
    del server.pages[gone]
    job = Job("fetching")
    fetched = fetch_into(tmp_path, job, EdgarRequest("ACME", ("10-K",), "2023-2024"), ())
    assert len(fetched) == 1
    assert any("2024-12-31: not added: " in line for line in job.lines)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (EdgarRequest("", ("10-K",), ""), "name a company"),
        (EdgarRequest("ACME", (), ""), "name a company and a form"),
        (EdgarRequest("ACME", ("10-K",), "soon"), "not years"),
        (EdgarRequest("ACME", ("10-K",), "2050"), "no such filings"),
        (EdgarRequest("NOBODYHERE", ("10-K",), ""), "no company"),
    ],
)
def test_what_cannot_be_fetched_is_told(asked: EdgarRequest, told: str, tmp_path: Path) -> None:
    with pytest.raises(SecqaError, match=told):
        fetch_into(tmp_path, Job("fetching"), asked, ())


def test_more_than_can_be_fetched_at_once_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding_jobs, "MOST_FILINGS", 1)
    with pytest.raises(SecqaError, match="fetch up to 1 at once"):
        fetch_into(tmp_path, Job("fetching"), EdgarRequest("ACME", ("10-K",), ""), ())


def test_who_asks_is_told_by_the_server_or_in_the_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert has_edgar()
    assert not needs_identity()
    monkeypatch.delenv("EDGAR_IDENTITY")
    assert needs_identity()
    asked = EdgarRequest("ACME", ("10-K",), "2024", "Ann Tester ann@example.com")
    assert len(fetch_into(tmp_path, Job("fetching"), asked, ())) == 1
    monkeypatch.setattr(adding_jobs, "find_spec", lambda _name: None)
    assert not has_edgar()
