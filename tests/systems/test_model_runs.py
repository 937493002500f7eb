"""Runs with a model from the command line: limits, rehearsals, kills and faults."""

import json
import os
import random
import signal
import subprocess
import sys
import time
import urllib.request
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.support.evaluate_report_cases import secqa
from tests.support.model_runs_cases import predictions
from tests.support.served_systems import ASKED, BY_MODEL, MODEL, served, write_questions

from secqa.corpus.corpus_store import Corpus
from secqa.corpus.writer_lease import lease
from secqa.evaluation.runs import make_run_folder

_CALL = {"id": "c", "type": "function", "function": {"name": "other", "arguments": "{}"}}
_MESSAGE = {"role": "assistant", "content": None, "tool_calls": [_CALL]}
OTHER_TOOL = json.dumps(
    {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "message": _MESSAGE, "finish_reason": "tool_calls"}],
    }
)

pytestmark = pytest.mark.skipif(find_spec("pydantic_ai") is None, reason="needs Pydantic AI")


@pytest.fixture
def benchmark(corpus: Corpus, tmp_path: Path) -> Path:
    return write_questions(corpus, tmp_path / "bench")


def arguments(benchmark: Path, corpus: Corpus, out: Path, *more: object) -> list[object]:
    given = ["--model", MODEL, *BY_MODEL, *more]
    return ["run", benchmark, "--corpus", corpus.path, "--out", out, *given]


def test_a_run_says_what_it_took_and_a_rehearsal_says_so_before(
    benchmark: Path,
    corpus: Corpus,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "p.toml").write_text(f'["{MODEL}"]\ninput = 100\noutput = 100\n')
    monkeypatch.setenv("SECQA_PRICES", str(tmp_path / "p.toml"))
    with served(monkeypatch, tmp_path) as server:
        run = arguments(benchmark, corpus, tmp_path / "run")
        assert secqa(monkeypatch, *run, "--dry-run") == 0
        expected = capsys.readouterr().out
        assert not server.seen
        assert not (tmp_path / "run").exists()
        assert secqa(monkeypatch, *run) == 0
        took = capsys.readouterr().out
        asked = len(server.seen)
        assert f"about {asked} calls for {len(ASKED)} answers" in expected
        assert f"{MODEL}: {asked} calls" in took
        assert "$" in expected.splitlines()[-1]
        assert "$" in took.splitlines()[-1]
        assert secqa(monkeypatch, *arguments(benchmark, corpus, tmp_path / "b"), "--dry-run") == 0
        assert f"about 0 calls for {len(ASKED)} answers" in capsys.readouterr().out
        assert secqa(monkeypatch, *arguments(benchmark, corpus, tmp_path / "b")) == 0
        assert len(server.seen) == asked
    again, first = predictions(tmp_path / "b"), predictions(tmp_path / "run")
    # Costs are added up in the order in which replies come.
    costs = [{name: row.pop("cost") for name, row in run.items()} for run in (again, first)]
    assert costs[0] == pytest.approx(costs[1])
    assert again == first
    for answer, expected_value in zip(
        (predictions(tmp_path / "run")[f"made-{n}"] for n in range(len(ASKED))),
        ASKED.values(),
        strict=True,
    ):
        assert answer["value"] == pytest.approx(expected_value)
        assert answer["cost"] > 0


@pytest.mark.parametrize("limit", [("--max-calls", 7), ("--budget", 1.5)])
def test_a_limit_stops_cleanly_and_the_run_goes_on(
    benchmark: Path,
    corpus: Corpus,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    limit: tuple[str, object],
) -> None:
    (tmp_path / "p.toml").write_text(f'["{MODEL}"]\ninput = 100\noutput = 0\n')
    monkeypatch.setenv("SECQA_PRICES", str(tmp_path / "p.toml"))
    run = arguments(benchmark, corpus, tmp_path / "run", "--concurrency", 2)
    with served(monkeypatch, tmp_path) as server:
        assert secqa(monkeypatch, *run, *limit) == 1
        said = capsys.readouterr()
        assert "secqa: stopped: " in said.err
        assert limit[0] in said.err
        done = predictions(tmp_path / "run")
        assert 0 < len(done) < len(ASKED)
        if limit[0] == "--max-calls":
            assert len(server.seen) == 7
        assert (tmp_path / "run/pages-8.trec").exists()
        assert secqa(monkeypatch, *run) == 0
        assert len({seen.fingerprint for seen in server.seen}) == len(server.seen)
    after = predictions(tmp_path / "run")
    assert len(after) == len(ASKED)
    assert {key: after[key] for key in done} == done


