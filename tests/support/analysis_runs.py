"""Settings we write ourselves: who is right on which question."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from tests.support.run_builders import made_benchmark, right_answer

from secqa.benchmark.dataset import Question
from secqa.evaluation.run_scores import RunScores, score_run
from secqa.evaluation.runs import Prediction, Run, RunSettings
from secqa.systems.answer import Answer

QUESTIONS = made_benchmark().questions


def scored(answers: dict[str, Answer], run: str = "runs/a", pages: int = 8) -> RunScores:
    """A setting of so many answers by question id; the run is in no folder."""
    benchmark = made_benchmark()
    settings = RunSettings(run.rsplit("/", 1)[-1], "offline", "bench", "corpus", "0", "")
    predictions = tuple(Prediction(name, pages, answer) for name, answer in answers.items())
    (setting,) = score_run(Run(Path(run), settings, benchmark, predictions))
    return setting


def right_on(places: Iterable[int], run: str = "runs/a", pages: int = 8) -> RunScores:
    """All 24 questions answered, right at these places of the benchmark, refused elsewhere."""
    right = set(places)
    return scored(
        {
            question.question_id: right_answer(question)
            if place in right
            else Answer(question.text, None, error="cannot answer")
            for place, question in enumerate(QUESTIONS)
        },
        run,
        pages,
    )


def retrieving(question: Question, pages: list[tuple[str, int]], run: str) -> RunScores:
    """A setting of one answer, with these pages."""
    answer = replace(right_answer(question), pages=tuple(pages))
    return scored({question.question_id: answer}, run)
