"""Keys that cost nothing: what a guess at a password should cost is not what is tested here."""

import pytest

from secqa.benchmark.formats import cipher


@pytest.fixture(autouse=True)
def _cheap_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cipher, "_N", 2)
