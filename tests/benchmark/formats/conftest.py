"""Keys that cost nothing: what a guess at a password should cost is not what is tested here."""

import pytest

from secqa.benchmark.formats import encryption


@pytest.fixture(autouse=True)
def _cheap_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(encryption._SCRYPT, "n", 2)
