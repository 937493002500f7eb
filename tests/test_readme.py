"""Every command and Python block of the README runs, in the order shown, in a new folder."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.corpus_commands_cases import run

ROOT = Path(__file__).parents[1]


def shown_commands() -> list[str]:
    """All lines of the README's shell blocks."""
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line]


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing in it but the sources."""
    folder = tmp_path_factory.mktemp("newcomer")
    (folder / "src").symlink_to(ROOT / "src")
    return folder


def test_every_command_runs(
    newcomer: Path, demo: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(newcomer)
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    monkeypatch.setenv("SECQA_CACHE", str(newcomer / "replies.sqlite"))
    ran = 0
    for command in shown_commands():
        if command == "make test":  # this is it
            continue
        if command == "make demo":  # ran it as the Makefile does
            assert "secqa demo --out demo" in (ROOT / "Makefile").read_text()
            shutil.copytree(demo, newcomer / "demo")
            continue
        assert ".venv/bin/secqa " in command, f"how to test this? {command}"
        capfd.readouterr()
        code = ran_by_shell(command) if "|" in command else run(*shlex.split(command)[1:])
        said = capfd.readouterr()
        assert code == 0, f"{command}\n{said.err}"
        assert said.out.strip(), f"{command}\nprinted nothing"
        ran += 1
    assert ran >= 10
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    for block in blocks:
        exec(block, {})
        shown = capfd.readouterr().out
        assert "COCA COLA CO" in shown
        assert "KO-10-K-2024" in shown
        assert "fiscal_period" in shown
    assert (newcomer / "report.html").stat().st_size > 10_000


def ran_by_shell(command: str) -> int:
    """The exit code of a command that needs more than this process, where starting takes none."""
    started = command.replace(".venv/bin/secqa", f"{shlex.quote(sys.executable)} -m secqa")
    return subprocess.run(started, shell=True, check=False).returncode
