"""Every command and Python block of the README runs, in the order shown, in a new folder."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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


def test_every_command_runs(newcomer: Path, demo: Path) -> None:
    ran = 0
    for command in shown_commands():
        if command == "make test":  # this is it
            continue
        if command == "make demo":  # ran it as the Makefile does
            assert "secqa demo --out demo" in (ROOT / "Makefile").read_text()
            shutil.copytree(demo, newcomer / "demo")
            continue
        assert ".venv/bin/secqa " in command, f"how to test this? {command}"
        result = subprocess.run(
            command.replace(".venv/bin/secqa", f"{shlex.quote(sys.executable)} -m secqa"),
            shell=True,
            cwd=newcomer,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT / "src"),
                "SECQA_CACHE": str(newcomer / "replies.sqlite"),
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, f"{command}\n{result.stderr}"
        assert result.stdout.strip(), f"{command}\nprinted nothing"
        ran += 1
    assert ran >= 10
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    for block in blocks:
        shown = subprocess.run(
            [sys.executable, "-c", block],
            cwd=newcomer,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert shown.returncode == 0, f"{block}\n{shown.stderr}"
        assert "COCA COLA CO" in shown.stdout
        assert "KO-10-K-2024" in shown.stdout
        assert "1.0 True" in shown.stdout
    assert (newcomer / "report.html").stat().st_size > 10_000
