"""Progress where people see it: in a notebook, on a terminal, or nowhere."""

import io
import sys
from types import ModuleType, SimpleNamespace

import pytest

from secqa.progress import progress_bar


class ZMQInteractiveShell:
    """What IPython calls the shell of a notebook."""


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the cell of a notebook shows, one after the other."""
    shown: list[str] = []
    package, display = ModuleType("IPython"), ModuleType("IPython.display")
    vars(package)["get_ipython"] = ZMQInteractiveShell
    vars(display)["HTML"] = str
    vars(display)["display"] = lambda *_, **__: SimpleNamespace(update=shown.append)
    monkeypatch.setitem(sys.modules, "IPython", package)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    return shown


def test_a_notebook_shows_a_bar_below_the_cell(notebook: list[str]) -> None:
    with progress_bar("<vanilla>") as show:
        show(1, 2000)
    assert notebook == ["&lt;vanilla&gt; <progress value=1 max=2000></progress> 1 of 2,000"]


def test_a_terminal_shows_a_bar_and_a_file_what_is_said_instead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines: list[str] = []

    def show_two() -> None:
        with progress_bar("vanilla", lambda done, total: lines.append(f"{done} {total}")) as show:
            show(2, 2)

    monkeypatch.setattr(sys, "stderr", io.StringIO())
    show_two()
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    show_two()
    assert lines == ["2 2"]
    assert "2/2" in terminal.getvalue()
