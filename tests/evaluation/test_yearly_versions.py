"""Yearly versions: each run on the corpus as it stood, and how far their scores lie apart."""

from dataclasses import replace
from pathlib import Path
from statistics import stdev

import pytest
from tests.support.corpus_commands_cases import run
from tests.support.html_report_cases import reported
from tests.support.in_process import ingest_in_this_process
from tests.support.ingest_filings import write_filing
from tests.support.runs_cases import finished

from secqa.benchmark.dataset import read_benchmark
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError
from secqa.evaluation.analysis.run_comparison import spreads
from secqa.evaluation.run_scores import RunScores, score_run
from secqa.evaluation.runs import read_run, runs_in
from secqa.evaluation.score_json import figures_of
from secqa.learning.calibration import Proportion

SUITE = """
count = 1
partial = true
wording = "plain"
metrics = ["revenue", "net_income"]

[kinds]
value_latest = 1
"""


def setting(folder: Path, year: int | None, right: int) -> RunScores:
    """A setting of 24 answers, of which the first so many are right."""
    (one,) = score_run(finished(folder / "x", pages=(8,)))
    as_asked = sorted(one.answers, key=lambda scored: not scored.right)
    answers = (as_asked[0],) * right + (as_asked[-1],) * (24 - right)
    return replace(one, run=f"{folder}/{year}", version=year, answers=answers)


def test_a_spread_is_over_the_versions_of_one_system(tmp_path: Path) -> None:
    years = [setting(tmp_path, year, right) for year, right in ((2022, 12), (2023, 6), (2024, 18))]
    other = [replace(one, system="other", answers=one.answers[:12]) for one in years[:2]]
    (made, others) = spreads([*years, *other, replace(years[0], run="apart/2022")])
    assert [one.version for one in made.versions] == [2022, 2023, 2024]
    assert made.mean == pytest.approx(0.5)
    assert made.deviation == pytest.approx(stdev((0.5, 0.25, 0.75))) == pytest.approx(0.25)
    assert [one.system for one in others.versions] == ["other", "other"]


def test_without_versions_there_is_no_spread(tmp_path: Path) -> None:
    alone = setting(tmp_path, None, 12)
    assert spreads([alone, alone]) == ()
    assert figures_of([alone])["versions"] == []


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus, a benchmark as of each of two years, and a run of both."""
    folder = tmp_path_factory.mktemp("versions")
    for year, sales in ((2022, "900"), (2023, "1,100"), (2024, "1,234"), (2025, "1,400")):
        write_filing(folder / "in" / f"10-K-{year}.html", year=year, sales=sales)
    (folder / "own.toml").write_text(SUITE)
    with ingest_in_this_process():
        assert run("ingest", folder / "in", "--corpus", folder / "c") == 0
    asked = ("--suite", folder / "own.toml", "--versions", "2023,2024", "--out", folder / "b")
    assert run("generate", "--corpus", folder / "c", *asked) == 0
    assert run("run", folder / "b", "--corpus", folder / "c", "--out", folder / "r") == 0
    return folder


def test_each_version_is_answered_from_what_was_there(folder: Path) -> None:
    for year, sales in ((2023, 1.1e9), (2024, 1.234e9)):
        benchmark = read_benchmark(folder / "b" / str(year))
        assert benchmark.until == year
        assert benchmark.corpus == open_corpus(folder / "c").until(year).fingerprint
        (made,) = score_run(read_run(folder / "r" / str(year)))
        assert made.accuracy == Proportion(1, 1)
        latest = next(one for one in made.answers if one.question.metrics == ("revenue",)
                      and one.question.type == "value_latest")  # fmt: skip
        assert latest.prediction.answer.value == sales
        documents = {doc for one in made.answers for doc, _ in one.prediction.answer.pages}
        assert all(int(document[-4:]) <= year for document in documents)


def test_evaluate_and_report_tell_the_spread(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    capfd.readouterr()
    assert run("evaluate", folder / "r") == 0
    out = capfd.readouterr().out
    assert "By version" in out
    assert "codegen-docs, 2023" in out
    rows = [line.split() for line in out.partition("By version")[2].splitlines()]
    row = next(row for row in rows if row[:1] == ["codegen-docs"])
    assert row == ["codegen-docs", "8", "100.0%", "100.0%", "100.0%", "0.0"]
    html = reported(list(runs_in(folder / "r")), folder)
    assert "2023: 100.0%, 2024: 100.0%" in html
    assert "By difficulty" in html


def test_a_version_goes_on_where_it_stopped(folder: Path) -> None:
    lines = folder / "r" / "2024" / "predictions.jsonl"
    whole = lines.read_text()
    lines.write_text("".join(whole.splitlines(keepends=True)[:1]))
    assert run("run", folder / "b", "--corpus", folder / "c", "--out", folder / "r") == 0
    assert len(lines.read_text().splitlines()) == len(whole.splitlines())


def test_what_is_neither_a_run_nor_its_versions_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "2024").mkdir()
    with pytest.raises(SecqaError, match="not a run"):
        runs_in(tmp_path)
