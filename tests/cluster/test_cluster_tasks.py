"""Two nodes of one core on this machine: what a cluster does comes out as if one process did it."""

import os
import socket
import sys
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from tests.ingest.conftest import server  # noqa: F401 - a fixture
from tests.support.cluster_work import DEAD, failed, work
from tests.support.corpus_commands_cases import run
from tests.support.edgar_indexes import Filed, add
from tests.support.edgar_server import Server
from tests.support.ingest_filings import filing_html, write_filing
from tests.support.model_runs_cases import predictions
from tests.support.served_systems import MODEL, served, write_questions
from tests.systems.conftest import corpus  # noqa: F401 - a fixture
from tests.test_docs_commands import STANDS_FOR, commands, run_shown

from secqa.cluster.cluster_tasks import cluster, run_on_cluster
from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.errors import SecqaError
from secqa.ingest.ingest_pipeline import IngestOptions, IngestProgress, IngestSummary, ingest
from secqa.ingest.sources import Source

pytest.importorskip("ray", reason="no Ray installed")

_ROOT = Path(__file__).parents[2]
_NODE = {"num_cpus": 1, "object_store_memory": 80_000_000}
"""A node of one core; the bytes that it keeps results in: Ray takes no less."""


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """The two nodes, and connected to them; their workers see the package and these tests."""
    from ray.cluster_utils import Cluster

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join((str(_ROOT / "src"), str(_ROOT))))
        made: Any = Cluster(
            initialize_head=True, head_node_args={**_NODE, "include_dashboard": False}
        )
        made.add_node(**_NODE)
        with cluster(made.address) as cores:
            assert cores == 2
            yield made
        made.shutdown()


def _filings(folder: Path, count: int) -> Path:
    for number in range(count):
        name = f"T{number:02}"
        write_filing(folder / name / "10-K-2024.html", ticker=name, company=f"{name} Inc.")
    return folder


def _ingested(
    folder: Path, filings: Path, progress: IngestProgress | None = None, **how: Any
) -> tuple[IngestSummary, str]:
    summary = ingest([filings], folder, IngestOptions(**how), progress or IngestProgress())
    return summary, open_corpus(folder).fingerprint


