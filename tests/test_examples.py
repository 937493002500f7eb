"""Every file of examples/ runs on what `secqa demo` makes."""

import json
import shutil
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


@pytest.mark.parametrize("name", SHOWN)
def test_an_example_runs(
    name: str,
    demo: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    if find_spec(NEEDS.get(name, "secqa")) is None:
        pytest.skip(f"{name} needs {NEEDS[name]}")
    (tmp_path / "demo").symlink_to(demo)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    if name == "inspect_task.py":
        from inspect_ai import eval as run_task

        shutil.copy(EXAMPLES / name, tmp_path)  # Inspect takes no absolute path
        (log,) = run_task(name, model="none", display="plain", limit=2)
        assert log.status == "success", log.error
    else:
        monkeypatch.setattr(sys, "argv", [name, "demo/corpus", "out"])
        exec(compile(code_of(EXAMPLES / name), name, "exec"), {"__name__": "__main__"})
    assert SHOWN[name] in capfd.readouterr().out


def code_of(path: Path) -> str:
    """A script, or the cells of a notebook in their order."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return text
    cells = json.loads(text)["cells"]
    return "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "code")


def test_every_example_is_listed_and_tested() -> None:
    files = {path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".ipynb")}
    listed = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert files == set(SHOWN)
    assert all(f"`{name}`" in listed for name in files)
