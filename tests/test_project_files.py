"""What people and services read of the project agrees with the package."""

import re
import tomllib
from pathlib import Path

import pytest

import secqa

ROOT = Path(__file__).parents[1]


def test_the_citation_and_the_changes_name_the_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {secqa.__version__}\n" in citation
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\S+)$", changes, re.MULTILINE)[:2] == ["Unreleased", secqa.__version__]


def test_every_kind_of_issue_says_what_it_is_for() -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML comes with developers' tools")
    templates = list((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.md"))
    heads = [yaml.safe_load(path.read_text().split("---")[1]) for path in templates]
    assert len(heads) >= 3
    assert all(head["name"] and head["about"] for head in heads)


def test_a_release_builds_wheels_that_answer_before_they_are_published() -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML comes with developers' tools")
    jobs = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())["jobs"]
    assert set(jobs["publish"]["needs"]) == set(jobs) - {"publish"}
    wheels = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["cibuildwheel"]
    assert wheels["test-command"].startswith("secqa demo")
    assert "import secqa_compiled" in wheels["test-command"]
    checks = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text())["jobs"]["test"]
    commands = [step.get("run") for step in checks["steps"]]
    assert "make test" in commands
    assert ".venv/bin/python -c 'import secqa_compiled'" in commands
