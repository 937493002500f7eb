"""A folder of runs in, their order and which differences in it are real out.

Only answers to the same questions can be put in an order. A run that stopped half way, or cannot be
read, is left out and said to be; the others stand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from secqa.errors import SecqaError
from secqa.evaluation.analysis.comparison import RunComparison, compared
from secqa.evaluation.analysis.unfinished import unfinished
from secqa.evaluation.judging.case import Judge
from secqa.evaluation.runs import RUN, Run, read_run
from secqa.evaluation.scores import RunScores, score_run


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Settings on the same questions, the best first."""

    settings: tuple[RunScores, ...]
    comparisons: tuple[RunComparison, ...]
    """Of every two settings."""

    def beaten(self, setting: RunScores) -> tuple[int, ...]:
        """Places, from 1, of the settings that this one is really better than."""
        worse = [one.second for one in self.comparisons if one.first is setting and one.real]
        return tuple(place for place, one in enumerate(self.settings, 1) if one in worse)


def runs_below(folder: Path) -> tuple[list[Run], list[str]]:
    """All runs in a folder and the folders in it, and a line for each that cannot be read.

    SecqaError where there is none.
    """
    runs: list[Run] = []
    left_out: list[str] = []
    for path in sorted(folder.rglob(RUN)):
        try:
            runs.append(read_run(path.parent))
        except SecqaError as error:
            left_out.append(str(error))
    if not runs:
        told = f" that can be read ({left_out[0]})" if left_out else ""
        raise SecqaError(f"{folder}: no runs in it{told}; make some with `secqa run --out`")
    return runs, left_out


def standing_of(runs: Sequence[Run], judges: Sequence[Judge]) -> tuple[Leaderboard, list[str]]:
    """The leaderboard of runs, each with its judge, and a line for each setting that is left out.

    SecqaError where they are of different benchmarks, or hold no answer.
    """
    check_benchmarks(runs)
    judged = zip(runs, judges, strict=True)
    settings = [setting for run, judge in judged for setting in score_run(run, judge)]
    half = unfinished(settings)
    empty = [f"{run.folder}: no answers yet; go on with `secqa run`" for run in runs
             if not run.predictions]  # fmt: skip
    whole = [setting for place, setting in enumerate(settings) if place not in half]
    if not whole:
        raise SecqaError(empty[0] if empty else next(iter(half.values())))
    ranked = sorted(whole, key=lambda one: (-one.accuracy.value, one.calls, one.run, one.pages))
    found = compared(list(combinations(ranked, 2)), ranked)
    return Leaderboard(tuple(ranked), found), [*empty, *half.values()]


def check_benchmarks(runs: Sequence[Run]) -> None:
    """SecqaError unless all runs are of one benchmark."""
    folders: dict[str, list[str]] = {}
    for run in runs:
        folders.setdefault(run.settings.benchmark, []).append(str(run.folder))
    if len(folders) > 1:
        told = "; ".join(f"{name}: {', '.join(own)}" for name, own in folders.items())
        raise SecqaError(
            f"runs of {len(folders)} benchmarks ({told}); a leaderboard needs answers to the same "
            "questions: keep one benchmark in a folder"
        )
