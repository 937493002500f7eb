"""Builders that `tests.cli.test_ask_search` and other tests share."""

import sys
from datetime import date
from pathlib import Path

import pytest
from tests.support.page_builders import metadata, report

from secqa.cli.main import main
from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.retrieval.indexing.page_index import update_index


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of one company's two annual reports."""
    made = tmp_path_factory.mktemp("corpus")
    with CorpusWriter(made) as writer:
        writer.add(rows_for(report()))
        earlier = metadata("ACME-10-K-2022", fiscal_year=2022, period_end=date(2022, 12, 31))
        writer.add(rows_for(report(earlier)))
    update_index(open_corpus(made))
    return made


class Shell:
    """Runs commands and keeps what they print."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path
    ) -> None:
        self._monkeypatch, self._capsys, self._folder = monkeypatch, capsys, folder

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        """Exit code, standard output, standard error."""
        line = ["secqa", *arguments, "--corpus", str(self._folder)]
        self._monkeypatch.setattr(sys, "argv", line)
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as stop:
            main()
        printed = self._capsys.readouterr()
        code = stop.value.code
        return (code if isinstance(code, int) else 0), printed.out, printed.err


@pytest.fixture
def shell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path
) -> Shell:
    return Shell(monkeypatch, capsys, folder)
