"""The runs that the app was started with, each with its answers scored as `secqa evaluate` does."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote, urlencode

from secqa.app.shelf import Kept, looked_up, named
from secqa.app.workplace import Workplace
from secqa.benchmark.dataset import QUESTIONS
from secqa.errors import SecqaError
from secqa.evaluation.analysis.run_comparison import best_of
from secqa.evaluation.run_scores import RunScores, score_run
from secqa.evaluation.runs import BENCHMARK, PREDICTIONS, RUN, Run, read_run
from secqa.evaluation.scores import Proportion, Score

_FILES = (RUN, PREDICTIONS, f"{BENCHMARK}/{QUESTIONS}")
_WHOLE_KEPT = 16
"""Runs in memory with all their answers: of 2,000 questions some 100 MB each."""
_SUMMARIES_KEPT = 2_000
_PAGES = ("compare", "report", "reports", "chart.css")
"""Names that have addresses of their own beside those of runs."""
_AT = "@"
"""Between a run and its number of pages, in addresses."""


@dataclass(frozen=True, eq=False)
class Graded:
    """A run with its scores at every number of pages; known by itself, so that what is worked out
    of it can be kept."""

    run: Run
    settings: tuple[RunScores, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """What a list says of a run at one number of pages."""

    system: str
    pages: int
    accuracy: Proportion
    answered: Proportion
    fact_recall: float
    calls: float
    seconds: float
    cost: float | None
    """US dollars a question; None where it is not known."""
    asked: int


@dataclass(frozen=True)
class Line:
    """A run in a list."""

    name: str
    folder: Path
    benchmark: str
    """Fingerprint of its questions."""
    suite: str
    asked: int
    summaries: tuple[Summary, ...]
    """The smallest number of pages first."""

    @property
    def best(self) -> float:
        """The highest accuracy; -1 where nothing is answered yet."""
        return max((one.accuracy.value for one in self.summaries), default=-1.0)


@dataclass(frozen=True)
class Unread:
    """A run that cannot be read."""

    name: str
    error: str


@dataclass(frozen=True)
class Chosen:
    """A run at one number of pages, as an address names it."""

    name: str
    graded: Graded
    setting: RunScores

    @property
    def said(self) -> str:
        """As addresses name it."""
        return f"{self.name}{_AT}{self.setting.pages}"

    @property
    def folder(self) -> Path:
        """Of the run."""
        return self.graded.run.folder

    def scored(self, question_id: str) -> Score:
        """Its answer to a question; SecqaError where it has none."""
        for one in self.setting.answers:
            if one.question.question_id == question_id:
                return one
        raise SecqaError(f"{question_id}: {self.name} has no answer to it")


def _graded(folder: Path) -> Graded:
    run = read_run(folder)
    return Graded(run, score_run(run))


graded = Kept(_graded, _FILES, _WHOLE_KEPT)
"""A run with its scores; SecqaError where it cannot be read."""


def _summed(folder: Path) -> tuple[Run, tuple[Summary, ...]]:
    found = graded(folder)
    summaries = tuple(
        Summary(
            one.name,
            one.pages,
            one.accuracy,
            one.share("answered"),
            one.mean("fact_recall") or 0.0,
            one.mean("calls") or 0.0,
            one.mean("seconds") or 0.0,
            one.mean("cost"),
            one.questions,
        )
        for one in found.settings
    )
    return replace(found.run, predictions=()), summaries


_summaries = Kept(_summed, _FILES, _SUMMARIES_KEPT)


def run_folders(place: Workplace) -> dict[str, Path]:
    """Name -> folder of every run that is there."""
    return named(place.folders.runs, RUN, _PAGES)


def lines(place: Workplace) -> tuple[list[Line], list[Unread]]:
    """All runs that were found, those of one benchmark together and the best first; and those that
    cannot be read."""
    read: list[Line] = []
    unread: list[Unread] = []
    for name, folder in run_folders(place).items():
        try:
            run, summaries = _summaries(folder)
        except SecqaError as error:
            unread.append(Unread(name, str(error)))
            continue
        benchmark = run.benchmark
        asked = len(benchmark.questions)
        read.append(Line(name, folder, run.settings.benchmark, benchmark.suite, asked, summaries))
    return sorted(read, key=lambda one: (one.suite, one.benchmark, -one.best, one.name)), unread


def chosen(place: Workplace, said: str) -> Chosen:
    """A run as an address names it, `name` at its best or `name@pages`.

    SecqaError where there is none, it cannot be read, or has no answers yet.
    """
    name, pages, folder = named_in(place, said)
    found = graded(folder)
    # It is called by its name here, not by its folder.
    settings = [replace(one, run=name) for one in found.settings]
    own = [one for one in settings if not pages or str(one.pages) == pages]
    if not own:
        told = f"no answers with {pages} pages" if pages else "no answers yet"
        raise SecqaError(f"{name}: {told}; go on with `secqa run`")
    return Chosen(name, found, best_of(own))


def named_in(place: Workplace, said: str) -> tuple[str, str, Path]:
    """The name, the number of pages or "", and the folder of a run as an address names it;
    SecqaError where there is none."""
    folders = run_folders(place)
    name, _, pages = said.rpartition(_AT)
    if said in folders or not name:
        name, pages = said, ""
    return name, pages, looked_up(name, folders, "run")


def is_listed(folder: Path) -> bool:
    """Whether a list can tell of a run without scoring it."""
    return _summaries.has(folder)


def list_run(folder: Path) -> None:
    """Score a run for lists; SecqaError where it cannot be read."""
    _summaries(folder)


def run_address(name: str, question_id: str = "", **given: object) -> str:
    """Where a run is, or its answer to a question."""
    path = "/".join(quote(one, safe="") for one in (name, question_id) if one)
    told = urlencode({key: value for key, value in given.items() if value not in ("", None)})
    return f"/runs/{path}{f'?{told}' if told else ''}"


def compare_address(runs: Sequence[Chosen], page: str = "compare", **given: object) -> str:
    """Where runs stand beside each other, or with another `page` of them."""
    told = [("run", one.said) for one in runs]
    told += [(key, str(value)) for key, value in given.items() if value not in ("", None)]
    return f"/runs/{page}?{urlencode(told)}"