def test_no_cluster_there(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    filings = _filings(tmp_path / "in", 1)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = f"127.0.0.1:{free.getsockname()[1]}"
        began = time.monotonic()
        for address, reason in (
            (nobody, "no Ray cluster there"),
            (f"ray://{nobody}", "no Ray cluster there"),
            ("somewhere", "not an address of a cluster"),
        ):
            command = ("ingest", filings, "--corpus", tmp_path / "c", "--engine", "ray")
            assert run(*command, "--address", address) == 2
            (line,) = capfd.readouterr().err.splitlines()
            assert line.startswith(f"secqa: --address {address}: {reason}")
        assert time.monotonic() - began < 30, "Ray alone would try for minutes"
    assert not (tmp_path / "c").exists()


def test_no_ray_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    filings = _filings(tmp_path / "in", 1)
    assert run("ingest", filings, "--corpus", tmp_path / "c", "--engine", "ray") == 2
    (line,) = capfd.readouterr().err.splitlines()
    assert line == "secqa: --engine ray: needs its extra; pip install 'secqa[ray]'"


def test_a_client_whose_server_dies_at_once_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def init(address: str, **_: object) -> None:
        tried.append(address)
        if len(tried) < 2 or not address.startswith("ray://"):
            raise ConnectionAbortedError("Initialization failure from server:\nTraceback")

    monkeypatch.setattr("ray.is_initialized", lambda: False)
    monkeypatch.setattr("ray.init", init)
    monkeypatch.setattr("ray.shutdown", lambda: None)
    monkeypatch.setattr("ray.cluster_resources", lambda: {"CPU": 3.0})
    with socket.create_server(("127.0.0.1", 0)) as somebody:
        address = f"127.0.0.1:{somebody.getsockname()[1]}"
        with cluster(f"ray://{address}") as cores:
            assert cores == 3
        assert tried == [f"ray://{address}"] * 2
        with (
            pytest.raises(SecqaError, match=r"no Ray cluster there \(Initialization failure"),
            cluster(address),
        ):
            pass
    assert len(tried) == 3


def test_the_documented_commands_run(
    nodes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(STANDS_FOR, "HOST:6379", nodes.address)
    _filings(tmp_path / "bucket/filings", 2)
    ingests, runs = (command for command in commands("big") if "--engine ray" in command)
    run_shown(ingests, capfd)
    made = ("--suite", "single", "--count", 2, "--out", "BENCHMARK")
    assert run("generate", "--corpus", "bucket/corpus", *made) == 0
    run_shown(runs, capfd)
    assert (tmp_path / "RUN" / "predictions.jsonl").exists()


def test_what_goes_wrong_is_told_and_the_rest_goes_on(nodes: Any, tmp_path: Path) -> None:
    deaths = tmp_path / "deaths"
    tasks = ["a", "raise", f"die {deaths}", "b", "hang", *"cdefghi"]
    found = dict(run_on_cluster(work, tasks, scheduled=6, timeout=0.7, failed=failed))
    assert list(found) == tasks
    assert found["raise"] == "failed: went wrong (ValueError: no such luck)"
    slow = "failed: ended its worker 2 times, or took longer than 0.7 seconds"
    assert found["hang"] == found[f"die {deaths}"] == slow
    assert deaths.read_text() == "xx", "given out twice"
    assert [found[task] for task in "abcdefghi"] == list("ABCDEFGHI")


def test_an_interrupted_ingest_goes_on(nodes: Any, tmp_path: Path) -> None:
    filings = _filings(tmp_path / "in", 8)
    (filings / "T03" / "empty.html").write_bytes(b"")
    _, alone = _ingested(tmp_path / "alone", filings, workers=1)

    def stop(source: Source, outcome: str) -> None:
        if outcome.startswith("T03"):
            raise KeyboardInterrupt

    over: dict[str, Any] = {"engine": "ray", "address": nodes.address}
    first = ingest([filings], tmp_path / "c", IngestOptions(**over), IngestProgress(on_file=stop))
    assert first.interrupted
    assert len(first.ingested) == 4
    again, fingerprint = _ingested(tmp_path / "c", filings, **over)
    assert (len(again.already), len(again.ingested), len(again.refused)) == (4, 4, 1)
    assert fingerprint == alone


def test_addresses_are_fetched_by_one_alone(
    nodes: Any,
    server: Server,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("EDGAR_IDENTITY", "Ann Tester ann@example.com")
    monkeypatch.setenv("EDGAR_BASE_URL", server.url)
    years = range(2015, 2021)
    made = [filing_html(year=year, sales=f"{year},000").encode() for year in years]
    filings = [
        Filed(7, str(year), "10-K", date(year + 1, 2, 1), date(year, 12, 31), document)
        for year, document in zip(years, made, strict=True)
    ]
    add(server, filings, date(2022, 1, 1))
    del server.pages[f"{filings[2].folder}/main.htm"]
    addresses = [f"https://www.sec.gov{one.folder}/{one.accession}-index.htm" for one in filings]
    for out, over in (("alone", ()), ("over", ("--engine", "ray", "--address", nodes.address))):
        server.requests.clear()
        assert run("ingest", *addresses, "--corpus", tmp_path / out, *over) == 1
        assert capsys.readouterr().out.count("not on EDGAR") == 1
        assert len(server.requests) == 1 + 2 * len(filings), "a page and a document each"
    alone, over_nodes = (open_corpus(tmp_path / out) for out in ("alone", "over"))
    assert len(over_nodes.documents) == 5
    assert over_nodes.fingerprint == alone.fingerprint


def test_a_run_asks_one_model_within_one_budget(
    nodes: Any,
    corpus: Corpus,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("pydantic_ai")
    benchmark = write_questions(corpus, tmp_path / "bench")

    def to(out: str, *more: object) -> list[object]:
        return ["run", benchmark, "--corpus", corpus.path, "--out", tmp_path / out, *more]

    over = ("--engine", "ray", "--address", nodes.address)
    assert run(*to("rules")) == run(*to("rules-over", *over)) == 0
    assert predictions(tmp_path / "rules-over") == predictions(tmp_path / "rules")
    with served(monkeypatch, tmp_path) as asked_for:
        asked = ("--model", MODEL, "--max-calls", 7)
        assert run(*to("model-over", *asked, *over)) == 1
        assert "7 calls made, as many as --max-calls allows" in capsys.readouterr().err
        assert len(asked_for.seen) == 7
        assert run(*to("model-over", *asked[:2], *over)) == 0
        needed = len(asked_for.seen)
        assert run(*to("model", *asked[:2])) == 0
        assert len(asked_for.seen) == needed, "all replies are kept here"
    assert predictions(tmp_path / "model-over") == predictions(tmp_path / "model")


def test_a_node_that_dies_loses_nothing(nodes: Any, tmp_path: Path) -> None:
    # Of two tasks that wait each node, of one core, has one.
    tasks = ["first", f"held {tmp_path} 1", f"held {tmp_path} 2", *"abcd"]
    results = run_on_cluster(work, tasks, scheduled=3, failed=failed)
    found = [next(results)]
    node = next(iter(nodes.worker_nodes)).node_id
    number = _begun_on(node, tmp_path)
    _kill_a_node(nodes)
    (tmp_path / DEAD).write_text(node)
    found += results
    assert found == [(task, task.upper()) for task in tasks], "each once, in order"
    first, again = (tmp_path / number).read_text().split()
    assert first == node
    assert again != node, "what was under way there was given out again"


def _begun_on(node: str, folder: Path) -> str:
    """The held task that a node is at work on, once there is one."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        for file in folder.iterdir():
            if node in file.read_text():
                return file.name
        time.sleep(0.02)
    raise AssertionError("no task came to that node")


def test_a_node_that_dies_changes_no_corpus(nodes: Any, tmp_path: Path) -> None:
    filings = _filings(tmp_path / "in", 8)
    _, alone = _ingested(tmp_path / "alone", filings, workers=1)
    if not nodes.worker_nodes:
        nodes.add_node(**_NODE)

    def kill(source: Source, outcome: str) -> None:
        if outcome.startswith("T01"):
            _kill_a_node(nodes)

    over: dict[str, Any] = {"engine": "ray", "address": nodes.address}
    summary, fingerprint = _ingested(tmp_path / "c", filings, IngestProgress(on_file=kill), **over)
    assert not nodes.worker_nodes
    assert (len(summary.ingested), summary.already, summary.refused) == (8, [], [])
    assert fingerprint == alone


def _kill_a_node(nodes: Any) -> None:
    nodes.remove_node(next(iter(nodes.worker_nodes)), allow_graceful=False)
