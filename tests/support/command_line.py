"""The command line as a test runs it: the exit code of a command, and what it printed."""

import sys
from typing import TextIO

import pytest

from secqa.cli.main import main


class CommandLine:
    """Runs commands of `secqa`, and keeps what the last one printed."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, captured: pytest.CaptureFixture[str]
    ) -> None:
        self._monkeypatch, self._captured = monkeypatch, captured
        self.out = self.err = ""

    def __call__(self, *arguments: object, stdin: TextIO | None = None) -> int:
        """Run a command as a shell would; its exit code."""
        self._monkeypatch.setattr(sys, "argv", ["secqa", *map(str, arguments)])
        if stdin is not None:
            self._monkeypatch.setattr(sys, "stdin", stdin)
        self._captured.readouterr()
        with pytest.raises(SystemExit) as stop:
            main()
        self.out, self.err = self._captured.readouterr()
        return stop.value.code if isinstance(stop.value.code, int) else 0
