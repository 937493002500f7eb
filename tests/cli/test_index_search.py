"""`secqa index` and `secqa search` with meaning, as a user meets them."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.command_line import CommandLine
from tests.support.page_builders import metadata, report

from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_writer import CorpusWriter


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("corpus")
    with CorpusWriter(made) as writer:
        writer.add(rows_for(report(metadata())))
    return made


Shell = Callable[..., tuple[int, str]]


@pytest.fixture
def shell(cli: CommandLine) -> Shell:
    """Runs a command; exit code and all that is printed."""
    return lambda *arguments: (cli(*arguments), cli.out + cli.err)


def test_search_needs_an_index_and_index_makes_it(shell: Shell, folder: Path) -> None:
    code, printed = shell("search", "net income", "--corpus", folder)
    assert (code, printed.count("\n")) == (2, 1)
    assert "not in its page index" in printed
    assert "1 documents added" in shell("index", "--corpus", folder)[1]
    assert "0 documents added" in shell("index", "--corpus", folder)[1]
    assert shell("search", "net income", "--corpus", folder, "--pages", "1000")[0] == 0


@pytest.mark.parametrize(
    ("taken", "said", "remedy"),
    [
        ("page_index.lance/data", "Not found: ", "take another corpus"),
        ("pages.lance", "without its table pages", "into a new folder"),
    ],
)
def test_a_damaged_corpus_is_one_line(
    shell: Shell, folder: Path, tmp_path: Path, taken: str, said: str, remedy: str
) -> None:
    shell("index", "--corpus", folder)
    damaged = tmp_path / "corpus"
    shutil.copytree(folder, damaged)
    shutil.rmtree(damaged / taken)
    code, printed = shell("search", "net income", "--corpus", damaged)
    assert (code, printed.count("\n")) == (2, 1)
    assert said in printed
    assert remedy in printed
    assert ".rs:" not in printed


def test_search_says_which_documents_it_chose_and_why(shell: Shell, folder: Path) -> None:
    shell("index", "--corpus", folder)
    _, printed = shell("search", "Acme's net income in 2024", "--corpus", folder, "--explain")
    assert "in ACME-10-K-2024: company Acme Tools Inc., fiscal year 2024" in printed


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("search", "cash", "--embedder", "word2vec:x"), "no such embedder"),
        (("search", "cash", "--embedder", "local:/not/there"), "no such folder"),
        (("search", "cash", "--embedder", "ollama:nomic"), "secqa index --corpus"),
        (("search", " "), "nothing to search for"),
        (("index", "--embedder", "ollama:nomic", "--store", "faiss"), "no such store"),
        (("index", "--store", "qdrant:x"), "no such store"),
    ],
)
def test_what_cannot_be_is_one_line(
    shell: Shell, folder: Path, arguments: tuple[str, ...], said: str
) -> None:
    shell("index", "--corpus", folder)
    code, printed = shell(*arguments, "--corpus", folder)
    assert code == 2
    assert said in printed
    assert "Traceback" not in printed
