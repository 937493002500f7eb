"""`secqa app` as a user meets it: it says where to look, serves that, and ends with Ctrl-C."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.support.command_line import CommandLine

ROOT = Path(__file__).parents[2]


def test_the_sample_opens_and_ends_with_an_interrupt(tmp_path: Path, demo: Path) -> None:
    shutil.copytree(demo, tmp_path / "demo")
    command = [sys.executable, "-m", "secqa", "app", "--demo", "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True
    ) as served:
        try:
            assert served.stdout is not None
            url = served.stdout.readline().split()[1]
            asked = {"q": "What was Nvidia's revenue in 2024?"}
            page = httpx.get(f"{url}ask", params=asked, timeout=60)  # busy machines load slowly
            assert "$60.922 billion" in page.text
            printed = httpx.get(f"{url}ask/page", params={**asked, "piece": "1"})
            assert '<mark class="cell">60,922</mark>' in printed.text
            assert 'href="/benchmarks/benchmark"' in httpx.get(f"{url}benchmarks").text
            assert 'href="/runs/vanilla?k=4"' in httpx.get(f"{url}runs").text
        finally:
            served.send_signal(signal.SIGINT)
    assert served.returncode == 130


@pytest.mark.parametrize(
    ("arguments", "told"),
    [((), "give --corpus FOLDER, or --demo"), (("--corpus", "nowhere"), "nowhere: not a corpus")],
)
def test_what_cannot_be_opened_is_told_in_one_line(
    cli: CommandLine, arguments: tuple[str, ...], told: str
) -> None:
    assert cli("app", *arguments) == 2
    error = cli.err
    assert told in error
    assert error.count("\n") == 1
