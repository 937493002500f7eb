"""The split, the files for fine-tuning, and jobs on a test server."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.support.conversation_records import CLEANED

from secqa.conversation.convfinqa.finetuning import (
    TrainingJob,
    chat_lines,
    completion_lines,
    operations_of,
    server,
    start,
    status,
    stratified_split,
    train_lora,
    write_split,
)
from secqa.conversation.records.conversation_record import Record, Turn
from secqa.conversation.records.record_layouts import records_from
from secqa.errors import SecqaError

if TYPE_CHECKING:
    from openai import OpenAI

(RECORD,) = records_from([CLEANED], "made.json")


def _records() -> list[Record]:
    """60 conversations of one to four turns; two use `exp`, a third joins two questions."""
    made = []
    for number in range(60):
        turns = RECORD.turns[: 1 + number % 4]
        if number in (7, 31):
            turns = (Turn("what is that squared?", "exp(12, const_2)", 144.0),)
        if number % 3 == 0:
            turns = (*turns, replace(turns[-1], second=True))
        made.append(replace(RECORD, id=f"record-{number}", turns=turns))
    return made


def test_rare_operations_are_on_both_sides_and_the_rest_alike() -> None:
    split = stratified_split(_records(), 1 / 6)
    assert len(split.test) == 10
    assert len({r.id for r in (*split.train, *split.test)}) == 60
    for part in (split.train, split.test):
        assert sum("exp" in operations_of(record) for record in part) == 1
        two = sum(any(t.second for t in r.turns) for r in part) / len(part)
        assert abs(two - 1 / 3) < 0.15
    assert stratified_split(_records(), 1 / 6) == split


def test_files(tmp_path: Path) -> None:
    written = write_split(stratified_split(_records(), 0.2), tmp_path)
    assert {path.name for path in written} == {path.name for path in tmp_path.iterdir()}
    lines = [json.loads(line) for line in (tmp_path / "train.chat.jsonl").open()]
    assert [m["role"] for m in lines[0]["messages"]] == ["system", "user", "assistant"]
    assert json.loads((tmp_path / "spread.json").read_text())["questions"]["two"]


def test_each_turn_is_an_example_with_the_turns_before() -> None:
    lines = list(completion_lines([RECORD]))
    assert [line["completion"] for line in lines][:3] == [" 1200", " 1000", " subtract(1200, 1000)"]
    assert "Question: and in 2011?\nProgram: 1000\nQuestion:" in str(lines[2]["prompt"])
    assert len(list(chat_lines([RECORD]))) == 4


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_impossible_shares(share: float) -> None:
    with pytest.raises(SecqaError, match="between 0 and 1"):
        stratified_split(_records(), share)


class _Jobs(BaseHTTPRequestHandler):
    """Enough of the fine-tuning protocol to be told what was sent."""

    sent: list[tuple[str, bytes]] = []  # noqa: RUF012

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.sent.append((self.path, body))
        if self.headers["Authorization"] != "Bearer right":
            self._reply(401, {"error": {"message": "bad key"}})
        elif self.path == "/v1/files":
            self._reply(200, {"id": f"file-{len(self.sent)}"})
        else:
            self._reply(200, {"id": "job-1", "status": "queued", **json.loads(body)})

    def do_GET(self) -> None:
        if self.path == "/v1/fine_tuning/jobs/job-1":
            done = {"id": "job-1", "status": "succeeded", "fine_tuned_model": "ft:tiny"}
            self._reply(200, done)
        else:
            self._reply(404, {"error": {"message": "no such job"}})

    def _reply(self, code: int, value: object) -> None:
        data = json.dumps(value).encode()
        self.send_response(code)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on standard error."""


def _client(address: str, key: str) -> "OpenAI":
    from openai import OpenAI

    return OpenAI(base_url=address, api_key=key, max_retries=0)


@pytest.fixture
def address() -> Iterator[str]:
    _Jobs.sent.clear()
    http = ThreadingHTTPServer(("127.0.0.1", 0), _Jobs)
    threading.Thread(target=http.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{http.server_port}/v1"
    http.shutdown()


def test_a_job_is_started_and_looked_up(address: str, tmp_path: Path) -> None:
    train = tmp_path / "train.chat.jsonl"
    train.write_text('{"messages": []}\n')
    job = start(_client(address, "right"), train, "base-model", train)
    assert (job.id, job.status, job.model) == ("job-1", "queued", "")
    paths = [path for path, _ in _Jobs.sent]
    assert paths == ["/v1/files", "/v1/files", "/v1/fine_tuning/jobs"]
    assert b'{"messages": []}' in _Jobs.sent[0][1]
    assert json.loads(_Jobs.sent[2][1]) == {
        "model": "base-model",
        "training_file": "file-1",
        "validation_file": "file-2",
    }
    assert status(_client(address, "right"), "job-1").model == "ft:tiny"


def test_what_the_server_refuses_is_one_line(address: str, tmp_path: Path) -> None:
    train = tmp_path / "train.jsonl"
    train.write_text("{}\n")
    right = _client(address, "right")
    attempts: list[Callable[[], TrainingJob]] = [
        lambda: start(_client(address, "wrong"), train, "base", train),
        lambda: status(right, "job-2"),
        lambda: start(right, tmp_path / "missing.jsonl", "base", train),
        lambda: status(_client("http://127.0.0.1:9", "right"), "job-1"),
        lambda: status(_client("file:///etc", "right"), "job-1"),
    ]
    for attempt in attempts:
        with pytest.raises(SecqaError) as caught:
            attempt()
        assert "\n" not in str(caught.value)


def test_a_key_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(SecqaError, match="OPENAI_API_KEY"):
        server()


def test_adapters_of_a_tiny_model(tmp_path: Path) -> None:
    for package in ("torch", "trl", "peft", "tokenizers"):
        pytest.importorskip(package, reason="the extra lora is not installed")
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    lines = list(completion_lines([RECORD]))
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel()
    special = ["<unk>", "<s>", "</s>"]
    texts = [f"{line['prompt']}{line['completion']}" for line in lines]
    tokenizer.train_from_iterator(
        texts, trainers.BpeTrainer(vocab_size=300, special_tokens=special)
    )
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, unk_token="<unk>", bos_token="<s>", eos_token="</s>",
        pad_token="</s>",
    )  # fmt: skip
    model = LlamaForCausalLM(
        LlamaConfig(vocab_size=320, hidden_size=16, intermediate_size=32, num_hidden_layers=1,
                    num_attention_heads=2)
    )  # fmt: skip
    base = tmp_path / "tiny"
    model.save_pretrained(base)
    fast.save_pretrained(base)
    train = tmp_path / "train.completion.jsonl"
    train.write_text("".join(json.dumps(line) + "\n" for line in lines))
    train_lora(train, str(base), tmp_path / "adapters", epochs=1, rank=2)
    assert (tmp_path / "adapters" / "adapter_config.json").is_file()


def test_without_the_extra_it_says_which(tmp_path: Path) -> None:
    try:
        import trl  # noqa: F401
    except ImportError:
        with pytest.raises(SecqaError, match=r"secqa\[lora\]"):
            train_lora(tmp_path / "x.jsonl", "tiny", tmp_path)
    else:
        with pytest.raises(SecqaError, match="no such file"):
            train_lora(tmp_path / "x.jsonl", "tiny", tmp_path)
