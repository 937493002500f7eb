"""The command line for the tests of its commands."""

import pytest
from tests.support.command_line import CommandLine


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(monkeypatch, capfd)
