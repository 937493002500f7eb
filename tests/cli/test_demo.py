"""What `make demo` made of the bundled sample, and what users do next."""

import json
import shutil
from pathlib import Path

import pytest
from tests.support.command_line import CommandLine

from secqa.benchmark.dataset import read_benchmark


def test_the_main_job_end_to_end(
    cli: CommandLine, demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = demo.with_name("said.txt").read_text()
    assert "Scores" in out
    assert f"report: {demo / 'report.html'}" in out
    assert (demo / "report.html").stat().st_size > 100_000

    demo = shutil.copytree(demo, tmp_path / "demo")
    corpus, benchmark = demo / "corpus", demo / "benchmark"
    monkeypatch.setenv("COLUMNS", "120")
    runs = [demo / "runs" / name for name in ("vanilla", "codegen-docs")]
    assert cli("evaluate", *runs, "--json") == 0
    scores = {
        (setting["system"], setting["pages"]): setting
        for setting in json.loads(cli.out)["settings"]
    }
    assert scores["codegen-docs", 8]["accuracy"]["total"] == 60
    # Every kind of question, in all wordings, and without an answer: harder than single figures.
    assert scores["codegen-docs", 8]["accuracy"]["value"] > 0.6
    by_type = scores["codegen-docs", 8]["by_type"]
    plain = [by_type[kind] for kind in ("value_in_period", "value_latest", "value_in_quarter")]
    assert sum(one["right"] for one in plain) >= sum(one["total"] for one in plain) - 1
    assert (
        scores["vanilla", 8]["accuracy"]["value"] < scores["codegen-docs", 8]["accuracy"]["value"]
    )
    assert scores["codegen-docs", 8]["fact_recall"] > 0.9

    # The same seed and corpus write the same questions.
    again = tmp_path / "again"
    assert cli("generate", "--corpus", corpus, "--out", again, "--count", 60) == 0
    assert read_benchmark(again).questions == read_benchmark(benchmark).questions

    # A run that was cut off goes on and answers the rest alone.
    predictions = runs[1] / "predictions.jsonl"
    whole = predictions.read_bytes()
    predictions.write_bytes(whole[: 7 * len(whole) // 8])
    resume = ["--corpus", corpus, "--system", "codegen-docs", "--pages", "4,8", "--out", runs[1]]
    assert cli("run", benchmark, *resume) == 0
    err = cli.err
    assert "12 of 120 answers" not in err
    assert "120 of 120 answers" in err
    assert predictions.read_bytes().count(b"\n") == 120
    assert predictions.read_bytes().startswith(whole[: len(whole) // 3])

    # What cannot be: one line each, and nothing left behind.
    out_folder = tmp_path / "new"
    for arguments, message in (
        (["run", benchmark, *resume[:2], "--system", "oracle", "--out", out_folder], "oracle"),
        (["run", benchmark, *resume[:2], "--pages", "few", "--out", out_folder], "whole numbers"),
        (["run", tmp_path, *resume[:2], "--out", out_folder], "not a benchmark"),
        (["run", benchmark, "--corpus", tmp_path, "--out", out_folder], "not a corpus"),
        (["run", benchmark, *resume[:2], "--system", "vanilla", "--out", runs[1]], "another run"),
        (["generate", "--corpus", tmp_path, "--out", out_folder], "not a corpus"),
        (["generate", "--corpus", corpus, "--out", out_folder, "--suite", "x"], "suite"),
    ):
        assert cli(*arguments) == 2
        err = cli.err
        assert err.count("\n") == 1
        assert message in err
    assert not out_folder.exists()
