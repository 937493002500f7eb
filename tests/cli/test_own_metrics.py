"""A user's own metrics, from the file that `secqa ingest --metrics` is given to an answer."""

import json
from pathlib import Path

import pytest
from tests.support.command_line import CommandLine
from tests.support.corpus_commands_cases import run
from tests.support.ingest_filings import write_filing

from secqa.corpus.corpus_store import open_corpus

OWN = """
[takings]
name = "counter takings"
unit = "USD"
period = "duration"
statement = "income"
synonyms = ["till receipts"]
printed = ["net sales"]
concepts = ["Revenues"]

[keep_rate]
name = "keep rate"
unit = "pure"
period = "duration"
formula = "net_income / takings"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own")
    write_filing(folder / "in" / "10-K-2024.html")
    (folder / "own.toml").write_text(OWN)
    code = run("ingest", folder / "in", "--corpus", folder / "c", "--metrics", folder / "own.toml")
    assert code == 0
    return folder


def test_values_are_found_and_worked_out(cli: CommandLine, folder: Path) -> None:
    assert cli("facts", "--metric", "till receipts", "--corpus", folder / "c", "--json") == 0
    found = json.loads(cli.out)
    assert {(f["fiscal_year"], f["value"]) for f in found} == {(2024, 1.234e9), (2023, 1.1e9)}
    assert cli("facts", "--metric", "keep_rate", "--corpus", folder / "c", "--json") == 0
    assert json.loads(cli.out)[0]["value"] == pytest.approx(42 / 1234)
    assert cli("metrics", "keep", "--corpus", folder / "c") == 0
    assert "net_income / takings" in cli.out


def test_questions_are_asked_and_answered(cli: CommandLine, folder: Path) -> None:
    for question, answer in (
        ("What were Acme's till receipts in 2024?", "$1.234 billion"),
        ("What was Acme's keep rate in 2024?", "3.4"),
    ):
        assert cli("ask", question, "--corpus", folder / "c") == 0
        assert answer in cli.out
    made = ("--suite", "single", "--metrics", "takings", "--count", 1, "--out", folder / "b")
    assert cli("generate", "--corpus", folder / "c", *made) == 0
    assert "counter takings" in (folder / "b" / "questions.jsonl").read_text()


def test_the_corpus_keeps_them(cli: CommandLine, folder: Path, tmp_path: Path) -> None:
    more = write_filing(tmp_path / "10-K-2023.html", year=2023)
    assert cli("ingest", more, "--corpus", folder / "c") == 0
    assert cli("facts", "--metric", "takings", "--year", 2022, "--corpus", folder / "c") == 0
    assert cli("ingest", more, "--corpus", tmp_path / "plain") == 0
    named = ("--metrics", folder / "own.toml")
    assert cli("ingest", more, "--corpus", tmp_path / "plain", *named) == 2
    assert "ingest them again with these into a new folder" in cli.err
    assert cli("ingest", more, "--corpus", tmp_path / "with", *named) == 0
    plain, own = (open_corpus(tmp_path / name).fingerprint for name in ("plain", "with"))
    assert plain != own


def test_a_wrong_file_stops_before_anything(cli: CommandLine, tmp_path: Path) -> None:
    more = write_filing(tmp_path / "10-K-2023.html", year=2023)
    wrong = tmp_path / "own.toml"
    wrong.write_text('[x]\nname = "x"\nunit = "USD"\nperiod = "duration"\nformula = "y / 2"\n')
    assert cli("ingest", more, "--corpus", tmp_path / "c", "--metrics", wrong) == 2
    (line,) = cli.err.splitlines()
    assert line == f"secqa: {wrong}: [x] names unknown metrics ['y']; `secqa metrics` lists all"
    assert not (tmp_path / "c").exists()
