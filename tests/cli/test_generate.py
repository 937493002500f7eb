"""`secqa generate`: from a corpus to a benchmark, by suite, and what cannot be in one line."""

import json
from pathlib import Path

import pytest
from tests.support.command_line import CommandLine
from tests.support.corpus_commands_cases import run
from tests.support.ingest_filings import write_filing

from secqa.benchmark.dataset import read_benchmark
from secqa.benchmark.grammar.question_kinds import KINDS

OWN = """
title = "Growth and plain figures"
count = 3
partial = true
wording = "plain"

[kinds]
value_in_period = 2
growth = 1
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("generate")
    write_filing(folder / "in" / "10-K-2024.html")
    write_filing(folder / "in" / "10-K-2023.html", year=2023)
    assert run("ingest", folder / "in", "--corpus", folder / "corpus") == 0
    return folder / "corpus"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(OWN)
    return path


def test_a_suite_of_ones_own(cli: CommandLine, corpus: Path, own: Path, tmp_path: Path) -> None:
    out = tmp_path / "bench"
    assert cli("generate", "--corpus", corpus, "--suite", own, "--out", out) == 0
    assert f"{out}: 3 questions (" in cli.out
    made = read_benchmark(out)
    assert made.suite == "own"
    types = [question.type for question in made.questions]
    assert types == ["value_in_period", "value_in_period", "growth"]
    assert cli("generate", "--corpus", corpus, "--suite", own, "--seed", 9, "--out", out) == 2
    assert "holds another benchmark" in cli.err
    # The command goes before what the file says.
    out = tmp_path / "other"
    more = ("--count", 2, "--metrics", "revenue", "--seed", 3)
    assert cli("generate", "--corpus", corpus, "--suite", own, *more, "--out", out) == 0
    made = read_benchmark(out)
    assert (len(made.questions), made.seed) == (2, 3)
    assert {question.metrics for question in made.questions} == {("revenue",)}


def test_the_same_command_writes_the_same_bytes(
    cli: CommandLine, corpus: Path, own: Path, tmp_path: Path
) -> None:
    written = []
    for name in ("a", "b"):
        out = tmp_path / name
        assert cli("generate", "--corpus", corpus, "--suite", own, "--out", out) == 0
        header = json.loads((out / "config.json").read_text())
        files = [(out / name).read_text() for name in ("questions.jsonl", "qrels.txt")]
        written.append((header["fingerprint"], *files))
    assert written[0] == written[1]


def test_a_dry_run_without_questions_says_so(cli: CommandLine, corpus: Path) -> None:
    none = ("--filed-after", "2090-01-01", "--dry-run")
    assert cli("generate", "--corpus", corpus, *none) == 2
    (line,) = cli.err.splitlines()
    assert "only questions without an answer are left" in line


def test_a_dry_run_counts_and_writes_nothing(
    cli: CommandLine, corpus: Path, own: Path, tmp_path: Path
) -> None:
    assert cli("generate", "--corpus", corpus, "--dry-run") == 0
    lines = cli.out.splitlines()
    assert {line.split()[0] for line in lines} <= set(KINDS)
    out = tmp_path / "bench"
    dry = ("--suite", own, "--dry-run", "--out", out)
    assert cli("generate", "--corpus", corpus, *dry) == 0
    told = cli.out.splitlines()
    counted = {line.split()[0]: int(line.split()[1]) for line in told}
    assert told[0].endswith(f"({counted['value_in_period']} easy)")
    assert list(counted) == ["value_in_period", "growth"]
    assert all(counted.values())
    assert not out.exists()
    asked = ("--suite", own, "--count", sum(counted.values()), "--out", out)
    assert cli("generate", "--corpus", corpus, *asked) == 0
    more = ("--suite", own, "--count", sum(counted.values()) + 1, "--out", out)
    assert cli("generate", "--corpus", corpus, *more) == 2
    assert f"gives only {sum(counted.values())} questions" in cli.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--suite", "default"), "--out: missing; name a folder for the benchmark, or add --dry"),
        (("--suite", "triple"), "--suite triple: no such suite"),
        (("--suite", "nowhere.toml"), "nowhere.toml: no such file; check the path"),
        (("--suite", "OWN", "--count", 0), "command line: count is 0; write a whole number"),
        (("--suite", "OWN", "--count", 9999), "--count 9999: the corpus gives only"),
        (("--suite", "OWN", "--wording", "composed"), "wording is 'composed'; write 'paper'"),
        (("--suite", "OWN", "--metrics", "sorrow"), "unknown metric 'sorrow'"),
        (("--suite", "OWN", "--metrics", "deposits"), "metric deposits: no document of the corpus"),
        (("--suite", "multi-document"), "--count 300: the corpus gives only"),
    ],
)
def test_what_cannot_be_is_one_line_and_exit_code_2(
    cli: CommandLine,
    arguments: tuple[object, ...],
    message: str,
    corpus: Path,
    own: Path,
    tmp_path: Path,
) -> None:
    out = tmp_path / "bench"
    given = [own if one == "OWN" else one for one in arguments]
    target = [] if "default" in given else ["--out", out]
    assert cli("generate", "--corpus", corpus, *given, *target) == 2
    (line,) = cli.err.splitlines()
    assert line.startswith("secqa: ")
    assert message in line
    assert not out.exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[kinds]\nvalue_latset = 1\n",
            "'value_latset' is no kind of question (perhaps value_latest",
        ),
        ("wordings = 'paper'\n[kinds]\ngap = 1\n", "'wordings' is not a field of suites"),
        ("[kinds]\ngap = 0\n", "the share of gap is 0"),
        ("difficulty = ['hrad']\n[kinds]\ngap = 1\n", "difficulty is 'hrad'; write 'easy', "),
        ("years = [2024, 2020]\n[kinds]\ngap = 1\n", "years is (2024, 2020)"),
        ("kinds = [\n", "not valid TOML"),
    ],
)
def test_a_wrong_suite_file_is_named(
    cli: CommandLine, text: str, message: str, corpus: Path, own: Path
) -> None:
    own.write_text(text)
    assert cli("generate", "--corpus", corpus, "--suite", own, "--dry-run") == 2
    (line,) = cli.err.splitlines()
    assert line.startswith(f"secqa: {own}: ")
    assert message in line


def test_a_corpus_without_figures_is_one_line(cli: CommandLine, tmp_path: Path) -> None:
    page = tmp_path / "10-K-2024.html"
    page.write_text("<html><body><p>Form 10-K of Acme Corp, fiscal year 2024.</p></body></html>")
    assert cli("ingest", page, "--corpus", tmp_path / "corpus") == 0
    for suite in ("default", "single"):
        asked = ("--suite", suite, "--out", tmp_path / "bench")
        assert cli("generate", "--corpus", tmp_path / "corpus", *asked) == 2
        (line,) = cli.err.splitlines()
        assert "ingest" in line
