"""Yearly versions of a benchmark, run and scored (SEC-QA, 5.3): how steady a system is.

`secqa generate --versions` leaves a folder with a benchmark of each year, `secqa run` on it one
with a run of each. The same questions as of other years are as hard, so what differs is chance and
the filings: the standard deviation over versions tells how far a score can be trusted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev

from secqa.benchmark.dataset import QUESTIONS
from secqa.evaluation.runs import RUN, Run, read_run
from secqa.evaluation.scores import RunScores


@dataclass(frozen=True, slots=True)
class Spread:
    """One system at one number of pages, on each of several versions."""

    versions: tuple[RunScores, ...]
    """Two or more, the earliest first."""

    @property
    def mean(self) -> float:
        """Of the accuracies, 0 to 1."""
        return fmean(setting.accuracy.value for setting in self.versions)

    @property
    def deviation(self) -> float:
        """Sample standard deviation of the accuracies."""
        return stdev(setting.accuracy.value for setting in self.versions)


def benchmarks_in(folder: Path, out: Path) -> list[tuple[Path, Path]]:
    """(benchmark, where its run goes): those of the versions in a folder, or the folder itself."""
    versions = _years_in(folder, QUESTIONS)
    return [(one, out / one.name) for one in versions] or [(folder, out)]


def runs_in(folder: Path) -> tuple[Run, ...]:
    """The runs of the versions in a folder, or the one run that it is; SecqaError where neither."""
    return tuple(map(read_run, _years_in(folder, RUN) or [folder]))


def spreads(settings: Iterable[RunScores]) -> tuple[Spread, ...]:
    """Settings that differ by nothing but the version; none where there is but one version."""
    groups: dict[tuple[str, str, int], list[RunScores]] = {}
    for one in settings:
        if one.version is not None:
            key = (str(Path(one.run).parent), one.name, one.pages)
            groups.setdefault(key, []).append(one)
    return tuple(Spread(tuple(own)) for own in groups.values() if len(own) > 1)


def _years_in(folder: Path, holding: str) -> Sequence[Path]:
    """Folders of years in a folder that is not itself what they are; the earliest first."""
    if (folder / holding).exists():
        return ()
    return sorted(path.parent for path in folder.glob(f"[12][0-9][0-9][0-9]/{holding}"))
