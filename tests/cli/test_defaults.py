"""Defaults that a user keeps: in the environment, and in one file."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.command_line import CommandLine

SECQA = [sys.executable, "-m", "secqa"]


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's file of settings."""
    file = tmp_path / "config.toml"
    file.write_text("")
    monkeypatch.setenv("SECQA_CONFIG", str(file))
    return file


def test_a_corpus_is_kept_in_the_file_or_the_environment(
    cli: CommandLine, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli("documents") == 2
    assert "Missing option '--corpus'" in cli.err
    config.write_text('corpus = "kept"')
    assert cli("documents") == 2
    assert "kept: not a corpus" in cli.err
    monkeypatch.setenv("SECQA_CORPUS", "exported")
    assert cli("documents") == 2
    assert "exported: not a corpus" in cli.err
    assert cli("documents", "--corpus", "given") == 2
    assert "given: not a corpus" in cli.err


def test_a_corpus_that_may_be_left_out_is_not_filled_in(cli: CommandLine, config: Path) -> None:
    config.write_text('corpus = "kept"')
    assert cli("metrics", "gross margin") == 0
    assert "gross_margin" in cli.out


def test_options_of_one_command_are_kept(cli: CommandLine, config: Path) -> None:
    config.write_text('corpus = "kept"\n[documents]\ncorpus = "own"\n[ask]\nmodel = "none-such"')
    assert cli("documents") == 2
    assert "own: not a corpus" in cli.err
    assert cli("ask", "What was revenue in 2024?") == 2
    assert "none-such: not a model" in cli.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("colour = 'red'", "colour: no such setting; settings are corpus, model, identity"),
        ("[documents]\ncount = 3", "[documents] count: no such option"),
        ("corpus = ", "cannot be read"),
    ],
)
def test_a_wrong_setting_is_one_line(cli: CommandLine, config: Path, text: str, said: str) -> None:
    config.write_text(text)
    assert cli("documents") == 2
    assert said in cli.err
    assert cli.err.count("\n") == 1


def test_a_file_that_is_named_must_be_there(cli: CommandLine, config: Path) -> None:
    config.unlink()
    assert cli("documents") == 2
    assert "no such file" in cli.err


def test_an_unknown_level_of_the_log_is_one_line(
    cli: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECQA_LOG", "loud")
    assert cli("metrics") == 2
    assert "SECQA_LOG=LOUD: no such level; give debug, info" in cli.err


@pytest.mark.parametrize(
    ("typed", "proposed"), [("lea", "leaderboard"), ("ask --exe", "--execute")]
)
def test_a_shell_completes_commands_and_options(typed: str, proposed: str) -> None:
    words = f"secqa {typed}"
    environment = {
        **os.environ,
        "_SECQA_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
        "PYTHONPATH": str(Path(__file__).parents[2] / "src"),
    }
    code = "from secqa.cli.main import app; app(prog_name='secqa')"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )
    assert proposed in done.stdout.splitlines()
