"""Kill the upkeep of a corpus: `python benchmarks/upkeep_kills.py FILINGS [--kills 10]`.

A corpus is made of some filings, a commit each, so that it is in small pieces. Then each of
compact, copy, merge and repair (of a corpus whose wordings and page index are gone) is killed at a
random moment of its work, --kills times, and run again. Printed is how often it was killed midway,
what readers found between (a corpus that is whole, as before or as after; for a copy or a merge
also none yet, or some of the documents), and whether `check` finds nothing and the documents are
the same in the end. Exit code 1 where not.
"""

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path

from secqa.corpus.corpus_schema import PAGE_INDEX, WORDINGS
from secqa.corpus.corpus_store import open_corpus
from secqa.errors import SecqaError
from secqa.ingest.ingest_pipeline import ingest
from secqa.ingest.maintenance.compaction import compact
from secqa.ingest.maintenance.corpus_copy import copy
from secqa.ingest.maintenance.corpus_merge import merge
from secqa.ingest.maintenance.corpus_repair import repair
from secqa.ingest.maintenance.corpus_survey import findings, survey
from secqa.ingest.sources import find_filings


@dataclass(frozen=True)
class Trial:
    """A command that is killed."""

    name: str
    prepare: Callable[[Path, Path], object]
    """Makes what it begins with out of the corpus: `prepare(corpus, place)`."""
    work: Callable[[Path, Path], object]
    in_place: bool
    """Whether readers must find all documents at any time."""


def _copied(corpus: Path, place: Path) -> None:
    shutil.copytree(corpus, place)


def _damaged(corpus: Path, place: Path) -> None:
    shutil.copytree(corpus, place)
    for name in (WORDINGS, PAGE_INDEX):
        shutil.rmtree(place / f"{name}.lance")


def _nothing(corpus: Path, place: Path) -> None:
    """For what makes its corpus itself."""


def _compact(corpus: Path, place: Path) -> None:
    compact(place)


def _merge(corpus: Path, place: Path) -> None:
    merge([corpus], place)


def _repair(corpus: Path, place: Path) -> None:
    repair(place)


TRIALS = (
    Trial("compact", _copied, _compact, in_place=True),
    Trial("copy", _nothing, copy, in_place=False),
    Trial("merge", _nothing, _merge, in_place=False),
    Trial("repair", _damaged, _repair, in_place=True),
)


def run(trial: Trial, corpus: Path, place: Path, seconds: float | None) -> float | None:
    """Run it in a process of its own, killed after some seconds; how long it took, None if killed.

    What the process takes to start does not count.
    """
    context = get_context("spawn")
    begun = context.Event()
    process = context.Process(target=_begin, args=(begun, trial.work, corpus, place))
    process.start()
    begun.wait()
    started = time.monotonic()
    process.join(seconds)
    took = time.monotonic() - started
    process.kill()
    process.join()
    if process.exitcode not in (0, -9):
        raise SystemExit(f"{trial.name} failed with exit code {process.exitcode}")
    return took if process.exitcode == 0 else None


def _begin(begun: Event, work: Callable[[Path, Path], object], corpus: Path, place: Path) -> None:
    begun.set()
    work(corpus, place)


def documents(place: Path) -> dict[str, int]:
    """The documents that a reader finds, and how many pages of each; none where no corpus is."""
    try:
        corpus = open_corpus(place)
    except SecqaError:
        return {}
    names = [one.document_id for one in corpus.documents]
    return {name: len(corpus.document(name).pages) for name in names}


def _killed(trial: Trial, corpus: Path, kills: int, moments: random.Random) -> bool:
    """Whether all went well; prints a line."""
    wanted, pages = open_corpus(corpus).fingerprint, documents(corpus)
    usual, midway, unread, wrong = 0.0, 0, 0, 0
    for number in range(kills + 1):  # the first lives: it tells how long it takes
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "corpus"
            trial.prepare(corpus, place)
            took = run(trial, corpus, place, moments.uniform(0, usual) if number else None)
            usual = took if not number and took else usual
            if took is None:
                midway += 1
                found = documents(place)
                whole = found == pages if trial.in_place else found.items() <= pages.items()
                unread += not whole
                # What had just ended may not be begun again: there is a corpus already.
                if trial.work is not copy or not found:
                    run(trial, corpus, place, None)
            there = survey(place)
            wrong += bool(findings(there)) or open_corpus(place).fingerprint != wanted
    print(
        f"{trial.name:<8} {usual:5.2f} s  killed {midway} of {kills} times midway: "
        f"readers misled {unread}, not as it should be in the end {wrong}"
    )
    return not unread and not wrong


def main() -> int:
    """0 where nothing was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("filings", type=Path)
    parser.add_argument("--count", type=int, default=8, help="filings of the corpus")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    moments = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus"
        files = [path for path in find_filings([given.filings]) if isinstance(path, Path)]
        for path in files[: given.count]:
            ingest([path], corpus)
        there = open_corpus(corpus)
        print(f"{len(there.documents)} documents, fingerprint {there.fingerprint}")
        went_well = [_killed(one, corpus, given.kills, moments) for one in TRIALS]
        return 0 if all(went_well) else 1


if __name__ == "__main__":
    sys.exit(main())
