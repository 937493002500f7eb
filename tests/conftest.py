"""What several test modules need."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real filings; a test that asks for it skips where it is absent."""
    root = Path(os.environ.get("SECQA_SHARED", Path(__file__).parents[2] / "shared")) / "data"
    if not root.is_dir():
        pytest.skip(f"no real filings at {root}")
    return root


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest test, so that no worker is left alone with it at the end.

    Then come those with a browser: what stands together at the beginning stays with one worker,
    which starts one browser.
    """
    items.sort(key=lambda item: _turn(item.path))


def _turn(path: Path) -> int:
    if path.name == "test_readme.py":
        return 0
    return 1 if path.parent.name == "browser" else 2
