"""The runs that the app was started with, each scored as `secqa evaluate` does.

Scoring very many answers takes long, so a page may have to wait for a job that scores them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from starlette.datastructures import QueryParams

from secqa.app.addresses import address
from secqa.app.folder_cache import FolderCache, Unreadable, folder_called, folders_by_name
from secqa.app.workplace import Workplace
from secqa.benchmark.dataset import QUESTIONS
from secqa.errors import SecqaError
from secqa.evaluation.analysis.run_comparison import best_of
from secqa.evaluation.run_scores import RunScores, score_run
from secqa.evaluation.runs import BENCHMARK, PREDICTIONS, RUN, Run, read_run

_FILES = (RUN, PREDICTIONS, f"{BENCHMARK}/{QUESTIONS}")
_MOST_RUNS = 8
"""Runs that stand beside each other."""
_RUNS_KEPT = 16
"""Runs in memory with all their answers: of 2,000 questions some 100 MB each."""
_SUMMARIES_KEPT = 2_000
_RESERVED = ("compare", "report", "reports", "chart.css")
"""Names that have addresses of their own beside those of runs."""
_AT = "@"
"""Between a run and its number of pages, in addresses."""


@dataclass(frozen=True, eq=False)
class ScoredRun:
    """A run with its scores at every number of pages; compared by identity, as a key of caches."""

    run: Run
    settings: tuple[RunScores, ...]


RunSummary = dict[str, Any]
"""The scores of a run at one number of pages, without its answers; its cost is in US dollars a
question, None where it is not known."""


@dataclass(frozen=True)
class RunRow:
    """A run in a list."""

    name: str
    folder: Path
    benchmark: str
    """Fingerprint of its questions."""
    suite: str
    questions: int
    summaries: tuple[RunSummary, ...]
    """The smallest number of pages first."""

    @property
    def best(self) -> float:
        """The highest accuracy; -1 where nothing is answered yet."""
        return max((one["accuracy"].value for one in self.summaries), default=-1.0)


@dataclass(frozen=True)
class RunSetting:
    """A run at one number of pages, as an address names it; a key of caches."""

    name: str
    scored: ScoredRun
    pages: int
    setting: RunScores = field(compare=False)

    @property
    def key(self) -> str:
        """Its name in addresses."""
        return f"{self.name}{_AT}{self.pages}"

    @property
    def folder(self) -> Path:
        """The folder of the run."""
        return self.scored.run.folder


def _scored(folder: Path) -> ScoredRun:
    run = read_run(folder)
    return ScoredRun(run, score_run(run))


scored_run = FolderCache(_scored, _FILES, _RUNS_KEPT)
"""A run with its scores; SecqaError where it cannot be read."""


def _summarized(folder: Path) -> tuple[Run, tuple[RunSummary, ...]]:
    scored = scored_run(folder)
    summaries = tuple(
        {
            "system": one.name,
            "pages": one.pages,
            "accuracy": one.accuracy,
            "answered": one.share("answered"),
            **{name: one.mean(name) or 0.0 for name in ("fact_recall", "calls", "seconds")},
            "cost": one.mean("cost"),
            "questions": one.questions,
        }
        for one in scored.settings
    )
    return replace(scored.run, predictions=()), summaries


_summaries = FolderCache(_summarized, _FILES, _SUMMARIES_KEPT)


def run_folders(place: Workplace) -> dict[str, Path]:
    """The folders of all runs, by name."""
    return folders_by_name(place.folders.runs, RUN, _RESERVED)


def run_rows(place: Workplace) -> tuple[list[RunRow], list[Unreadable]]:
    """All runs, by benchmark and the best first, and those that cannot be read."""
    rows: list[RunRow] = []
    unread: list[Unreadable] = []
    for name, folder in run_folders(place).items():
        try:
            run, summaries = _summaries(folder)
        except SecqaError as error:
            unread.append((name, str(error)))
            continue
        benchmark = run.benchmark
        count = len(benchmark.questions)
        rows.append(RunRow(name, folder, run.settings.benchmark, benchmark.suite, count, summaries))
    return sorted(rows, key=lambda one: (one.suite, one.benchmark, -one.best, one.name)), unread


def run_setting(place: Workplace, key: str) -> RunSetting:
    """A run as an address names it, `name` at its best or `name@pages`.

    SecqaError where there is none, it cannot be read, or has no answers yet.
    """
    name, pages, folder = _parsed(place, key)
    scored = scored_run(folder)
    # It is called by its name here, not by its folder.
    settings = [replace(one, run=name) for one in scored.settings]
    settings = [one for one in settings if not pages or str(one.pages) == pages]
    if not settings:
        lack = f"no answers with {pages} pages" if pages else "no answers yet"
        raise SecqaError(f"{name}: {lack}; finish the run first")
    best = best_of(settings)
    return RunSetting(name, scored, best.pages, best)


def compare_address(runs: Sequence[RunSetting], page: str = "compare", **given: object) -> str:
    """The address of runs side by side, or of another `page` about them."""
    chosen = [("run", run.key) for run in runs]
    return f"/runs/{page}{address(given=[*chosen, *given.items()])[1:]}"


def runs_in(place: Workplace, given: QueryParams) -> list[RunSetting]:
    """The runs that an address chooses; SecqaError where they are too many."""
    keys = list(dict.fromkeys(given.getlist("run")))
    if len(keys) > _MOST_RUNS:
        raise SecqaError(
            f"{len(keys)} runs do not fit beside each other; choose {_MOST_RUNS} at most"
        )
    return [run_setting(place, key) for key in keys]


def run_called(place: Workplace, name: str) -> Run:
    """A run by its name; SecqaError where there is none, or it cannot be read."""
    return scored_run(folder_called(name, run_folders(place), "run")).run


def _parsed(place: Workplace, key: str) -> tuple[str, str, Path]:
    """Name, number of pages or "", and folder of a run as an address names it."""
    folders = run_folders(place)
    name, _, pages = key.rpartition(_AT)
    if key in folders or not name:
        name, pages = key, ""
    return name, pages, folder_called(name, folders, "run")
