"""Filings are added in the browser: what is sent stays a file, what is refused says why."""

import io
import re
import time
from pathlib import Path
from threading import Event, Thread

import pytest
from starlette.testclient import TestClient
from tests.app.conftest import ACME, BASE

from secqa.app.adding.adding_jobs import MOST_LISTED, CorpusQueue, list_of
from secqa.app.adding.uploads import Upload, store
from secqa.app.jobs import Job
from secqa.app.server import make_app
from secqa.app.workplace import Current, Folders
from secqa.cli.serve.app_command import update_page_index
from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.errors import SecqaError
from secqa.filings.read import read_bytes
from secqa.ingest.ingest_pipeline import IngestSummary

ADD = "/filings/add"
OWN = {"origin": BASE}
OTHER = ACME.replace("Acme Tools Corp", "Other Tools Corp").replace("ACME", "OTHR")


def upload(name: str, data: bytes = b"x") -> Upload:
    return Upload(name, len(data), io.BytesIO(data))


def test_names_that_were_sent_never_leave_their_folder(tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    names = [
        *("../../etc/a.htm", "/etc/b.htm", "C:\\x\\c.htm", "..", "....//d.htm", ".hidden.htm"),
        *("e\0.htm", "f;rm -rf ~.htm", "a/b/c/d/e/g.htm", f"{'n' * 300}.htm", "AAPL/10-K-2024.htm"),
    ]
    stored, _ = store([upload(name) for name in names], folder)
    assert {path.resolve().is_relative_to(folder) for path in stored} == {True}
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == sorted(stored)
    assert folder / "AAPL" / "10-K-2024.htm" in stored
    assert folder / "etc" / "a.htm" in stored
    assert all(re.fullmatch(r"[\w.() -]+", part) for path in stored for part in path.parts[-4:])


def test_what_is_not_stored_is_refused_with_the_reason(tmp_path: Path) -> None:
    sent = [upload("a.htm"), upload("./a.htm"), upload("a.htm/b.htm"), upload("c.docx")]
    sent.append(Upload("d.pdf", 10**12, io.BytesIO()))
    with pytest.raises(SecqaError, match="send fewer"):
        store(sent, tmp_path)
    sent[-1] = Upload("d.pdf", 200_000_000, io.BytesIO())
    _, lines = store(sent, tmp_path)
    assert [line.split(": ")[0] for line in lines] == ["./a.htm", "a.htm/b.htm", "d.pdf", "c.docx"]
    assert "another of this name" in lines[0]
    assert "over 150 MB" in lines[2]
    assert "they end in .html" in lines[3]


def test_a_picture_is_no_filing_by_itself(tmp_path: Path) -> None:
    sent = [upload("a.png"), upload("b/c.png"), upload("b/d.htm", b"<img src='c.png'>")]
    stored, lines = store([*sent, upload("b/e.png")], tmp_path)
    assert lines == [
        "a.png: not added: a picture or data file is no filing by itself; send it with its filing",
        "b/e.png: not added: no filing that was sent with it shows this picture, and it is none by "
        "itself",
    ]
    assert sorted(stored.values()) == ["b/c.png", "b/d.htm"]


def test_a_filing_that_names_nobody_is_given_its_company(tmp_path: Path) -> None:
    (path,), _ = store([upload("report.txt")], tmp_path, "Lemon Stand_2023_")
    assert path.name == "Lemon Stand_2023_report.txt"
    text = "We sell lemons and the price of the lemons is set by the harvest in the south. " * 30
    about = read_bytes(text.encode(), path.name).document.metadata
    assert (about.company, about.fiscal_year) == ("Lemon Stand", 2023)


@pytest.fixture(scope="module")
def current(tmp_path_factory: pytest.TempPathFactory) -> Current:
    """A corpus of one filing that more can be added to, and that was not indexed yet."""
    path = tmp_path_factory.mktemp("adding") / "corpus"
    with CorpusWriter(path) as writer:
        writer.add(rows_for(read_bytes(ACME.encode(), "ACME/10-K-2024.html").document))
    update_page_index(path)
    return Current(path, Folders())


@pytest.fixture(scope="module")
def client(current: Current) -> TestClient:
    """A browser of its server."""
    return TestClient(make_app(current), base_url=BASE)


def done(client: TestClient, job: str) -> str:
    """The page of a job once it is done."""
    for _ in range(400):
        if client.get(f"{job}/state").json()["finished"]:
            break
        time.sleep(0.05)
    return client.get(job).text


def test_files_are_added_and_shown_as_printed(client: TestClient) -> None:
    files = [
        ("files", ("OTHR/10-K-2024.htm", OTHER.encode())),
        ("files", ("OTHR/notes.docx", b"no filing")),
    ]
    page = done(client, client.post(f"{ADD}/files", files=files, headers=OWN).url.path)
    assert "Done: 1 filing added, 1 not added." in page
    assert "OTHR/notes.docx: not added: no filing by its name" in page
    (result,) = re.findall(r'class="button primary" href="([^"]+)"', page)
    listed = client.get(result).text
    assert re.search(r"1 of \d filings, those just added", listed)
    assert "OTHR-10-K-2024" in listed
    shown = client.get("/filings/OTHR-10-K-2024/pages/2").text
    assert '<div class="printed' in shown
    assert '<div class="as-read' in client.get("/filings/ACME-10-K-2024/pages/2").text


def test_what_is_to_be_checked_of_an_upload_is_told(client: TestClient) -> None:
    text = b"<TEXT>\n" + b"We sell lemons; the harvest in the south sets their price.\n" * 30
    files = [("files", ("lemons.txt", text))]
    page = done(client, client.post(f"{ADD}/files", files=files, headers=OWN).url.path)
    assert "please check: truncated, it seems" in page
    assert "please check whose it is" in page


def test_a_picture_alone_is_refused_by_its_own_name(client: TestClient) -> None:
    files = [("files", ("chart.png", b"x"))]
    page = done(client, client.post(f"{ADD}/files", files=files, headers=OWN).url.path)
    assert "chart.png: not added: a picture or data file is no filing by itself" in page
    assert "/tmp" not in page
    assert 'href="/jobs"' in page


def test_work_is_known_after_a_restart(client: TestClient, current: Current) -> None:
    page = client.post(f"{ADD}/files", files=[("files", ("x.png", b"x"))], headers=OWN).url.path
    done(client, page)
    assert isinstance(current.path, Path)
    (current.path / "jobs.jsonl").open("a").write(
        '{"id": "cut", "title": "Adding more", "started": "2026-01-01T00:00:00Z"}\n'
    )
    with TestClient(make_app(current), base_url=BASE) as later:
        assert "Nothing was added." in later.get(page).text
        assert "The server stopped before this was done" in later.get("/jobs/cut").text
        listed = later.get("/jobs").text
        assert "Adding more" in listed
        assert page in listed
    assert "unknown or forgotten" in client.get("/jobs/none").text


@pytest.mark.parametrize(
    ("form", "sent", "told"),
    [
        ("files", {}, "no file was chosen"),
        ("folder", {"folder": "filings"}, "give its whole path"),
        ("folder", {"folder": "/nowhere"}, "/nowhere: no such folder"),
        ("edgar", {"companies": "ACME"}, "the SEC wants to know who asks|no access to EDGAR"),
    ],
)
def test_a_form_that_asks_for_nothing_is_told(
    client: TestClient, form: str, sent: dict[str, str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("EDGAR_IDENTITY", raising=False)
    reply = client.post(f"{ADD}/{form}", data=sent, headers=OWN)
    assert reply.status_code == 400
    (said,) = re.findall(r'role="alert">(.*?)</p>', reply.text)
    assert re.search(told, said)


def test_too_much_is_refused_before_it_is_read(client: TestClient) -> None:
    reply = client.post(f"{ADD}/files", headers=OWN | {"content-length": str(10**10)})
    assert reply.status_code == 400
    assert "1,000 MB at once" in reply.text
    files = [("files", (f"{at}.htm", b"")) for at in range(1_001)]
    assert "send fewer" in client.post(f"{ADD}/files", files=files, headers=OWN).text


def test_only_who_sits_at_the_machine_names_its_folders(
    client: TestClient, current: Current
) -> None:
    assert f'action="{ADD}/folder"' in client.get(ADD).text
    for open_folders in (False, True):
        with TestClient(make_app(current, "secret", open_folders), base_url=BASE) as visitor:
            visitor.get("/ask?token=secret")
            assert (f'action="{ADD}/folder"' in visitor.get(ADD).text) is open_folders
            reply = visitor.post(f"{ADD}/folder", data={"folder": "/nowhere"}, headers=OWN)
            assert ("only a user of this machine" in reply.text) is not open_folders


def test_another_site_adds_nothing(client: TestClient) -> None:
    reply = client.post(f"{ADD}/files", headers={"origin": "http://evil.example"})
    assert reply.status_code == 403


def test_who_comes_second_waits_or_stops_waiting(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun, go_on = Event(), Event()

    def slow(*_paths: object, **_given: object) -> IngestSummary:
        begun.set()
        go_on.wait(5)
        return IngestSummary(tmp_path)

    monkeypatch.setattr("secqa.ingest.ingest_pipeline.ingest", slow)
    adding = CorpusQueue()
    jobs = [Job("first"), Job("second")]
    first = Thread(target=adding.add, args=(jobs[0], tmp_path, [tmp_path], str))
    first.start()
    assert begun.wait(5)
    jobs[1].is_stopped = True
    with pytest.raises(SecqaError, match="stopped before its turn"):
        adding.add(jobs[1], tmp_path, [tmp_path], str)
    assert jobs[1].lines == ["waiting for another job that adds filings"]
    go_on.set()
    first.join(5)
    assert jobs[0].summary == "no filing added"


def test_an_address_lists_some_documents_and_not_thousands() -> None:
    assert list_of([]) == ""
    assert list_of(["A-1", "B&C"]) == "/filings?only=A-1,B%26C"
    assert list_of(["A"] * (MOST_LISTED + 1)) == "/filings"
