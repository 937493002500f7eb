"""Asking and measuring need a few packages; whatever else is used comes with an extra."""

import os
import subprocess
import sys
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest

import secqa
from secqa.errors import SecqaError
from secqa.extensions import needs_extra

ROOT = Path(__file__).parents[1]
ABSENT = ("duckdb", "ir_measures", "lancedb", "lightgbm", "scipy", "sklearn", "sympy")
"""What only extras and developers have."""
WITHOUT_THEM = """
import sys
sys.modules.update(dict.fromkeys(sys.argv[2:]))
import secqa
corpus = secqa.open_corpus(f"{sys.argv[1]}/corpus")
print(corpus.ask("What was Coca-Cola's revenue in 2024?").value)
print(len(secqa.evaluate(f"{sys.argv[1]}/runs/vanilla")))
try:
    corpus.sql("select 1")
except secqa.SecqaError as error:
    print(error)
"""


def test_asking_and_measuring_need_no_extra(demo: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_THEM, str(demo), *ABSENT],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    value, runs, refused = done.stdout.splitlines()
    assert float(value) > 1e10
    assert int(runs) >= 1
    assert refused == "SQL: duckdb is not installed; pip install 'secqa[sql]'"


def test_every_extra_that_a_message_names_exists() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = declared["optional-dependencies"]
    sources = Path(secqa.__file__).parent.rglob("*.py")
    texts = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    named = {part.partition("]")[0] for part in texts.split("secqa[")[1:]}
    named |= {part.partition('"')[0] for part in texts.split('needs_extra("')[1:]}
    assert {name for name in named if name.isidentifier()} <= set(extras)
    assert "sql" in named
    assert len(declared["dependencies"]) <= 12
    assert requires("secqa")


def test_a_missing_package_is_one_line() -> None:
    missing = pytest.raises(SecqaError, match="here: no_such is not installed; pip install 'secqa")
    with missing, needs_extra("sql", "here"):
        __import__("no_such")
