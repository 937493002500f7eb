"""Builders that `tests.cli.test_evaluate_report` and other tests share."""

import sys

import pytest

from secqa.cli.main import main


def secqa(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    """Run the command line as a shell would; the exit code."""
    monkeypatch.setattr(sys, "argv", ["secqa", *map(str, arguments)])
    with pytest.raises(SystemExit) as stop:
        main()
    code = stop.value.code
    return code if isinstance(code, int) else 0