def test_a_budget_without_a_price_is_refused(
    benchmark: Path,
    corpus: Corpus,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("SECQA_PRICES", raising=False)
    with served(monkeypatch, tmp_path):
        run = arguments(benchmark, corpus, tmp_path / "run", "--budget", 1)
        assert secqa(monkeypatch, *run) == 2
    assert "price of openai:offline is not known" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("fault", "code", "says"),
    [({"status": 401}, 1, "check the key"), ({"status": 400}, 0, "")],
)
def test_what_cannot_succeed_is_asked_once(
    benchmark: Path,
    corpus: Corpus,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    fault: dict[str, Any],
    code: int,
    says: str,
) -> None:
    run = arguments(benchmark, corpus, tmp_path / "run", "--limit", 2, "--concurrency", 1)
    with served(monkeypatch, tmp_path, [fault]) as server:
        assert secqa(monkeypatch, *run) == code
        assert len({seen.fingerprint for seen in server.seen}) == len(server.seen)
    assert says in capsys.readouterr().err
    # A refused request is the answer to its question; a wrong key is no answer to any.
    assert [a["value"] for a in predictions(tmp_path / "run").values()] == [None, None][code * 2 :]


def test_a_run_completes_though_a_third_of_all_requests_fail(
    benchmark: Path, corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = arguments(benchmark, corpus, tmp_path / "whole")
    with served(monkeypatch, tmp_path):
        assert secqa(monkeypatch, *whole) == 0
    wrong: list[Any] = [{"status": s, "retry_after": 0.01} for s in (429, 500, 503, 502)]
    wrong += [{"body": text} for text in ("not { JSON", "", "null", OTHER_TOOL)]
    wrong += [{"drop": True}, {"cut": True}, {"megabytes": 20}]
    monkeypatch.setattr("secqa.models.retry._FIRST_WAIT", 0.001)
    draw = random.Random(4)
    script = [draw.choice(wrong) if draw.random() < 0.35 else "ok" for _ in range(97)]
    (tmp_path / "faulty").mkdir()
    faulty = arguments(benchmark, corpus, tmp_path / "faulty/run")
    with served(monkeypatch, tmp_path / "faulty", script) as server:
        # A request whose replies are of no use three times has no answer until it is asked again.
        ends = [secqa(monkeypatch, *faulty) for _ in range(4)]
        assert ends[-1] == 0
        assert len(server.seen) > len({seen.fingerprint for seen in server.seen})
    assert predictions(tmp_path / "faulty/run") == predictions(tmp_path / "whole")


@pytest.mark.parametrize("fault", [{"body": "not { JSON"}, {"cut": True}])
def test_replies_that_cannot_be_used_are_no_answers_and_asked_for_again(
    benchmark: Path,
    corpus: Corpus,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    fault: dict[str, Any],
) -> None:
    monkeypatch.setattr("secqa.models.retry._FIRST_WAIT", 0.001)
    run = arguments(benchmark, corpus, tmp_path / "run", "--system", "vanilla", "--concurrency", 1)
    with served(monkeypatch, tmp_path, [*["ok"] * 3, *[fault] * 3, *["ok"] * 4]):
        assert secqa(monkeypatch, *run) == 1
        assert f"1 of {len(ASKED)} answers: " in capsys.readouterr().err
        done = predictions(tmp_path / "run")
        assert len(done) == len(ASKED) - 1
        assert secqa(monkeypatch, *run) == 0
    after = predictions(tmp_path / "run")
    assert len(after) == len(ASKED)
    assert {key: after[key] for key in done} == done


def test_a_key_stands_in_no_file_and_no_line(
    benchmark: Path,
    corpus: Corpus,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    planted = "sk-planted-4711"
    faults = ["ok", {"status": 500, "retry_after": 0}, {"status": 401}, *["ok"] * 99]
    run = arguments(benchmark, corpus, tmp_path / "run", "--limit", 3)
    with served(monkeypatch, tmp_path, faults):
        monkeypatch.setenv("OPENAI_API_KEY", planted)
        assert [secqa(monkeypatch, *run) for _ in range(3)][-1] == 0
        report = ("report", tmp_path / "run", "--out", tmp_path / "report.html")
        assert secqa(monkeypatch, *report) == 0
    said = capfd.readouterr()
    assert planted not in said.out + said.err
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {"cache.sqlite", "report.html", "predictions.jsonl"} <= {path.name for path in kept}
    assert [path for path in kept if planted.encode() in path.read_bytes()] == []


def test_of_two_writers_of_a_run_the_second_is_refused(
    benchmark: Path,
    corpus: Corpus,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "run"
    make_run_folder(out)
    with served(monkeypatch, tmp_path), lease(out):
        assert secqa(monkeypatch, *arguments(benchmark, corpus, out)) == 2
    said = capsys.readouterr().err
    assert said == f"secqa: {out}: another process is writing here; wait until it has ended\n"
    assert not (out / "run.json").exists()


def test_a_killed_run_goes_on_without_asking_twice(
    benchmark: Path, corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = arguments(benchmark, corpus, tmp_path / "whole")
    with served(monkeypatch, tmp_path):
        assert secqa(monkeypatch, *whole) == 0
    (tmp_path / "killed").mkdir()
    out = tmp_path / "killed/run"
    killed = arguments(benchmark, corpus, out, "--concurrency", 1)
    held = [*["ok"] * 8, {"delay": 5}, *["ok"] * 99]  # long enough to be killed in
    with served(monkeypatch, tmp_path / "killed", held) as server:
        command = [sys.executable, "-m", "secqa", *map(str, killed)]
        process = subprocess.Popen(command, env=os.environ, stderr=subprocess.DEVNULL)
        while len(server.seen) < 9:
            assert process.poll() is None, "ended before it was killed"
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        assert secqa(monkeypatch, *killed) == 0
        asked = [seen.fingerprint for seen in server.seen]
    # The one request that was under way when the run was killed has no answer to keep.
    assert len(asked) - len(set(asked)) <= 1
    assert predictions(out) == predictions(tmp_path / "whole")


def test_ask_takes_a_model(
    corpus: Corpus,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["ask", "What was Acme's net income in 2024?", "--corpus", corpus.path]
    with served(monkeypatch, tmp_path) as server:
        assert secqa(monkeypatch, *command, "--model", MODEL) == 0
        assert "$680 million" in capsys.readouterr().out
        assert len(server.seen) == 1
        limited = ["--model", MODEL, *BY_MODEL, "--max-calls", 1]
        assert secqa(monkeypatch, *command, *limited) == 1
        assert "as many as --max-calls allows" in capsys.readouterr().err


def test_a_file_of_questions_goes_on_after_a_reply_that_cannot_be_used(
    corpus: Corpus,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("secqa.models.retry._FIRST_WAIT", 0.001)
    lines = [json.dumps({"id": str(n), "question": text}) for n, text in enumerate(ASKED)][:3]
    (tmp_path / "questions.jsonl").write_text("\n".join(lines))
    out = tmp_path / "answers.jsonl"
    command = ["ask", "--batch", tmp_path / "questions.jsonl", "--out", out, "--system", "vanilla"]
    command += ["--corpus", corpus.path, "--model", MODEL, *BY_MODEL, "--min-confidence", 0]
    with served(monkeypatch, tmp_path, [*[{"cut": True}] * 9, *["ok"] * 9]) as server:
        assert secqa(monkeypatch, *command) == 1
        assert "3 of 3 answers: the reply was cut off" in capsys.readouterr().err
        assert out.read_text() == ""
        assert secqa(monkeypatch, *command) == 0
        assert len(server.seen) == 12
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == ["0", "1", "2"]


def test_the_offline_engine_is_served_by_a_command(corpus: Corpus) -> None:
    command = [sys.executable, "-m", "secqa", "serve-offline", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--corpus", str(corpus.path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        url = process.stdout.readline().split()[2].rstrip(";")
        question = {"role": "user", "content": "What was Acme's net income in 2024?"}
        request = urllib.request.Request(
            f"{url}/chat/completions",
            json.dumps({"messages": [question]}).encode(),
            {"content-type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=30) as response:
            said = json.load(response)["choices"][0]["message"]["content"]
        assert said.startswith("$680 million")
        assert "ACME-10-K-2024 page 5: Net income" in said
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        process.stdout.close()


def test_a_sample_is_repeated_by_its_seed(
    benchmark: Path, corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(name: str, *more: object) -> set[str]:
        command = ["run", benchmark, "--corpus", corpus.path, "--out", tmp_path / name]
        assert secqa(monkeypatch, *command, "--sample", 4, *more) == 0
        return set(predictions(tmp_path / name))

    first = asked("a", "--seed", 1)
    assert len(first) == 4
    assert asked("b", "--seed", 1) == first
    assert asked("c", "--seed", 2) != first
    assert len(asked("d", "--seed", 1, "--limit", 2)) == 2


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--reader", "perhaps"], "--reader perhaps: must be one of model, offline"),
        (["--dry-run", "--model", "offline"], "name one with --model"),
        (["--model", "nobody:x"], "nobody:x: Unknown model"),
    ],
)
def test_settings_that_cannot_be_used_leave_nothing(
    benchmark: Path,
    corpus: Corpus,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    more: list[str],
    says: str,
) -> None:
    with served(monkeypatch, tmp_path):
        assert secqa(monkeypatch, *arguments(benchmark, corpus, tmp_path / "run"), *more) == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
