"""A corpus in an object store: the same as on a disk, and whole whatever happens on the way."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from lance.dataset import MergeInsertBuilder
from tests.support.corpus_builders import made_document
from tests.support.ingest_filings import write_filing
from tests.support.killed_writer import kill_writer, orphans

from secqa.app.workplace import Current, Folders
from secqa.cli.main import main
from secqa.corpus.corpus_address import CorpusPath, StoreFolder
from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_schema import SCHEMAS
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.corpus.lance_tables import dataset_in
from secqa.corpus.writer_lease import Lease, take_lease
from secqa.errors import SecqaError
from secqa.filings.document import Document
from secqa.filings.read import read_filing
from secqa.retrieval.indexing.page_index import update_index
from secqa.systems.make import make_system
from store_server import SECRET, StoreServer

_REVENUE = "What was the revenue of Acme Rockets in fiscal year 2024?"


@pytest.fixture(scope="module")
def store() -> Iterator[StoreServer]:
    """A store, and what must be known of it in the environment."""
    pytest.importorskip("moto.server", reason="moto[server] is not installed")
    with StoreServer() as server, pytest.MonkeyPatch.context() as environment:
        for name, value in server.variables.items():
            environment.setenv(name, value)
        # Lance asks again a second and more later: nothing here comes right by itself.
        environment.setenv("OBJECT_STORE_CLIENT_MAX_RETRIES", "1")
        yield server


@pytest.fixture
def place(store: StoreServer, request: pytest.FixtureRequest) -> StoreFolder:
    """Where nothing is yet."""
    return StoreFolder(f"{store.folder}/{request.node.name.translate({91: '-', 93: ''})}")


@pytest.fixture(scope="module")
def filings(tmp_path_factory: pytest.TempPathFactory) -> list[Document]:
    folder = tmp_path_factory.mktemp("filings")
    about = (("Acme Rockets, Inc.", "ACME", "0007"), ("Other Mills, Inc.", "OTHR", "0008"))
    return [
        read_filing(
            write_filing(folder / ticker / "10-K.html", company=company, ticker=ticker, cik=cik)
        ).document
        for company, ticker, cik in about
    ]


def fill(path: CorpusPath, documents: list[Document]) -> None:
    with CorpusWriter(path) as writer:
        for document in documents:
            writer.add(rows_for(document))
        writer.finish()
        update_index(open_corpus(path))


def run(*arguments: object) -> int:
    """Run a command as `secqa` would; its exit code."""
    sys.argv = ["secqa", *map(str, arguments)]
    try:
        main()
    except SystemExit as leave:
        return int(leave.code or 0)
    return 0


def told(capfd: pytest.CaptureFixture[str], *arguments: object) -> str:
    """The one line that a command ends with that cannot do its work."""
    capfd.readouterr()
    assert run(*arguments) == 2
    out, err = capfd.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert SECRET not in err
    return err


def test_it_is_the_corpus_that_a_disk_would_hold(
    place: StoreFolder, tmp_path: Path, filings: list[Document]
) -> None:
    answers = []
    for path in (tmp_path / "c", place):
        fill(path, filings)
        corpus = open_corpus(path)
        assert [corpus.document(one.document_id) for one in corpus.documents] == filings
        answer = make_system("codegen-docs", corpus).answer(_REVENUE)
        answers.append((corpus.fingerprint, answer.value, answer.readings))
    assert answers[0] == answers[1]
    assert answers[0][1] == 1_234_000_000


def test_commands_take_its_address(
    place: StoreFolder, filings: list[Document], capfd: pytest.CaptureFixture[str]
) -> None:
    fill(place, filings[:1])
    for command in (
        ("documents", "--corpus", place),
        ("sql", "select count(*) from documents", "--corpus", place),
        ("search", "employees", "--corpus", place),
        ("index", "--corpus", place),
        ("ask", _REVENUE, "--corpus", place),
    ):
        assert run(*command) == 0, command
    assert "$1.234 billion" in capfd.readouterr().out


def test_of_writers_at_the_same_moment_one_writes(place: StoreFolder) -> None:
    def take(_: int) -> Lease | str:
        try:
            return take_lease(place)
        except SecqaError as error:
            return str(error)

    with ThreadPoolExecutor(4) as pool:
        taken = list(pool.map(take, range(4)))
    others = [one for one in taken if isinstance(one, str)]
    assert len(others) == 3
    assert all("another ingest is writing here (process " in one for one in others)
    with pytest.raises(SecqaError, match=r"or \d+ seconds if it was killed"), CorpusWriter(place):
        pass


@pytest.mark.parametrize("steps", [3, len(SCHEMAS) + 2])
def test_after_a_killed_writer_the_next_goes_on(place: StoreFolder, steps: int) -> None:
    old, new = made_document(revenue="1"), made_document(revenue="2")
    if steps > len(SCHEMAS):
        fill(place, [old])
    kill_writer(place, steps)
    if steps > len(SCHEMAS):
        corpus = open_corpus(place)
        assert [corpus.document(one.document_id) for one in corpus.documents] == [old]
        assert orphans(place), "the kill was in the midst of writing"
    fill(place, [new])
    corpus = open_corpus(place)
    assert [corpus.document(one.document_id) for one in corpus.documents] == [new]
    assert not orphans(place)


def test_readers_see_whole_documents(place: StoreFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = made_document(revenue="1"), made_document(revenue="2")
    fill(place, [old])
    before = open_corpus(place)
    seen: list[Document] = []
    commit = MergeInsertBuilder.execute

    def watched(*arguments: Any, **more: Any) -> Any:
        seen.append(open_corpus(place).document(old.metadata.document_id))
        return commit(*arguments, **more)

    monkeypatch.setattr(MergeInsertBuilder, "execute", watched)
    fill(place, [new])
    assert seen == [old], "all rows of the new one were there, but not yet its line"
    assert open_corpus(place).document(old.metadata.document_id) == new
    with pytest.raises(SecqaError, match="has changed since the corpus was opened; open it again"):
        before.document(old.metadata.document_id)


def test_no_such_bucket_is_one_line(
    store: StoreServer, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    filing = write_filing(tmp_path / "10-K.html")
    line = told(capfd, "ingest", filing, "--corpus", "s3://nowhere/c")
    assert line.startswith("secqa: s3://nowhere/c: there is no such bucket; ")


def test_no_rights_are_one_line(
    store: StoreServer, place: StoreFolder, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    filing = write_filing(tmp_path / "10-K.html")
    with store.forbidding():
        for command in (("documents",), ("ingest", filing)):
            line = told(capfd, *command, "--corpus", place)
            assert "the store does not allow it with these credentials" in line
    assert "not a corpus" in told(capfd, "documents", "--corpus", place), "nothing half there"


def test_credentials_in_an_address_are_not_told_again(capfd: pytest.CaptureFixture[str]) -> None:
    line = told(capfd, "documents", "--corpus", f"s3://someone:{SECRET}@bucket/c")
    assert "no credentials in an address; set the usual variables" in line


def test_a_store_that_is_cut_off_midway_is_one_line(
    store: StoreServer, place: StoreFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secqa.corpus.writer_lease._SECONDS", 0.0)
    old, new = made_document(), made_document("OTHR-10-K-2024")
    fill(place, [old])
    writer = CorpusWriter(place)
    writer.add(rows_for(new))
    with store.hanging_up():
        line = "the store cannot be reached.*; what was there before is sound, run the same"
        with pytest.raises(SecqaError, match=line) as error, writer:
            pass
    assert "\n" not in str(error.value)
    assert [one.document_id for one in open_corpus(place).documents] == [old.metadata.document_id]
    fill(place, [old, new])
    assert len(open_corpus(place).documents) == 2
    assert not orphans(place)


def test_a_store_that_loses_repeats_and_delays_requests_gets_no_row_twice(
    store: StoreServer, place: StoreFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secqa.corpus.writer_lease._SECONDS", 0.0)
    both = [made_document(), made_document("OTHR-10-K-2024")]
    with store.unreliable(), suppress(SecqaError):
        fill(place, both[:1])
    fill(place, both)
    assert [len(open_corpus(place).document(one.metadata.document_id).pages) for one in both] == [
        len(one.pages) for one in both
    ]
    pages = dataset_in(place, "pages")
    assert pages is not None
    assert pages.count_rows() == sum(len(one.pages) for one in both)


def test_the_app_looks_into_it_once_a_second(
    store: StoreServer, place: StoreFolder, filings: list[Document]
) -> None:
    fill(place, filings[:1])
    current = Current(place, Folders())

    def asked(count: int) -> int:
        before = store.traffic
        for _ in range(count):
            current()
        return (store.traffic - before).requests

    assert asked(20) <= 2
    fill(place, filings)
    current.look_again()
    assert len(current().corpus.documents) == 2
    current.look_again()
    with store.hanging_up():
        assert len(current().corpus.documents) == 2, "what is known can still be shown"


def test_nothing_that_is_kept_holds_the_secret(
    store: StoreServer, place: StoreFolder, filings: list[Document]
) -> None:
    fill(place, filings)
    kept = list(store.kept(str(place).removeprefix(f"{store.folder}/")))
    assert len(kept) > len(SCHEMAS)
    assert not any(SECRET.encode() in name.encode() + data for name, data in kept)
