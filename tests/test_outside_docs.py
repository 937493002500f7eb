"""The examples of docs/outside.md run, and one pipeline has the same scores by all three ways."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.support.evaluate_report_cases import secqa
from tests.support.served_systems import ASKED, write_questions
from tests.systems.conftest import corpus  # noqa: F401

from secqa.corpus.corpus_store import Corpus

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"```python title=(\S+)\n(.*?)```", re.DOTALL)
TALKING = '''
from my_pipeline import Pipeline as Quoting

SAID = {said!r}


class Pipeline(Quoting):
    """Says in prose what it was told, and cites what it found."""

    def answer(self, question):
        return {{**super().answer(question), "answer": SAID[question]}}
'''
SAID = [
    "Net income was $680 million, up from $600 million in 2023.",
    "900 / 5,200 = 17.3%",
    "Revenue grew 6.1% to $5.2 billion.",
    "It paid dividends of $100 million, so the answer is yes.",
    "I could not find Acme's free cash flow.",
    "Final answer: **$4,100 million**",
    "Inventories: $6.1 million",
    "$(220) million",
]
RIGHT = 5
"""All but a refusal, a wrong scale and a wrong sign."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The examples in the current folder."""
    for name, code in BLOCK.findall((ROOT / "docs" / "outside.md").read_text(encoding="utf-8")):
        (tmp_path / name).write_text(code, encoding="utf-8")
        monkeypatch.delitem(sys.modules, Path(name).stem, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'src'}:{tmp_path}")
    return tmp_path


@contextmanager
def started(*arguments: object) -> Iterator[str]:
    """The address of the example server."""
    command = [sys.executable, "my_server.py", *map(str, arguments), "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield f"http://127.0.0.1:{int(server.stdout.readline())}/ask"
        finally:
            server.kill()


def scores(out: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> dict[str, Any]:
    """What `evaluate` tells of a run, but for what names it."""
    capsys.readouterr()
    assert secqa(monkeypatch, "evaluate", out, "--json") == 0
    (setting,) = json.loads(capsys.readouterr().out)["settings"]
    del setting["intervals"]["seconds"]
    return {
        name: value for name, value in setting.items() if name not in ("run", "system", "seconds")
    }


def test_three_ways_give_equal_scores(
    corpus: Corpus,  # noqa: F811
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    bench = write_questions(corpus, folder / "bench")
    said = dict(zip(ASKED, SAID, strict=True))
    (folder / "my_talking.py").write_text(TALKING.format(said=said), encoding="utf-8")
    for name in ("my_server.py", "my_file.py"):
        code = (folder / name).read_text(encoding="utf-8")
        (folder / name).write_text(code.replace("from my_pipeline", "from my_talking"))
    run = ["run", bench, "--corpus", corpus.path, "--out"]
    assert secqa(monkeypatch, *run, folder / "a", "--system", "my_talking:Pipeline") == 0
    with started(corpus.path) as address:
        assert secqa(monkeypatch, *run, folder / "b", "--system", address) == 0
    command = [sys.executable, "my_file.py", str(bench), str(corpus.path), "said.jsonl"]
    subprocess.run(command, check=True)
    assert secqa(monkeypatch, "score", bench, "said.jsonl", "--out", folder / "c") == 0
    by_callable, by_http, by_file = (
        scores(folder / name, monkeypatch, capsys) for name in ("a", "b", "c")
    )
    assert by_callable["accuracy"]["right"] == RIGHT
    assert by_callable["answered"]["right"] == len(SAID) - 1
    assert by_callable["evidence_pages"]["recall"] > 0
    assert by_callable == by_http == by_file
    assert secqa(monkeypatch, "report", "a", "b", "c", "--out", "report.html") == 0


def test_a_run_from_outside_goes_on_where_it_stopped(
    corpus: Corpus,  # noqa: F811
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    bench = write_questions(corpus, folder / "bench")
    run = ["run", bench, "--corpus", corpus.path, "--system", "my_pipeline:Pipeline"]
    assert secqa(monkeypatch, *run, "--out", "whole") == 0
    assert secqa(monkeypatch, *run, "--out", "parts", "--max-calls", 3) == 1
    assert "stopped: 3 calls made" in capsys.readouterr().err
    assert secqa(monkeypatch, *run, "--out", "parts") == 0
    whole, parts = (scores(folder / name, monkeypatch, capsys) for name in ("whole", "parts"))
    assert whole == parts
    assert whole["accuracy"]["total"] == len(ASKED)


def test_a_langchain_chain_can_be_measured(
    corpus: Corpus,  # noqa: F811
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("langchain_core")
    bench = write_questions(corpus, folder / "bench")
    run = ["run", bench, "--corpus", corpus.path, "--out", "chain", "--pages", "3"]
    assert secqa(monkeypatch, *run, "--system", "my_chain:system") == 0
    found = scores(folder / "chain", monkeypatch, capsys)
    assert found["answered"]["right"] > 0
    assert found["pages_retrieved"] == 3
