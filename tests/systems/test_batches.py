"""Runs by batches: requests to a file, results back, round after round, without a network."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support.evaluate_report_cases import secqa
from tests.support.faulty_server import FaultyServer
from tests.support.served_systems import ASKED, BY_MODEL, write_questions

from secqa.corpus.corpus_store import Corpus
from secqa.serving.offline_model import offline_model
from secqa.serving.offline_server import answer_batch

MODEL = "openai:gpt-4.1"


@pytest.fixture
def benchmark(corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.setenv("SECQA_CACHE", str(tmp_path / "cache.sqlite"))
    return write_questions(corpus, tmp_path / "bench")


def arguments(benchmark: Path, corpus: Corpus, *more: object) -> list[object]:
    out = benchmark.parent / "run"
    return [
        "run",
        benchmark,
        "--corpus",
        corpus.path,
        "--out",
        out,
        "--model",
        MODEL,
        *BY_MODEL,
        *more,
    ]


def asked(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def results(path: Path, lines: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def well(line: dict[str, Any], folder: Path) -> dict[str, Any]:
    """What the rules answer to a line of a batch, as a service writes it."""
    one = results(folder / "one.jsonl", [line])
    assert answer_batch(offline_model(lambda question: question), one, one) == 1
    return asked(one)[0]


def answered(benchmark: Path) -> dict[str, Any]:
    lines = (benchmark.parent / "run/predictions.jsonl").read_text().splitlines()
    found = {one["question_id"]: one["answer"]["value"] for one in map(json.loads, lines)}
    return dict(sorted(found.items()))


def test_rounds_end_with_all_answers(
    benchmark: Path,
    corpus: Corpus,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for package in ("pydantic_ai", "genai_prices", "openai"):  # what the extra brings
        monkeypatch.setitem(sys.modules, package, None)
    requests, replies = tmp_path / "requests.jsonl", tmp_path / "replies.jsonl"
    assert secqa(monkeypatch, *arguments(benchmark, corpus, "--requests-out", requests)) == 0
    said = capsys.readouterr().out
    plans = asked(requests)
    assert len(plans) == len(ASKED)
    assert f"{len(ASKED)} requests have no reply yet" in said
    assert str(requests) in said
    assert answered(benchmark) == {}
    for line in plans:
        assert (line["method"], line["url"]) == ("POST", "/v1/chat/completions")
        assert line["body"]["model"] == "gpt-4.1"
        assert [message["role"] for message in line["body"]["messages"]] == ["system", "user"]
    reads: list[dict[str, Any]] = []
    for _ in range(3):
        serve = ["serve-offline", "--requests", requests, "--out", replies]
        assert secqa(monkeypatch, *serve) == 0
        results(replies, asked(replies)[::-1])
        round_two = arguments(
            benchmark, corpus, "--replies-in", replies, "--requests-out", requests
        )
        assert secqa(monkeypatch, *round_two) == 0
        reads = reads or asked(requests)
        if not asked(requests):
            break
    assert "all replies are there" in capsys.readouterr().out
    # Every reading of a program is asked for in the one round.
    assert len(reads) > len(ASKED)
    assert len({line["custom_id"] for line in reads}) == len(reads)
    assert list(answered(benchmark).values()) == [pytest.approx(value) for value in ASKED.values()]


def test_the_same_requests_are_the_same_bytes(
    benchmark: Path, corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    more = ("--system", "vanilla", "--pages", "4,8")
    for path in (one, other):
        command = arguments(benchmark, corpus, "--requests-out", path, *more)
        assert secqa(monkeypatch, *command) == 0
    assert one.read_bytes() == other.read_bytes()
    lines = asked(one)
    assert len({line["custom_id"] for line in lines}) == len(lines)
    assert len({json.dumps(line["body"]) for line in lines}) == len(lines)


def with_choice(result: dict[str, Any], **changes: Any) -> dict[str, Any]:
    result["response"]["body"]["choices"][0].update(changes)
    return result


def test_what_failed_is_asked_again_and_never_an_answer(
    benchmark: Path,
    corpus: Corpus,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    requests, replies = tmp_path / "requests.jsonl", tmp_path / "replies.jsonl"
    more = ("--system", "vanilla")
    assert secqa(monkeypatch, *arguments(benchmark, corpus, "--requests-out", requests, *more)) == 0
    lines = asked(requests)
    error = {"code": "batch_expired", "message": "it took too long"}
    refused = {"status_code": 429, "body": {"error": {"message": "slow down"}}}
    good = [well(line, tmp_path) for line in lines]
    wrong_ones = [
        {**good[0], "response": None, "error": error},
        {**good[1], "response": refused},
        {**good[2], "response": {"status_code": 200, "body": {"choices": []}}},
        with_choice(good[3], finish_reason="length"),
        with_choice(good[4], message={"role": "assistant", "content": ""}),
    ]
    results(replies, [*wrong_ones, *good[5:]])
    wrong = {line["custom_id"] for line in lines[:5]}
    round_two = arguments(benchmark, corpus, "--replies-in", replies, *more)
    assert secqa(monkeypatch, *round_two) == 1
    said = capsys.readouterr().out
    assert f"{len(lines) - 5} replies; 5 failed and will be asked again (it took too long)" in said
    assert "--requests-out FILE writes them" in said
    assert len(answered(benchmark)) == len(lines) - 5
    assert secqa(monkeypatch, *round_two, "--requests-out", requests) == 0
    assert {line["custom_id"] for line in asked(requests)} == wrong
    results(replies, [well(line, tmp_path) for line in asked(requests)])
    assert secqa(monkeypatch, *round_two) == 0
    assert len(answered(benchmark)) == len(ASKED)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("not JSON\n", "line 1: is not JSON"),
        ('\n{"custom_id": "a"}\n', "line 2: has no custom_id of --requests-out"),
        ("[]\n", "line 1: has no custom_id"),
        ('{"custom_id": "%s"}\n' % ("0" * 64), "has neither response nor error"),
        ('{"custom_id": "%s", "error": "x"}\n{"cust' % ("0" * 64), "line 2: is not JSON"),
    ],
)
def test_what_is_no_file_of_results_is_said(
    benchmark: Path,
    corpus: Corpus,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    text: str,
    says: str,
) -> None:
    (tmp_path / "replies.jsonl").write_text(text)
    command = arguments(benchmark, corpus, "--replies-in", tmp_path / "replies.jsonl")
    assert secqa(monkeypatch, *command) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1
    assert not (benchmark.parent / "run").exists()


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--model", "offline"], "give openai:MODEL"),
        (["--model", "anthropic:x"], "give openai:MODEL"),
        (["--budget", "1"], "leave out --budget"),
        (["--replies-in", "nowhere.jsonl"], "nowhere.jsonl: cannot be read"),
    ],
)
def test_what_batches_cannot_do_is_said(
    benchmark: Path,
    corpus: Corpus,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    more: list[str],
    says: str,
) -> None:
    command = arguments(benchmark, corpus, "--requests-out", tmp_path / "r.jsonl", *more)
    assert secqa(monkeypatch, *command) == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "r.jsonl").exists()


def test_a_batch_goes_on_over_the_network(
    benchmark: Path, corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pydantic_ai")
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    requests, replies = tmp_path / "requests.jsonl", tmp_path / "replies.jsonl"
    with FaultyServer(offline_model(lambda question: question)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        assert secqa(monkeypatch, *arguments(benchmark, corpus, "--requests-out", requests)) == 0
        serve = ["serve-offline", "--requests", requests, "--out", replies]
        assert secqa(monkeypatch, *serve) == 0
        assert secqa(monkeypatch, *arguments(benchmark, corpus, "--replies-in", replies)) == 1
        assert not server.seen
        assert secqa(monkeypatch, *arguments(benchmark, corpus)) == 0
        # The plans are there: what is asked are the readings alone.
        assert server.seen
        assert len({seen.fingerprint for seen in server.seen}) == len(server.seen)
    assert len(answered(benchmark)) == len(ASKED)


def test_a_batch_costs_half(
    benchmark: Path, corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "p.toml").write_text(f'["{MODEL}"]\ninput = 100\noutput = 0\n')
    monkeypatch.setenv("SECQA_PRICES", str(tmp_path / "p.toml"))
    requests, replies = tmp_path / "requests.jsonl", tmp_path / "replies.jsonl"
    run = arguments(benchmark, corpus, "--system", "vanilla", "--limit", 1)
    assert secqa(monkeypatch, *run, "--requests-out", requests) == 0
    (line,) = asked(requests)
    result = well(line, tmp_path)
    result["response"]["body"]["usage"] = {"prompt_tokens": 1000, "completion_tokens": 7}
    results(replies, [result])
    assert secqa(monkeypatch, *run, "--replies-in", replies) == 0
    text = (benchmark.parent / "run/predictions.jsonl").read_text()
    assert json.loads(text)["answer"]["cost"] == pytest.approx(0.05)


@pytest.mark.parametrize(
    ("text", "says"), [("no JSON", "line 1: not a request"), ("{}", "line 1: not a request")]
)
def test_what_is_no_batch_is_said(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    text: str,
    says: str,
) -> None:
    (tmp_path / "r.jsonl").write_text(text)
    serve = ["serve-offline", "--requests", tmp_path / "r.jsonl"]
    assert secqa(monkeypatch, *serve, "--out", tmp_path / "o.jsonl") == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "o.jsonl").exists()
    assert secqa(monkeypatch, *serve) == 2
    assert "go together" in capsys.readouterr().err
