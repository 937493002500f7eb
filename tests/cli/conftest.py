"""The command line for the tests of its commands."""

from collections.abc import Iterator

import pytest
from tests.support.command_line import CommandLine
from tests.support.in_process import ingest_in_this_process


@pytest.fixture(scope="module", autouse=True)
def _in_this_process() -> Iterator[None]:
    with ingest_in_this_process():
        yield


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capfd)
