"""Builders that `tests.evaluation.test_runs` and other tests share."""

from dataclasses import replace
from pathlib import Path

from tests.support.run_builders import made_answers, made_benchmark

from secqa.evaluation.runner import answer_questions
from secqa.evaluation.runs import (
    Run,
    RunSettings,
    open_run,
    read_run,
)

BENCHMARK = made_benchmark()


SETTINGS = RunSettings("made", "offline", BENCHMARK.fingerprint, BENCHMARK.corpus, "0", "secqa run")


def finished(
    folder: Path,
    pages: tuple[int, ...] = (4, 8),
    limit: int | None = None,
    is_chosen: bool = False,
) -> Run:
    questions = BENCHMARK.questions[:limit]
    settings = replace(SETTINGS, questions=len(questions) if is_chosen else None)
    run = open_run(folder, settings, BENCHMARK)
    answer_questions(run, made_answers(BENCHMARK), pages, questions, print)
    return read_run(folder)
