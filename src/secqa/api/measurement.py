"""The scores of runs for Python, as a table."""

import os
from collections.abc import Sequence
from pathlib import Path

from secqa.data_table import DataTable
from secqa.evaluation.judging.case import Judge
from secqa.evaluation.judging.rule_judge import judge_offline
from secqa.evaluation.run_scores import score_run
from secqa.evaluation.runs import Run, runs_in
from secqa.evaluation.scores import MEASURES
from secqa.evaluation.user_scorers import user_score

Place = str | os.PathLike[str]
"""A path, or an address of an object store."""
_SETTINGS = ("run", "system", "model", "retriever", "pages")


def evaluate(
    *runs: Run | Place, judge: Judge = judge_offline, scorers: Sequence[str] = ()
) -> DataTable:
    """A row for each run and number of pages: its settings, its progress and every measure.

    `judge` decides on answers in words that are not the gold ones to the letter; `scorers` are
    names of your own (`@secqa.scorer`, `module:name`), a column each.

    Runs are folders or results of `Corpus.run`; a measure is None if no question has a value.
    A run is unfinished where it has fewer answers than questions.
    """
    return DataTable.of(
        (*_SETTINGS, "answers", "questions", *MEASURES, *scorers),
        (
            (
                *(getattr(scores, name) for name in _SETTINGS),
                len(scores.answers),
                scores.questions,
                *map(scores.mean, MEASURES),
                *(user_score(scores, name) for name in scorers),
            )
            for run in runs
            for one in as_runs(run)
            for scores in score_run(one, judge)
        ),
    )


def as_runs(run: Run | Place) -> tuple[Run, ...]:
    """A run, or those in a folder: several of yearly versions."""
    return (run,) if isinstance(run, Run) else runs_in(Path(run))
