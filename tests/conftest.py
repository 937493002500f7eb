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
    """Begin with the longest test, so that no worker is left alone with it at the end."""
    items.sort(key=lambda item: item.path.name != "test_readme.py")
