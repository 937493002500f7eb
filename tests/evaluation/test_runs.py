import json
from pathlib import Path

import pytest
from tests.support.run_builders import made_answers, right_answer
from tests.support.runs_cases import BENCHMARK, SETTINGS, finished

from secqa.errors import SecqaError
from secqa.evaluation.runner import answer_questions, page_counts
from secqa.evaluation.runs import (
    Prediction,
    RunSettings,
    append_prediction,
    open_run,
    read_run,
)


def test_predictions_come_back_as_they_were(tmp_path: Path) -> None:
    open_run(tmp_path / "run", SETTINGS, BENCHMARK)
    question = BENCHMARK.questions[0]
    prediction = Prediction(question.question_id, 8, right_answer(question))
    append_prediction(tmp_path / "run", prediction)
    run = read_run(tmp_path / "run")
    assert run.predictions == (prediction,)
    assert run.benchmark == BENCHMARK
    assert run.settings == SETTINGS


def test_every_question_is_answered_once_at_every_number_of_pages(tmp_path: Path) -> None:
    run = finished(tmp_path / "run")
    assert len(run.predictions) == len(run.done) == 2 * len(BENCHMARK.questions)


@pytest.mark.parametrize("cut", [0, 1, 40, 100_000])
def test_a_killed_run_goes_on_where_it_stopped(tmp_path: Path, cut: int) -> None:
    whole = finished(tmp_path / "whole")
    stopped = tmp_path / "stopped"
    finished(stopped)
    path = stopped / "predictions.jsonl"
    data = path.read_bytes()
    path.write_bytes(data[: max(0, len(data) - cut)])
    assert finished(stopped).predictions == whole.predictions


def test_finished_work_is_not_done_again(tmp_path: Path) -> None:
    finished(tmp_path, limit=5)
    seen: list[tuple[int, int]] = []
    run = open_run(tmp_path, SETTINGS, BENCHMARK)
    questions = BENCHMARK.questions
    answer_questions(
        run,
        made_answers(BENCHMARK),
        (4, 8),
        questions,
        lambda *counts: seen.append(counts),
    )
    assert seen[0] == (10, 48)
    assert seen[-1] == (48, 48)


def test_another_run_is_not_mixed_in(tmp_path: Path) -> None:
    finished(tmp_path)
    other = RunSettings("other", "offline", BENCHMARK.fingerprint, BENCHMARK.corpus, "0", "")
    with pytest.raises(SecqaError, match=r"holds another run \(made, offline"):
        open_run(tmp_path, other, BENCHMARK)


def test_a_folder_of_something_else_is_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "questions.jsonl").touch()
    with pytest.raises(SecqaError, match=r"holds questions\.jsonl and is no run"):
        open_run(tmp_path, SETTINGS, BENCHMARK)


def test_pages_are_written_in_trec_format(tmp_path: Path) -> None:
    run = finished(tmp_path)
    lines = (tmp_path / "pages-8.trec").read_text().splitlines()
    first = next(p for p in run.predictions if p.pages == 8)
    document, page = first.answer.pages[0]
    count = len(first.answer.pages)
    assert lines[0] == f"{first.question_id} Q0 {document}#{page} 1 {count} made@8"


def test_what_is_no_run_or_damaged_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SecqaError, match="not a run"):
        read_run(tmp_path)
    finished(tmp_path / "run")
    path = tmp_path / "run" / "predictions.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([lines[0][:50] + "\n", *lines[1:]]))
    with pytest.raises(SecqaError, match="damaged"):
        read_run(tmp_path / "run")
    record = json.loads((tmp_path / "run" / "run.json").read_text())
    (tmp_path / "run" / "run.json").write_text(json.dumps({**record, "schema": 99}))
    with pytest.raises(SecqaError, match="schema"):
        read_run(tmp_path / "run")


@pytest.mark.parametrize(("text", "counts"), [("8", (8,)), ("32, 4,8,4", (4, 8, 32))])
def test_numbers_of_pages(text: str, counts: tuple[int, ...]) -> None:
    assert page_counts(text) == counts


@pytest.mark.parametrize("text", ["", "0", "-3", "four", "4,,8", "1.5"])
def test_what_is_no_number_of_pages_is_refused(text: str) -> None:
    with pytest.raises(SecqaError, match="whole numbers"):
        page_counts(text)
