"""Compare scored runs, and say in a plain sentence whether one is better.

Only answers to the same questions are compared, one by one. Where several comparisons are made at
once, chance alone would find a difference sooner or later, so p is corrected for their number.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev

from secqa.evaluation.differences import (
    ALPHA,
    Corrected,
    Interval,
    Paired,
    difference_interval,
    holm,
    paired,
)
from secqa.evaluation.run_scores import RunScores
from secqa.evaluation.runs import Run
from secqa.evaluation.scores import COST, RETRIEVAL
from secqa.learning.calibration import Proportion

_SMALLEST_P = 0.001
"""Sentences print no smaller p."""


@dataclass(frozen=True, slots=True)
class RunComparison:
    """Two runs on the questions that both answered."""

    first: RunScores
    second: RunScores
    names: tuple[str, str]
    paired: Paired
    corrected: Corrected
    """p of McNemar's test, corrected for the comparisons made at once."""

    @property
    def real(self) -> bool:
        """Whether one of the two is better, beyond what chance explains."""
        return self.corrected.p < ALPHA

    @property
    def needed(self) -> int | None:
        """Questions that would settle such a difference; None if it is settled or zero."""
        return None if self.real else self.paired.questions_needed(self.corrected.alpha)

    @property
    def interval(self) -> Interval:
        """Of the difference; together with those of the other comparisons it holds for 95%."""
        return self.paired.interval(self.corrected.alpha)

    @property
    def sentence(self) -> str:
        """Which is better, or how many questions would settle that."""
        paired = self.paired
        first, second = self.names
        rights, (low, high) = (paired.first, paired.second), self.interval
        if paired.difference < 0:
            first, second, rights, low, high = second, first, rights[::-1], -high, -low
        more, less = (f"{100 * Proportion(right, paired.total).value:.1f}%" for right in rights)
        if paired.first == paired.second:
            return (
                f"{first} and {second} are equally often right, {more} of {paired.total} "
                f"questions; each has {paired.first_only} right that the other has not."
            )
        p = f"p = {self.corrected.p:.3f}" if self.corrected.p >= _SMALLEST_P else "p < 0.001"
        figures = (
            f"{more} against {less} of {paired.total} questions, "
            f"{100 * abs(paired.difference):.1f} points apart "
            f"(95%: {100 * low:.1f} to {100 * high:.1f}), {p}"
        )
        if self.real:
            return f"{first} is better than {second}: {figures}."
        return (
            f"{first} and {second} cannot be told apart: {figures}; about "
            f"{_rounded(self.needed or 0)} questions would settle a difference as large as this."
        )


@dataclass(frozen=True, slots=True)
class Difference:
    """The mean of a measure in one run less that in another."""

    difference: float
    interval: Interval
    """95%, by the paired bootstrap."""


@dataclass(frozen=True, slots=True)
class Spread:
    """One system at one number of pages, on each of several yearly versions (SEC-QA, 5.3).

    The same questions as of other years are as hard, so what differs is chance and the filings: the
    deviation shows how far a score can be trusted.
    """

    versions: tuple[RunScores, ...]
    """Two or more, the earliest first."""

    @property
    def mean(self) -> float:
        """Of the accuracies, 0 to 1."""
        return fmean(run.accuracy.value for run in self.versions)

    @property
    def deviation(self) -> float:
        """Sample standard deviation of the accuracies."""
        return stdev(run.accuracy.value for run in self.versions)


def labels_of(runs: Sequence[RunScores]) -> list[str]:
    """ "codegen-docs, k = 8", with the folder where two runs would read the same."""
    names = [f"{run.title}, k = {run.pages}" for run in runs]
    return [
        f"{name} ({run.run})" if names.count(name) > 1 else name
        for name, run in zip(names, runs, strict=True)
    ]


def without_answers(runs: Sequence[Run]) -> list[str]:
    """A line for each run that has no answers."""
    line = "{}: no answers yet; go on with `secqa run`"
    return [line.format(run.folder) for run in runs if not run.predictions]


