"""Every file of examples/ runs on what `secqa demo` makes."""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
NEEDS = {
    "inspect_task.py": "inspect_ai",
    "mcp_client.py": "mcp",
    "facts.ipynb": "duckdb",
    "langchain.ipynb": "langchain_core",
}
"""Packages that an extra brings, or the user."""
SHOWN = {
    "leaderboard.py": "% right, ",
    "own_pipeline.py": "codegen-docs: ",
    "inspect_task.py": "accuracy",
    "mcp_client.py": "$47.061 billion",
    "facts.ipynb": "growth",
    "ask.ipynb": "as tagged: 43873000000.0 on page 9",
    "benchmark.ipynb": "my-dataset",
    "langchain.ipynb": "my_chain",
    "chunkings.ipynb": "ranked: 12 of 12 questions",
    "conversation.ipynb": "33,948",
}
"""What each prints, among other things."""
LEAST = ["-m", "inspect_ai", "eval", "--model", "none", "--display", "plain", "--limit", "2"]


@pytest.mark.parametrize("name", SHOWN)
def test_an_example_runs(name: str, demo: Path, tmp_path: Path) -> None:
    if find_spec(NEEDS.get(name, "secqa")) is None:
        pytest.skip(f"{name} needs {NEEDS[name]}")
    (tmp_path / "demo").symlink_to(demo)
    if name.endswith(".ipynb"):
        cells = json.loads((EXAMPLES / name).read_text(encoding="utf-8"))["cells"]
        code = "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "code")
        command = ["-c", code]
    elif name == "inspect_task.py":
        shutil.copy(EXAMPLES / name, tmp_path)  # Inspect takes no absolute path
        command = [*LEAST, name]
    else:
        command = [str(EXAMPLES / name), "demo/corpus", "out"]
    done = subprocess.run(
        [sys.executable, *command],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert SHOWN[name] in done.stdout


def test_every_example_is_listed_and_tested() -> None:
    files = {path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".ipynb")}
    listed = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert files == set(SHOWN)
    assert all(f"`{name}`" in listed for name in files)
