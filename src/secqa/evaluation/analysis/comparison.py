"""Two scored settings in, a plain sentence out that says whether one is better.

Only answers to the same questions are compared, one by one. Where several comparisons are made at
once, chance alone would find a difference sooner or later, so p is corrected for their number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from secqa.evaluation.analysis.labels import labels_of
from secqa.evaluation.analysis.measures import COST, RETRIEVAL
from secqa.evaluation.scores import Proportion, RunScores
from secqa.evaluation.statistics.bootstrap import Interval, difference_interval
from secqa.evaluation.statistics.paired import ALPHA, Corrected, Paired, holm, paired


@dataclass(frozen=True, slots=True)
class RunComparison:
    """Two settings on the questions that both answered."""

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
        """Questions that would settle a difference as large as this; None where it is settled, or
        there is none."""
        return None if self.real else self.paired.questions_needed(self.corrected.alpha)

    @property
    def interval(self) -> Interval:
        """Of the difference; together with those of the other comparisons it holds for 95%."""
        return self.paired.interval(self.corrected.alpha)

    @property
    def sentence(self) -> str:
        """Which is better, or that it cannot be told and how many questions would settle it."""
        counted = self.paired
        ahead = counted.difference >= 0
        one, other = self.names if ahead else self.names[::-1]
        rights = (counted.first, counted.second) if ahead else (counted.second, counted.first)
        high, low = (f"{100 * Proportion(right, counted.total).value:.1f}%" for right in rights)
        if counted.first == counted.second:
            return (
                f"{one} and {other} are equally often right, {high} of {counted.total} questions; "
                f"each has {counted.first_only} right that the other has not."
            )
        apart = f"{100 * abs(counted.difference):.1f} points apart{self._said(ahead)}"
        if self.real:
            return (
                f"{one} is better than {other}: {high} against {low} of {counted.total} "
                f"questions, {apart}, {_chance(self.corrected.p)}."
            )
        return (
            f"{one} and {other} cannot be told apart: {high} against {low} of {counted.total} "
            f"questions, {apart}, {_chance(self.corrected.p)}; about {_rounded(self.needed)} "
            "questions would settle a difference as large as this."
        )

    def _said(self, ahead: bool) -> str:
        low, high = self.interval
        if not ahead:
            low, high = -high, -low
        return f" (95%: {100 * low:.1f} to {100 * high:.1f})"


def comparable(settings: Sequence[RunScores]) -> list[list[RunScores]]:
    """Settings on the same questions together, each group of two or more."""
    groups: dict[str, list[RunScores]] = {}
    for setting in settings:
        groups.setdefault(setting.benchmark, []).append(setting)
    return [group for group in groups.values() if len(group) > 1]


def best_of(settings: Sequence[RunScores]) -> RunScores:
    """The most accurate; of equals the one with the fewest pages."""
    return max(settings, key=lambda setting: (setting.accuracy.value, -setting.pages))


def best_of_runs(settings: Sequence[RunScores]) -> list[RunScores]:
    """The best setting of each run, in the order the runs come."""
    runs = dict.fromkeys(setting.run for setting in settings)
    return [best_of([one for one in settings if one.run == run]) for run in runs]


def with_best(settings: Sequence[RunScores]) -> tuple[RunComparison, ...]:
    """The best of each benchmark against its own other numbers of pages, and against every other
    run of it: at as many pages, or where that has none, at its best."""
    found: list[RunComparison] = []
    for group in comparable(settings):
        best = best_of(group)
        others = [one for one in group if one.run == best.run and one is not best]
        for run in dict.fromkeys(one.run for one in group if one.run != best.run):
            own = [one for one in group if one.run == run]
            others.append(next((one for one in own if one.pages == best.pages), best_of(own)))
        found += compared([(best, other) for other in others], group)
    return tuple(found)


def compared(
    pairs: Sequence[tuple[RunScores, RunScores]], named: Sequence[RunScores]
) -> tuple[RunComparison, ...]:
    """Compare pairs of settings at once, called as they are among `named`; those without a common
    question are left out."""
    names = {id(setting): label for setting, label in zip(named, labels_of(named), strict=True)}
    counted = [(one, other, _paired(one, other)) for one, other in pairs]
    counted = [found for found in counted if found[2].total]
    corrected = holm([found.p for _, _, found in counted])
    return tuple(
        RunComparison(one, other, (names[id(one)], names[id(other)]), found, own)
        for (one, other, found), own in zip(counted, corrected, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Difference:
    """How far apart two settings are in one measure."""

    mean: float
    """That of the first less that of the second."""
    interval: Interval
    """95%, by the paired bootstrap."""


def differences(first: RunScores, second: RunScores) -> dict[str, Difference]:
    """Differences in retrieval and cost, on the questions where both have a number; measures
    without such a question are left out."""
    answers = {scored.question.question_id: scored for scored in second.answers}
    both = [(s, answers[s.question.question_id]) for s in first.answers
            if s.question.question_id in answers]  # fmt: skip
    found: dict[str, Difference] = {}
    for name, measure in (RETRIEVAL | COST).items():
        pairs = [(measure(one), measure(other)) for one, other in both]
        known = [(a, b) for a, b in pairs if a is not None and b is not None]
        if known:
            mean = fmean(a - b for a, b in known)
            interval = difference_interval([a for a, _ in known], [b for _, b in known])
            found[name] = Difference(mean, interval)
    return found


def _paired(first: RunScores, second: RunScores) -> Paired:
    right = {scored.question.question_id: scored.right for scored in second.answers}
    both = [scored for scored in first.answers if scored.question.question_id in right]
    return paired([one.right for one in both], [right[one.question.question_id] for one in both])


def _chance(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def _rounded(count: int | None) -> str:
    """4277 -> "4,300": to two digits, since more are not known."""
    known = count or 0
    return f"{round(known, 2 - len(str(known))):,}" if known >= 100 else str(known)
