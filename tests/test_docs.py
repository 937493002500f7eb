"""Commands that pages of docs/ show run, and what they print is what is shown."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.corpus_commands_cases import run

ROOT = Path(__file__).parents[1]
PAGES = {"inspect": "inspect_ai", "mcp": "mcp"}
"""Pages with commands, and the package that they need."""
LAST = {"inspect": "accuracy      1.000", "mcp": ""}
"""What the last command of a page prints; an agent that says nothing is told nothing."""


def inspect(*arguments: str) -> int:
    """Run Inspect in this process; its exit code."""
    from inspect_ai._cli.main import inspect as program

    code = program.main(arguments, standalone_mode=False)
    return code or 0


PROGRAMS: dict[str, Callable[..., int]] = {"secqa": run, "inspect": inspect}
"""Programs shown, and what runs each in this process."""


@pytest.mark.parametrize("name", PAGES)
def test_every_command_of_a_page_runs(
    name: str,
    tmp_path: Path,
    demo: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip(PAGES[name], reason=f"docs/{name}.md needs an extra")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    (tmp_path / "demo").symlink_to(demo)
    # Ingesting finds all there; `secqa demo` did it from nothing.
    shutil.copytree(demo / "corpus", tmp_path / "corpus")
    text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    commands = [line for block in blocks for line in block.splitlines()]
    assert len(commands) > 1
    for command in commands:
        program, *arguments = shlex.split(command)
        capfd.readouterr()
        if arguments[0] == "mcp":  # an agent starts it, and ends it by closing its input
            started = [sys.executable, "-m", "secqa", *arguments]
            code = subprocess.run(started, stdin=subprocess.DEVNULL, check=False).returncode
        else:
            code = PROGRAMS[program](*arguments)
        said = capfd.readouterr()
        assert code == 0, f"{command}\n{said.err}"
    assert LAST[name] in said.out


def test_the_plan_of_all_of_edgar_is_what_its_script_prints() -> None:
    plan = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / "edgar_plan.py"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert plan.stdout in (ROOT / "docs" / "big.md").read_text(encoding="utf-8")
