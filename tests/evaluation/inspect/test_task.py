"""Our benchmarks, systems and scores within Inspect, by its own mock model.

Inspect takes seconds to import, and every worker imports every test: so only where it is used.
"""

from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.support.served_systems import ASKED, write_questions

from secqa.benchmark.card import card_of
from secqa.benchmark.dataset import Answer, read_benchmark, write_benchmark
from secqa.corpus.corpus_store import Corpus
from secqa.errors import SecqaError
from secqa.models.model import Request
from secqa.serving.offline_model import offline_model

pytestmark = pytest.mark.skipif(find_spec("inspect_ai") is None, reason="needs Inspect")


@pytest.fixture
def folder(corpus: Corpus, tmp_path: Path) -> str:
    return str(write_questions(corpus, tmp_path / "bench"))


def benchmark(folder: str, corpus: str, **more: str) -> Any:
    from secqa.evaluation.inspect import task

    return task.benchmark(folder, corpus, **more)


def evaluated_without_filings(task: Any, tmp_path: Path, model: Any, **settings: Any) -> Any:
    from secqa.evaluation.inspect.task import closed_book

    return evaluated(task, tmp_path, model=model, solver=closed_book(), **settings)


def evaluated(task: Any, tmp_path: Path, **settings: Any) -> Any:
    import inspect_ai

    (log,) = inspect_ai.eval(task, log_dir=str(tmp_path / "logs"), display="none", **settings)
    return log


def accuracy(log: Any) -> float:
    found = {score.name: score.metrics for score in log.results.scores}
    return float(found["right"]["accuracy"].value)


def mock(say: Callable[[str, str], str]) -> Any:
    """A mock model: its instructions and prompt in, what it says out."""
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    def reply(messages: list[Any], *_: Any) -> Any:
        told = {message.role: message.text for message in messages}
        output = ModelOutput.from_content("mockllm/model", say(told["system"], told["user"]))
        # Otherwise it counts tokens by a table that it fetches from the network.
        output.usage = ModelUsage(input_tokens=7, output_tokens=3, total_tokens=10)
        return output

    return get_model("mockllm/model", custom_outputs=reply, memoize=False)


def test_a_system_answers_and_is_scored(corpus: Corpus, folder: str, tmp_path: Path) -> None:
    log = evaluated(benchmark(folder, str(corpus.path)), tmp_path, model="none/none")
    assert log.status == "success"
    assert [sample.input for sample in log.samples] == list(ASKED)
    assert accuracy(log) == 1.0
    names = {name for score in log.results.scores for name in score.metrics}
    assert {"value_year", "unrated", "accuracy", "stderr", "mean"} <= names
    income = log.samples[0]
    assert income.scores["right"].explanation == "right"
    assert income.scores["evidence"].value["document_recall"] == 1.0
    assert income.output.completion.startswith("680000000\nACME-10-K-2024 page ")


def test_no_sample_holds_what_was_tagged(corpus: Corpus, folder: str, tmp_path: Path) -> None:
    made = benchmark(folder, str(corpus.path))
    assert all(set(sample.metadata) == {"type", "difficulty"} for sample in made.dataset)


def test_the_model_of_inspect_thinks_and_is_counted(
    corpus: Corpus, folder: str, tmp_path: Path
) -> None:
    by_rule = offline_model(lambda question: question)

    def say(instructions: str, prompt: str) -> str:
        return by_rule(Request(instructions, prompt)).text

    task = benchmark(folder, str(corpus.path), engine="inspect")
    log = evaluated(task, tmp_path, model=mock(say), limit=4)
    assert accuracy(log) == 1.0
    for sample in log.samples:
        calls = [event for event in sample.events if event.event == "model"]
        assert sample.model_usage["mockllm/model"].total_tokens == 10 * len(calls) > 0
        thinking = "mockllm/model, planner model-query, reader offline-first"
        assert sample.output.model == f"codegen-docs ({thinking})"


def test_a_reply_that_fails_is_an_error_and_no_answer(
    corpus: Corpus, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secqa.models.retry._FIRST_WAIT", 0.0)
    task = benchmark(folder, str(corpus.path), engine="inspect")
    log = evaluated(task, tmp_path, model=mock(lambda *_: ""), limit=1, fail_on_error=False)
    assert "the reply is empty" in log.samples[0].error.message
    assert not log.samples[0].scores


def test_other_solvers_are_scored_by_what_they_say(
    corpus: Corpus, folder: str, tmp_path: Path
) -> None:
    made = read_benchmark(Path(folder))
    first = made.questions[0]
    said: dict[str, tuple[str, Answer]] = {
        "In bold?": ("Acme's net income in 2024 was **$680 million**.", 680e6),
        "In digits?": ("680000000", 680e6),
        "Wrong?": ("It was $690 million.", 680e6),
        "Refused?": ("I cannot answer this question.", 680e6),
        "Both?": ("$680 million and $650 million", (680e6, 650e6)),
        "None?": ("I cannot answer that.", None),
    }
    asked = tuple(
        replace(first, question_id=text, text=text, answer=gold) for text, (_, gold) in said.items()
    )
    other = replace(made, questions=asked)
    write_benchmark(other, tmp_path / "other", card_of(other))

    def say(instructions: str, prompt: str) -> str:
        assert "Give the answer alone" in instructions
        return said[prompt][0]

    task = benchmark(str(tmp_path / "other"), str(corpus.path))
    log = evaluated_without_filings(task, tmp_path, mock(say))
    right = {sample.id: sample.scores["right"].explanation == "right" for sample in log.samples}
    assert {text for text, is_right in right.items() if not is_right} == {"Wrong?", "Refused?"}
    assert accuracy(log) == pytest.approx(4 / 6)
    (found,) = [score for score in log.results.scores if score.scorer == "evidence"]
    assert found.scored_samples == 0


def test_what_does_not_belong_together_is_told(corpus: Corpus, folder: str) -> None:
    with pytest.raises(SecqaError, match="engine magic: unknown; one of offline, inspect"):
        benchmark(folder, str(corpus.path), engine="magic")
    with pytest.raises(SecqaError, match="magic: unknown system"):
        benchmark(folder, str(corpus.path), system="magic")
    with pytest.raises(SecqaError, match="not a benchmark"):
        benchmark(f"{folder}/none", str(corpus.path))
