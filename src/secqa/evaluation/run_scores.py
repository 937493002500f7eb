"""Score a run at each number of pages: means of measures, and accuracy by groups.

A question without a prediction does not count; an unfinished run has fewer answers.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from secqa.benchmark.complexity import LEVELS
from secqa.benchmark.grammar.question_kinds import title_of
from secqa.evaluation.differences import mean_interval
from secqa.evaluation.judging.case import Judge
from secqa.evaluation.judging.rule_judge import judge_offline
from secqa.evaluation.runs import Run
from secqa.evaluation.scores import (
    MEASURES,
    Measure,
    Score,
    accuracy_of,
    score_prediction,
)
from secqa.learning.calibration import Proportion
from secqa.retrieval.retriever import RANKED
from secqa.systems.thinking import OFFLINE

GROUPS: dict[str, Callable[[Score], Iterable[str]]] = {
    "type": lambda score: (score.question.type,),
    "difficulty": lambda score: filter(None, (score.question.difficulty,)),
    "metric": lambda score: score.question.metrics,
    "hops": lambda score: (str(score.question.complexity.hops),),
    "entities": lambda score: (str(score.question.complexity.entities),),
    "company": lambda score: dict.fromkeys(score.question.companies),
    "year": lambda score: {str(fact.fiscal_year) for fact in score.question.facts},
}
"""Ways to group answers; hops and entities are the factors of SEC-QA, 3.3, and years are fiscal. A
question about two companies counts under both."""


@dataclass(frozen=True, slots=True)
class RunScores:
    """The scores of one run at one number of pages."""

    run: str
    """The run's folder, as given."""
    system: str
    model: str
    benchmark: str
    """Fingerprint of the questions; runs with equal ones are comparable."""
    retriever: str
    pages: int
    questions: int
    """Questions of the benchmark."""
    answers: tuple[Score, ...]
    """Scores of the questions with a prediction, in the order of the benchmark."""
    version: int | None = None
    """The fiscal year of a yearly version; None for other benchmarks."""
    chosen: int | None = None
    """Questions to answer; None for older runs, which do not record it."""

    @property
    def name(self) -> str:
        """System, model and retriever, without default ones."""
        model = self.model if self.model != OFFLINE.label else ""
        retriever = self.retriever if self.retriever != RANKED else ""
        return ", ".join(filter(None, (self.system, model, retriever)))

    @property
    def title(self) -> str:
        """The name, with the year of a version."""
        return f"{self.name}, {self.version}" if self.version is not None else self.name

    @property
    def accuracy(self) -> Proportion:
        return accuracy_of(self.answers)

    def values(self, measure: Measure) -> list[float]:
        """The values of a measure, without answers that have none."""
        values = (measure.of(score) for score in self.answers)
        return [value for value in values if value is not None]

    def mean(self, name: str) -> float | None:
        """The mean of a measure; None if no answer has a value."""
        measure = MEASURES[name]
        values = self.values(measure)
        if not values or (measure.needs_all and len(values) < len(self.answers)):
            return None
        return fmean(values)

    def share(self, name: str) -> Proportion:
        """The share of answers for which a yes-or-no measure is true."""
        values = self.values(MEASURES[name])
        return Proportion(sum(map(bool, values)), len(values))

    def interval(self, name: str) -> tuple[float, float] | None:
        """The 95% interval of a measure's mean: Wilson's for yes or no, else the bootstrap's; None
        if no answer has a value."""
        measure, values = MEASURES[name], self.values(MEASURES[name])
        if measure.is_share:
            return self.share(name).interval
        return mean_interval(values) if values else None

    def show(self, name: str) -> str:
        """The mean of a measure as tables print it."""
        return MEASURES[name].show(self.mean(name))

    def by(self, group: str) -> dict[str, Proportion]:
        """Accuracy by one of `GROUPS`: levels and numbers ascending, types in their order, other
        groups by their number of questions."""
        groups: dict[str, list[Score]] = {}
        for score in self.answers:
            for key in GROUPS[group](score):
                groups.setdefault(key, []).append(score)
        shares = {key: accuracy_of(members) for key, members in groups.items()}
        if group == "type":
            return shares
        if group == "difficulty":
            return {level: shares[level] for level in LEVELS if level in shares}
        if all(map(str.isdecimal, shares)):
            return {key: shares[key] for key in sorted(shares, key=int)}
        return dict(sorted(shares.items(), key=lambda item: (-item[1].total, item[0])))

    @property
    def causes(self) -> dict[str, int]:
        """Wrong answers by cause, the most frequent first."""
        failures = (score.failure for score in self.answers)
        return dict(Counter(f.cause.value for f in failures if f).most_common())


def group_rows(
    runs: Sequence[RunScores], groups: Callable[[RunScores], Mapping[str, Proportion]]
) -> list[tuple[str, list[Proportion | None]]]:
    """(title of a group, accuracy in each run) for every group that any of the runs has."""
    shares = [groups(run) for run in runs]
    keys = dict.fromkeys(key for share in shares for key in share)
    return [(title_of(key), [share.get(key) for share in shares]) for key in keys]


def score_run(run: Run, judge: Judge = judge_offline) -> tuple[RunScores, ...]:
    """Score every number of pages of a run, the smallest first.

    `judge` decides on answers in words that differ from the gold answer.
    """
    counts = sorted({prediction.pages for prediction in run.predictions})
    return tuple(_score_at(run, pages, judge) for pages in counts)


def score_runs(runs: Sequence[Run], judges: Sequence[Judge] = ()) -> tuple[RunScores, ...]:
    """Score runs, each with its judge, by default the offline judge."""
    judged = zip(runs, judges or [judge_offline] * len(runs), strict=True)
    return tuple(scores for run, judge in judged for scores in score_run(run, judge))


def _score_at(run: Run, pages: int, judge: Judge) -> RunScores:
    questions = run.benchmark.questions
    by_id = {one.question_id: one for one in run.predictions if one.pages == pages}
    return RunScores(
        run=str(run.folder),
        system=run.settings.system,
        model=run.settings.model,
        benchmark=run.settings.benchmark,
        retriever=run.settings.retriever,
        pages=pages,
        questions=len(questions),
        answers=tuple(
            score_prediction(question, by_id[name], judge)
            for question in questions
            if (name := question.question_id) in by_id
        ),
        version=run.benchmark.until,
        chosen=run.settings.questions,
    )
