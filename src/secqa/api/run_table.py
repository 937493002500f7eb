"""The scores of runs as a table."""

import os
from pathlib import Path

from secqa.data_table import DataTable
from secqa.evaluation.run_scores import score_run
from secqa.evaluation.runs import Run, runs_in
from secqa.evaluation.scores import MEASURES

_RUN_COLUMNS = ("run", "system", "model", "retriever", "pages", "answers", "questions")


def evaluate(*runs: Run | str | os.PathLike[str]) -> DataTable:
    """A row for each run and number of pages: what ran, how much of it is there, every measure.

    Runs are folders, or what `Corpus.run` returns; a measure is None where no question has one.
    A run is unfinished where it has fewer answers than questions.
    """
    read = [one for run in runs for one in ([run] if isinstance(run, Run) else runs_in(Path(run)))]
    return DataTable.of(
        (*_RUN_COLUMNS, *MEASURES),
        (
            (
                *(getattr(scores, name) for name in _RUN_COLUMNS[:5]),
                len(scores.answers),
                scores.questions,
                *map(scores.mean, MEASURES),
            )
            for run in read
            for scores in score_run(run)
        ),
    )
