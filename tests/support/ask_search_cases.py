"""Builders that `tests.cli.test_ask_search` and other tests share."""

from datetime import date
from pathlib import Path

import pytest
from tests.support.command_line import CommandLine
from tests.support.page_builders import metadata, report

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
    """Runs commands on a corpus, and gives what they print."""

    def __init__(self, cli: CommandLine, folder: Path) -> None:
        self._cli, self._folder = cli, folder

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        """Exit code, standard output, standard error."""
        return self._cli(*arguments, "--corpus", self._folder), self._cli.out, self._cli.err


@pytest.fixture
def shell(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], folder: Path
) -> Shell:
    return Shell(CommandLine(monkeypatch, capfd), folder)
