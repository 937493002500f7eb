"""Commands of the start page and of the pages on many companies, the app and the papers run.

What a reader has, or what is far away, is put in place: EDGAR is a small one on this machine, an
object store a folder, a service of a model the built-in engine.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from datetime import date
from glob import glob
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.ingest.conftest import server, unhurried  # noqa: F401 - fixtures
from tests.support.conversation_records import CLEANED
from tests.support.corpus_commands_cases import run
from tests.support.edgar_funds import Reported, add_fund, stock
from tests.support.edgar_indexes import Filed, add
from tests.support.edgar_server import Server
from tests.support.in_process import ingest_in_this_process
from tests.support.ingest_filings import filing_html

from secqa.app.server import make_app
from secqa.app.workplace import Current
from secqa.sample import sample_filings

ROOT = Path(__file__).parents[1]
COMPANIES = {"Apple Inc.": 320193, "Acme Rockets, Inc.": 7}
STANDS_FOR = {
    "s3://bucket": "bucket",
    "AAPL MSFT": "ACME",
    "FOLDER_OF_THE_FILES": "my-filings",
    "CORPUS": "corpus",
    "largest:500": "largest:1",
    " A B ": " corpus bucket/corpus ",
    "copy A ": "copy corpus ",
    "--count 60": "--count 8",
    "--count 36": "--count 4",
    "2021,2022,2023,2024": "2023,2024",
    "What is Apple's number of employees reported in 2022": "What was Coca-Cola's revenue in 2024",
    "--pages 4,32": "--pages 4",
    "conversations.json": "records.json",
}
"""What a page writes, and what there is here."""


def commands(page: str) -> Iterator[str]:
    """The commands of a page, with what is here."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL):
        for line in block.splitlines():
            for shown, here in STANDS_FOR.items():
                line = line.replace(shown, here)
            yield line


@pytest.fixture
def reader(tmp_path: Path, demo: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the demo, where `secqa` is this checkout."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    shutil.copytree(demo, tmp_path / "demo")
    shutil.copytree(sample_filings() / "KO", tmp_path / "my-filings")
    return tmp_path


@pytest.fixture
def edgar(server: Server, unhurried: None, monkeypatch: pytest.MonkeyPatch) -> Server:  # noqa: F811
    """EDGAR with annual reports of two companies and a fund that holds one of them."""
    filings = [
        Filed(cik, "123", "10-K", date(year + 1, 11, 2), date(year, 12, 31),
              filing_html(company=company, cik=f"{cik:010}", year=year).encode(), company=company)
        for company, cik in COMPANIES.items()
        for year in (2023, 2024)
    ]  # fmt: skip
    add(server, filings, date.today())
    held = stock("Acme Rockets Inc", "000000011", isin="US0000000112")
    add_fund(server, "IVV", Reported(1, "NPORT-P", date(2024, 11, 28), date(2024, 9, 30), held))
    for name in ("EDGAR_BASE_URL", "EDGAR_DATA_URL"):
        monkeypatch.setenv(name, server.url)
    return server


def run_shown(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Run a command as the shell would, in this process; of a server, open its start page."""
    program, *arguments = shlex.split(command, comments=True)
    if program == "export":
        name, _, value = arguments[0].partition("=")
        os.environ[name] = value
    elif program == "pip":
        extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        (extra,) = re.findall(r"secqa\[(\w+)\]", arguments[-1])
        assert extra in extras["optional-dependencies"]
    elif arguments[0] == "app":
        assert opened(arguments) == 200, command
    elif command != "secqa demo":  # the fixture ran it
        assert program == "secqa", f"how to test this? {command}"
        capfd.readouterr()
        code = run(*(name for one in arguments for name in sorted(glob(one)) or [one]))
        assert code == 0, f"{command}\n{capfd.readouterr()}"


def opened(arguments: list[str]) -> int:
    """The status of the start page of the app that a command would serve."""
    statuses = []

    def serve(current: Current, *_: object) -> None:
        client = TestClient(make_app(current), base_url="http://127.0.0.1")
        statuses.append(client.get("/").status_code)

    with pytest.MonkeyPatch.context() as patch, ingest_in_this_process():
        patch.setattr("secqa.app.server.serve", serve)
        assert run(*arguments) == 0
    return statuses[0]


def test_the_quick_start_runs(
    reader: Path,
    edgar: Server,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("EDGAR_IDENTITY", "")
    for command in commands("index"):
        run_shown(command, capfd)
    assert run("documents", "--corpus", "corpus") == 0
    said = capfd.readouterr().out
    assert "Acme Rockets, Inc." in said
    assert "COCA COLA CO" in said


def test_the_pages_of_the_app_open(
    reader: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pydantic_ai", reason="the extra `models` is not installed")
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setenv("OLLAMA_BASE_URL", "http://127.0.0.1:9/v1")
    for name, made in (("corpus", "corpus"), ("bench", "benchmark"), ("runs", "runs")):
        shutil.copytree(f"demo/{made}", name)
    for command in commands("app"):
        run_shown(command, capfd)


def test_filings_of_many_companies_are_fetched_and_kept(
    reader: Path,
    edgar: Server,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("EDGAR_IDENTITY", "Ann Tester ann@example.com")
    Path("members.txt").write_text("ACME\n")
    apple = "Archives/edgar/data/320193/000032019324000123/"
    Path("addresses.txt").write_text(f"https://www.sec.gov/{apple}\n")
    for command in commands("big"):
        if "--engine ray" not in command:
            run_shown(command, capfd)
    for corpus in ("corpus", "bucket/corpus", "bucket/b", "C"):
        assert run("documents", "--corpus", corpus) == 0
        assert "Acme Rockets, Inc." in capfd.readouterr().out


def test_defaults_are_those_of_the_file_of_settings(
    reader: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pydantic_ai", reason="the extra `models` is not installed")
    (block,) = re.findall(r"```toml\n(.*?)```", (ROOT / "docs/settings.md").read_text(), re.DOTALL)
    Path("config.toml").write_text(block)
    monkeypatch.setenv("SECQA_CONFIG", "config.toml")
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    shutil.copytree("demo/corpus", tomllib.loads(block)["corpus"])
    assert run("documents") == 0
    assert run("run", "demo/benchmark", "--dry-run", "--out", "out") == 0
    said = capfd.readouterr().out
    assert "openai:gpt-5" in said, said


def test_what_the_papers_need_runs(
    reader: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pydantic_ai", reason="the extra `models` is not installed")
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    shutil.copytree("demo/corpus", "corpus")
    records = [{**CLEANED, "id": f"{CLEANED['id']}{number}"} for number in range(9)]
    Path("records.json").write_text(json.dumps(records))
    for command in commands("papers"):
        if command.startswith("python "):
            script, *options = re.findall(r"\S+\.py|--\w+", command)
            told = subprocess.run(
                [sys.executable, ROOT / script, "--help"], capture_output=True, text=True
            )
            assert told.returncode == 0, told.stderr
            assert all(option in told.stdout for option in options), command
        else:
            paid = " --dry-run" if "openai:" in command else ""
            run_shown(command + paid, capfd)
    assert list(Path("figures").glob("*.csv"))
