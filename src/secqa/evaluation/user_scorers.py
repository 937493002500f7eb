"""Scores of answers by functions that users write; `secqa.extensions.scorer` has the signature.

A scorer gives a number for one answer, and the score of a run is the mean of these numbers.
"""

from collections.abc import Sequence
from statistics import fmean

from rich.table import Table

from secqa.errors import SecqaError
from secqa.evaluation.run_scores import RunScores
from secqa.evaluation.score_tables import run_table
from secqa.extensions import SCORERS, is_extension, load_extension


def user_score(run: RunScores, name: str) -> float | None:
    """The score of a run by the scorer of this name; None if no answer has a number.

    Raises SecqaError for an unknown scorer, and for one that fails.
    """
    if not is_extension(name, SCORERS):
        raise SecqaError(f"{name}: unknown scorer; give one of yours as module:name")
    scorer = load_extension(name, SCORERS)
    numbers = []
    for score in run.answers:
        try:
            number = scorer(score.question, score.prediction.answer)
            numbers += [] if number is None else [float(number)]
        except Exception as error:
            # The user's code may raise anything.
            question = score.question.question_id
            raise SecqaError(f"{name}: {question}: {type(error).__name__}: {error}") from error
    return fmean(numbers) if numbers else None


def user_scores_table(runs: Sequence[RunScores], names: Sequence[str]) -> Table:
    """A column for each scorer."""

    def text(run: RunScores, name: str) -> str:
        number = user_score(run, name)
        return "–" if number is None else f"{number:.4f}"

    columns = [(name, lambda run, name=name: text(run, name)) for name in names]
    return run_table("Your scorers", runs, columns)
