"""The command line in the shells that people have: pipes that close, other encodings, Ctrl-C."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.command_line import CommandLine
from tests.support.page_builders import metadata, report
from typer import Context
from typer.core import TyperGroup
from typer.main import get_command

from secqa import __version__
from secqa.cli.main import COMMANDS, app
from secqa.corpus.corpus_rows import rows_for
from secqa.corpus.corpus_store import open_corpus
from secqa.corpus.corpus_writer import CorpusWriter
from secqa.retrieval.indexing.page_index import update_index

SECQA = [sys.executable, "-m", "secqa"]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("corpus")
    with CorpusWriter(made) as writer:
        writer.add(rows_for(report(metadata(company="Łódź"))))
    return made


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("indexed")
    with CorpusWriter(made) as writer:
        writer.add(rows_for(report()))
    update_index(open_corpus(made))
    return made


def test_a_reader_that_goes_is_no_error_and_files_are_written(
    indexed: Path, tmp_path: Path
) -> None:
    page = tmp_path / "trend.html"
    trend = "Acme's net income year by year from 2023 to 2024"
    command = [*SECQA, "ask", trend, "--corpus", str(indexed), "--html", str(page)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141
    assert "$680 million" in page.read_text(encoding="utf-8")


def test_what_a_terminal_cannot_show_is_replaced(corpus: Path) -> None:
    command = [*SECQA, "pages", "ACME-10-K-2024", "1", "--corpus", str(corpus)]
    latin = os.environ | {"PYTHONIOENCODING": "latin-1"}
    shown = subprocess.run(command, capture_output=True, check=True, env=latin)
    assert "?ód? had" in shown.stdout.decode("latin-1")


def test_closed_input_ends_a_chat(corpus: Path) -> None:
    chat = f"{sys.executable} -m secqa chat --corpus {corpus} ACME-10-K-2024 --page 1 <&-"
    ended = subprocess.run(["sh", "-c", chat], capture_output=True, text=True, check=True)
    assert ended.stderr == ""


@pytest.mark.parametrize("command", ["--help", "documents", "sql"])
def test_output_to_a_full_disk_is_one_line(command: str, corpus: Path) -> None:
    more = {"documents": (), "sql": ("select 1",)}.get(command)
    arguments = [command] if more is None else [command, *more, "--corpus", str(corpus)]
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run([*SECQA, *arguments], stdout=full, stderr=subprocess.PIPE, text=True)
    assert ended.returncode == 2
    reason = "secqa: standard output: No space left on device; make room and run it again\n"
    assert ended.stderr == reason


LIMITED = """
import os, resource, sys, time
resource.setrlimit(resource.RLIMIT_DATA, (1 << 33, 1 << 33))
from secqa.cli import main
def command():
    print("a line", file=sys.stderr)
    os.write(2, b"native\\n")
    {end}
main.main = command
main.start()
"""


@pytest.mark.parametrize("end", [
    "os.abort()",
    "raise ImportError('failed to map segment from shared object')",
    "os.write(2, b'memory allocation of 48 bytes failed'); sys.exit(1)",
    "os.write(2, b\"OS can't spawn worker thread: Resource temporarily unavailable\"); sys.exit(1)",
])  # fmt: skip
def test_where_limited_memory_ends_is_one_line(end: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LIMITED.format(end=end)], capture_output=True, text=True
    )
    first, reason = ended.stderr.splitlines()
    assert (ended.returncode, first) == (2, "a line")
    assert reason.startswith("secqa: memory: there is not enough")


def test_work_with_limited_memory_ends_with_who_waits_for_it() -> None:
    work = "print(os.getpid(), flush=True); time.sleep(60)"
    command = [sys.executable, "-c", LIMITED.format(end=work)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert int(process.stdout.readline()) != process.pid
        process.kill()
        # It is at its end once the pipe that both hold is closed.
        assert select.select([process.stdout], [], [], 30)[0]


def test_other_ends_with_limited_memory_are_as_without() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LIMITED.format(end="sys.exit(3)")], capture_output=True, text=True
    )
    assert (ended.returncode, ended.stderr) == (3, "a line\nnative\n")


def test_an_interrupt_is_one_line() -> None:
    command = [*SECQA, "serve-offline", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert b"serving at" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
    assert (process.returncode, said) == (130, b"secqa: interrupted\n")


QUESTION = "What was Acme's net income in 2024?"
SAID = "      Net income | 2024 | 680"


@pytest.mark.parametrize(
    ("asked", "said"),
    [(["ask", QUESTION], SAID), (["sql", "select count(*) from documents"], "           1")],
)
def test_a_process_ends_with_all_said_and_no_more(
    indexed: Path, asked: list[str], said: str
) -> None:
    command = [*SECQA, *asked, "--corpus", str(indexed)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == said
    assert done.stderr == ""


@pytest.mark.parametrize("system", ["codegen-docs", "vanilla"])
def test_a_question_waits_for_no_engine_that_writes(indexed: Path, system: str) -> None:
    command = ["secqa", "ask", QUESTION, "--corpus", str(indexed), "--system", system]
    asked = f"""
import sys, secqa.cli.main
sys.argv = {command!r}
try:
    secqa.cli.main.main()
except SystemExit:
    print(sorted({{"lancedb", "polars", "duckdb", "rich"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True)
    assert done.stdout.splitlines()[-2:] == [SAID, "[]"], done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_agrees_with_their_help(name: str) -> None:
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    command = group.get_command(Context(group), name)
    assert command is not None
    assert command.help is not None
    assert " ".join(command.help.split("\n\n")[0].split()) == COMMANDS[name][1]


def test_version_and_short_help(cli: CommandLine) -> None:
    assert cli("--version") == 0
    assert cli.out == f"secqa {__version__}\n"
    assert cli("-h") == 0
    short = cli.out
    assert cli("--help") == 0
    assert cli.out == short