def unfinished(runs: Sequence[RunScores]) -> dict[int, str]:
    """Place among `runs` -> line, where a run has fewer answers than it was to give.

    An older run does not say how many: it is unfinished where another on the same questions, or the
    rest of the same run, answered some that it did not.
    """
    answered = [{score.question.question_id for score in run.answers} for run in runs]
    every: dict[str, set[str]] = {}
    for run, ids in zip(runs, answered, strict=True):
        every.setdefault(run.benchmark, set()).update(ids)
    return {
        place: (
            f"{run.run}, k = {run.pages}: {len(ids)} of {goal} questions answered; "
            "go on with `secqa run`"
        )
        for place, (run, ids) in enumerate(zip(runs, answered, strict=True))
        if len(ids) < (goal := run.chosen or len(every[run.benchmark]))
    }


def spreads(runs: Iterable[RunScores]) -> tuple[Spread, ...]:
    """Runs that differ by nothing but the version; none where there is but one version."""
    groups: dict[tuple[str, str, int], list[RunScores]] = {}
    for run in runs:
        if run.version is not None:
            groups.setdefault((str(Path(run.run).parent), run.name, run.pages), []).append(run)
    return tuple(Spread(tuple(group)) for group in groups.values() if len(group) > 1)


def comparable(runs: Sequence[RunScores]) -> list[list[RunScores]]:
    """Runs on the same questions together, each group of two or more."""
    groups: dict[str, list[RunScores]] = {}
    for run in runs:
        groups.setdefault(run.benchmark, []).append(run)
    return [group for group in groups.values() if len(group) > 1]


def best_of(runs: Sequence[RunScores]) -> RunScores:
    """The most accurate; of equals the one with the fewest pages."""
    return max(runs, key=lambda run: (run.accuracy.value, -run.pages))


def best_of_runs(runs: Sequence[RunScores]) -> list[RunScores]:
    """Each run at its best number of pages, in the order the runs come."""
    folders = dict.fromkeys(run.run for run in runs)
    return [best_of([run for run in runs if run.run == folder]) for folder in folders]


def with_best(runs: Sequence[RunScores]) -> tuple[RunComparison, ...]:
    """The best of each benchmark against its own other numbers of pages, and against every other
    run of it: at as many pages, or where that has none, at its best."""
    comparisons: list[RunComparison] = []
    for group in comparable(runs):
        best = best_of(group)
        rivals = [run for run in group if run.run == best.run and run is not best]
        for folder in dict.fromkeys(run.run for run in group if run.run != best.run):
            same = [run for run in group if run.run == folder]
            rivals.append(next((run for run in same if run.pages == best.pages), best_of(same)))
        comparisons += compared([(best, rival) for rival in rivals], group)
    return tuple(comparisons)


def compared(
    pairs: Sequence[tuple[RunScores, RunScores]], named: Sequence[RunScores]
) -> tuple[RunComparison, ...]:
    """Compare pairs of runs at once, named as among `named`; leave out pairs without a common
    question."""
    names = {id(run): label for run, label in zip(named, labels_of(named), strict=True)}
    tests = [(first, second, _paired(first, second)) for first, second in pairs]
    tests = [test for test in tests if test[2].total]
    corrected = holm([test.p for _, _, test in tests])
    return tuple(
        RunComparison(first, second, (names[id(first)], names[id(second)]), test, correction)
        for (first, second, test), correction in zip(tests, corrected, strict=True)
    )


def differences(first: RunScores, second: RunScores) -> dict[str, Difference]:
    """Differences in retrieval and cost, on the questions where both have a number; measures
    without such a question are left out."""
    scores = {score.question.question_id: score for score in second.answers}
    both = [
        (score, scores[score.question.question_id])
        for score in first.answers
        if score.question.question_id in scores
    ]
    apart: dict[str, Difference] = {}
    for measure in (*RETRIEVAL, *COST):
        pairs = [(measure.of(score), measure.of(other)) for score, other in both]
        known = [(a, b) for a, b in pairs if a is not None and b is not None]
        if known:
            interval = difference_interval([a for a, _ in known], [b for _, b in known])
            apart[measure.name] = Difference(fmean(a - b for a, b in known), interval)
    return apart


def _paired(first: RunScores, second: RunScores) -> Paired:
    right = {score.question.question_id: score.right for score in second.answers}
    both = [score for score in first.answers if score.question.question_id in right]
    return paired(
        [score.right for score in both], [right[score.question.question_id] for score in both]
    )


def _rounded(count: int) -> str:
    """4277 -> "4,300": to two digits, since more are not known."""
    return f"{round(count, 2 - len(str(count))):,}" if count >= 100 else str(count)
