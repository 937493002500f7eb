"""Rank the runs of a folder, with the significant differences; and check minimum scores.

Only answers to the same questions can be ranked. A run that is unfinished or unreadable is left out
with a line that gives the reason; one that was to answer a part of the questions comes after those
that answered all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from secqa.errors import SecqaError
from secqa.evaluation.analysis.run_comparison import (
    RunComparison,
    compared,
    labels_of,
    unfinished,
    without_answers,
)
from secqa.evaluation.judging.case import Judge
from secqa.evaluation.run_scores import RunScores, score_runs
from secqa.evaluation.runs import RUN, Run, read_run
from secqa.evaluation.scores import QUALITY


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Runs on the same questions, best first; those on a part of them at the end."""

    runs: tuple[RunScores, ...]
    comparisons: tuple[RunComparison, ...]
    """Of every two runs."""

    def beaten(self, run: RunScores) -> tuple[int, ...]:
        """Places, from 1, of the runs that are significantly worse."""
        worse = [
            one.second
            for one in self.comparisons
            if one.first is run and one.real and one.paired.difference > 0
        ]
        return tuple(place for place, other in enumerate(self.runs, 1) if other in worse)


def runs_below(folder: Path) -> tuple[list[Run], list[str]]:
    """All runs at or below a folder, and a line for each unreadable one.

    Raises SecqaError if there is no run.
    """
    runs: list[Run] = []
    left_out: list[str] = []
    for path in sorted(folder.rglob(RUN)):
        try:
            runs.append(read_run(path.parent))
        except SecqaError as error:
            left_out.append(str(error))
    if not runs:
        reason = f" that can be read ({left_out[0]})" if left_out else ""
        raise SecqaError(f"{folder}: no runs in it{reason}; make some with `secqa run --out`")
    return runs, left_out


def standing_of(runs: Sequence[Run], judges: Sequence[Judge]) -> tuple[Leaderboard, list[str]]:
    """The leaderboard of runs, each with its judge, and a line for each that is left out.

    SecqaError where they are of different benchmarks, or hold no answer.
    """
    check_benchmarks(runs)
    scored = score_runs(runs, judges)
    half, empty = unfinished(scored), without_answers(runs)
    whole = [scores for place, scores in enumerate(scored) if place not in half]
    if not whole:
        raise SecqaError(empty[0] if empty else next(iter(half.values())))
    ranked = sorted(whole, key=_rank)
    comparisons = compared(list(combinations(ranked, 2)), ranked)
    return Leaderboard(tuple(ranked), comparisons), [*empty, *half.values()]


def _rank(scores: RunScores) -> tuple[Any, ...]:
    is_part = len(scores.answers) < scores.questions
    return (is_part, -scores.accuracy.value, scores.mean("calls"), scores.run, scores.pages)


def check_benchmarks(runs: Sequence[Run]) -> None:
    """SecqaError unless all runs are of one benchmark."""
    folders: dict[str, list[str]] = {}
    for run in runs:
        folders.setdefault(run.settings.benchmark, []).append(str(run.folder))
    if len(folders) > 1:
        named = "; ".join(f"{name}: {', '.join(group)}" for name, group in folders.items())
        raise SecqaError(
            f"runs of {len(folders)} benchmarks ({named}); a leaderboard needs answers to the same "
            "questions: keep one benchmark in a folder"
        )


class ScoreTooLow(SecqaError):
    """A score is lower than it has to be."""

    exit_code = 1


def minimum_score(text: str) -> tuple[str, float]:
    """Measure and least of "accuracy=0.8"; SecqaError for an unknown measure or a bad number."""
    names = [measure.name for measure in QUALITY]
    name, _, number = text.partition("=")
    try:
        least = float(number)
    except ValueError:
        least = -1.0
    if name not in names or not 0 <= least <= 1:
        raise SecqaError(
            f"--fail-under {text}: must be MEASURE=NUMBER with a number from 0 to 1, as "
            f"accuracy=0.8; measures: {', '.join(names)}"
        )
    return name, least


def check_scores(runs: Sequence[RunScores], minimums: Sequence[tuple[str, float]]) -> None:
    """Raise ScoreTooLow, with all low scores in one line, unless every run reaches every minimum.

    Missing measures and unfinished runs reach no minimum.
    """
    low = list(unfinished(runs).values()) if minimums else []
    for measure, least in minimums:
        for label, run in zip(labels_of(runs), runs, strict=True):
            mean = run.mean(measure)
            if mean is None or mean < least:
                score = "not measured" if mean is None else f"{mean:.4f}"
                low.append(f"{label}: {measure} {score}, less than {least:g}")
    if low:
        raise ScoreTooLow("; ".join(low))
